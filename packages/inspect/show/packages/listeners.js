'use strict'
// Renders what listens to the emitters of an error of Node.js or of a package, with what it closes over.

const { listenersOf } = require('../../crash/emitters/listeners')
const { classNameOf } = require('../../values/describe-value')
const { messageKind } = require('../../values/message-kinds')
const { fitCall } = require('../../source/location')
const { plain } = require('../../text/terminal-text')
const { renderVariableLines } = require('../variables')

/** @typedef {import('../types').View} View */
/** @typedef {import('crash-collector-shared/dump/format').Variable} Variable */

const MAX_LISTENERS = 3
const MAX_VARIABLES = 4

/**
 * @param {View} view
 * @returns {string[]}
 */
function renderListeners (view) {
  const { all, columns, dump, paint, directory, limits } = view
  const lines = []
  for (const { event, emitter, location, variables } of listenersOf(dump)) {
    const telling = all ? variables : tellingOf(view, variables).slice(0, Math.min(MAX_VARIABLES, limits.variables))
    if (telling.length === 0) continue
    const title = `${plain(event)} of ${plain(classNameOf(emitter))}`
    const { name, where } = fitCall(title, location, columns - 2, directory)
    lines.push([`  ${name}  ${paint('cyan', where)}`, ...renderVariableLines(view, telling, `the listener of ${name}`)])
  }
  const shown = all ? lines : lines.slice(0, MAX_LISTENERS)
  return shown.length === 0 ? [] : [paint('bold', 'What its listeners close over'), ...shown.flat()]
}

/**
 * @param {View} view
 * @param {Variable[]} variables
 * @returns {Variable[]} texts and numbers, then plain objects; not what every program has
 */
function tellingOf ({ dump }, variables) {
  const rank = (/** @type {Variable} */ { value }) => {
    const record = value?.objectId === undefined ? undefined : dump.object(value.objectId)
    if (value === undefined || value.subtype === 'null') return -1
    if (record === undefined) return value.type === 'string' || value.type === 'number' ? 0 : -1
    if (record.type === 'function' || messageKind(record) !== undefined) return -1
    const isData = record.className === 'Object' || record.subtype !== undefined
    return isData && record.properties.length + (record.entries?.length ?? 0) > 0 ? 1 : -1
  }
  return variables.filter(each => rank(each) >= 0).sort((a, b) => rank(a) - rank(b))
}

module.exports = { renderListeners }
