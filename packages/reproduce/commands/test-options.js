'use strict'
// What `reproduce` and `verify` have in common: the options of the test, and what they say of its network.

const { UsageError } = require('crash-collector-inspect/cli/usage')
const { plain } = require('crash-collector-inspect/text/terminal-text')

/** By the words of `--runner`. @type {Record<string, import('../types').Runner>} */
const RUNNERS = { 'node:test': 'node', vitest: 'vitest', jest: 'jest', mocha: 'mocha' }
const MAX_TARGETS = 12

/** @type {Record<'runner'|'network'|'force', [flag: string, text: string]>} */
const FLAGS = {
  runner: ['--runner <name>', 'node:test (the default), vitest, jest or mocha'],
  network: ['--network', 'let the code reach the network and services of this machine; by default it is offline'],
  force: ['--force', 'overwrite files']
}

/** @type {Record<'runner'|'network'|'force'|'timeout'|'out', { type: 'string'|'boolean' }>} */
const OPTIONS = {
  runner: { type: 'string' },
  network: { type: 'boolean' },
  force: { type: 'boolean' },
  timeout: { type: 'string' },
  out: { type: 'string' }
}

/**
 * @param {Record<string, unknown>} flags
 * @returns {import('../types').Runner}
 * @throws {UsageError} if `--runner` names no runner
 */
function runnerOf ({ runner = 'node:test' }) {
  if (Object.hasOwn(RUNNERS, String(runner))) return RUNNERS[String(runner)]
  throw new UsageError('--runner takes node:test, vitest, jest or mocha')
}

/**
 * @param {string[]} targets what the code wanted to reach; not empty
 * @returns {string}
 */
function offlineText (targets) {
  const more = targets.length > MAX_TARGETS ? ` and ${targets.length - MAX_TARGETS} more` : ''
  const shown = targets.slice(0, MAX_TARGETS).map(plain).join(', ')
  return `the code wanted to reach ${shown}${more}, and was kept offline: --network allows it`
}

module.exports = { FLAGS, OPTIONS, offlineText, runnerOf }
