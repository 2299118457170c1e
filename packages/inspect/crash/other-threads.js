'use strict'
// Tells what the other threads of the process were doing.

const { displayUrl, workingDirectory } = require('../source/location')
const { lookupTable } = require('../text/words')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').ThreadRecord} ThreadRecord */

const STATES = lookupTable({
  idle: 'idle: its event loop had nothing to do',
  native: 'stack not read: V8 could not be interrupted in time, as in native code or on a busy machine',
  capturing: 'stack not read: it was writing a dump of its own',
  ending: 'stack not read: the thread was ending',
  unreadable: 'stack not read: the addon cannot read stacks in this process',
  leftOut: 'stack not read: there were too many threads'
})

/**
 * @typedef {object} OtherThread
 * @property {ThreadRecord} record
 * @property {string} name with the file that the thread was started with
 * @property {string} state
 */

/**
 * @param {Dump} dump
 * @returns {OtherThread[]} those with a stack first
 */
function otherThreads (dump) {
  const directory = workingDirectory(dump)
  const listed = /** @type {Record<string, unknown>[]} */ (
    Array.isArray(dump.process?.threads) ? dump.process.threads.filter(each => typeof each === 'object' && each) : []
  )
  const described = dump.threads.map(record => {
    const file = listed.find(({ threadId }) => threadId === record.threadId)?.file
    const place = typeof file === 'string' ? `, ${displayUrl(file, directory)}` : ''
    return {
      record,
      name: `${record.threadId === 0 ? 'main thread' : `worker ${record.threadId}`}${place}`,
      state: record.callFrames === undefined ? (STATES[record.state] ?? 'stack not read') : waitedText(record)
    }
  })
  return [...described.filter(hasStack), ...described.filter(each => !hasStack(each))]
}

/** @param {OtherThread} thread */
function hasStack ({ record }) {
  return record.callFrames !== undefined
}

/** @param {ThreadRecord} record */
function waitedText ({ waitedMs = 0 }) {
  return `running; its stack ${waitedMs < 1 ? 'less than a millisecond' : `${Math.round(waitedMs)} ms`} later`
}

module.exports = { otherThreads }
