'use strict'
// Gives the properties and private fields of objects the names that they have in the original source, if the class of
// the object is known and the source map tells the name. A property keeps its name if two classes of the object's
// prototypes call it differently.

/** @typedef {import('crash-collector-shared/dump/format').ObjectRecord} ObjectRecord */
/** @typedef {import('crash-collector-shared/dump/format').Property} Property */
/** @typedef {import('crash-collector-shared/dump/format').Position} Position */
/** @typedef {import('../source/member-names').MemberNames} MemberNames */
/** @typedef {(objectId: string) => ObjectRecord|undefined} ReadObject */

const MAX_PROTOTYPES = 20

class OriginalMembers {
  #membersAt
  #rename
  /** What the classes of a prototype's objects tell, the base class first. @type {Map<string, MemberNames[]>} */
  #ofPrototypes = new Map()

  /**
   * @param {(location: Position) => MemberNames|null} membersAt tells the names of the class at a place
   * @param {(members: { name: string, generatedName?: string }[], names: Map<string, string>) => unknown} rename
   *   changes names in place
   */
  constructor (membersAt, rename) {
    this.#membersAt = membersAt
    this.#rename = rename
  }

  /**
   * Changes names in place.
   * @param {ObjectRecord} record
   * @param {ReadObject} read
   */
  restore (record, read) {
    const named = record.properties.filter(({ symbol }) => symbol === undefined)
    if (record.type === 'function') {
      const own = record.functionLocation && this.#membersAt(record.functionLocation)
      if (!own) return
      this.#rename(named, agreed([own.statics]))
      this.#renameFields(record, [own.staticFields])
      return
    }
    const classes = this.#classesOf(record, read)
    if (classes.length === 0) return
    this.#rename(named, agreed(classes.map(({ instance }) => instance)))
    this.#renameFields(record, classes.map(({ fields }) => fields))
  }

  /**
   * @param {ObjectRecord} record an object, or a prototype
   * @param {ReadObject} read
   * @returns {MemberNames[]}
   */
  #classesOf (record, read) {
    const own = idOf(record, 'constructor')
    const made = own === undefined ? undefined : safely(read, own)
    if (made !== undefined && idOf(made, 'prototype') === record.objectId) {
      return this.#ofPrototype(record.objectId, record, read)
    }
    const prototypeId = prototypeOf(record)
    return prototypeId === undefined ? [] : this.#ofPrototype(prototypeId, safely(read, prototypeId), read)
  }

  /**
   * @param {string} objectId
   * @param {ObjectRecord|undefined} prototype
   * @param {ReadObject} read
   * @param {number} [depth] how many prototypes were passed
   * @returns {MemberNames[]}
   */
  #ofPrototype (objectId, prototype, read, depth = 0) {
    const known = this.#ofPrototypes.get(objectId)
    if (known !== undefined || prototype === undefined || depth > MAX_PROTOTYPES) return known ?? []
    const baseId = prototypeOf(prototype)
    const base = baseId === undefined ? [] : this.#ofPrototype(baseId, safely(read, baseId), read, depth + 1)
    const madeId = idOf(prototype, 'constructor')
    const location = madeId === undefined ? undefined : safely(read, madeId)?.functionLocation
    const own = location === undefined ? null : this.#membersAt(location)
    const all = own === null ? base : [...base, own]
    this.#ofPrototypes.set(objectId, all)
    return all
  }

  /**
   * Several classes may have given one short name to different private fields. The fields of the base class come first.
   * @param {ObjectRecord} record
   * @param {Map<string, string>[]} classes the private names of each class, the base class first
   */
  #renameFields ({ privateProperties = [] }, classes) {
    const generated = new Set(privateProperties.map(each => each.name))
    for (const name of generated) {
      const held = privateProperties.filter(each => each.name === name)
      const originals = classes.flatMap(names => names.get(name) ?? [])
      // A name that another field has in the code that ran would mean two fields in an expression.
      if (held.length !== originals.length || originals.some(each => each !== name && generated.has(each))) continue
      held.forEach((each, i) => {
        if (originals[i] !== name) Object.assign(each, { name: originals[i], generatedName: name })
      })
    }
  }
}

/**
 * @param {Map<string, string>[]} all
 * @returns {Map<string, string>} without names for which two originals are told
 */
function agreed (all) {
  /** @type {Map<string, string>} */
  const found = new Map()
  /** @type {Set<string>} */
  const differing = new Set()
  for (const names of all) {
    for (const [name, original] of names) {
      if (found.has(name) && found.get(name) !== original) differing.add(name)
      found.set(name, original)
    }
  }
  for (const name of differing) found.delete(name)
  return found
}

/** @param {ObjectRecord} record */
function prototypeOf (record) {
  return record.internalProperties?.find(({ name }) => name === '[[Prototype]]')?.value.objectId
}

/**
 * @param {ObjectRecord} record
 * @param {string} key
 */
function idOf (record, key) {
  return record.properties.find(({ name, symbol }) => name === key && symbol === undefined)?.value?.objectId
}

/**
 * @param {ReadObject} read
 * @param {string} objectId
 */
function safely (read, objectId) {
  try {
    return read(objectId)
  } catch {
    return undefined // a damaged object, which says so when it is shown itself
  }
}

module.exports = { OriginalMembers }
