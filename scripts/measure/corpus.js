'use strict'
// The programs of test/corpus, which die as in reports of the public: lists them with the facts that each names,
// prepares a directory in which they find their packages, and runs them and `show` there.

const { execFileSync, spawnSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')

const { ROOT } = require('./run-program')

const CORPUS = path.join(ROOT, 'test/corpus')
const SERVICES = path.join(CORPUS, 'services')
const MAX_RUN_MS = 120_000
const MAX_BYTES = 2 ** 30

/** @typedef {'first error' | 'cold' | 'warm'} Kind services die at their first request, and after hundreds */
/** @typedef {{ pattern: RegExp, fact: string }} Fact pattern: of the text in which `show` has it, in one line */
/** @typedef {{ name: string, text: string, kinds: Kind[], facts: Fact[] }} Program */

/** @returns {Program[]} */
function corpusPrograms () {
  return [...programsIn(CORPUS, ['first error']), ...programsIn(SERVICES, ['cold', 'warm'])]
}

/**
 * @param {string} folder
 * @param {Kind[]} kinds
 * @returns {Program[]}
 */
function programsIn (folder, kinds) {
  return fs.readdirSync(folder).filter(name => name.endsWith('.js')).map(name => {
    const text = fs.readFileSync(path.join(folder, name), 'utf8')
    const facts = [...text.matchAll(/^\/\/ FACT \/(.*)\/(i?) (.*)$/gm)]
    return {
      name,
      text,
      kinds,
      facts: facts.map(([, pattern, flags, fact]) => ({ pattern: new RegExp(pattern, flags), fact }))
    }
  })
}

/**
 * Writes the programs into a directory, and installs their packages there if it has none.
 * @param {string} directory
 */
function prepareCorpus (directory) {
  if (!fs.existsSync(path.join(directory, 'node_modules'))) {
    const packages = JSON.parse(fs.readFileSync(path.join(CORPUS, 'packages.json'), 'utf8'))
    fs.mkdirSync(directory, { recursive: true })
    fs.writeFileSync(path.join(directory, 'package.json'), '{"name":"corpus","version":"1.0.0"}')
    const named = Object.entries(packages).map(each => each.join('@'))
    execFileSync('npm', ['install', '--no-audit', '--no-fund', ...named], { cwd: directory, stdio: 'ignore' })
  }
  fs.cpSync(path.join(SERVICES, 'helper'), path.join(directory, 'helper'), { recursive: true })
  for (const { name, text } of corpusPrograms()) fs.writeFileSync(path.join(directory, name), text)
}

/**
 * @param {string} name of a program
 * @param {Kind} kind
 * @param {string} collector what is preloaded
 * @param {{ cwd: string, env: NodeJS.ProcessEnv }} where
 */
function runToDeath (name, kind, collector, where) {
  spawnSync(process.execPath, ['--require', collector, name, kind], { ...where, timeout: MAX_RUN_MS, stdio: 'ignore' })
}

/**
 * @param {string} collector directory of a package with the command line
 * @param {string} dump
 * @param {{ cwd: string, env: NodeJS.ProcessEnv }} where
 * @returns {(...args: string[]) => string} what `show` prints
 */
function showOf (collector, dump, where) {
  const cli = path.join(collector, 'bin/crash-collector.js')
  const options = /** @type {const} */ ({ ...where, encoding: 'utf8', maxBuffer: MAX_BYTES })
  return (...args) => execFileSync(process.execPath, [cli, 'show', dump, ...args], options)
}

/** @param {string} text */
function inOneLine (text) {
  return text.replace(/\s+/g, ' ')
}

module.exports = { corpusPrograms, inOneLine, prepareCorpus, runToDeath, showOf }
