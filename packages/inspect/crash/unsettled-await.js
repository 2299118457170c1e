'use strict'
// Says in one sentence which top-level await was pending when nothing was left in the event loop, and what it waited
// for.

const { createTaskTree, describeAwaits } = require('./task-tree')

/** Number of functions that the sentence names. */
const NAMED = 3

/**
 * @param {Pick<import('../reader').Dump, 'header' | 'callFrames' | 'asyncTasks'>} dump its frames are the
 *   suspended functions, the module last
 * @returns {string | null} text of the dump: its terminal escapes are still in it; null for other triggers
 */
function unsettledText (dump) {
  if (dump.header.trigger !== 'unsettledTopLevelAwait') return null
  const functions = dump.callFrames.filter(({ internal }) => !internal)
  const module = functions.pop()
  if (module === undefined) return 'A top-level await never settled'
  const names = functions.reverse().map(({ functionName }) => `${functionName || 'an anonymous function'}()`)
  const first = names.slice(0, NAMED)
  const more = names.length > NAMED ? [`${names.length - NAMED} more functions`] : []
  const ends = awaitedAtTheEnd(dump)
  const waits = [...first, ...more, ...(ends === '' ? [] : [ends])].join(', which waits for ')
  const file = module.url.slice(module.url.lastIndexOf('/') + 1)
  return `The top-level await in ${file} never settled${waits === '' ? '' : `: it waits for ${waits}`}`
}

/**
 * @param {Pick<import('../reader').Dump, 'callFrames' | 'asyncTasks'>} dump
 * @returns {string} what the innermost function waits for; '' if that was not looked for
 */
function awaitedAtTheEnd (dump) {
  const [{ url, lineNumber, columnNumber, functionName }] = dump.callFrames
  const task = dump.asyncTasks.find(
    each =>
      each.url === url &&
      each.lineNumber === lineNumber &&
      each.columnNumber === columnNumber &&
      each.functionName === functionName
  )
  if (task?.awaits === undefined) return ''
  if (task.awaits.length === 0) return 'a promise that nothing was going to settle'
  return describeAwaits(task, createTaskTree(dump).taskOf).join(', ')
}

module.exports = { unsettledText }
