'use strict'
// Hides secrets in what is shown of a heap snapshot. A snapshot holds every secret of its process, so that what a dump
// shows of it keeps to the dump's rules of redaction. The addon has these rules: where it cannot be loaded, no text and
// no number is shown.

/**
 * @typedef {object} Hider
 * @property {(text: string, flags: number) => string} text
 * @property {(number: number, flags: number) => boolean} isSecretNumber
 * @property {(name: string) => number} nameFlags
 * @property {(holder: number, list: boolean) => number} inherit
 */

/**
 * @param {boolean} enabled as the dump says
 * @param {Record<string, unknown>} settings that the process left in the snapshot
 * @returns {Hider}
 */
function hiderFor (enabled, settings) {
  if (!enabled) return SHOWS_ALL
  // They are required here and not above, because the rest of lib/inspect needs neither. Both know nothing of the
  // process that they run in.
  const { createRedactor } = require('../../redaction')
  const { native } = require('../../addon/native').loadNative()
  if (native === null) return HIDES_ALL
  const { text, isSensitiveNumber, nameFlags, inherit } = createRedactor(
    {
      redact: true,
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

module.exports = { hiderFor }
