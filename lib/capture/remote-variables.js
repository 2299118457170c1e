'use strict'
// Variables of a frame whose objects cannot be had, because it runs in a context of its own: what the protocol itself says of them.

const { ArrayIncludes, JSONStringify } = require('./primordials')
const { primitiveOf } = require('../fallback/live-values')

/**
 * @typedef {import('node:inspector').Runtime.RemoteObject} RemoteObject
 * @typedef {import('../fallback/pause').Post} Post
 */

/** Those of lib/dump/format.js. */
const SUBTYPES = [
  'array', 'regexp', 'date', 'map', 'set', 'weakmap', 'weakset', 'iterator', 'generator', 'error', 'proxy', 'promise', 'typedarray',
  'arraybuffer', 'dataview', 'weakref'
]

/**
 * @param {RemoteObject} remote
 * @param {(value: unknown) => string} primitive JSON of a Value
 * @returns {string} JSON of a Value
 */
function remoteValue (remote, primitive) {
  const { type, subtype, className, description = '' } = remote
  if (type === 'symbol') return `{"type":"symbol","description":${JSONStringify(description)},"notCapturedReason":"unavailable"}`
  if (remote.objectId === undefined) return primitive(primitiveOf(remote))
  return `{"type":"${type}"${subtype !== undefined && ArrayIncludes(SUBTYPES, subtype) ? `,"subtype":"${subtype}"` : ''}` +
    `,"className":${JSONStringify(className ?? 'Object')},"notCapturedReason":"unavailable"}`
}

/**
 * @param {Post} post
 * @param {string} objectId of a scope
 * @param {(value: unknown) => string} primitive
 * @param {{ maxProperties: number }} limits
 * @returns {{ json: string, missing: number }} JSON of the Variable[]
 */
function remoteVariables (post, objectId, primitive, { maxProperties }) {
  /** @type {import('node:inspector').Runtime.PropertyDescriptor[]} */
  const properties = post('Runtime.getProperties', { objectId, ownProperties: true }).result
  let json = ''
  for (let i = 0; i < properties.length && i < maxProperties; i++) {
    const { name, value } = properties[i]
    json += `${i === 0 ? '' : ','}{"name":${JSONStringify(name)},${value === undefined ? '"notCapturedReason":"unavailable"' : `"value":${remoteValue(value, primitive)}`}}`
  }
  return { json: `[${json}]`, missing: properties.length > maxProperties ? properties.length - maxProperties : 0 }
}

module.exports = { remoteValue, remoteVariables }
