'use strict'
// Makes the API of a collector that could not start, because a damaged or half-updated package must not keep the
// application from starting.

const fs = require('node:fs')

const { CrashCollectorError } = require('./errors')

/**
 * Prints one line that says why there will be no dump.
 *
 * @param {unknown} cause what the start has thrown
 * @returns {ReturnType<typeof import('./start').start>} an API that collects nothing; its capture() throws
 *   DUMP_NOT_WRITTEN
 */
function createIdleCollector (cause) {
  const [reason] = String(/** @type {{ message?: unknown } | null} */ (cause)?.message ?? cause).split('\n', 1)
  try {
    fs.writeSync(
      2,
      `crash-collector: it could not start, so a crash will leave no dump: install it again (${reason})\n`
    )
  } catch {} // as in lib/stderr.js, which is not used here because it may be the damaged file
  return {
    capture () {
      throw new CrashCollectorError(
        'DUMP_NOT_WRITTEN',
        `no dump was written: the collector could not start (${reason})`,
        {
          hint: 'install crash-collector again',
          cause
        }
      )
    },
    annotate () {},
    watchTests: () => () => null,
    requestFailed () {},
    configure: () => [],
    executionPath: Object.assign(() => null, { run: (/** @type {string} */ _, /** @type {() => any} */ fn) => fn() })
  }
}

module.exports = { createIdleCollector }
