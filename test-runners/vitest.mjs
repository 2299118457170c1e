// `runner: 'crash-collector/vitest'` in the configuration of vitest: its own runner, with a dump of each failed attempt
// of a test.
//
// Hooks and `onTestFailed` get plain copies of errors (`processError`), by which no capture can be found. A runner
// calls the function of the test, so the error object itself comes by (https://vitest.dev/api/advanced/runner).

import { createRequire } from 'node:module'
import * as vitest from 'vitest'

const failed = createRequire(import.meta.url)('../index.js').watchTests('vitest')

// Importing the other two prints a warning from vitest 4.1 on, which exports what they had from its main module.
const isFromMain = typeof vitest.TestRunner?.getTestFn === 'function'
const TestRunner = isFromMain ? vitest.TestRunner : (await import('vitest/runners')).VitestTestRunner
const getTestFn = isFromMain ? TestRunner.getTestFn : (await import('vitest/suite')).getFn

/** Names of the errors by which a test is skipped or the run is cancelled. */
const NO_FAILURES = new Set(['PendingError', 'TestRunAbortError'])

/**
 * Adds the dumps to a runner.
 * @template {new (...args: any[]) => any} Runner
 * @param {Runner} Base
 * @returns {Runner}
 */
export function withCrashDumps (Base) {
  return class extends Base {
    /**
     * Runs the test in a microtask, so that no frame of ours is on its stack, which vitest prints.
     * @param {any} test
     */
    runTask (test) {
      const run = super.runTask === undefined ? getTestFn(test) : super.runTask.bind(this, test)
      return Promise.resolve()
        .then(run)
        .catch(error => {
          writeDump(error, test)
          throw error
        })
    }
  }
}

/**
 * @param {any} error
 * @param {any} test
 */
function writeDump (error, test) {
  if (test.fails || NO_FAILURES.has(error?.constructor?.name)) return
  const file = failed(error, {
    name: fullName(test),
    file: test.file?.filepath,
    attempt: (test.result?.retryCount ?? 0) + 1
  })
  // vitest keeps this for its reporters (https://vitest.dev/api/advanced/metadata).
  if (file !== null) test.meta.crashDump = file
}

/** @param {any} test */
function fullName (test) {
  const names = [test.name]
  for (let suite = test.suite; suite && suite.name !== ''; suite = suite.suite) names.unshift(suite.name)
  return names.join(' > ')
}

/** @type {new (...args: any[]) => any} */
const CrashDumpsRunner = withCrashDumps(TestRunner)

export default CrashDumpsRunner
