'use strict'
// V8 refuses a code cache that was made under other flags: it compares a hash of all flags that differ from their
// defaults (test/workarounds/code-cache-flags.js, Node.js 20 to 26). The modules of Node.js come with such caches, and
// the hooks need two flags. So a third flag, which does nothing as long as V8 prints no code, takes a text with which
// the hash is what it was. scripts/flag-hash-preimage.js finds that text for each V8.

const fs = require('node:fs')

const { ownFile } = require('./own-files')

/** V8 asks at an uncaught throw whether to abort. */
const ASK_BEFORE_UNCAUGHT = '--abort-on-uncaught-exception'

/** V8 reports each construction of an Error while `Error.stackTraceLimit` isn't this. */
const REPORTING_STACK_TRACE_LIMIT = 11
const REPORT_ERRORS = `--stack-trace-limit=${REPORTING_STACK_TRACE_LIMIT}`

const FLAG = '--print-builtin-code-filter'
const DEFAULT = '*'

/** @returns {string} beside the code cache: each V8 has its own */
function preimagePath () {
  return ownFile('prebuilds', `preload-${process.arch}-${process.versions.v8}.preimage`)
}

/**
 * To be called when all flags are set, once a process. Where there is no text for this V8, or the process was started
 * with flags of its own, caches stay refused and Node.js compiles its modules from their text.
 *
 * @param {import('./native').Native} native
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
