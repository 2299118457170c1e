'use strict'

const fs = require('node:fs')

/** Kinds of contents, in the order in which a table names them. */
const CONTENTS = [
  'error',
  'stack',
  'variables',
  'stack of the exit',
  'native stack',
  'suspended functions',
  'heap by class',
  'process'
]

/**
 * @param {import('../../packages/inspect/reader').Dump} dump
 * @returns {string[]} which of CONTENTS the dump holds
 */
function dumpHolds (dump) {
  const hasVariables = dump.callFrames.some(({ internal, scopeChain }) =>
    !internal && scopeChain.some(scope => dump.scope(scope).variables.length > 0))
  /** @type {Record<string, boolean>} */
  const holds = {
    error: dump.exception !== null,
    stack: dump.callFrames.length > 0,
    variables: hasVariables,
    'stack of the exit': dump.header.exit !== undefined && dump.callFrames.some(({ role }) => role === 'exit'),
    'native stack': dump.signal !== null,
    'suspended functions': dump.asyncTasks.length > 0,
    'heap by class': dump.heapSummary !== null,
    process: dump.process !== null
  }
  return CONTENTS.filter(each => holds[each])
}

/**
 * Keeps what a dump holds, for the table of triggers (scripts/generate/triggers-table.js).
 * @param {string} way
 * @param {import('../../packages/inspect/reader').Dump} dump
 */
function noteHeld (way, dump) {
  const file = process.env.CRASH_COLLECTOR_KILL_RESULTS
  const { trigger, node } = dump.header
  if (file !== undefined) fs.appendFileSync(file, `${JSON.stringify({ way, trigger, node, holds: dumpHolds(dump) })}\n`)
}

module.exports = { CONTENTS, noteHeld }
