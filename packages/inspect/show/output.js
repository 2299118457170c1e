'use strict'
// Renders what the application did last, as far as it is known: the last lines that it wrote to stdout, stderr and its
// log files, and the last events of channels of node:diagnostics_channel.

const path = require('node:path')

const { eventText } = require('../text/event-text')
const { plain } = require('../text/terminal-text')

/** @typedef {import('./types').View} View */

const SHOWN_LINES = 10

/**
 * @param {View} view
 * @returns {string[]}
 */
function renderOutput ({ dump, paint, all }) {
  const output = /** @type {Record<string, { lines?: unknown } | undefined>} */ (dump.process?.output ?? {})
  const lines = Object.keys(output).flatMap(file => {
    const name = plain(path.basename(file))
    const written = output[file]?.lines
    const texts = Array.isArray(written) ? written.filter(line => typeof line === 'string').map(plain) : []
    return (all ? texts : texts.slice(-SHOWN_LINES)).map(text => `  ${paint('grey', name)}  ${text}`)
  })
  return lines.length === 0 ? [] : [paint('bold', 'Last output'), ...lines]
}

/**
 * @param {View} view
 * @returns {string[]}
 */
function renderEvents ({ dump, paint, all }) {
  const { events } = /** @type {{ events?: unknown }} */ (dump.process ?? {})
  if (!Array.isArray(events) || events.length === 0) return []
  const lines = (all ? events : events.slice(-SHOWN_LINES)).map(event => {
    const { time, text } = eventText(event)
    return `  ${paint('grey', plain(time))}  ${plain(text)}`
  })
  return [paint('bold', 'Last events'), ...lines]
}

module.exports = { renderEvents, renderOutput }
