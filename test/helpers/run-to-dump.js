'use strict'
// Runs a program under the preload and returns the one dump that it leaves. helpers/crash.js checks the process itself.

const fs = require('node:fs')
const path = require('node:path')
const { EXTENSION } = require('../../packages/shared/dump/terms')
const { PATIENT, ROOT, temporaryDirectory } = require('./crash')
const { runNode } = require('./run-node')

/**
 * @param {import('tap').Test} t
 * @param {string[]} argv program and its arguments
 * @param {{ cwd?: string, env?: Record<string, string>, nodeArgs?: string[], timeoutMs?: number }} [options] cwd:
 *   default: a new directory
 * @returns {Promise<import('./run-node').Run & { cwd: string, directory: string, file: string }>} directory: that of
 *   the dumps; file: the dump
 */
async function runToDump (t, argv, { cwd = temporaryDirectory(t), env = {}, nodeArgs = [], timeoutMs } = {}) {
  const allEnv = { CRASH_COLLECTOR_DIR: 'dumps', ...PATIENT, ...env }
  const run = await runNode([...nodeArgs, '--require', ROOT, ...argv], { cwd, env: allEnv, timeoutMs })
  const directory = path.resolve(cwd, allEnv.CRASH_COLLECTOR_DIR)
  const dumps = fs.existsSync(directory) ? fs.readdirSync(directory).filter(name => name.endsWith(EXTENSION)) : []
  if (dumps.length !== 1) throw new Error(`${dumps.length} dumps, exit code ${run.exitCode}: ${run.stderr}`)
  return { ...run, cwd, directory, file: path.join(directory, dumps[0]) }
}

module.exports = { runToDump }
