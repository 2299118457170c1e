'use strict'
// Describes a report's errors, the exception and its causes, and makes their records.

const { orderCaptures } = require('../match/order-snapshots')
const { describeReported } = require('../values/error-text')
const { readSource } = require('./sources')
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

/**
 * Describes the errors of a report, and orders the captures of each. To describe an error reads its stack, which may
 * run a formatter of the application, so this is done before any value is read.
 *
 * @param {import('../types').Configured & import('../types').CaptureAccess} context
 * @param {import('../types').Report} report
 * @returns {import('../types').DescribedErrors}
 */
function describeErrors (context, report) {
  const redactor = context.redactor()
  const describe = (/** @type {unknown} */ value) => describeValue(value, redactor, context)
  const exception = report.exception === null ? null : describe(report.exception.value)
  const texts = []
  for (let i = 0; i < report.causes.length; i++) texts[i] = describe(report.causes[i].value)
  return { redactor, exception, ...orderCaptures(report, exception, texts) }
}

/**
 * @param {unknown} value
 * @param {import('../../redaction').Redactor | null} redactor
 * @param {import('../types').Configured & import('../types').CaptureAccess} context
 * @returns {import('../values/error-text').Described}
 */
function describeValue (value, redactor, { config, withoutAddon }) {
  const { maxStringLength: maxLength, maxSourceLength, redact } = config
  if (redactor === null) {
    const described = describeReported(value, { maxLength })
    if (!redact || withoutAddon === null) return described
    return withoutAddon.describeWithoutTexts(described, url => readSource(url, maxSourceLength))
  }
  const { messageLength, descriptionLength, ...texts } = describeReported(value, { maxLength, redact: redactor.text })
  const safe = redactor.data(texts)
  if (redact === 'structure' && safe.message !== undefined) safe.description = `${safe.className}: ${safe.message}`
  return { ...safe, messageLength, descriptionLength }
}

module.exports = { causeRecords, describeErrors, exceptionRecord }
