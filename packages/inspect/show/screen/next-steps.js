'use strict'
// Says what to run next, in the last line of `show`.

const { isApplicationFrame } = require('../../crash/application-frames')
const { cut } = require('../../text/terminal-text')

/** @typedef {import('../../reader').Dump} Dump */

const MAX_WORDS = 12

/**
 * @param {Dump} dump
 * @param {object} options
 * @param {string} options.words how the user named the dump; '' for the newest one
 * @param {number} options.more how much is shown
 * @param {number} options.columns
 * @returns {string[]} one line
 */
function nextSteps (dump, { words, more, columns }) {
  // A path would take the line. Whoever has given one knows where it goes.
  const isLong = words.length > MAX_WORDS
  const named = words === '' || isLong ? '' : ` ${words}`
  const frame = dump.callFrames.find(isApplicationFrame) ?? dump.callFrames.find(({ internal }) => !internal)
  const steps = [
    ...(more === 0 ? [`show${named} --more`] : more === 1 ? [`show${named} --all`] : []),
    ...(frame === undefined ? [] : [`eval${named} '…'`, `repl${named}`]),
    `open${named}`,
    ...(frame === undefined || isLong ? [] : [`reproduce${named}`])
  ]
  return [cut(`Next${isLong ? ' (same dump)' : ''}: npx crash-collector ${steps.join(' | ')}`, columns)]
}

module.exports = { nextSteps }
