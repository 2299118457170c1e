'use strict'
// Makes the API of a collector that could not start, because a damaged or half-updated package must not keep the
// application from starting.

const fs = require('node:fs')
const path = require('node:path')

const { CrashCollectorError } = require('../packages/shared/errors')

/**
 * Prints one line that says why there will be no dump, unless the environment wants no dump, or no line.
 *
 * @param {unknown} cause what the start has thrown
 * @returns {ReturnType<typeof import('./start').start>} an API that collects nothing; its capture() throws
 *   DUMP_NOT_WRITTEN
 */
function createIdleCollector (cause) {
  const { reason, hint } = explain(cause)
  try {
    if (isLineWanted()) {
      fs.writeSync(2, `crash-collector: it could not start, so a crash will leave no dump: ${hint} (${reason})\n`)
    }
  } catch {} // as in lib/stderr.js, which is not used here because it may be the damaged file
  return {
    capture () {
      throw new CrashCollectorError(
        'DUMP_NOT_WRITTEN',
        `no dump was written: the collector could not start (${reason})`,
        { hint, cause }
      )
    },
    annotate () {},
    watchTests: () => () => null,
    requestFailed () {},
    configure: () => [],
    executionPath: Object.assign(() => null, { run: (/** @type {string} */ _, /** @type {() => any} */ fn) => fn() })
  }
}

/** @param {any} cause @returns {{ reason: string, hint: string }} */
function explain (cause) {
  if (cause?.code === 'ERR_ACCESS_DENIED') {
    return { reason: 'it may not read its own files', hint: `add --allow-fs-read=${path.dirname(__dirname)}` }
  }
  const [reason] = String(cause?.message ?? cause).split('\n', 1)
  return { reason, hint: 'install it again' }
}

/** Settings in files are not read, because the code that reads them may be what is damaged. */
function isLineWanted () {
  const { CRASH_COLLECTOR_MODE: mode, CRASH_COLLECTOR_STDERR: stderr } = process.env
  return mode !== 'off' && stderr !== 'none'
}

module.exports = { createIdleCollector }
