'use strict'
// Knows the platforms for which there are packages with addons, and what such a package holds.

const fs = require('node:fs')
const path = require('node:path')

const { addonFile } = require('../../lib/addon/native')
const { PACKAGE } = require('../build/node-gyp')

const MANIFEST = require('../../package.json')

/**
 * @typedef {object} Target
 * @property {NodeJS.Platform} os
 * @property {NodeJS.Architecture} cpu
 * @property {'glibc' | 'musl'} [libc]
 * @property {string} [compiler] the C++ compiler that builds for it on Linux x64; missing: built on such a machine only
 * @property {string} title for people
 */

/** @type {Record<string, Target>} */
const TARGETS = {
  'linux-x64-gnu': { os: 'linux', cpu: 'x64', libc: 'glibc', compiler: 'g++', title: 'Linux on x64, glibc 2.28' },
  'linux-x64-musl': { os: 'linux', cpu: 'x64', libc: 'musl', compiler: 'zig', title: 'Linux on x64, musl' },
  'linux-arm64-gnu': {
    os: 'linux',
    cpu: 'arm64',
    libc: 'glibc',
    compiler: 'aarch64-linux-gnu-g++',
    title: 'Linux on arm64, glibc 2.28'
  },
  'darwin-arm64': { os: 'darwin', cpu: 'arm64', title: 'macOS on arm64' },
  'darwin-x64': { os: 'darwin', cpu: 'x64', title: 'macOS on x64' },
  'win32-x64': { os: 'win32', cpu: 'x64', title: 'Windows on x64' }
}

/** The versions of Node.js's binary interface for which each package has addons: Node.js 20, 22, 24, 26. */
const ABIS = [115, 127, 137, 147]

/** What `npm run build:platform` and `npm run release` write. */
const OUTPUT = path.join(PACKAGE, '.platforms')

/** @param {string} target */
function packageName (target) {
  return `${MANIFEST.name}-${target}`
}

/** @typedef {import('../../lib/addon/native').AddonName} AddonName */

/**
 * @param {string} target
 * @returns {AddonName[]} its addons (binding.gyp)
 */
function addonsOf (target) {
  const { os, cpu } = TARGETS[target]
  const hasSignals = os === 'linux' && cpu === 'x64'
  return hasSignals ? ['crash_collector', 'crash_collector_signals'] : ['crash_collector']
}

/**
 * @param {string} target
 * @param {number} abi
 * @param {AddonName} [name]
 * @returns {string} path of the addon that `npm run build:platform` makes
 */
function addonPath (target, abi, name = 'crash_collector') {
  return path.join(OUTPUT, target, addonFile(name, abi))
}

/**
 * @param {string} target
 * @returns {number[]} the versions for which an addon is missing
 */
function missingAddons (target) {
  return ABIS.filter(abi => !addonsOf(target).every(name => fs.existsSync(addonPath(target, abi, name))))
}

/** @returns {string} the target of this process */
function hostTarget () {
  const { platform, arch, report } = process
  if (platform !== 'linux') return `${platform}-${arch}`
  const { header } = /** @type {any} */ (report.getReport())
  return `${platform}-${arch}-${header.glibcVersionRuntime === undefined ? 'musl' : 'gnu'}`
}

module.exports = { ABIS, OUTPUT, TARGETS, addonPath, addonsOf, hostTarget, missingAddons, packageName }
