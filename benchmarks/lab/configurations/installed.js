'use strict'
// Provides the package as npm installs it. A checkout compares the ages of its bundle and its sources at each start,
// which would be measured, too.

const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')

const { REPOSITORY } = require('../environment')

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
  const { files, dependencies } = JSON.parse(fs.readFileSync(path.join(REPOSITORY, 'package.json'), 'utf8'))
  for (const name of ['package.json', ...files]) {
    const from = path.join(REPOSITORY, name)
    if (!name.includes('*') && fs.existsSync(from)) {
      fs.cpSync(from, path.join(copy, name), { recursive: true, preserveTimestamps: true })
    }
  }
  // Execution paths need one of them.
  for (const name of Object.keys(dependencies)) {
    const from = path.join(REPOSITORY, 'node_modules', name)
    fs.cpSync(from, path.join(modules, name), { recursive: true, dereference: true })
  }
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
