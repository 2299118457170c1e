'use strict'

const path = require('node:path')
const { runNode } = require('./run-node')

const CLI = path.join(__dirname, '..', '..', 'bin', 'crash-collector.js')

/**
 * Runs the command line without a terminal.
 * @param {string[]} args
 * @param {{ cwd: string, env?: Record<string, string>, input?: string }} options input: text for stdin
 */
function runCli (args, { cwd, env = {}, input }) {
  return runNode([CLI, ...args], { cwd, env: { CRASH_COLLECTOR_DIR: cwd, ...env }, input })
}

module.exports = { runCli }
