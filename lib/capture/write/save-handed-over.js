'use strict'
// Writes the dump of an error that the application, a framework or a test runner hands over. The process lives on.

const { pruneAfterDump } = require('../../../packages/shared/dump/retention')
const { enterCollector } = require('../../safe/enter-collector')
const { findCaptures } = require('../match/causes')
const { readError } = require('../values/read-error')
const { newReport } = require('./new-report')
const { saveDump } = require('./save-dump')

/**
 * @param {import('../types').Context} context
 * @param {import('../types').Report['trigger']} trigger
 * @param {import('../types').Report['exception']} exception the error; null for a dump without one
 * @param {(report: import('../types').Report) => void} complete adds what the trigger knows; called within the
 *   collector
 * @returns {import('../types').Saved}
 */
function saveHandedOver (context, trigger, exception, complete) {
  const { native } = context
  // The collector is entered twice. In between the error's stack is formatted, perhaps by the application's formatter,
  // which must run with the application's own prototypes.
  const found = enterCollector(native, () => findCaptures(context, exception?.value))
  if (exception !== null) readError(exception.value)
  return enterCollector(native, () => {
    const report = newReport(context, trigger, { ...found, exception, match: 'identity' })
    complete(report)
    const saved = saveDump(context, report)
    if (saved.path !== null) pruneAfterDump(context.config.dir, context.config)
    return saved
  })
}

module.exports = { saveHandedOver }
