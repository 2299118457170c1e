'use strict'
// Makes a copy of the package as npm would install it: only the files of the tarball, and the dependencies.

const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')

const { PACKAGE } = require('./own-files')

/** @typedef {{ path: string, size: number, mode: number }} PackedFile */

/** What the published package brings besides the preload. */
const TOOLS = ['crash-collector-inspect']

/** @type {PackedFile[] | undefined} */
let packed

/** @returns {PackedFile[]} */
function packedFiles () {
  packed ??= askNpm()
  return packed
}

/** @returns {PackedFile[]} */
function askNpm () {
  // With --ignore-scripts, prepack does not write types/ into the working tree.
  const output = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: PACKAGE,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore']
  })
  const answer = JSON.parse(output)
  return (Array.isArray(answer) ? answer[0] : Object.values(answer)[0]).files
}

/**
 * @param {string} directory becomes an application that has crash-collector installed, without the addon
 * @param {object} [options]
 * @param {boolean} [options.tools] with the package that the command line needs (true)
 * @param {string[]} [options.extra] names of packages that it gets besides
 * @returns {string} path of the package
 */
function installCopy (directory, { tools = true, extra = [] } = {}) {
  const copy = path.join(directory, 'node_modules', 'crash-collector')
  for (const { path: file } of packedFiles()) {
    if (file.startsWith('prebuilds/')) continue
    fs.mkdirSync(path.dirname(path.join(copy, file)), { recursive: true })
    fs.copyFileSync(path.join(PACKAGE, file), path.join(copy, file))
  }
  const own = Object.keys(require('../../package.json').dependencies)
  for (const name of withDependencies([...own, ...(tools ? TOOLS : []), ...extra])) {
    const link = path.join(directory, 'node_modules', name)
    fs.mkdirSync(path.dirname(link), { recursive: true })
    fs.symlinkSync(path.join(PACKAGE, 'node_modules', name), link, 'junction')
  }
  return copy
}

/**
 * @param {string[]} names of packages
 * @returns {Set<string>} these, and those on which they depend, directly or not
 */
function withDependencies (names) {
  const all = new Set(names)
  for (const name of all) {
    const manifest = path.join(PACKAGE, 'node_modules', name, 'package.json')
    const { dependencies = {} } = JSON.parse(fs.readFileSync(manifest, 'utf8'))
    for (const each of Object.keys(dependencies)) all.add(each)
  }
  return all
}

module.exports = { installCopy, packedFiles }
