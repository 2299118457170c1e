'use strict'
// Hides secrets of a heap snapshot by the dump's rules of redaction. A snapshot holds every secret of its process. The
// rules are in the addon; if it can't be loaded, no text and no number is shown.

const { preload } = require('../preload')

/**
 * @typedef {object} Hider
 * @property {(text: string, flags: number) => string} text
 * @property {(number: number, flags: number) => boolean} isSecretNumber
 * @property {(name: string) => number} nameFlags
 * @property {(holder: number, list: boolean) => number} inherit
 */

/**
 * @param {boolean} enabled false: redaction was off for the dump
 * @param {Record<string, unknown>} settings the settings of redaction that the process wrote into the snapshot
 * @returns {Hider}
 */
function createHider (enabled, settings) {
  if (!enabled) return SHOWS_ALL
  const { createRedactor, loadNative } = preload()
  const { native } = loadNative()
  if (native === null) return HIDES_ALL
  const { text, isSensitiveNumber, nameFlags, inherit } = createRedactor(
    {
      redact: settings.redact === 'personal' ? 'personal' : true,
      redactNames: texts(settings.redactNames),
      redactExcept: texts(settings.redactExcept),
      redactPrefixes: texts(settings.redactPrefixes)
    },
    native.viewerRedactor(),
    { env: {} }
  )
  return { text, isSecretNumber: isSensitiveNumber, nameFlags, inherit }
}

/** @type {Hider} */
const SHOWS_ALL = { text: text => text, isSecretNumber: () => false, nameFlags: () => 0, inherit: () => 0 }

/** @type {Hider} */
const HIDES_ALL = { text: () => '[redacted]', isSecretNumber: () => true, nameFlags: () => 0, inherit: () => 0 }

/** @param {unknown} value @returns {string[]} */
function texts (value) {
  return Array.isArray(value) ? value.filter(text => typeof text === 'string') : []
}

module.exports = { createHider }
