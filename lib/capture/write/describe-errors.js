'use strict'
// Describes the errors of a report, and orders the captures of each. To describe an error reads its stack, which may
// run a formatter of the application, so this is done before any value is read.

const { describeReported } = require('../values/error-text')
const { orderSnapshots } = require('../match/order-snapshots')
const { describeWithoutTexts } = require('../values/without-addon')

/**
 * @typedef {import('../types').DescribedCause} DescribedCause
 * @typedef {import('../types').DescribedErrors} DescribedErrors
 * @typedef {import('../types').OrderedSnapshot} OrderedSnapshot
 * @typedef {import('../values/error-text').Described} Described
 */

/**
 * @param {import('../types').Context} context
 * @param {import('../types').Report} report
 * @returns {DescribedErrors}
 */
function describeErrors (context, report) {
  const { config } = context
  const redactor = context.redactor()
  const exception = report.exception === null ? null : describeValue(report.exception.value, redactor, config)
  const texts = []
  for (let i = 0; i < report.causes.length; i++) texts[i] = describeValue(report.causes[i].value, redactor, config)
  const snapshots = orderSnapshots(report.snapshots, exception?.stack ?? [])
  const causes = orderCauses(report.causes, texts)
  return { redactor, exception, snapshots, causes, allSnapshots: snapshotsOf(snapshots, causes) }
}

/**
 * @param {unknown} value
 * @param {import('../../redaction').Redactor | null} redactor
 * @param {{ maxStringLength: number, redact: boolean }} config
 * @returns {Described}
 */
function describeValue (value, redactor, { maxStringLength: maxLength, redact }) {
  if (redactor === null) {
    const described = describeReported(value, { maxLength })
    return redact ? describeWithoutTexts(described) : described
  }
  const { messageLength, descriptionLength, ...texts } = describeReported(value, { maxLength, redact: redactor.text })
  return { ...redactor.data(texts), messageLength, descriptionLength }
}

/**
 * @param {import('../types').Cause[]} causes
 * @param {Described[]} texts of each cause
 * @returns {DescribedCause[]}
 */
function orderCauses (causes, texts) {
  const ordered = []
  for (let i = 0; i < causes.length; i++) {
    const snapshots = orderSnapshots(causes[i].found.snapshots, texts[i].stack ?? [])
    ordered[i] = { cause: causes[i], described: texts[i], snapshots }
  }
  return ordered
}

/**
 * @param {OrderedSnapshot[]} snapshots of the reported error
 * @param {DescribedCause[]} causes
 * @returns {OrderedSnapshot[]} those of the error and its causes, each once
 */
function snapshotsOf (snapshots, causes) {
  /** @type {OrderedSnapshot[]} */
  const all = []
  for (let i = 0; i < snapshots.length; i++) all[i] = snapshots[i]
  for (let i = 0; i < causes.length; i++) {
    for (let n = 0; n < causes[i].snapshots.length; n++) {
      if (!isAmong(all, causes[i].snapshots[n].snapshot.id)) all[all.length] = causes[i].snapshots[n]
    }
  }
  return all
}

/**
 * @param {OrderedSnapshot[]} snapshots
 * @param {number} id
 */
function isAmong (snapshots, id) {
  for (let i = 0; i < snapshots.length; i++) if (snapshots[i].snapshot.id === id) return true
  return false
}

module.exports = { describeErrors }
