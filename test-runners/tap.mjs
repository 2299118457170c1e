// `node-arg: --import=crash-collector/tap` in `.taprc`, or `node --import crash-collector/tap` for one file: a dump of
// each failed test of tap.
//
// An assertion of tap that fails throws nothing: it calls `fail()` of its test, and the test goes on. So `fail()` is
// wrapped, and makes an error while the test's function is on the stack. What a test throws comes to `threw()`.

import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/** Details of a failed assertion that the dump has in another place, or that are no values of the test. */
const NOT_SHOWN = new Set(['at', 'stack', 'diagnostic', 'tapChildBuffer'])

const file = process.argv[1]

// A program that a test starts may have been given the options of the test's process.
const tap = file === undefined ? null : await loadTap(file)
if (tap !== null) watchTests(tap.TestBase.prototype)

/**
 * @param {string} file path of the test file
 * @returns {Promise<any>} the copy of tap that the file will load; null if there is none
 */
async function loadTap (file) {
  const require = createRequire(file)
  try {
    const forScripts = require.resolve('tap')
    const forModules = forScripts.replace(/commonjs(?=[\\/]index\.js$)/, 'esm')
    // Either copy would do, because both have the same root test. But then the file would load the other one besides.
    return isModule(file) ? await import(pathToFileURL(forModules).href) : require(forScripts)
  } catch {
    return null
  }
}

/** @param {string} file */
function isModule (file) {
  if (/\.[cm][jt]s$/.test(file)) return file.at(-3) === 'm'
  for (let at = path.dirname(file); ; at = path.dirname(at)) {
    const description = path.join(at, 'package.json')
    if (fs.existsSync(description)) return JSON.parse(fs.readFileSync(description, 'utf8')).type === 'module'
    if (at === path.dirname(at)) return false
  }
}

/** @param {any} Test prototype of tap's tests (`TestBase`, tap 18 to 21) */
function watchTests (Test) {
  const failed = createRequire(import.meta.url)('../index.js').watchTests('tap', { quiet: true })
  const { fail, threw } = Test
  /** Tests that have a dump. A test goes on after an assertion that failed, and what follows may be its consequence. */
  const dumped = new WeakSet()
  /** @type {{ test: any, dump: string | null } | null} the dump of what a test has thrown, while tap calls `fail()` */
  let thrown = null

  /**
   * @param {any} test
   * @param {unknown} error
   * @returns {string | null} path of the dump
   */
  function writeDump (test, error) {
    if (dumped.has(test)) return null
    dumped.add(test)
    return failed(error, { name: fullName(test), file })
  }

  Test.fail = function (/** @type {any} */ message, /** @type {any} */ extra) {
    const isFirst = message !== null && typeof message === 'object'
    const details = { ...(isFirst ? message : extra) }
    let dump = null
    if (thrown !== null && thrown.test === this) {
      dump = thrown.dump
    } else if (!details.todo && !details.skip && !dumped.has(this)) {
      dump = writeDump(this, assertionError(isFirst ? undefined : message, details, this.currentAssert ?? Test.fail))
    }
    // tap prints all details.
    if (dump !== null) details.crashDump = dump
    return isFirst ? fail.call(this, details) : fail.call(this, message, details)
  }

  Test.threw = function (/** @type {any} */ error, /** @type {any} */ extra, /** @type {boolean} */ isOfChild) {
    // If a hook before the test has thrown, tap calls this again when the test begins.
    if (this.parent && !this.started) return threw.call(this, error, extra, isOfChild)
    // tap puts a thrown primitive into an object.
    const value = error?.tapCaught !== undefined && 'error' in error ? error.error : error
    const before = thrown
    thrown = { test: this, dump: isOfChild ? null : writeDump(this, value) }
    try {
      // The next test may begin in here.
      return threw.call(this, error, extra, isOfChild)
    } finally {
      thrown = before
    }
  }
}

/** The class has a name by which the collector knows an assertion. */
class AssertionError extends Error {
  get name () {
    return 'AssertionError'
  }
}

/**
 * @param {string | undefined} message
 * @param {Record<string, unknown>} details what tap prints of the assertion, such as `found` and `wanted`
 * @param {Function} caller the assertion
 */
function assertionError (message = 'the assertion failed', details, caller) {
  const error = new AssertionError(message)
  Error.captureStackTrace(error, caller)
  for (const [key, value] of Object.entries(details)) {
    if (!NOT_SHOWN.has(key)) Object.defineProperty(error, key, { value, enumerable: true })
  }
  return error
}

/** @param {any} test */
function fullName (test) {
  const names = []
  for (let at = test; at?.parent; at = at.parent) names.unshift(at.name)
  // An assertion may stand outside of all tests.
  return names.length === 0 ? path.basename(file) : names.join(' > ')
}
