'use strict'
// Tells how the members of a class are named in the original source, where a minifier has shortened their names: what
// `this` has in its methods, its fields and methods, and its #private names.

const { child, children, childNodes, isFunction } = require('./syntax')

/** @typedef {import('./syntax').AnyNode} AnyNode */

/**
 * Names in the code that ran -> original names; the same name if it is not known.
 * @typedef {object} MemberNames
 * @property {Map<string, string>} instance what objects of the class have, and its prototype
 * @property {Map<string, string>} statics what the class itself has
 * @property {Map<string, string>} fields private members of the objects, with `#`
 * @property {Map<string, string>} staticFields the same of the class itself
 */

/**
 * @param {AnyNode} node a class, or a function that makes objects
 * @param {(id: AnyNode) => string|undefined} originalOf tells the name at an identifier, if the source map has it
 * @param {(id: AnyNode) => boolean} isNode true if the identifier is the name of the class
 * @returns {MemberNames}
 */
function memberNames (node, originalOf, isNode) {
  const found = { instance: new Names(), statics: new Names(), privates: new Names() }
  /** @type {{ fields: string[], staticFields: string[] }} */
  const declared = { fields: [], staticFields: [] }

  /**
   * @param {AnyNode} each
   * @param {Names} own the names of what `this` is there
   */
  const visit = (each, own) => {
    if (each.type === 'PrivateIdentifier') found.privates.add(`#${each.name}`, originalOf(each))
    const object = child(each, 'object')
    const property = child(each, 'property')
    if (object?.type === 'ThisExpression' && property?.type === 'Identifier' && each.computed !== true) {
      own.add(String(property.name), originalOf(property))
    } else if (object?.type === 'Identifier' && property?.type === 'Identifier' && each.computed !== true) {
      const original = originalOf(property)
      if (original !== undefined && isNode(object)) found.statics.add(String(property.name), original)
    }
    // A class inside has its own private names, and both it and a function its own `this`.
    const isOther = /^Class/.test(each.type) || (isFunction(each) && each.type !== 'ArrowFunctionExpression')
    if (!isOther) for (const inner of childNodes(each)) visit(inner, own)
  }

  if (isFunction(node)) {
    for (const inner of childNodes(node)) visit(inner, found.instance)
  } else {
    for (const member of children(/** @type {AnyNode} */ (node.body), 'body')) {
      const own = member.static === true || member.type === 'StaticBlock' ? found.statics : found.instance
      const key = child(member, 'key')
      if (key?.type === 'PrivateIdentifier') {
        found.privates.add(`#${key.name}`, originalOf(key))
        declared[own === found.statics ? 'staticFields' : 'fields'].push(`#${key.name}`)
      } else if (key?.type === 'Identifier' && member.computed !== true) {
        own.add(String(key.name), originalOf(key))
      }
      const value = child(member, 'value')
      if (member.type === 'StaticBlock') for (const inner of childNodes(member)) visit(inner, own)
      else if (member.type === 'MethodDefinition') {
        for (const inner of value === null ? [] : childNodes(value)) visit(inner, own)
      } else if (value !== null) visit(value, own)
    }
  }
  const privates = found.privates.certain()
  const ofFields = (/** @type {string[]} */ names) => new Map(names.map(name => [name, privates.get(name) ?? name]))
  return {
    instance: found.instance.certain(),
    statics: found.statics.certain(),
    fields: ofFields(declared.fields),
    staticFields: ofFields(declared.staticFields)
  }
}

/** The original names that are told for each name. */
class Names {
  /** @type {Map<string, Set<string>>} */ #told = new Map()

  /**
   * @param {string} name
   * @param {string|undefined} original
   */
  add (name, original) {
    if (original === undefined) return
    const told = this.#told.get(name)
    if (told === undefined) this.#told.set(name, new Set([original]))
    else told.add(original)
  }

  /** @returns {Map<string, string>} those of which only one original name is told, and that differ from it */
  certain () {
    return new Map(
      [...this.#told].flatMap(([name, [original, ...others]]) =>
        others.length > 0 || original === name ? [] : [[name, original]]
      )
    )
  }
}

module.exports = { memberNames }
