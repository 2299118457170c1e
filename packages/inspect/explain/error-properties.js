'use strict'
// Reads properties of the reported error.

const { dataProperty } = require('./properties')

/** @typedef {import('../reader').Dump} Dump */

/**
 * The value of a property of the error.
 * @param {Dump} dump
 * @param {string} name
 * @returns {import('crash-collector-shared/dump/format').Value|undefined}
 */
function errorProperty (dump, name) {
  return dataProperty(dump, dump.exception?.value, name)
}

/**
 * @param {Dump} dump
 * @param {string} name
 * @returns {string|undefined} text of a string or a number
 */
function errorText (dump, name) {
  const value = errorProperty(dump, name)
  if (value?.notCapturedReason !== undefined) return undefined
  return value?.type === 'string' || value?.type === 'number' ? String(value.value) : undefined
}

/** Messages of V8 name a property or an expression, and are far shorter. */
const MAX_MESSAGE = 1000

/**
 * @param {Dump} dump
 * @returns {string} the error's message; '' if it is so long that a pattern with two open ends would take seconds
 */
function shortMessage ({ exception }) {
  const message = exception?.message ?? ''
  return message.length > MAX_MESSAGE ? '' : message
}

module.exports = { errorProperty, errorText, shortMessage }
