'use strict'
// A heap snapshot holds every secret of its process. What is shown of it by way of a dump keeps to the dump's rules.

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
  // The one thing that both rooms share: rules on texts, which know nothing of the process that they run in.
  const { createRedactor } = require('../../capture/redaction')
  const redactor = createRedactor({
    redact: enabled,
    redactNames: texts(settings.redactNames),
    redactExcept: texts(settings.redactExcept),
    redactPrefixes: texts(settings.redactPrefixes)
  }, null, { env: {} })
  return {
    text: redactor.text,
    isSecretNumber: (number, flags) => redactor.isSensitiveNumber(number, flags),
    nameFlags: redactor.nameFlags,
    inherit: (holder, list) => redactor.inherit(holder, list)
  }
}

/** @param {unknown} value @returns {string[]} */
function texts (value) {
  return Array.isArray(value) ? value.filter((text) => typeof text === 'string') : []
}

module.exports = { hiderFor }
