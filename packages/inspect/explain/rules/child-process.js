'use strict'
// Explains a command that failed in a child process: names the command, its exit code or signal, and the line of its
// stderr that tells most.

const { applicationCall, callWords, optionOf } = require('../application-call')
const { errorProperty, errorText } = require('../error-properties')
const { plainValue } = require('../known-value')
const { cut, plain } = require('../../text/terminal-text')
const { inCode } = require('../words')

/** @typedef {import('../../reader').Dump} Dump */

const PREFIX = 'Command failed: '
const TELLING = /\b(?:error|fatal|cannot|can't|not found|no such|denied|failed)\b/i
const MAX_LINE = 120
const MAX_LINES = 400

/** @type {import('../types').Rule} */
const childProcess = {
  name: 'child-process',
  explain (dump) {
    const message = dump.exception?.message ?? ''
    if (!message.startsWith(PREFIX)) return undefined
    const [first, ...rest] = message.slice(PREFIX.length).split('\n', MAX_LINES)
    const command = inCode(errorText(dump, 'cmd') ?? first)
    const code = errorProperty(dump, 'status') ?? errorProperty(dump, 'code')
    const signal = errorText(dump, 'signal')
    const found = applicationCall(dump)
    const asked = found === undefined ? '' : `; run by ${callWords(found)}`
    if (signal !== undefined) {
      const limit = found === undefined ? undefined : optionOf(found, 'timeout')
      const ms = limit === undefined ? undefined : plainValue(found?.scene.value(limit))
      const isOurs = errorProperty(dump, 'killed')?.value === true && typeof ms === 'number'
      return `${command} was ended by ${plain(signal)}${isOurs ? `; its \`timeout\` is ${ms} ms` : ''}${asked}`
    }
    if (code?.type !== 'number') return undefined
    // A command with line breaks can't be told from what it printed.
    const line = first === (errorText(dump, 'cmd') ?? first) ? tellingLine(rest) : undefined
    return `${command} ended with the exit code ${code.value}${line === undefined ? '' : `: ${line}`}${asked}`
  }
}

/** @param {string[]} lines */
function tellingLine (lines) {
  const line = lines.find(each => TELLING.test(each.slice(0, MAX_LINE))) ?? lines.find(each => each.trim() !== '')
  return line === undefined ? undefined : cut(plain(line.trim()), MAX_LINE)
}

module.exports = { childProcess }
