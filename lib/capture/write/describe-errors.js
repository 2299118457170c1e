'use strict'
// Describes the errors of a report, and orders the captures of each. To describe an error reads its stack, which may
// run a formatter of the application, so this is done before any value is read.

const { orderCaptures } = require('../match/order-snapshots')
const { describeReported, describeWithoutTexts } = require('../values/error-text')

/** @typedef {import('../values/error-text').Described} Described */

/**
 * @param {import('../types').Configured & import('../types').CaptureAccess} context
 * @param {import('../types').Report} report
 * @returns {import('../types').DescribedErrors}
 */
function describeErrors (context, report) {
  const redactor = context.redactor()
  const describe = (/** @type {unknown} */ value) => describeValue(value, redactor, context.config)
  const exception = report.exception === null ? null : describe(report.exception.value)
  const texts = []
  for (let i = 0; i < report.causes.length; i++) texts[i] = describe(report.causes[i].value)
  return { redactor, exception, ...orderCaptures(report, exception, texts) }
}

/**
 * @param {unknown} value
 * @param {import('../../redaction').Redactor | null} redactor
 * @param {Pick<import('crash-collector-shared/config/settings').Config, 'maxStringLength' | 'redact'>} config
 * @returns {Described}
 */
function describeValue (value, redactor, { maxStringLength: maxLength, redact }) {
  if (redactor === null) {
    const described = describeReported(value, { maxLength })
    return redact ? describeWithoutTexts(described) : described
  }
  const { messageLength, descriptionLength, ...texts } = describeReported(value, { maxLength, redact: redactor.text })
  const safe = redactor.data(texts)
  if (redact === 'structure' && safe.message !== undefined) safe.description = `${safe.className}: ${safe.message}`
  return { ...safe, messageLength, descriptionLength }
}

module.exports = { describeErrors }
