'use strict'
// The service under crash-collector, and the search that nightjar and the broken carriers do not survive.

const { spawn } = require('node:child_process')
const { once } = require('node:events')
const http = require('node:http')
const path = require('node:path')
const readline = require('node:readline')

const PACKAGE = path.join(__dirname, '..', '..', '..')
const COMMAND = path.join(PACKAGE, 'bin', 'crash-collector.js')
const TICKETING = path.join(__dirname, '..')
/** In milliseconds, from the beginning of the search to a signal. */
const UNDER_WAY = 50
/** In milliseconds. No carrier has answered at the signal, even on a busy machine. */
const SLOW_CARRIERS = '900'

/**
 * @param {import('./ways').Way} way
 * @param {string} directory of the dumps
 * @returns {Promise<string>} how the process ended
 */
async function killService (way, directory) {
  const { main = 'server.js', nodeArgs = [], trigger, isOff = false, brokenCarrier = '', env = {} } = way
  const isSlow = way.whileSearching?.startsWith('SIG')
  const service = spawn(process.execPath, [...nodeArgs, main], {
    cwd: TICKETING,
    env: {
      ...process.env,
      NODE_OPTIONS: `--require ${JSON.stringify(PACKAGE)}`,
      CRASH_COLLECTOR_DIR: directory,
      ...(isOff && { CRASH_COLLECTOR_TRIGGERS: trigger }),
      BROKEN_CARRIER: brokenCarrier,
      CARRIER_TIMEOUT_MS: '1000',
      ...(isSlow && { LATENCY_MS: SLOW_CARRIERS }),
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
  if (whileSearching !== undefined && whileSearching !== 'capture') {
    return killWhileSearching(service, whileSearching, url)
  }
  const answer = search(url, whileSearching === undefined ? 'Trieste' : 'Graz')
  if (whileSearching === 'capture') {
    const asking = spawn(process.execPath, [COMMAND, 'capture', String(service.pid)], { stdio: 'inherit' })
    while (asking.exitCode === null) await search(url, 'Graz')
  }
  console.log(await answer)
  await search(url, 'Graz') // a service that lives on answers when it has written its dump
  service.kill('SIGTERM')
}

/**
 * Sends the signal when the service has begun a search, which it confirms with the status 100 (Continue).
 * @param {import('node:child_process').ChildProcess} service
 * @param {NodeJS.Signals} signal
 * @param {string} url
 */
async function killWhileSearching (service, signal, url) {
  const request = http.get(addressOf(url, 'Graz'), { headers: { expect: '100-continue' } })
  request.on('error', () => {}) // the service does not live to answer
  await once(request, 'continue')
  setTimeout(() => service.kill(signal), UNDER_WAY)
}

/**
 * @param {string} url
 * @param {string} destination
 */
function addressOf (url, destination) {
  return `${url}/search?origin=Vienna&destination=${destination}&date=2026-12-01`
}

/**
 * @param {string} url
 * @param {string} destination
 */
async function search (url, destination) {
  try {
    const response = await fetch(addressOf(url, destination))
    return await response.text()
  } catch {
    return 'no answer'
  }
}

module.exports = { COMMAND, killService }
