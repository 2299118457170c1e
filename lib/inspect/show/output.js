'use strict'
// Renders the last lines that the application wrote to stdout and stderr, if they were kept.

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
