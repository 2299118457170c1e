'use strict'
// Starts a service for an experiment, without and with crash-collector, and ends it.

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')

const { configuration, nodeOptions } = require('../lab/configurations')
const { checkInstalled } = require('../lab/configurations/installed')
const { installPackages } = require('../lab/configurations/packages')
const { startService } = require('../lab/service/service')

/** Without, and with. */
const SIDES = ['off', 'on-demand']

/**
 * @template T
 * @param {object} service
 * @param {string[]} service.command a program and its arguments, and arguments of Node.js before it
 * @param {string} [service.side] name of a configuration
 * @param {Record<string, string>} [service.env]
 * @param {(service: import('../lab/service/service').Service, directory: string) => Promise<T>} use
 * @returns {Promise<{ result: T, ended: import('../lab/service/service').Ended }>}
 */
async function withService ({ command, side = 'off', env = {} }, use) {
  installPackages()
  checkInstalled(process.execPath)
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'crash-collector-experiment-'))
  const chosen = configuration(side)
  const end = new AbortController()
  try {
    const service = await startService([process.execPath, ...command], {
      cwd: directory,
      env: {
        ...process.env,
        CRASH_COLLECTOR_DIR: path.join(directory, 'crashes'),
        ...chosen.env,
        NODE_OPTIONS: nodeOptions(chosen),
        ...env
      },
      signal: end.signal
    })
    const result = await use(service, directory)
    return { result, ended: await service.end() }
  } finally {
    end.abort()
    fs.rmSync(directory, { recursive: true, force: true, maxRetries: 3 })
  }
}

/**
 * @param {import('../lab/service/service').Service} service
 * @param {object} [options] of autocannon
 * @returns {Promise<any>} what autocannon has measured
 */
async function cannon ({ port }, options) {
  const autocannon = /** @type {any} */ (require('node:module').createRequire(__filename)('autocannon'))
  return autocannon({ url: `http://127.0.0.1:${port}`, connections: 100, duration: seconds(), ...options })
}

/** @returns {number} duration of a load: `--seconds=N`, or ten as usual with autocannon */
function seconds () {
  const [given] = process.argv.slice(2).flatMap(arg => /^--seconds=(\d+)$/.exec(arg)?.[1] ?? [])
  return Number(given ?? 10)
}

module.exports = { SIDES, cannon, withService }
