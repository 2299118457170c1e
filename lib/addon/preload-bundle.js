'use strict'
// The files of lib/ that run where a process may die, as two scripts with V8's code caches beside them: opening and
// compiling fifty files takes several times as long as all that the collector then does at start. scripts/bundle.js
// writes them; without them the files themselves are loaded.

const fs = require('node:fs')
const path = require('node:path')
const vm = require('node:vm')

const { PACKAGE } = require('./own-package')
const { uncurryThis } = require('../safe/primordials')

/** @typedef {'preload' | 'report'} Part what runs at the start; what runs when the first report comes */

/**
 * lib/capture/values/own-objects.js knows frames and functions of ours by this name. It is no path, because V8 11 takes
 * the name of a script from its code cache (test/workarounds/script-name-from-cache.js, Node.js 20): a package that was
 * moved after its installation would not know itself.
 */
const FILENAME = 'crash-collector:preload.js'

/** Characters that a text begins with, and its code cache: V8 itself compares only their lengths. */
const DIGEST_LENGTH = 24

const runInThisContext = uncurryThis(/** @type {() => any} */ (vm.Script.prototype.runInThisContext))

/** @param {Part} part */
function bundlePath (part) {
  return path.join(PACKAGE, 'prebuilds', `${part}.js`)
}

/** @param {Part} part @returns {string} V8 refuses the cache of another version, so each has its own */
function cachePath (part) {
  return path.join(PACKAGE, 'prebuilds', `${part}-${process.arch}-${process.versions.v8}.cache`)
}

/**
 * @param {NodeJS.Module} entry index.js
 * @returns {any} the exports of lib/start.js; null when there is no bundle, or none that fits
 */
function loadBundle (entry) {
  try {
    // Asked first, because a failed read makes an error object.
    if (!fs.existsSync(bundlePath('preload')) || !fs.existsSync(bundlePath('report'))) return null
    const preload = readText('preload')
    if (fs.existsSync(path.join(PACKAGE, '.git')) && isStale(preload)) return null
    // Now, too: by the time of a report the files may be those of another version.
    const report = readText('report')
    const cache = readCache('report', report)
    const runReport = () => runInThisContext(compile(report, cache))
    return runInThisContext(compile(preload, readCache('preload', preload)))(require, { PACKAGE, entry }, runReport)
  } catch {
    return null // a broken bundle must not do more than a missing one
  }
}

/** @param {Part} part @returns {string} it is ASCII only, and so stored and read byte by byte */
function readText (part) {
  return fs.readFileSync(bundlePath(part), 'latin1')
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
 * @returns {Buffer | undefined} what V8 may read, if it was made of this text
 */
function readCache (part, text) {
  const file = cachePath(part)
  if (!fs.existsSync(file)) return undefined
  const bytes = fs.readFileSync(file)
  const isOfText = bytes.toString('latin1', 0, DIGEST_LENGTH) === text.slice(0, DIGEST_LENGTH)
  return isOfText ? bytes.subarray(DIGEST_LENGTH) : undefined
}

/**
 * Whether a file has changed since: who works on the collector must not run yesterday's.
 * @param {string} text
 */
function isStale (text) {
  const { files } = JSON.parse(text.split('\n', 2)[1].slice(2))
  return files.some((/** @type {[string, number, number]} */ [file, size, modifiedMs]) => {
    const stats = fs.statSync(path.join(PACKAGE, file), { throwIfNoEntry: false })
    return stats === undefined || stats.size !== size || stats.mtimeMs !== modifiedMs
  })
}

module.exports = { DIGEST_LENGTH, bundlePath, cachePath, compile, loadBundle, readCache, readText }
