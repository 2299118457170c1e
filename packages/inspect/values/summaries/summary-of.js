'use strict'
// Summarises an object of a well-known class in one line, from its captured fields alone. No code of the class runs. An
// object of an unexpected shape has no summary, so that a dump can't make an object look like something else.

const { clientSummary } = require('./fetch')
const { dateSummary } = require('./dates')
const { decimalSummary } = require('./decimals')
const { Fields } = require('./fields')
const { messageSummary } = require('./messages')
const { objectIdSummary } = require('./object-id')
const { slotSummary } = require('./inner-slots')

/** @typedef {import('crash-collector-shared/dump/format').ObjectRecord} ObjectRecord */
/** @typedef {import('../types').ObjectSource} ObjectSource */
/** @typedef {import('../types').Summary} Summary */

const MAX_MESSAGE = 200

/**
 * @param {ObjectRecord} record
 * @param {ObjectSource} source
 * @returns {Summary|undefined}
 */
function summaryOf (record, source) {
  if (record.type !== 'object' || record.subtype !== undefined) return undefined
  const fields = new Fields(record, source)
  const whole =
    slotSummary(fields) ??
    objectIdSummary(fields) ??
    decimalSummary(fields) ??
    dateSummary(fields) ??
    clientSummary(fields)
  if (whole !== undefined) return { text: whole, isWhole: true }
  const received = messageSummary(fields)
  if (received !== undefined) return { text: received, isWhole: false }
  const [name, message, stack] = ['name', 'message', 'stack'].map(key => fields.string(key))
  // An object with these fields is an error that went through JSON or structured cloning.
  if (!name || message === undefined || !stack) return undefined
  return { text: `${name}: ${message}`.split('\n', 1)[0].slice(0, MAX_MESSAGE), isWhole: false }
}

module.exports = { summaryOf }
