'use strict'

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
 * @param {import('../../lib/dump/reader').Dump} dump
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

module.exports = { CONTENTS, dumpHolds }
