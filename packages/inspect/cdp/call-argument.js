'use strict'
// Converts CDP's CallArgument to what an expression can contain.

const { ProtocolError } = require('./protocol-error')

const UNSERIALIZABLE = /^(?:-?\d+n|-0|NaN|-?Infinity)$/

/**
 * @param {{ objectId?: unknown, unserializableValue?: unknown, value?: unknown }} argument
 * @param {import('./handles').Handles} handles
 * @returns {import('./evaluations').Argument}
 * @throws {ProtocolError} with V8's message
 */
function callArgument ({ objectId, unserializableValue, value }, handles) {
  if (typeof objectId === 'string') {
    const record = handles.record(objectId)
    if (record === undefined) throw new ProtocolError('Could not find object with given id')
    return { objectId: record.objectId }
  }
  if (typeof unserializableValue === 'string' && UNSERIALIZABLE.test(unserializableValue)) {
    return { code: unserializableValue }
  }
  return { code: value === undefined ? 'undefined' : JSON.stringify(value) }
}

module.exports = { callArgument }
