'use strict'
// A small application runs beside other packages and under flags of Node.js: it serves requests, handles errors and
// dies. It must do the same without and with the collector, and leave a dump with its variables.

const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')

const { readDump } = require('../../packages/inspect/reader')
const { PATIENT } = require('../helpers/crash')
const { compare, normalised, run } = require('./run-both')

const PROGRAMS = path.join(__dirname, '..', 'fixtures', 'compat')
const TIMEOUT_MS = 300_000
/** Value of a variable of the function that throws. Minifiers rename the variable. */
const VALUE = 4217
const GOOD = 'one dump with the variables'
/** The variables with which pg finds its server. */
const POSTGRES = Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('PG')))

/** @typedef {import('./beside-cases').Beside} Beside */
/** @typedef {import('./run-both').Difference} Difference */

/**
 * Makes an application that has the packages installed, and all programs.
 * @param {Record<string, string>} packages
 * @param {string} [node] for which their addons are chosen or compiled
 * @returns {string} its directory
 */
function makeApplication (packages, node = process.execPath) {
  const directory = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'crash-collector-beside-')))
  fs.cpSync(PROGRAMS, directory, { recursive: true })
  fs.writeFileSync(path.join(directory, 'package.json'), JSON.stringify({ private: true, dependencies: packages }))
  if (Object.keys(packages).length > 0) {
    const args = ['install', '--no-audit', '--no-fund', '--loglevel=error']
    const env = { ...process.env, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}` }
    execFileSync('npm', args, { cwd: directory, env, stdio: ['ignore', 'ignore', 'inherit'] })
  }
  return directory
}

/**
 * @param {Beside} beside
 * @param {string} application directory
 * @returns {string} path of the program
 */
function programOf ({ program = 'shop.js', bundle }, application) {
  if (bundle === undefined) return path.join(application, program)
  const file = path.join(application, `bundle${bundle.replace(/\W+/g, '-')}.js`)
  const args = [program, '--bundle', '--platform=node', ...bundle.split(' '), `--outfile=${file}`, '--log-level=error']
  execFileSync(path.join(application, 'node_modules', '.bin', 'esbuild'), args, { cwd: application })
  return file
}

/**
 * @param {Beside} beside
 * @param {{ application: string, preload: string, node: string }} where preload: path of the package
 * @returns {Promise<{ order: string, differences: Difference[] }[]>}
 */
async function compareBeside (beside, { application, preload, node }) {
  const { preloads = [], flags = [], env = {} } = beside
  const program = programOf(beside, application)
  const ours = `--require ${preload}`
  /** @type {Record<string, string[]>} */
  const orders = preloads.length === 0 ? { '': [ours] } : { first: [ours, ...preloads], last: [...preloads, ours] }
  const results = []
  for (const [order, options] of Object.entries(orders)) {
    const differences = await compare(async collects => {
      const dumps = fs.mkdtempSync(path.join(os.tmpdir(), 'crash-collector-dumps-'))
      try {
        const { status, stdout, stderr } = await run({
          argv: [node, ...flags, program],
          cwd: application,
          env: {
            PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}`,
            HOME: application,
            LANG: 'C.UTF-8',
            ...PATIENT,
            ...(beside.needs === undefined ? {} : POSTGRES),
            ...env,
            NODE_OPTIONS: (collects ? options : preloads).join(' '),
            CRASH_COLLECTOR_DIR: dumps
          },
          timeoutMs: TIMEOUT_MS
        })
        const dump = collects ? await describeDumps(dumps, beside.noVariables) : GOOD
        return { status, stdout: normalised(stdout), stderr: normalised(stderr), dump }
      } finally {
        fs.rmSync(dumps, { recursive: true, force: true })
      }
    })
    results.push({ order, differences })
  }
  return results
}

/**
 * @param {string} directory
 * @param {string} [noVariables]
 */
async function describeDumps (directory, noVariables) {
  const files = fs.readdirSync(directory)
  if (files.length !== 1) return `${files.length} dumps ${files}`
  const dump = await readDump(path.join(directory, files[0]))
  const errors = dump.end?.captureErrors ?? ['the dump has no end']
  if (errors.length > 0) return errors.join('\n')
  const scopes = JSON.stringify(dump.callFrames)
  return noVariables !== undefined || scopes.includes(`:${VALUE}`) ? GOOD : `no variable is ${VALUE}: ${scopes}`
}

module.exports = { compareBeside, makeApplication }
