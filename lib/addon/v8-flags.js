'use strict'
// Knows V8's flags for the hooks, and keeps Node.js's code caches valid under them. V8 refuses a code cache that was
// made under other flags: it compares a hash of all flags that differ from their defaults
// (test/workarounds/code-cache-flags.js, Node.js 20 to 26). The modules of Node.js come with code caches, and the hooks
// need a flag. Another flag, which has no effect as long as V8 prints no code (`node --v8-options`), is set to a text
// that gives the hash its former value (test/triggers/code-caches.test.js holds that).
// scripts/build/flag-hash-preimage.js finds such texts for each V8.

const fs = require('node:fs')

const { ownFile } = require('./own-files')

/** @typedef {import('./native-functions').StartFunctions} StartFunctions */

/** With this flag V8 asks at an uncaught throw whether to abort. */
const ASK_BEFORE_UNCAUGHT = '--abort-on-uncaught-exception'

/** Node.js's default of `Error.stackTraceLimit`. */
const USUAL_STACK_TRACE_LIMIT = 10

/**
 * @param {number} usual the limit that the application has without the collector
 * @returns {number} with this limit as the flag's value, V8 reports each construction of an Error, because
 *   `Error.stackTraceLimit` differs
 */
function reportingStackTraceLimit (usual) {
  return usual === 11 ? 12 : 11
}

/** @param {number} limit @returns {string} the flag */
function reportErrors (limit) {
  return `--stack-trace-limit=${limit}`
}

const REPORT_ERRORS = reportErrors(reportingStackTraceLimit(USUAL_STACK_TRACE_LIMIT))

/**
 * The flags that the collector sets if the process was started with none: usually the first set, and the second with
 * the setting `uncaughtThrows`.
 */
const FLAG_SETS = [[REPORT_ERRORS], [REPORT_ERRORS, ASK_BEFORE_UNCAUGHT]]

const FLAG = '--print-builtin-code-filter'
const DEFAULT = '*'

/** These flags undo what the collector sets. */
const WITHOUT_FLAGS = [reportErrors(USUAL_STACK_TRACE_LIMIT), '--no-abort-on-uncaught-exception', `${FLAG}=${DEFAULT}`]

/** @returns {string} path of the texts for this V8, one a line, which lie beside its code cache */
function preimagePath () {
  return ownFile('prebuilds', `preload-${process.arch}-${process.versions.v8}.preimage`)
}

/**
 * Keeps Node.js's code caches valid. Call this once in a process, when all flags are set. If there is no text for
 * this V8, or the process has flags of its own, V8 refuses the caches and Node.js compiles its modules from their text.
 *
 * @param {StartFunctions} native
 * @param {number} tag `native.codeCacheTag()` before the first flag was set
 */
function keepCodeCaches (native, tag) {
  const file = preimagePath()
  if (!fs.existsSync(file)) return
  const texts = fs.readFileSync(file, 'latin1').split('\n')
  for (let i = 0; i < texts.length; i++) {
    native.setV8Flag(`${FLAG}=${texts[i]}`)
    if (native.codeCacheTag() === tag) return
  }
  native.setV8Flag(`${FLAG}=${DEFAULT}`)
}

module.exports = {
  ASK_BEFORE_UNCAUGHT,
  DEFAULT,
  FLAG,
  FLAG_SETS,
  USUAL_STACK_TRACE_LIMIT,
  WITHOUT_FLAGS,
  keepCodeCaches,
  preimagePath,
  reportErrors,
  reportingStackTraceLimit
}
