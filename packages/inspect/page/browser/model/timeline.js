'use strict'
// Collects all times of the dump, in order.

/** @typedef {import('../../page-data').PageData} PageData */
/** @typedef {{ time: number, text: string, detail?: string }} Moment */

/** @type {Record<string, string>} */
const HOOKS = {
  errorCreated: 'The error was constructed',
  uncaught: 'Thrown, with nobody to catch it',
  promiseReject: 'A promise was rejected',
  exceptionPause: 'Thrown',
  api: 'capture() was called',
  exit: 'process.exit() was called',
  outOfMemory: 'The running code was interrupted because the heap was full',
  interrupt: 'The running program was interrupted',
  loopEmpty: 'Nothing was left in the event loop'
}

/** @type {Record<string, string>} */
const REPORTS = {
  uncaughtException: 'Reported as an uncaught exception',
  unhandledRejection: 'Reported as an unhandled rejection',
  handled: 'Handled by the application',
  api: 'The dump was started',
  caught: 'The process ended itself',
  exit: 'The process ended itself',
  signal: 'A signal ended the process',
  testFailure: 'Received by the test runner',
  outOfMemory: 'The dump was started because the heap was full',
  blockedLoop: 'The dump was started because the event loop was blocked',
  request: 'The dump was started because somebody had asked for it',
  unsettledTopLevelAwait: 'The event loop was empty, and a top-level await was pending',
  terminated: 'The dump was started because a signal had asked the process to end',
  handled500: 'The response was sent',
  memoryLimit: "The dump was started because the container's memory was nearly used up"
}

/**
 * @param {PageData} data
 * @returns {Moment[]}
 */
function timeline ({ header, process, durations }) {
  const reported = Date.parse(header.time)
  if (Number.isNaN(reported)) return []
  /** @type {Moment[]} */
  const moments = []
  const { uptimeMs } = process
  if (typeof uptimeMs === 'number') moments.push({ time: reported - uptimeMs, text: 'The process started' })
  const { hook, ageMs, durationMs } = header.capture
  if (hook !== null) {
    moments.push({
      time: reported - ageMs,
      text: HOOKS[hook] ?? 'The frames were captured',
      detail: `frames and variables were read in ${durationMs.toFixed(1)} ms`
    })
  }
  moments.push({ time: reported, text: REPORTS[header.trigger] ?? 'Reported' })
  if (durations !== null) {
    moments.push({
      time: reported + durations.writeMs,
      text: 'The dump was on disk',
      detail: `written in ${durations.writeMs.toFixed(1)} ms`
    })
  }
  // A damaged dump may have any number as time; a Date can't.
  return moments.filter(({ time }) => !Number.isNaN(new Date(time).getTime())).sort((a, b) => a.time - b.time)
}

module.exports = { timeline }
