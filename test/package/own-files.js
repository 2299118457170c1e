'use strict'
// Finds the package's files, and runs Node.js as a user does, for the tests of the package.

const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')

const PACKAGE = path.join(__dirname, '..', '..')

/** Files that are started as processes, like those of bin/, and are required by nothing. */
const PROGRAMS = [
  'lib/on-dump/call-function.js',
  'lib/on-dump/run.js',
  'packages/inspect/evaluate/child.js',
  'packages/reproduce/check/reporter.js'
]

/** The time after which a process is killed. The compiler of TypeScript takes a minute on a busy machine. */
const TIMEOUT_MS = 300_000

/**
 * @param {string} folder relative to the package
 * @returns {string[]} its JavaScript files without PROGRAMS, relative to the package
 */
function scriptsIn (folder) {
  return fs
    .readdirSync(path.join(PACKAGE, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.js'))
    .map(name => path.join(folder, name))
    .filter(file => !PROGRAMS.includes(file))
    .sort()
}

/**
 * Runs Node.js as a user does. tap puts its hooks into the environment of every child, so env(1) removes them.
 * @param {string[]} args
 * @param {{ cwd?: string, env?: Record<string, string>, node?: string }} [options] env: variables besides PATH
 */
function runNode (args, { cwd = PACKAGE, env = {}, node = process.execPath } = {}) {
  const variables = Object.entries({ PATH: process.env.PATH, ...env }).map(([name, value]) => `${name}=${value}`)
  return spawnSync('env', ['-i', ...variables, node, ...args], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1e8,
    timeout: TIMEOUT_MS
  })
}

/**
 * Makes a directory outside of the repository. Inside it, `require('crash-collector')` would find the repository.
 * @param {import('tap').Test} t
 */
function temporaryDirectory (t) {
  const directory = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'crash-collector-')))
  t.teardown(() => fs.rmSync(directory, { recursive: true, force: true }))
  return directory
}

module.exports = { PACKAGE, PROGRAMS, runNode, scriptsIn, temporaryDirectory }
