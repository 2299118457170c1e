'use strict'
// What the tests of the package ask of its files.

const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')

const PACKAGE = path.join(__dirname, '..', '..')

/** Started as processes of their own, like what is in bin/, and so not required by anything. */
const PROGRAMS = ['lib/inspect/evaluate/child.js']

/** Ends what hangs; the compiler of TypeScript takes a minute on a busy machine. */
const TIMEOUT_MS = 300_000

/**
 * @param {string} folder relative to the package
 * @returns {string[]} its JavaScript files but the programs, relative to the package
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
 * A Node.js as a user runs it: tap puts its hooks into the environment of every child, and env(1) drops them.
 * @param {string[]} args
 * @param {{ cwd?: string, env?: Record<string, string>, node?: string }} [options] env: beyond PATH
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
 * Outside of the repository, in which every file that asks for crash-collector gets the repository itself.
 * @param {import('tap').Test} t
 */
function temporaryDirectory (t) {
  const directory = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'crash-collector-')))
  t.teardown(() => fs.rmSync(directory, { recursive: true, force: true }))
  return directory
}

module.exports = { PACKAGE, PROGRAMS, runNode, scriptsIn, temporaryDirectory }
