'use strict'
// The configuration file that `crash-collector init` writes: the settings that people change, with the reason for each.

const fs = require('node:fs')
const { CONFIG_FILE } = require('crash-collector-shared/config')
const { CrashCollectorError } = require('crash-collector-shared/errors')
const { SETTINGS } = require('crash-collector-shared/config/settings')

/**
 * JSON has no comments, so each reason is the value of a key that begins with two slashes.
 * @type {Record<string, string>}
 */
const REASONS = {
  dir: 'Where dumps go; empty: a folder of the project in the state directory of the user. In a container: a volume.',
  triggers: 'What leaves a dump. docs/triggers.md lists all, also those that are off by default.',
  redactNames: 'Names of variables and properties whose values are secret here, besides the common ones.',
  env: 'Environment variables whose values are kept in dumps. No other values of the environment are kept.',
  asyncTasks: 'Suspended async functions: auto, on or off. They delay the crash by about a millisecond for each MB.',
  retainCount: 'How many dumps stay in the directory; the oldest are removed.',
  retainBytes: 'How many bytes of dumps stay.',
  deadlineMs: 'How long a crash may be delayed, in milliseconds. What is not written by then is left out.'
}

/** @returns {boolean} whether this directory has a configuration file */
function hasConfig () {
  return fs.existsSync(CONFIG_FILE)
}

/**
 * Writes the file with the defaults.
 * @param {string[]} triggers that are on besides the default ones
 * @throws {CrashCollectorError} CONFIG_NOT_WRITTEN
 */
function writeConfig (triggers) {
  const entries = Object.entries(REASONS).flatMap(([name, reason]) => [
    [`// ${name}`, reason],
    [name, SETTINGS[name].value]
  ])
  write(withTriggers(Object.fromEntries(entries), triggers), 'wx')
}

/**
 * Turns triggers on in the file that is there, and changes nothing else in it.
 * @param {string[]} triggers
 * @throws {CrashCollectorError} CONFIG_NOT_WRITTEN
 */
function addTriggers (triggers) {
  /** @type {unknown} */
  let values
  try {
    values = JSON.parse(fs.readFileSync(CONFIG_FILE, 'utf8'))
  } catch (error) {
    throw notWritten(error)
  }
  if (typeof values !== 'object' || values === null) throw notWritten(new Error('it does not hold an object'))
  write(withTriggers(values, triggers), 'w')
}

/** @param {{ triggers?: unknown }} values @param {string[]} triggers */
function withTriggers (values, triggers) {
  const before = values.triggers ?? SETTINGS.triggers.value
  const listed = Array.isArray(before) ? before : String(before).split(',').map(each => each.trim())
  return { ...values, triggers: [...new Set([...listed, ...triggers])] }
}

/** @param {object} values @param {'w' | 'wx'} flag */
function write (values, flag) {
  try {
    fs.writeFileSync(CONFIG_FILE, `${JSON.stringify(values, null, 2)}\n`, { flag })
  } catch (error) {
    throw notWritten(error)
  }
}

/** @param {unknown} error */
function notWritten (error) {
  const { code, message } = /** @type {NodeJS.ErrnoException} */ (error)
  const why = code === 'EEXIST' ? 'it exists already' : message
  return new CrashCollectorError('CONFIG_NOT_WRITTEN', `${CONFIG_FILE} was not written: ${why}`, { cause: error })
}

module.exports = { addTriggers, hasConfig, writeConfig }
