'use strict'
// `import 'crash-collector/playwright'`, or `require()` of it, in `playwright.config`: a dump of each failed attempt of
// a test of Playwright Test.
//
// Each process that runs tests loads the configuration. Hooks and fixtures get texts of errors (`testInfo.errors`), and
// the class that is given each error is not exported. So a fixture that all tests and hooks have leads to that class.
// It is added to those of Playwright's own `test`, which all others extend.

const { createRequire } = require('node:module')

/** A file of Playwright Test that runs in each process with tests. */
const WORKER = /[\\/]playwright[\\/]lib[\\/]/

/** The kind of fixture that Playwright Test itself has for traces, also in the hooks `beforeAll` and `afterAll`. */
const ALWAYS = { auto: 'all-hooks-included', box: true, title: 'crash-collector' }

// Playwright Test sets this variable in the processes that run tests (https://playwright.dev/docs/test-parallel).
if (process.env.TEST_WORKER_INDEX !== undefined && WORKER.test(process.argv[1])) {
  addFixture(createRequire(process.argv[1])('playwright/test').test)
}

/** @param {any} test Playwright's own `test` */
function addFixture (test) {
  const failed = require('../index').watchTests('playwright', { quiet: true })
  let isWatched = false

  // Playwright Test reads the names of the fixtures that this one needs from the text of the function.
  // eslint-disable-next-line no-empty-pattern
  async function crashCollector (/** @type {any} */ {}, /** @type {Function} */ use, /** @type {any} */ testInfo) {
    const TestInfo = Object.getPrototypeOf(testInfo)
    if (!isWatched) watchErrors(TestInfo, failed)
    isWatched = true
    await use()
  }
  // Its description of a `test` is behind a symbol that it does not export.
  const [testType] = Object.getOwnPropertySymbols(test).map(symbol => test[symbol])
  testType.fixtures.push({
    fixtures: { _crashCollector: [crashCollector, ALWAYS] },
    location: { file: __filename, line: 1, column: 1 }
  })
}

/**
 * @param {any} TestInfo prototype of Playwright's `TestInfoImpl`, of which there is one for each attempt
 * @param {ReturnType<typeof import('../index').watchTests>} failed
 */
function watchErrors (TestInfo, failed) {
  const { _failWithError } = TestInfo
  TestInfo._failWithError = function (/** @type {unknown} */ error) {
    // A test goes on after `expect.soft()`, and its hooks run after any error, which may fail because of the first.
    if (this.errors.length === 0 && this.expectedStatus !== 'failed') writeDump(this, error, failed)
    return _failWithError.call(this, error)
  }
}

/**
 * @param {any} testInfo
 * @param {unknown} error
 * @param {ReturnType<typeof import('../index').watchTests>} failed
 */
function writeDump (testInfo, error, failed) {
  const { titlePath, file, retry } = testInfo
  const dump = failed(error, { name: titlePath.slice(1).join(' > '), file, attempt: retry + 1 })
  // Reporters print the path beside the failure, and the HTML report takes the file along.
  if (dump !== null) {
    testInfo.attachments.push({ name: 'crash dump', path: dump, contentType: 'application/octet-stream' })
  }
}
