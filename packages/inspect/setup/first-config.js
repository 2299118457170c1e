'use strict'
// The configuration file that `crash-collector init` writes: the settings that people change, with the reason for each.

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

/** @returns {string} JSON with the defaults */
function firstConfig () {
  const entries = Object.entries(REASONS).flatMap(([name, reason]) => [
    [`// ${name}`, reason],
    [name, SETTINGS[name].value]
  ])
  return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`
}

module.exports = { firstConfig }
