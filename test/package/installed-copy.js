'use strict'
// Makes a copy of the package as npm would install it: only the files of the tarball, and the dependencies.

const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')

const { PACKAGE, runNode, temporaryDirectory } = require('./own-files')

/** @typedef {{ path: string, size: number, mode: number }} PackedFile */

/** What the published package brings besides the preload. */
const TOOLS = ['crash-collector-inspect']

const BUILT = path.join('build', 'Release', 'crash_collector.node')
/** The place from which the preload loads the addon first and lets it run the bundle. */
const PREBUILT = path.join('prebuilds', `${process.platform}-${process.arch}`, `node-v${process.versions.modules}.node`)
/** esbuild finds its program by this name, which is an optional dependency of it. */
const ESBUILD_BINARY = `@esbuild/${process.platform}-${process.arch}`

/** @type {Map<string, PackedFile[]>} by folder */
const packed = new Map()

/**
 * @param {string} [folder] of a package in this repository, relative to it
 * @returns {PackedFile[]} what npm would put into its tarball
 */
function packedFiles (folder = '.') {
  const known = packed.get(folder) ?? askNpm(folder)
  packed.set(folder, known)
  return known
}

/** @param {string} folder @returns {PackedFile[]} */
function askNpm (folder) {
  // With --ignore-scripts, prepack does not write types/ into the working tree.
  const output = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: path.join(PACKAGE, folder),
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

/**
 * @param {string} copy of the package
 * @param {string} [addon] path for the addon, relative to the package
 */
function addAddon (copy, addon = BUILT) {
  fs.mkdirSync(path.dirname(path.join(copy, addon)), { recursive: true })
  fs.copyFileSync(path.join(PACKAGE, BUILT), path.join(copy, addon))
}

/**
 * @param {import('tap').Test} t
 * @param {string} [addon] path for the addon, relative to the package
 * @returns {string} path of an installed package with a fresh bundle and the addon
 */
function bundledCopy (t, addon = PREBUILT) {
  // The tarball of a release contains the bundle. Here it is made where esbuild is installed.
  const copy = installCopy(temporaryDirectory(t), { extra: ['acorn', 'esbuild', ESBUILD_BINARY] })
  const paths = path.join('packages', 'execution-path')
  const notBuilt = (/** @type {string} */ file) => path.basename(file) !== 'prebuilds'
  fs.cpSync(path.join(PACKAGE, paths), path.join(copy, paths), { recursive: true, filter: notBuilt })
  addAddon(copy, addon)
  const bundler = path.join('scripts', 'build', 'bundle.js')
  fs.copyFileSync(path.join(PACKAGE, bundler), path.join(copy, bundler))
  fs.symlinkSync(path.join(copy, paths), path.join(copy, '..', 'crash-collector-execution-path'), 'junction')
  bundle(copy)
  return copy
}

/** @param {string} copy */
function bundle (copy) {
  const { status, stderr } = runNode(['scripts/build/bundle.js'], { cwd: copy })
  if (status !== 0 || stderr !== '') throw new Error(stderr)
}

module.exports = { BUILT, PREBUILT, addAddon, bundle, bundledCopy, installCopy, packedFiles }
