'use strict'
// In the place of a collector that could not start: a damaged or half updated package must not keep the application
// from starting.

const fs = require('node:fs')

const { CrashCollectorError } = require('./errors')

/**
 * Says so in one line.
 *
 * @param {unknown} cause
 * @returns {ReturnType<typeof import('./start').start>} which collects nothing
 */
function idleCollector (cause) {
  const [reason] = String(/** @type {{ message?: unknown } | null} */ (cause)?.message ?? cause).split('\n', 1)
  try {
    fs.writeSync(
      2,
      `crash-collector: it could not start, so a crash will leave no dump: install it again (${reason})\n`
    )
  } catch {} // as in lib/stderr.js, which may be what is damaged
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
    configure: () => []
  }
}

module.exports = { idleCollector }
