'use strict'
// `mocha --require crash-collector/mocha`: a dump of each failed test and hook, also of those that are retried, and in
// the processes of `--parallel`.
//
// Root hooks and reporters do not get what is needed here: the error object of an attempt that is retried, and anything
// at all in the processes of `--parallel`. Each Runner emits it, so `emit` is wrapped, once for each copy of mocha.

const crashCollector = require('../index')

/** Events of a Runner with the runnable and its error (https://mochajs.org/api/runner.js.html, mocha 8 to 12). */
const FAILURES = new Set(['fail', 'retry'])

/** Main file of mocha, which exports its classes: `mocha.cjs` from mocha 12 on. */
const MAIN_FILE = /[\\/]mocha[\\/]lib[\\/]mocha\.c?js$/

const failed = crashCollector.watchTests('mocha')

const { executionPath } = crashCollector
const arePathsRecorded = executionPath.run('mocha', () => executionPath() !== null)

// mocha itself loads this file, so it is in the cache. A name would find another copy, or none.
for (const file of Object.keys(require.cache)) {
  if (MAIN_FILE.test(file)) watchRunners(require.cache[file]?.exports)
}

/**
 * Gives each test and hook an execution path of its own, which has the requests, too, that it makes to a server of its
 * process: what is wrong has often returned before the assertion fails.
 * @param {any} Runnable
 */
function followTests (Runnable) {
  const { run } = Runnable.prototype
  Runnable.prototype.run = function (/** @type {any[]} */ ...args) {
    return executionPath.run(nameOf(this), () => run.apply(this, args), { isTest: true })
  }
}

/** @param {any} mocha its exports */
function watchRunners ({ Runner, Runnable }) {
  if (arePathsRecorded) followTests(Runnable)
  const { emit } = Runner.prototype
  Runner.prototype.emit = function (/** @type {string} */ event, /** @type {any[]} */ ...args) {
    // The parent of `--parallel` emits the events of its children again, with copies of their tests and errors.
    if (FAILURES.has(event) && args[0] instanceof Runnable) writeDump(args[0], args[1])
    return emit.call(this, event, ...args)
  }
}

/**
 * @param {any} runnable a test, or a hook, whose name says of which test
 * @param {unknown} error
 */
function writeDump (runnable, error) {
  failed(error, {
    name: nameOf(runnable),
    file: runnable.file,
    attempt: (runnable.currentRetry?.() ?? 0) + 1
  })
}

/** @param {any} runnable */
function nameOf (runnable) {
  // mocha before 4 has no `titlePath`.
  return runnable.titlePath?.().join(' > ') ?? runnable.fullTitle()
}
