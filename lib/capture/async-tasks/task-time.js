'use strict'
// The time for finding and reading async tasks: processor time of this thread, so that a busy machine does not use it
// up, within a deadline of the clock.

const { Number, hrtime } = require('../../safe/primordials')

/** @typedef {import('../../addon/native-functions').TaskFunctions} TaskFunctions */

/**
 * Reading gets so much, also if the search has used up the time. A thousand tasks take some tens of milliseconds.
 */
const LEAST_READING_MS = 50

/**
 * @typedef {object} TaskTime
 * @property {() => number} cpuMsLeft 0 when none is left
 * @property {() => number} msLeft of the clock; 0 when none is left
 * @property {() => boolean} isOver
 * @property {() => void} beginReading
 */

/**
 * @param {Pick<TaskFunctions, 'threadCpuMs'>} native
 * @param {number} cpuMs
 * @param {bigint} deadlineNs of process.hrtime
 * @returns {TaskTime} begins now
 */
function createTaskTime (native, cpuMs, deadlineNs) {
  let endMs = native.threadCpuMs() + cpuMs
  const positive = (/** @type {number} */ ms) => (ms > 0 ? ms : 0)
  const cpuMsLeft = () => positive(endMs - native.threadCpuMs())
  const msLeft = () => positive(Number(deadlineNs - hrtime()) / 1e6)
  return {
    cpuMsLeft,
    msLeft,
    isOver: () => cpuMsLeft() === 0 || msLeft() === 0,
    beginReading () {
      const least = native.threadCpuMs() + LEAST_READING_MS
      if (endMs < least) endMs = least
    }
  }
}

module.exports = { createTaskTime }
