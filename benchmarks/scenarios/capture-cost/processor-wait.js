'use strict'

const fs = require('node:fs')

const MAX_LENGTH = 100

/**
 * Opens Linux's account of how long the main thread was able to run and had no processor
 * (https://docs.kernel.org/scheduler/sched-stats.html, `/proc/<pid>/schedstat`).
 *
 * @returns {() => number} tells that time so far, in ms; NaN if the system keeps no such account
 */
function openProcessorWait () {
  const path = `/proc/${process.pid}/task/${process.pid}/schedstat`
  if (!fs.existsSync(path)) return () => NaN
  const fd = fs.openSync(path, 'r')
  const buffer = Buffer.alloc(MAX_LENGTH)
  return () => {
    const length = fs.readSync(fd, buffer, 0, MAX_LENGTH, 0)
    return Number(buffer.toString('latin1', 0, length).split(' ')[1]) / 1e6
  }
}

module.exports = { openProcessorWait }
