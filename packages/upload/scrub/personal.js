'use strict'
// Finds personal data by the rules of the setting `redact=personal`, which are the preload's.

const { CrashCollectorError } = require('crash-collector-shared/errors')
const { preload } = require('crash-collector-inspect/preload')

/**
 * @typedef {object} Personal
 * @property {(name: string) => boolean} isNamed true for `firstName`
 * @property {(text: string) => string} text without what has the form of an e-mail address, a phone number and the like
 */

/** The flag kNameSensitive of src/redaction/redactor.h. */
const SENSITIVE = 2

/**
 * @returns {Personal}
 * @throws {CrashCollectorError} PERSONAL_UNAVAILABLE if the addon can't be loaded; PACKAGE_MISSING
 */
function findPersonal () {
  const { createRedactor, loadNative } = preload()
  const { native, problem } = loadNative()
  if (native === null) {
    throw new CrashCollectorError('PERSONAL_UNAVAILABLE', `personal data can't be found: ${problem}`, {
      hint: 'the rules are in the addon of crash-collector: install it on this machine, or use --rules'
    })
  }
  const rules = { redact: /** @type {const} */ ('personal'), redactNames: [], redactExcept: [] }
  const { nameFlags, text } = createRedactor(rules, native.viewerRedactor(), { env: {} })
  return { isNamed: name => (nameFlags(name) & SENSITIVE) !== 0, text }
}

module.exports = { findPersonal }
