'use strict'
// Loads the bundle: scripts with V8's code caches beside them, instead of the fifty files of lib/ that the collector
// needs. To open and compile those takes several times as long as the rest of the start.
// scripts/build/bundle.js writes the bundle; without it the files themselves are loaded.

const fs = require('node:fs')
const path = require('node:path')
const vm = require('node:vm')

const { PACKAGE } = require('./own-package')
const { uncurryThis } = require('../safe/primordials')

/**
 * preload: runs at each start; report: when the first report comes; paths: at a start with execution paths, and lies in
 * the package that records them; show: that command, in the package with the tools (lib/tools.js); the others: at a
 * start that needs them (lib/parts.js).
 */
const PARTS = /** @type {const} */ ([
  'preload', 'report', 'fallback', 'options', 'trial', 'without-addon', 'paths-door', 'paths', 'show'
])

/** @typedef {typeof PARTS[number]} Part */

/**
 * Name of the script, by which lib/capture/values/known-objects.js recognises our frames and functions. It is no path,
 * because V8 11 takes the name of a script from its code cache (test/workarounds/script-name-from-cache.js, Node.js
 * 20): with a path, a package that was moved after its installation would not recognise its own frames.
 */
const FILENAME = 'crash-collector:preload.js'

/**
 * A part's text and its code cache begin with the same digest, of so many characters. V8 itself compares only the
 * length of the text (test/workarounds/foreign-code-cache.js, Node.js 20 to 26).
 */
const DIGEST_LENGTH = 24
/**
 * Behind the digest, a cache has a checksum of so many characters. V8 itself takes a cache that is damaged, and the
 * process ends by SIGSEGV without a word (test/workarounds/damaged-code-cache.js, Node.js 20 to 26). A file loses whole
 * sectors or pages, so one word of each 32 bytes tells it. To read all words took 1.5 ms at each start.
 */
const SUM_LENGTH = 8
const SUMMED_EACH = 32

const runInThisContext = uncurryThis(/** @type {() => any} */ (vm.Script.prototype.runInThisContext))

/** @param {Part} part @param {string} [folder] of its package */
function bundlePath (part, folder = PACKAGE) {
  return path.join(folder, 'prebuilds', `${part}.js`)
}

/**
 * @param {Part} part
 * @param {string} [folder] of its package
 * @returns {string} each version of V8 has a cache of its own, because V8 refuses that of another
 */
function cachePath (part, folder = PACKAGE) {
  return path.join(folder, 'prebuilds', `${part}-${process.arch}-${process.versions.v8}.cache`)
}

/**
 * @param {NodeJS.Module} entry index.js
 * @returns {any} the exports of lib/start.js; null when there is no bundle, or none that fits
 */
function loadBundle (entry) {
  try {
    // Checked first, because a read that fails would create an error.
    if (!fs.existsSync(bundlePath('preload')) || !fs.existsSync(bundlePath('report'))) return null
    const preload = readText('preload')
    if (fs.existsSync(path.join(PACKAGE, '.git')) && isStale(preload)) return null
    // The second part is read now, because at the time of a report the file may be that of another version.
    const report = readText('report')
    const cache = readCache('report', report)
    const run = (/** @type {Part} */ part, /** @type {string} */ text, folder = PACKAGE) =>
      runInThisContext(compile(text, readCache(part, text, folder)))
    /** @param {Part} part @param {string} [folder] @returns {any} undefined when there is none */
    const runPart = (part, folder = PACKAGE) => {
      if (part === 'report') return runInThisContext(compile(report, cache))
      return fs.existsSync(bundlePath(part, folder)) ? run(part, readText(part, folder), folder) : undefined
    }
    return run('preload', preload)(require, { PACKAGE, entry }, runPart)
  } catch {
    return null // a broken bundle counts as a missing one
  }
}

/** @param {Part} part @param {string} [folder] @returns {string} ASCII only, so it can be read as latin1 */
function readText (part, folder) {
  return fs.readFileSync(bundlePath(part, folder), 'latin1')
}

/**
 * @param {string} text
 * @param {Buffer} [cachedData]
 * @returns {vm.Script}
 */
function compile (text, cachedData) {
  return new vm.Script(text, { filename: FILENAME, cachedData })
}

/**
 * @param {Part} part
 * @param {string} text
 * @param {string} [folder]
 * @returns {Buffer | undefined} the cache for V8, without what stands before it; undefined if it was made from another
 *   text, or is damaged
 */
function readCache (part, text, folder) {
  const file = cachePath(part, folder)
  if (!fs.existsSync(file)) return undefined
  const bytes = fs.readFileSync(file)
  const data = bytes.subarray(DIGEST_LENGTH + SUM_LENGTH)
  const head = text.slice(0, DIGEST_LENGTH) + sumOf(data)
  return bytes.toString('latin1', 0, DIGEST_LENGTH + SUM_LENGTH) === head ? data : undefined
}

/**
 * @param {Buffer} data of V8
 * @returns {string} the checksum, which src/bindings/own_script_binding.cc makes as well
 */
function sumOf (data) {
  let sum = data.length
  for (let at = 0; at + 4 <= data.length; at += SUMMED_EACH) {
    sum = Math.imul(sum ^ data.readInt32LE(at), 0x01000193)
    sum ^= sum >>> 15
  }
  return (sum >>> 0).toString(16).padStart(SUM_LENGTH, '0')
}

/**
 * True if a file of lib/ has changed since the bundle was written, so that a checkout does not run old code.
 * @param {string} text of a part that lists its files
 * @param {string} [root] of the checkout
 */
function isStale (text, root = PACKAGE) {
  const { files } = JSON.parse(text.split('\n', 2)[1].slice(2))
  return files.some((/** @type {[string, number, number]} */ [file, size, modifiedMs]) => {
    const stats = fs.statSync(path.join(root, file), { throwIfNoEntry: false })
    return stats === undefined || stats.size !== size || stats.mtimeMs !== modifiedMs
  })
}

module.exports = {
  DIGEST_LENGTH,
  PARTS,
  bundlePath,
  cachePath,
  compile,
  isStale,
  loadBundle,
  readCache,
  readText,
  sumOf
}
