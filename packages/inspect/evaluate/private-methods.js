'use strict'
// Finds the private methods of a class. They are not properties of an instance, so a dump has them only in the text of
// the class.

const acorn = require('acorn')

/** @typedef {import('../source/syntax').AnyNode} AnyNode */
/** @typedef {import('crash-collector-shared/dump/format').ObjectRecord} ObjectRecord */

/**
 * @param {ObjectRecord} record
 * @param {string} source of the function, which may be a class
 * @returns {{ holderId: string, name: string, functionId: string, source: string }[]} holderId: id of the prototype, or
 *   of the class for a static method
 */
function privateMethods (record, source) {
  const prototypeId = record.properties.find(({ name }) => name === 'prototype')?.value?.objectId
  if (prototypeId === undefined || !source.includes('#') || !/^\s*class\b/.test(source)) return []
  let members
  try {
    const expression = /** @type {AnyNode} */ (
      /** @type {unknown} */ (acorn.parseExpressionAt(source, 0, { ecmaVersion: 'latest', checkPrivateFields: false }))
    )
    members = /** @type {AnyNode[]} */ (/** @type {AnyNode} */ (expression.body).body)
  } catch {
    return [] // reading a private method will throw NotCaptured
  }
  return members.flatMap(member => {
    const key = /** @type {AnyNode} */ (member.key)
    if (member.type !== 'MethodDefinition' || key.type !== 'PrivateIdentifier') return []
    const name = `#${key.name}`
    const text = source.slice(member.static === true ? member.start + 'static'.length : member.start, member.end)
    return [
      {
        holderId: member.static === true ? record.objectId : prototypeId,
        name,
        functionId: `\0${record.objectId} ${member.kind} ${name}`,
        source: text.trim()
      }
    ]
  })
}

module.exports = { privateMethods }
