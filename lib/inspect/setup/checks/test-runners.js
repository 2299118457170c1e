'use strict'

const { readManifest } = require('./application')

/** What a runner needs, by the package's name. @type {Record<string, string>} */
const SET_UP = {
  mocha: 'mocha --require crash-collector/mocha',
  jest: "testEnvironment: 'crash-collector/jest' in the configuration of jest",
  vitest: "test: { runner: 'crash-collector/vitest' } in the configuration of vitest"
}

/** @returns {import('../types').Finding[]} */
function testRunners () {
  const { dependencies = {}, devDependencies = {} } = readManifest() ?? {}
  const names = Object.keys({ ...dependencies, ...devDependencies })
  return names
    .filter(name => Object.hasOwn(SET_UP, name))
    .map(name => {
      const text = `failed tests of ${name} leave dumps after a line of set-up`
      return { state: 'note', text, remedy: SET_UP[name] }
    })
}

module.exports = { testRunners }
