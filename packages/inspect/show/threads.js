'use strict'
// Renders the other threads of the process, each with its frames.

const { otherThreads } = require('../crash/other-threads')
const { plain, wrap } = require('../text/terminal-text')
const { renderFrames } = require('./frames')

/** @typedef {import('./types').View} View */

/** Number of threads whose frames are shown. Those of a pool are alike. */
const SHOWN = 3

/**
 * @param {View} view
 * @returns {string[]}
 */
function renderThreads (view) {
  const { dump, columns, paint, all } = view
  const threads = otherThreads(dump)
  if (threads.length === 0) return []
  const lines = threads.flatMap(({ record, name, state }, i) => {
    const heading = wrap(plain(`${name} (${state})`), columns).map(line => paint('cyan', line))
    if (record.callFrames === undefined) return heading
    if (i >= SHOWN && !all) return [...heading, paint('grey', '… its frames (--all shows them)')]
    const [, ...frames] = renderFrames({ ...view, dump: dump.seenFromThread(record) })
    return [...heading, ...frames]
  })
  return [paint('bold', 'Other threads'), ...lines]
}

module.exports = { renderThreads }
