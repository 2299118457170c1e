'use strict'
// Summarises MongoDB's ObjectId from `bson`: 12 bytes in one buffer or, since version 7.1, as four numbers of 24 bits.

/** @typedef {import('./fields').Fields} Fields */

const BYTES = 12
const PARTS = ['i0', 'i1', 'i2', 'i3']
const MAX_PART = 0xffffff

/**
 * @param {Fields} fields
 * @returns {string|undefined}
 */
function objectIdSummary (fields) {
  if (!/^ObjectI[dD]$/.test(fields.className)) return undefined
  const parts = PARTS.map(name => fields.number(name))
  if (parts.every(part => part !== undefined && Number.isInteger(part) && part >= 0 && part <= MAX_PART)) {
    return `ObjectId('${parts.map(part => Number(part).toString(16).padStart(6, '0')).join('')}')`
  }
  const bytes = fields.object('buffer', 'Symbol(id)', 'id')?.record.bytes
  if (bytes === undefined || bytes.byteLength !== BYTES) return undefined
  const hex = Array.from(Buffer.from(bytes.base64, 'base64'), byte => byte.toString(16).padStart(2, '0')).join('')
  return hex.length === 2 * BYTES ? `ObjectId('${hex}')` : undefined
}

module.exports = { objectIdSummary }
