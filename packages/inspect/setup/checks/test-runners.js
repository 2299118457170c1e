'use strict'

const { readManifest, setUpLine } = require('./application')

/** The module that a runner needs, by the package's name. @type {Record<string, string>} */
const SET_UP = {
  mocha: 'mocha --require crash-collector/mocha',
  jest: "testEnvironment: 'crash-collector/jest' in the configuration of jest",
  vitest: "test: { runner: 'crash-collector/vitest' } in the configuration of vitest",
  tap: 'node-arg: ["--import=crash-collector/tap"] in .taprc',
  ava: "require: ['crash-collector/ava'] in the configuration of ava",
  '@playwright/test': "import 'crash-collector/playwright' in playwright.config"
}

/** @returns {import('../types').Finding[]} */
function testRunners () {
  const { dependencies = {}, devDependencies = {} } = readManifest() ?? {}
  const names = Object.keys({ ...dependencies, ...devDependencies })
  return names
    .filter(name => Object.hasOwn(SET_UP, name))
    .map(name => setUpLine(`failed tests of ${name} leave dumps`, SET_UP[name]))
}

module.exports = { testRunners }
