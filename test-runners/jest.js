'use strict'
// `testEnvironment: 'crash-collector/jest'`: jest's environment for Node.js, with a dump of each failed test.
//
// jest runs tests in a `vm` context. Its environment lives outside of that context, as the collector does, and
// jest-circus gives it each event with the very error object
// (https://jestjs.io/docs/configuration#testenvironment-string). A reporter gets texts only.

const { createRequire } = require('node:module')
const path = require('node:path')

const crashCollector = require('../index')

/** A file of the package that runs test files, and that depends on the environment for Node.js. */
const JEST_RUNNER = /[\\/]jest-runner[\\/]build[\\/]/

/** jest's name of the suite that is around all others. */
const ROOT_SUITE = 'ROOT_DESCRIBE_BLOCK'

const failed = crashCollector.watchTests('jest')

/**
 * Adds the dumps to an environment, such as `require('jest-environment-jsdom').TestEnvironment`.
 * @template {new (...args: any[]) => any} Environment
 * @param {Environment} Base
 * @returns {Environment}
 */
function withCrashDumps (Base) {
  return class extends Base {
    /** @type {string | undefined} */
    #file

    /** @param {any[]} args the configuration, and what is to be run */
    constructor (...args) {
      super(...args)
      this.#file = args[1]?.testPath
    }

    /**
     * @param {any} event
     * @param {any} state
     */
    async handleTestEvent (event, state) {
      // Before the first await, because jest waits for no handler of the event `error`.
      writeDump(event, state, this.#file)
      await super.handleTestEvent?.(event, state)
    }
  }
}

/**
 * @param {any} event
 * @param {any} state
 * @param {string | undefined} file
 */
function writeDump ({ name, error, test, hook, describeBlock }, state, file) {
  if (name === 'test_fn_failure') failed(error, { name: fullName(test), file, attempt: test.invocations })
  else if (name === 'hook_failure') {
    const of = test ?? describeBlock
    failed(error, { name: [fullName(of), hook.type].join(' > '), file, attempt: test?.invocations })
  } else if (name === 'error' && state.currentlyRunningTest) {
    const running = state.currentlyRunningTest
    failed(error, { name: fullName(running), file, attempt: running.invocations })
  }
}

/** @param {any} block a test or a suite */
function fullName (block) {
  const names = []
  for (let at = block; at && at.name !== ROOT_SUITE; at = at.parent) names.unshift(at.name)
  return names.join(' > ')
}

/** The package manager may have put the environment where only jest's own packages find it. */
function nodeEnvironment () {
  const runner = Object.keys(require.cache).find(file => JEST_RUNNER.test(file))
  return createRequire(runner ?? path.join(process.cwd(), 'any.js'))('jest-environment-node').TestEnvironment
}

/** @type {(new (...args: any[]) => any) & { withCrashDumps: typeof withCrashDumps }} */
const CrashDumpsEnvironment = withCrashDumps(nodeEnvironment())

module.exports = CrashDumpsEnvironment
// So that an ES module can import it by its name: Node.js finds the names in the text.
module.exports.withCrashDumps = withCrashDumps
