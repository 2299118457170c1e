'use strict'
// The service under crash-collector, and the search that nightjar and the broken carriers do not survive.

const { spawn } = require('node:child_process')
const { once } = require('node:events')
const path = require('node:path')
const readline = require('node:readline')

const PACKAGE = path.join(__dirname, '..', '..', '..')
const COMMAND = path.join(PACKAGE, 'bin', 'crash-collector.js')
const TICKETING = path.join(__dirname, '..')
/** In milliseconds. By then a search is under way in all carriers, and none has answered. */
const UNDER_WAY = 20

/**
 * @param {import('./ways').Way} way
 * @param {string} directory of the dumps
 * @returns {Promise<string>} how the process ended
 */
async function killService (way, directory) {
  const { main = 'server.js', nodeArgs = [], trigger, isOff = false, brokenCarrier = '', env = {} } = way
  const service = spawn(process.execPath, [...nodeArgs, main], {
    cwd: TICKETING,
    env: {
      ...process.env,
      NODE_OPTIONS: `--require ${JSON.stringify(PACKAGE)}`,
      CRASH_COLLECTOR_DIR: directory,
      ...(isOff && { CRASH_COLLECTOR_TRIGGERS: trigger }),
      BROKEN_CARRIER: brokenCarrier,
      CARRIER_TIMEOUT_MS: '1000',
      ...env
    },
    stdio: ['ignore', 'pipe', 'inherit']
  })
  readline.createInterface({ input: service.stdout }).on('line', line => {
    console.log(line)
    const port = /^listening on port (\d+)$/.exec(line)?.[1]
    if (port !== undefined) useService(service, way, `http://127.0.0.1:${port}`)
  })
  const [exitCode, signal] = await once(service, 'close')
  return signal === null ? `ended with exit code ${exitCode}` : `was ended by ${signal}`
}

/**
 * @param {import('node:child_process').ChildProcess} service
 * @param {import('./ways').Way} way
 * @param {string} url
 */
async function useService (service, { whileSearching }, url) {
  const answer = search(url, whileSearching === undefined ? 'Trieste' : 'Graz')
  if (whileSearching === 'capture') {
    const asking = spawn(process.execPath, [COMMAND, 'capture', String(service.pid)], { stdio: 'inherit' })
    while (asking.exitCode === null) await search(url, 'Graz')
  } else if (whileSearching !== undefined) {
    setTimeout(() => service.kill(whileSearching), UNDER_WAY)
  }
  console.log(await answer)
  await search(url, 'Graz') // a service that lives on answers when it has written its dump
  service.kill('SIGTERM')
}

/**
 * @param {string} url
 * @param {string} destination
 */
async function search (url, destination) {
  try {
    const response = await fetch(`${url}/search?origin=Vienna&destination=${destination}&date=2026-12-01`)
    return await response.text()
  } catch {
    return 'no answer'
  }
}

module.exports = { COMMAND, killService }
