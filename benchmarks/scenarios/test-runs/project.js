'use strict'
// Writes a project with 1,000 tests: 20 files of 50. In each ten tests, seven call a function, one waits for one, and
// two provoke an error that they expect.

const fs = require('node:fs')
const path = require('node:path')

const { REPOSITORY } = require('../../lab/environment')
const { installedPackage } = require('../../lab/configurations/installed')

/** @typedef {import('./runners').Runner} Runner */

const FILES = 20
const TESTS_OF_FILE = 50
/** Where `npm install` and `npm run ecosystem:install` have put the runners. */
const INSTALLED = ['node_modules', 'test/ecosystem/node_modules']
const CODE = path.join(__dirname, 'orders.js')

/**
 * @param {string} directory
 * @param {Runner} runner
 * @param {boolean} isOn with the collector
 */
function writeProject (directory, runner, isOn) {
  const modules = path.join(directory, 'node_modules')
  const packages = [modules]
  if (isOn) {
    link(installedPackage(), path.join(modules, 'crash-collector'))
    // The package is a link, and an integration finds the runner in the place to which that leads.
    packages.push(path.dirname(installedPackage()))
  }
  for (const name of runner.packages) {
    const found = INSTALLED.map(modules => path.join(REPOSITORY, modules, name)).find(each => fs.existsSync(each))
    if (found === undefined) throw new Error(`${name} is not installed: npm run ecosystem:install`)
    for (const at of packages) link(found, path.join(at, name))
  }
  fs.copyFileSync(CODE, path.join(directory, 'orders.js'))
  fs.writeFileSync(path.join(directory, 'package.json'), '{ "name": "orders", "private": true }\n')
  for (const [name, text] of Object.entries(runner.configuration?.(isOn) ?? {})) {
    fs.writeFileSync(path.join(directory, name), text)
  }
  for (let i = 0; i < FILES; i++) {
    fs.writeFileSync(path.join(directory, runner.file.replace('#', String(i))), testFile(runner, i * TESTS_OF_FILE))
  }
}

/** @param {string} target @param {string} at */
function link (target, at) {
  if (fs.existsSync(at)) return
  fs.mkdirSync(path.dirname(at), { recursive: true })
  fs.symlinkSync(target, at, 'junction')
}

/**
 * @param {Runner} runner
 * @param {number} first number of the file's first test
 * @returns {string}
 */
function testFile ({ head, test, parameters = '', equal, throws, rejects }, first) {
  const loaded = head.includes(' orders ') ? '' : "const orders = require('./orders.js')"
  const tests = Array.from({ length: TESTS_OF_FILE }, (_, i) => {
    const customers = Math.min(17, first + i)
    const body = {
      7: `${equal(`await orders.countCustomers(${first + i})`, String(customers))}`,
      8: throws(`orders.priceOf({ id: ${i} })`),
      9: rejects(`orders.charge({ id: ${i} })`)
    }[i % 10]
    return `${test}('order ${first + i}', async (${parameters}) => {
  ${body ?? equal(`orders.totalsByCustomer(${first + i}).size`, String(customers))}
})`
  })
  return [head, loaded, ...tests, ''].join('\n')
}

module.exports = { writeProject }
