'use strict'
// Describes the test runners: how a test is written for each, how it is run, and how the collector is switched on.

/**
 * @typedef {object} Runner
 * @property {string[]} packages packages that the tests need, installed in the repository or in test/ecosystem
 * @property {string} file name of a test file; `#` is its number
 * @property {string} head first lines of a test file
 * @property {string} test function that declares a test
 * @property {string} [parameters] parameters of a test's function
 * @property {(found: string, wanted: string) => string} equal
 * @property {(code: string) => string} throws
 * @property {(code: string) => string} rejects
 * @property {(isOn: boolean) => string[]} command arguments of Node.js; isOn: with the collector
 * @property {(isOn: boolean) => Record<string, string>} [configuration] files by name
 * @property {RegExp} proof what the runner prints if all tests have passed
 */

const WITH_ASSERT = {
  equal: (/** @type {string} */ found, /** @type {string} */ wanted) => `assert.strictEqual(${found}, ${wanted})`,
  throws: (/** @type {string} */ code) => `assert.throws(() => ${code}, TypeError)`,
  rejects: (/** @type {string} */ code) => `await assert.rejects(${code}, TypeError)`
}
const WITH_EXPECT = {
  equal: (/** @type {string} */ found, /** @type {string} */ wanted) => `expect(${found}).toBe(${wanted})`,
  throws: (/** @type {string} */ code) => `expect(() => ${code}).toThrow(TypeError)`,
  rejects: (/** @type {string} */ code) => `await expect(${code}).rejects.toThrow(TypeError)`
}

/** @type {Record<string, Runner>} */
const RUNNERS = {
  'node:test': {
    packages: [],
    file: 'orders-#.test.js',
    head: "const { it } = require('node:test')\nconst assert = require('node:assert')",
    test: 'it',
    ...WITH_ASSERT,
    command: isOn => [
      ...(isOn ? ['--import', 'crash-collector/node-test'] : []),
      '--test',
      '--test-concurrency=1',
      '--test-reporter=tap'
    ],
    proof: /^# pass 1000$/m
  },
  mocha: {
    packages: ['mocha'],
    file: 'orders-#.spec.js',
    head: "const assert = require('node:assert')",
    test: 'it',
    ...WITH_ASSERT,
    // By its path, because mocha here is a link and looks for packages in the place to which that leads.
    command: isOn => [
      'node_modules/mocha/bin/mocha.js',
      ...(isOn ? ['--require=./node_modules/crash-collector/test-runners/mocha.js'] : []),
      '--reporter=dot',
      '*.spec.js'
    ],
    proof: /^ +1000 passing/m
  },
  jest: {
    packages: ['jest'],
    file: 'orders-#.test.js',
    head: '',
    test: 'it',
    ...WITH_EXPECT,
    command: () => ['node_modules/jest/bin/jest.js', '--runInBand', '--no-cache'],
    configuration: isOn => ({
      'jest.config.json': JSON.stringify({
        testEnvironment: isOn ? 'crash-collector/jest' : 'node',
        transform: {},
        watchman: false
      })
    }),
    proof: /^Tests: +1000 passed, 1000 total$/m
  },
  vitest: {
    packages: ['vitest'],
    file: 'orders-#.test.mjs',
    head: "import { expect, it } from 'vitest'\nimport orders from './orders.js'",
    test: 'it',
    ...WITH_EXPECT,
    command: () => ['node_modules/vitest/vitest.mjs', 'run', '--no-file-parallelism'],
    configuration: isOn => ({
      'vitest.config.mjs': `export default { test: ${JSON.stringify({
        include: ['*.test.mjs'],
        runner: isOn ? 'crash-collector/vitest' : undefined
      })} }\n`
    }),
    proof: /^ +Tests +1000 passed \(1000\)$/m
  },
  tap: {
    packages: ['tap'],
    file: 'orders-#.test.js',
    head: "const t = require('tap')",
    test: 't.test',
    parameters: 't',
    equal: (found, wanted) => `t.equal(${found}, ${wanted})`,
    throws: code => `t.throws(() => ${code}, TypeError)`,
    rejects: code => `await t.rejects(${code}, TypeError)`,
    command: () => ['node_modules/tap/dist/esm/run.mjs', '--reporter=terse', '--jobs=1', '--disable-coverage'],
    configuration: isOn => ({
      // As in the repository itself: with another list of plugins, tap would generate its class of tests anew.
      '.taprc': [
        'plugin: ["!@tapjs/typescript"]',
        'include: ["*.test.js"]',
        ...(isOn ? ['node-arg: ["--import=crash-collector/tap"]'] : []),
        ''
      ].join('\n')
    }),
    proof: /pass(ed|ing)?:? +1000\b|\b1000 (pass|OK)/
  },
  ava: {
    packages: ['ava'],
    file: 'orders-#.test.js',
    head: "const test = require('ava')",
    test: 'test',
    parameters: 't',
    equal: (found, wanted) => `t.is(${found}, ${wanted})`,
    throws: code => `t.throws(() => ${code}, { instanceOf: TypeError })`,
    rejects: code => `await t.throwsAsync(${code}, { instanceOf: TypeError })`,
    command: () => ['node_modules/ava/entrypoints/cli.mjs', '--concurrency=1'],
    configuration: isOn => ({
      'ava.config.cjs': `module.exports = ${JSON.stringify({
        files: ['*.test.js'],
        require: isOn ? ['crash-collector/ava'] : []
      })}\n`
    }),
    proof: /^ +1000 tests passed$/m
  },
  playwright: {
    packages: ['@playwright/test', 'playwright'],
    file: 'orders-#.spec.js',
    head: "const { expect, test } = require('@playwright/test')",
    test: 'test',
    ...WITH_EXPECT,
    command: () => ['node_modules/@playwright/test/cli.js', 'test', '--reporter=dot', '--workers=1'],
    configuration: isOn => ({
      'playwright.config.js':
        `${isOn ? "require('crash-collector/playwright')\n" : ''}module.exports = { testMatch: '*.spec.js' }\n`
    }),
    proof: /^ +1000 passed/m
  }
}

module.exports = { RUNNERS }
