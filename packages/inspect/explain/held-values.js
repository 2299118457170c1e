'use strict'
// Finds values inside an expression's value: all that an object or an object literal holds, with their paths.

const { memberText } = require('../values/member-text')
const { child, children } = require('../source/syntax')

/** @typedef {import('../source/syntax').AnyNode} AnyNode */
/** @typedef {import('./scene').Scene} Scene */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */

const MAX_OBJECTS = 5_000
const MAX_DEPTH = 50

/**
 * @param {Scene} scene
 * @param {AnyNode} node
 * @param {(value: Value) => boolean} isWanted
 * @returns {{ text: string, value: Value }[]|undefined} at most two; undefined if a part is not in the dump
 */
function heldValues (scene, node, isWanted) {
  /** @type {{ text: string, value: Value }[]} */
  const found = []
  /** @type {Set<string>} */
  const done = new Set()
  let isUnsure = false
  /**
   * @param {Value} value
   * @param {string} text
   * @param {number} depth
   */
  const visit = (value, text, depth) => {
    if (isWanted(value)) found.push({ text, value })
    if (value.type !== 'object' || value.objectId === undefined || done.has(value.objectId)) return
    done.add(value.objectId)
    const record = scene.dump.object(value.objectId)
    if (record === undefined || record.notCaptured?.length || depth > MAX_DEPTH || done.size > MAX_OBJECTS) {
      isUnsure = true
      return
    }
    for (const { name, symbol, value: held } of record.properties) {
      if (found.length > 1) return
      if (symbol === undefined && held !== undefined) visit(held, text + memberText(name, text), depth + 1)
    }
  }
  /** @param {AnyNode} each */
  const enter = each => {
    const value = scene.value(each)
    if (value !== undefined) visit(value, scene.textOf(each), 0)
    else if (each.type === 'ObjectExpression') {
      for (const property of children(each, 'properties')) {
        const inner = child(property, 'value') ?? child(property, 'argument')
        if (inner !== null) enter(inner)
      }
    } else if (each.type === 'ArrayExpression') children(each, 'elements').forEach(enter)
    else isUnsure = true
  }
  enter(node)
  return isUnsure ? undefined : found
}

module.exports = { heldValues }
