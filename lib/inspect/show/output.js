'use strict'
// What the application wrote last to stdout and stderr, where that was kept.

const { plain } = require('../text/terminal-text')

/** @typedef {import('./types').View} View */

const STREAMS = ['stdout', 'stderr']
const SHOWN_LINES = 10

/**
 * @param {View} view
 * @returns {string[]}
 */
function renderOutput ({ dump, paint, all }) {
  const output = /** @type {Record<string, { lines?: unknown } | undefined>} */ (dump.process?.output ?? {})
  const lines = STREAMS.flatMap(name => {
    const written = output[name]?.lines
    const texts = Array.isArray(written) ? written.filter(line => typeof line === 'string').map(plain) : []
    return (all ? texts : texts.slice(-SHOWN_LINES)).map(text => `  ${paint('grey', name)}  ${text}`)
  })
  return lines.length === 0 ? [] : [paint('bold', 'Last output'), ...lines]
}

module.exports = { renderOutput }
