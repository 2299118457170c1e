'use strict'
// Checks an event with Sentry's own SDK: by its types when this file is compiled, and by its envelope when it runs.

const { createEventEnvelope, dsnFromString, parseEnvelope, serializeEnvelope } = require('@sentry/core')
const { sentryEvent } = require('../../packages/inspect/export/sentry')

/** @typedef {import('@sentry/core').Event} Event */

/**
 * Does not compile if the event does not have the SDK's type.
 * @type
 *   {(dump: import('../../packages/inspect/reader').Dump,
 *     sourceMaps: import('../../packages/inspect/source/source-map').SourceMaps) => Event}
 */
const typedSentryEvent = sentryEvent

/**
 * Puts the event into the SDK's envelope and reads it again.
 * @param {Event} event
 * @returns {{ header: object, itemHeader: object, event: Event }}
 */
function throughEnvelope (event) {
  const envelope = createEventEnvelope(event, dsnFromString('https://key@sentry.example/1'))
  const [header, [[itemHeader, payload]]] = parseEnvelope(serializeEnvelope(envelope))
  return { header, itemHeader, event: /** @type {Event} */ (payload) }
}

module.exports = { typedSentryEvent, throughEnvelope }
