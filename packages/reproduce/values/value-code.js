'use strict'
// Writes values of a dump as code that makes them again: literals that a person can read. Texts of the dump become
// escaped literals, never code.

const { inBraces, lastWord, list, property } = require('./literals')
const { objectCode } = require('./object-code')
const { originOf } = require('./origin')
const { isIdentifier } = require('crash-collector-inspect/values/member-text')
const { reasonText } = require('crash-collector-inspect/values/describe-value')
const { quote } = require('crash-collector-inspect/text/terminal-text')

/** @typedef {import('crash-collector-inspect/reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/** @typedef {import('../callee').Argument} Argument */
/** @typedef {import('../types').Surroundings} Surroundings */

const MAX_OBJECTS = 1000
const MAX_INLINE = 40

class ValueCode {
  #names
  /** Objects that have a variable of their own, by objectId. @type {Map<string, string>} */ #named = new Map()
  /** @type {Set<string>} */ #seen = new Set()
  /** @type {Set<string>} */ #shared = new Set()
  /** Objects that are being written. @type {Set<string>} */ #open = new Set()
  /** @type {string[]} */ #later = []
  #written = 0
  /** Statements that make the values. @type {string[]} */ lines = []
  /** Values that could not be carried. @type {string[]} */ notes = []
  /** @type {import('../types').LeftOut[]} */ leftOut = []

  /**
   * @param {Dump} dump
   * @param {import('./names').Names} names
   * @param {Surroundings} surroundings
   */
  constructor (dump, names, surroundings) {
    this.dump = dump
    this.surroundings = surroundings
    this.#names = names
  }

  /**
   * Finds the objects that are referred to more than once. They get variables.
   * @param {(Value|undefined)[]} values that will be written
   */
  prepare (values) {
    const seen = this.#seen
    const queue = values.filter(value => value !== undefined)
    for (const { objectId, type } of queue) {
      if (objectId === undefined || type === 'symbol') continue
      if (seen.has(objectId)) {
        this.#shared.add(objectId)
        continue
      }
      seen.add(objectId)
      if (seen.size > MAX_OBJECTS) return
      const record = this.dump.object(objectId)
      if (record === undefined || type === 'function' || originOf(this.dump, record).kind === 'foreign') continue
      for (const { value } of record.properties) if (value !== undefined) queue.push(value)
      for (const { key, value } of record.entries ?? []) queue.push(value, ...(key === undefined ? [] : [key]))
    }
  }

  /**
   * Writes a value as an expression; larger values get a variable.
   * @param {string} wanted name
   * @param {Value|undefined} value
   * @returns {string}
   */
  variable (wanted, value) {
    const objectId = value?.type === 'symbol' ? undefined : value?.objectId
    if (objectId !== undefined && this.#named.has(objectId)) return /** @type {string} */ (this.#named.get(objectId))
    const code =
      objectId === undefined || value?.type === 'function' ? this.code(value, wanted, null) : null
    if (code !== null && code.length <= MAX_INLINE && !code.includes('\n')) return code
    const name = this.#names.take(wanted)
    if (objectId !== undefined) this.#shared.add(objectId)
    if (code === null) return this.#declare(name, /** @type {Value} */ (value), wanted)
    this.lines.push(`const ${name} = ${code}`)
    return name
  }

  /**
   * @param {string} name
   * @param {Value} value of an object
   * @param {string} label
   * @returns {string} the name
   */
  #declare (name, value, label) {
    const objectId = String(value.objectId)
    this.#named.set(objectId, name)
    this.#open.add(objectId)
    const outer = this.#later
    this.#later = []
    const code = this.#objectCode(value, label, name)
    this.lines.push(`const ${name} = ${code}`)
    this.#open.delete(objectId)
    // A property that leads back to an object which is not complete yet is set when the object is.
    const [ready, waiting] = [this.#open.size === 0 ? this.#later : [], this.#open.size === 0 ? [] : this.#later]
    this.lines.push(...ready)
    this.#later = [...outer, ...waiting]
    return name
  }

  /**
   * @param {Argument} argument
   * @param {string} wanted
   * @returns {string}
   */
  argument (argument, wanted) {
    if ('value' in argument) return this.variable(argument.name || wanted, argument.value)
    if ('members' in argument) {
      return inBraces(argument.members.map(([key, each]) => property(key, this.argument(each, key))))
    }
    return list('[', argument.elements.map(each => (each === null ? 'undefined' : this.argument(each, wanted))), ']')
  }

  /**
   * @param {Value|undefined} value
   * @param {string} label how notes call the value
   * @param {string|null} path an expression for the place that will hold the value; null if there is none
   * @returns {string}
   */
  code (value, label, path) {
    if (value === undefined) return this.missing(label, 'unavailable')
    if (value.type === 'string') return this.#string(value, label)
    if (value.type === 'boolean') return value.value === true ? 'true' : 'false'
    if (value.type === 'undefined') {
      return value.notCapturedReason === undefined ? 'undefined' : this.missing(label, value.notCapturedReason)
    }
    if (value.type === 'number') return numberCode(value) ?? this.missing(label, value.notCapturedReason)
    if (value.type === 'bigint') {
      const text = String(value.unserializableValue)
      return /^-?\d+n$/.test(text) ? text : this.missing(label, value.notCapturedReason)
    }
    if (value.subtype === 'null') return 'null'
    if (value.type === 'symbol') return this.#symbol(value)
    if (value.intrinsic !== undefined) return this.#intrinsic(value.intrinsic, label)
    const { objectId } = value
    if (objectId === undefined) return this.missing(label, value.notCapturedReason)
    const known = this.#named.get(objectId)
    if (known !== undefined && !this.#open.has(objectId)) return known
    if (known !== undefined) {
      if (path === null) return this.missing(label, undefined, 'it leads back to an object around it')
      this.#later.push(`${path} = ${known}`)
      return 'undefined'
    }
    if (this.#shared.has(objectId) && value.type !== 'function') {
      return this.#declare(this.#names.take(lastWord(label), 'shared'), value, label)
    }
    return this.#objectCode(value, label, path)
  }

  /**
   * @param {Value} value
   * @param {string} label
   * @param {string|null} path
   */
  #objectCode (value, label, path) {
    const record = this.dump.object(String(value.objectId))
    if (record !== undefined && this.#open.has(record.objectId) && !this.#named.has(record.objectId)) {
      return this.missing(label, undefined, 'it leads back to an object around it')
    }
    if (record === undefined) return this.missing(label, this.dump.missingReason)
    if (this.#written++ >= MAX_OBJECTS) return this.missing(label, undefined, `beyond ${MAX_OBJECTS} objects`)
    this.#open.add(record.objectId)
    const code = objectCode(this, record, label, path)
    if (this.#named.get(record.objectId) === undefined) this.#open.delete(record.objectId)
    return code
  }

  /**
   * @param {Value} value
   * @param {string} label
   */
  #string (value, label) {
    const { notCapturedReason, length } = value
    const text = typeof value.value === 'string' ? value.value : ''
    if (notCapturedReason === undefined) return quote(text)
    const what = length === undefined ? '' : `, of ${Number(length)} characters`
    this.notes.push(`${label}: a string${what}: ${reasonText(notCapturedReason)}`)
    return quote(text === '' ? `<${notCapturedReason}>` : text)
  }

  /** @param {Value} value */
  #symbol ({ objectId, description = '', registryKey }) {
    if (typeof registryKey === 'string') return `Symbol.for(${quote(registryKey)})`
    const text = /^Symbol\(([\s\S]*)\)$/.exec(description)?.[1] ?? description
    const wellKnown = /^Symbol\.([a-zA-Z]+)$/.exec(text)?.[1]
    if (wellKnown !== undefined && typeof Reflect.get(Symbol, wellKnown) === 'symbol') return `Symbol.${wellKnown}`
    const key = `symbol ${objectId}`
    let name = this.#named.get(key)
    if (name === undefined) {
      name = this.#names.take(text, 'symbol')
      this.#named.set(key, name)
      this.lines.push(`const ${name} = Symbol(${quote(text)})`)
    }
    return name
  }

  /**
   * @param {string} path of an object that every program has; it comes from the dump
   * @param {string} label
   */
  #intrinsic (path, label) {
    const [, module, members] = /^(?:require\('(node:[a-z_/]+)'\))?((?:(?:^|\.)[A-Za-z_$][\w$]*)*)$/.exec(path) ?? []
    if (members === undefined || (module === undefined && !isIdentifier(members.split('.')[0]))) {
      return this.missing(label, 'internal')
    }
    return module === undefined ? members : `${this.builtin(module)}${members}`
  }

  /** @param {string} module a module of Node.js */
  builtin (module) {
    return this.surroundings.isModule ? `process.getBuiltinModule('${module}')` : `require('${module}')`
  }

  /**
   * Notes that a value is missing.
   * @param {string} label
   * @param {string} [reason] of the dump
   * @param {string} [text]
   * @returns {string} what stands in its place
   */
  missing (label, reason, text = reasonText(reason ?? 'unavailable')) {
    this.notes.push(`${label}: ${text}`)
    return 'undefined'
  }
}

/** @param {Value} value */
function numberCode ({ value, unserializableValue }) {
  if (unserializableValue !== undefined) {
    return /^(?:-0|NaN|-?Infinity)$/.test(unserializableValue) ? unserializableValue : null
  }
  return typeof value === 'number' ? String(value) : null
}

module.exports = { ValueCode }
