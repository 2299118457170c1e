'use strict'
// Provides the package as npm installs it. A checkout compares the ages of its bundle and its sources at each start,
// which would be measured, too.

const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')

const { REPOSITORY } = require('../environment')

/** What those install who want execution paths. */
const BESIDE = ['crash-collector-execution-path']

const BUILT = path.join(__dirname, 'built.js')

/** @type {string | undefined} directory of the copy's node_modules */
let root
let isCopied = false

/** @returns {string} where the copy is, once checkInstalled() has made it */
function installedPackage () {
  root ??= fs.mkdtempSync(path.join(os.tmpdir(), 'crash-collector-bench-'))
  return path.join(root, 'node_modules', 'crash-collector')
}

/** Makes the copy, which is removed when this process ends. */
function copyPackage () {
  if (isCopied) return
  isCopied = true
  const copy = installedPackage()
  const modules = path.dirname(copy)
  const { files } = manifestOf(REPOSITORY)
  for (const name of ['package.json', ...files]) {
    const from = path.join(REPOSITORY, name)
    if (!name.includes('*') && fs.existsSync(from)) {
      fs.cpSync(from, path.join(copy, name), { recursive: true, preserveTimestamps: true })
    }
  }
  copyAll([...dependenciesOf(REPOSITORY), ...BESIDE], modules)
}

/** @param {string[]} names of packages @param {string} modules where they, and what they depend on, are copied to */
function copyAll (names, modules) {
  for (const name of names) {
    const to = path.join(modules, name)
    if (fs.existsSync(to)) continue
    const from = path.join(REPOSITORY, 'node_modules', name)
    fs.cpSync(from, to, { recursive: true, dereference: true })
    copyAll(dependenciesOf(from), modules)
  }
}

/** @param {string} directory of a package @returns {string[]} */
function dependenciesOf (directory) {
  return Object.keys(manifestOf(directory).dependencies ?? {})
}

/** @param {string} directory of a package @returns {{ files: string[], dependencies?: Record<string, string> }} */
function manifestOf (directory) {
  return JSON.parse(fs.readFileSync(path.join(directory, 'package.json'), 'utf8'))
}

process.on('exit', () => {
  if (root !== undefined) fs.rmSync(root, { recursive: true, force: true })
})

/**
 * Makes the copy and checks it. `npm run build` compiles to build/, which no installed package has, so the copy could
 * silently fall back to another mode.
 *
 * @param {string} node binary that is to be measured
 * @param {NodeJS.ProcessEnv} [env] variables besides the lab's own
 * @throws if the copy would not work as an installed package does
 */
function checkInstalled (node, env = { NODE_OPTIONS: '', CRASH_COLLECTOR_ADDON: '' }) {
  copyPackage()
  const problem = execFileSync(node, [BUILT], { encoding: 'utf8', env: { ...process.env, ...env } }).trim()
  if (problem !== '') throw new Error(`${problem}: run \`npm run build:matrix\``)
}

module.exports = { checkInstalled, installedPackage }
