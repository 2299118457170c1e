'use strict'
// Knows V8's flags for the hooks, and keeps Node.js's code caches valid under them. V8 refuses a code cache that was
// made under other flags: it compares a hash of all flags that differ from their defaults
// (test/workarounds/code-cache-flags.js, Node.js 20 to 26). The modules of Node.js come with code caches, and the hooks
// need two flags. A third flag, which has no effect as long as V8 prints no code (`node --v8-options`), is set to a
// text that gives the hash its former value (test/triggers/code-caches.test.js holds that).
// scripts/build/flag-hash-preimage.js finds such a text for each V8.

const fs = require('node:fs')

const { ownFile } = require('./own-files')

/** @typedef {import('./native-functions').StartFunctions} StartFunctions */

/** With this flag V8 asks at an uncaught throw whether to abort. */
const ASK_BEFORE_UNCAUGHT = '--abort-on-uncaught-exception'

/**
 * With this limit as the flag's value, V8 reports each construction of an Error while `Error.stackTraceLimit` differs.
 */
const REPORTING_STACK_TRACE_LIMIT = 11
const REPORT_ERRORS = `--stack-trace-limit=${REPORTING_STACK_TRACE_LIMIT}`

const FLAG = '--print-builtin-code-filter'
const DEFAULT = '*'

/** @returns {string} path of the text for this V8, which lies beside its code cache */
function preimagePath () {
  return ownFile('prebuilds', `preload-${process.arch}-${process.versions.v8}.preimage`)
}

/**
 * Keeps Node.js's code caches valid. Call this once in a process, when all flags are set. If there is no text for
 * this V8, or the process was started with flags of its own, V8 refuses the caches and Node.js compiles its modules
 * from their text.
 *
 * @param {StartFunctions} native
 * @param {number} tag `native.codeCacheTag()` before the first flag was set
 */
function keepCodeCaches (native, tag) {
  const file = preimagePath()
  if (!fs.existsSync(file)) return
  native.setV8Flag(`${FLAG}=${fs.readFileSync(file, 'latin1')}`)
  if (native.codeCacheTag() !== tag) native.setV8Flag(`${FLAG}=${DEFAULT}`)
}

module.exports = {
  ASK_BEFORE_UNCAUGHT,
  REPORTING_STACK_TRACE_LIMIT,
  REPORT_ERRORS,
  DEFAULT,
  FLAG,
  preimagePath,
  keepCodeCaches
}
