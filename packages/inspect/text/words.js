'use strict'
// Puts numbers into words, and looks up words for names of a dump.

/**
 * A table of words for names in a dump. It has no prototype, so the name `constructor` in a dump finds nothing.
 * @template {string} T
 * @param {Record<string, T>} entries
 * @returns {Record<string, T>}
 */
function lookupTable (entries) {
  return Object.assign(Object.create(null), entries)
}

/**
 * @param {number} bytes
 * @returns {string} `12.3 kB`
 */
function byteText (bytes) {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < 1e6) return `${(bytes / 1e3).toFixed(1)} kB`
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`
}

/**
 * @param {number} ms
 * @returns {string} `4.2 ms`, `9.1 s`, `3 h 12 min`
 */
function durationText (ms) {
  if (ms < 1000) return `${Number(ms.toFixed(ms < 100 ? 1 : 0))} ms`
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  const [days, hours, minutes] = [
    Math.floor(seconds / 86400),
    Math.floor(seconds / 3600) % 24,
    Math.floor(seconds / 60) % 60
  ]
  const parts = [
    [days, 'd'],
    [hours, 'h'],
    [minutes, 'min'],
    [seconds % 60, 's']
  ].filter(([count]) => Number(count) > 0)
  return parts
    .slice(0, 2)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ')
}

/**
 * Splits a diagnosis at its backquotes, so that code can be shown as code.
 * @param {string} text such as "`order` is undefined"
 * @returns {{ text: string, isCode: boolean }[]} one part of plain text if the backquotes are not in pairs
 */
function codeParts (text) {
  const parts = text.split('`')
  if (parts.length % 2 === 0) return [{ text, isCode: false }]
  return parts.map((part, i) => ({ text: part, isCode: i % 2 === 1 })).filter(part => part.text !== '')
}

module.exports = { codeParts, lookupTable, byteText, durationText }
