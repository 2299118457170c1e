'use strict'
// Summarises objects of Temporal and of WebAssembly, all of whose state stands in internal slots.

/** @typedef {import('./fields').Fields} Fields */

/**
 * @param {Fields} fields
 * @returns {string|undefined} undefined if the object has other state, too
 */
function slotSummary (fields) {
  const { className, record } = fields
  if (record.internalProperties === undefined || record.properties.length > 0) return undefined
  const text = fields.slot('[[ISOString]]')
  if (text !== undefined) return `${className} ${String(text.value ?? `<${text.notCapturedReason}>`)}`
  const pages = fields.slot('[[Pages]]')?.value
  if (typeof pages === 'number') return `${className}(${pages} page${pages === 1 ? '' : 's'})`
  const length = fields.slot('[[Length]]')?.value
  if (typeof length === 'number') return `${className}(${length})`
}

module.exports = { slotSummary }
