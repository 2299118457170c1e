'use strict'
// Makes the records of a report's errors: the exception and its causes.

const { captureInfo } = require('./header-record')
const { UNREAD } = require('./read-values')
const { RawJson } = require('../values/to-json')

/**
 * @param {string} json of the value
 * @param {boolean} handled
 * @param {import('../values/error-text').Described} described
 */
function exceptionRecord (json, handled, described) {
  return {
    kind: 'exception',
    value: new RawJson(json),
    className: described.className,
    message: described.message,
    messageLength: described.messageLength,
    description: described.description,
    descriptionLength: described.descriptionLength,
    handled: handled || undefined,
    stack: described.stack
  }
}

/**
 * @param {import('../types').DescribedCause[]} causes
 * @param {import('../types').Values} values
 */
function causeRecords (causes, values) {
  const records = []
  for (let i = 0; i < causes.length; i++) {
    const { cause, described, snapshots } = causes[i]
    records[i] = {
      kind: 'cause',
      index: cause.index,
      of: cause.of,
      path: cause.path,
      value: new RawJson(values.causes[i] ?? UNREAD),
      ...described,
      capture: snapshots.length === 0 ? null : captureInfo(snapshots, cause.found.match)
    }
  }
  return records
}

module.exports = { causeRecords, exceptionRecord }
