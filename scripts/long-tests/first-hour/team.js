'use strict'
// A team whose tests fail in a container: node:test, jest and vitest, in an image in which nothing can be compiled.

const fs = require('node:fs')
const path = require('node:path')

const { makeImage, runContainer } = require('../../../test/helpers/container')
const { PACKAGE } = require('../../build/node-gyp')

const PROJECT = path.join(PACKAGE, 'test', 'fixtures', 'first-hour')
/** The runners are above the application, where Node.js finds them too. */
const APPLICATION = '/eco/shop'
const RUNNERS = { '/eco/node_modules': path.join(PACKAGE, 'test', 'ecosystem', 'node_modules') }
const ENV = {
  // Node.js is the only program that is found.
  PATH: '/opt/node',
  CI: 'true',
  NO_COLOR: '1',
  COLUMNS: '80',
  LINES: '40',
  CRASH_COLLECTOR_DIR: `${APPLICATION}/crashes`,
  XDG_STATE_HOME: '/tmp'
}

/** @type {Record<string, string[]>} */
const COMMANDS = {
  'node --test --import crash-collector/node-test': [
    'node', '--test', '--import', 'crash-collector/node-test', 'cart.node-test.js'
  ],
  'npx jest': ['node', '/eco/node_modules/jest/bin/jest.js', '--runInBand'],
  'npx vitest run': ['node', '/eco/node_modules/vitest/vitest.mjs', 'run']
}

/** @param {import('.').Step} step @param {string} directory */
function playTeam (step, directory) {
  for (const hasAddon of [true, false]) {
    const image = path.join(directory, hasAddon ? 'prebuilt' : 'none')
    const application = makeImage(image, APPLICATION)
    fs.mkdirSync(path.join(image, 'eco', 'node_modules'))
    fs.cpSync(PROJECT, application, { recursive: true })
    if (!hasAddon) removeAddons(path.join(application, 'node_modules', 'crash-collector'))
    const run = (/** @type {string[]} */ ...command) => () =>
      runContainer(image, command, { cwd: APPLICATION, env: ENV, volumes: RUNNERS, isRoot: true })
    const collector = (/** @type {string[]} */ ...words) => run('node', 'node_modules/.bin/crash-collector', ...words)

    for (const [command, words] of Object.entries(COMMANDS)) {
      const note = hasAddon ? '' : ' # no addon'
      step(command + note, run(...words), { exitCode: 1, isOurs: false, says: [/dump written to .*crashes|crashDump/] })
      step(`npx crash-collector show${note}`, collector('show'), {
        isOneScreen: true,
        says: hasAddon
          ? [/`customer.address` is undefined/, /ships to a new customer/, /shippingTo/, /Mallory/]
          : [/Cannot read properties of undefined \(reading 'country'\)/, /customer\.address\.country/]
      })
    }
    step('npx crash-collector list', collector('list'), { isOurs: false, says: [/cart\.(js|node-test\.js|jest\.js)/] })
    step('npx crash-collector list --group', collector('list', '--group'))
    step('npx crash-collector doctor', collector('doctor'), { exitCode: hasAddon ? 0 : 1 })
  }
}

/** @param {string} copy of the package */
function removeAddons (copy) {
  for (const name of fs.readdirSync(copy, { recursive: true, encoding: 'utf8' })) {
    if (name.endsWith('.node')) fs.rmSync(path.join(copy, name))
  }
}

module.exports = { playTeam }
