'use strict'
// Writes a dump of each failed test: test-runners/ calls this with the error that a test runner received. The
// process lives on.

const { saveHandedOver } = require('./handed-over')
const { isObject } = require('../safe/data-property')
const { ArrayIncludes, String, StringSlice } = require('../safe/primordials')
const { WeakSetAdd } = require('../safe/reflection')
const { outcomeText } = require('../notices')
const { say } = require('../stderr')

/**
 * @typedef {import('../capture/types').Context} Context
 */

/**
 * A test as its runner names it.
 * @typedef {object} FailedTest
 * @property {string} name the full name, from the outermost suite on
 * @property {string} [file] path of the test file
 * @property {number} [attempt] 1 for the first run of the test, 2 for its first retry; default: 1
 */

/** A name that is longer is no name that a person has given, and the line on stderr should stay readable. */
const MAX_NAME_LENGTH = 500

/**
 * @param {Context} context
 * @param {string} runner name of the test runner
 * @param {boolean} isQuiet the runner prints the path itself
 * @returns {(error: unknown, test: FailedTest) => string | null} returns the path of the dump; null if the settings
 *   want none, or if it could not be written
 */
function createFailedTests (context, runner, isQuiet) {
  let written = 0
  return (error, test) => {
    const { config } = context
    if (config.mode === 'off' || !ArrayIncludes(config.triggers, 'testFailure')) return null
    // The error is the test's, even if nobody caught it and the process ends soon.
    if (isObject(error)) WeakSetAdd(context.captures.ofTests, error)
    // Each further dump would remove one of this run from the directory, whose path has been printed already.
    if (written >= config.retainCount) {
      if (written++ === config.retainCount) {
        say(config, `${written - 1} failed tests have dumps; further ones get none (CRASH_COLLECTOR_RETAIN_COUNT)`)
      }
      return null
    }
    written++
    return writeFailedTest(context, error, { ...test, runner }, isQuiet)
  }
}

/**
 * @param {Context} context
 * @param {unknown} error
 * @param {FailedTest & { runner: string }} test
 * @param {boolean} isPrinted true: the caller prints the path
 * @returns {string | null}
 */
function writeFailedTest (context, error, { runner, name, file, attempt = 1 }, isPrinted) {
  const { config } = context
  const shown = StringSlice(String(name), 0, MAX_NAME_LENGTH)
  const saved = saveHandedOver(context, 'testFailure', { value: error }, report => {
    const redactor = context.redactor()
    // Without the addon nothing finds a secret in a text, so no text of the application is written.
    const safeName = redactor === null ? (config.redact ? undefined : shown) : redactor.text(shown)
    report.test = { runner, name: safeName, file, attempt }
  })
  const again = attempt === 1 ? '' : ` (attempt ${attempt})`
  if (saved.notWanted !== true && !(isPrinted && saved.path !== null)) {
    say(config, oneLine(`failed test "${shown}"${again}: ${outcomeText(saved)}`))
  }
  return saved.path
}

/**
 * @param {string} text
 * @returns {string} without line ends and terminal escapes, which a test's name may have
 */
function oneLine (text) {
  let line = ''
  for (let i = 0; i < text.length; i++) line += text[i] < ' ' || text[i] === '\x7f' ? ' ' : text[i]
  return line
}

module.exports = { createFailedTests }
