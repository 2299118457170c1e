'use strict'
// Says in one line which value of a crash is unlike what it is in other runs of the same code.

const { firstFromRoot } = require('../crash/cause-chain')
const { plain } = require('../text/terminal-text')
const { inCode } = require('../explain/words')
const { suspectsOf } = require('./suspects')
const { trace } = require('./trace')
const { typeOf } = require('./kinds')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('./trace').Finding} Finding */

/**
 * @typedef {object} UnlikeLine
 * @property {string} text one line of plain text
 * @property {string} name the expression
 * @property {string} here its value
 * @property {string} usually the kind of the others' values
 * @property {number} count how many others have that
 * @property {number} of how many others are known
 * @property {'calls'|'elements'|'instances'|'outerCalls'|'dumps'} source what the others are
 * @property {number} frame index of the frame
 * @property {number} [error] index of the cause; missing for the reported error
 */

/**
 * @param {Dump} dump
 * @param {Dump[]} [dumps] others of the same application, without those of the same crash
 * @returns {UnlikeLine|null} null unless exactly one value that led to the error, or to its root cause, is unlike
 *   others
 */
function unlikeOthers (dump, dumps = []) {
  return firstFromRoot(dump, (seen, index) => {
    const found = ofError(seen, dumps)
    return found && { ...lineOf(found), ...(index !== 0 && { error: index }) }
  })
}

/**
 * @param {Dump} dump
 * @param {Dump[]} dumps
 * @returns {Finding|undefined}
 */
function ofError (dump, dumps) {
  const suspects = dump.exception === null ? undefined : suspectsOf(dump)
  if (suspects === undefined) return undefined
  /** @type {Map<string, Finding>} */
  const found = new Map()
  for (const node of suspects.nodes) {
    for (const each of trace(suspects.scene, node, dumps)) found.set(`${each.scene.frame.index} ${each.name}`, each)
  }
  // Of several values that are unlike others, nothing says which was the wrong one.
  return found.size === 1 ? [...found.values()][0] : undefined
}

/**
 * @param {Finding} finding
 * @returns {UnlikeLine}
 */
function lineOf ({ scene, name, value, words, source, unlike }) {
  const { usually, count, of } = unlike
  const here = hereText(scene, value, usually)
  const many = count === of ? String(count) : `${count} of ${of}`
  return {
    text: plain(`${inCode(name)} is ${here} here; in ${many} ${words} it is ${usually}`),
    name,
    here,
    usually,
    count,
    of,
    source,
    frame: scene.frame.index
  }
}

/**
 * @param {import('../explain/scene').Scene} scene
 * @param {import('crash-collector-shared/dump/format').Value} value
 * @param {string} usually
 */
function hereText (scene, value, usually) {
  const kind = typeOf({ dump: scene.dump, value }) ?? ''
  const isPlain = value.type !== 'object' && value.type !== 'function' && value.type !== 'symbol'
  if (isPlain || value.subtype === 'null') return scene.describe(value)
  const record = value.objectId === undefined ? undefined : scene.dump.object(value.objectId)
  if (record?.subtype === 'array' && record.length === 0) return 'an empty array'
  if (record?.size === 0) return `an empty ${record.subtype === 'map' ? 'Map' : 'Set'}`
  return usually === 'a valid Date' ? 'an invalid Date' : kind
}

module.exports = { unlikeOthers }
