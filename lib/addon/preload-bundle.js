'use strict'
// The files that the preload needs, as one script with V8's code cache beside it: opening and compiling fifty files
// takes several times as long as all that the collector then does at start. scripts/bundle.js writes it; without it the
// files themselves are loaded.

const fs = require('node:fs')
const path = require('node:path')
const vm = require('node:vm')

const PACKAGE = path.join(__dirname, '..', '..')
const BUNDLE = path.join(PACKAGE, 'prebuilds', 'preload.js')

/**
 * lib/capture/values/own-objects.js knows frames and functions of ours by this name. It is no path, because V8 11 takes
 * the name of a script from its code cache (test/workarounds/script-name-from-cache.js, Node.js 20): a package that was
 * moved after its installation would not know itself.
 */
const FILENAME = 'crash-collector:preload.js'

/** @returns {string} V8 refuses the cache of another version, so each has its own */
function cachePath () {
  return path.join(PACKAGE, 'prebuilds', `preload-${process.arch}-${process.versions.v8}.cache`)
}

/**
 * @returns {any} the exports of lib/start.js; null when there is no bundle, or none that fits
 */
function loadBundle () {
  try {
    // Asked first, because a failed read makes an error object. ASCII only, so that it is stored and read byte by byte.
    if (!fs.existsSync(BUNDLE)) return null
    const text = fs.readFileSync(BUNDLE, 'latin1')
    if (fs.existsSync(path.join(PACKAGE, '.git')) && isStale(text)) return null
    return compile(text, readCache()).runInThisContext()(require, PACKAGE, module)
  } catch {
    return null // a broken bundle must not do more than a missing one
  }
}

/**
 * @param {string} text
 * @param {Buffer | undefined} cachedData
 * @returns {vm.Script}
 */
function compile (text, cachedData) {
  return new vm.Script(text, { filename: FILENAME, cachedData })
}

/** @returns {Buffer | undefined} */
function readCache () {
  const file = cachePath()
  return fs.existsSync(file) ? fs.readFileSync(file) : undefined
}

/**
 * Whether a file has changed since: who works on the collector must not run yesterday's.
 * @param {string} text
 */
function isStale (text) {
  const { files } = JSON.parse(text.slice(2, text.indexOf('\n')))
  return files.some((/** @type {[string, number, number]} */ [file, size, modifiedMs]) => {
    const stats = fs.statSync(path.join(PACKAGE, file), { throwIfNoEntry: false })
    return stats === undefined || stats.size !== size || stats.mtimeMs !== modifiedMs
  })
}

module.exports = { BUNDLE, PACKAGE, cachePath, compile, loadBundle }
