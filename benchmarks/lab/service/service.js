'use strict'
// Starts a service, waits until it listens, and observes its end.

const { spawn } = require('node:child_process')
const { once } = require('node:events')
const http = require('node:http')
const net = require('node:net')
const { setTimeout: sleep } = require('node:timers/promises')

const { killGroup } = require('../process/launch')

const START_TIMEOUT_MS = 30_000
/** A service that a debugger has stopped may never end. Killed, it has no exit code, and its run is discarded. */
const END_TIMEOUT_MS = 20_000

/**
 * @typedef {object} Service
 * @property {number} port
 * @property {number} pid
 * @property {(method: string, path: string, body?: unknown) => Promise<number | null>} request resolves to the status,
 *   or to null if the connection broke
 * @property {(signal: NodeJS.Signals) => void} kill
 * @property {() => Promise<Ended>} end ends the service in an orderly way
 * @property {Promise<Ended>} ended resolves when the process has ended and its output is complete
 *
 * @typedef {object} Ended
 * @property {number | null} exitCode
 * @property {NodeJS.Signals | null} signal
 * @property {bigint} atNs time of the end on the clock of process.hrtime
 * @property {string} stdout
 * @property {string} stderr
 */

/**
 * @param {string[]} command of a program that prints its port at the end of a line when it listens, or that always
 *   listens on `fixedPort`
 * @param {{ cwd: string, env: NodeJS.ProcessEnv, signal: AbortSignal, fixedPort?: number, endsWith?: 'input' }} options
 *   endsWith: of a service that no signal may reach; else it ends by SIGTERM
 * @returns {Promise<Service>}
 */
async function startService ([file, ...args], { cwd, env: given, signal, fixedPort, endsWith }) {
  const env = endsWith === undefined ? given : { ...given, BENCH_ENDS_WITH: endsWith }
  const child = spawn(file, args, { cwd, env, detached: true, stdio: ['pipe', 'pipe', 'pipe'] })
  // A service that has died closes its end of the pipe.
  child.stdin.on('error', () => {})
  const kill = () => {
    if (child.pid !== undefined) killGroup(child.pid)
  }
  signal.addEventListener('abort', kill)
  /** @type {Ended} */
  const result = { exitCode: null, signal: null, atNs: 0n, stdout: '', stderr: '' }
  child.stderr.setEncoding('utf8').on('data', text => {
    result.stderr += text
  })
  child.stdout.setEncoding('utf8').on('data', text => {
    result.stdout += text
  })
  child.on('exit', (exitCode, signal) => Object.assign(result, { exitCode, signal, atNs: process.hrtime.bigint() }))
  const ended = once(child, 'close').then(() => {
    signal.removeEventListener('abort', kill)
    return result
  })
  const timer = setTimeout(kill, START_TIMEOUT_MS)
  try {
    const port = await Promise.race([
      fixedPort === undefined ? portOf(child.stdout, result) : answering(fixedPort, ended),
      ended.then(() => null)
    ])
    if (port === null) throw new Error(`the service did not start: exit code ${result.exitCode} ${result.stderr}`)
    return {
      port,
      pid: /** @type {number} */ (child.pid),
      request: (method, path, body) => request(port, method, path, body),
      kill: signal => child.kill(signal),
      end () {
        if (endsWith === undefined) child.kill('SIGTERM')
        else child.stdin.end()
        const timer = setTimeout(kill, END_TIMEOUT_MS)
        return ended.finally(() => clearTimeout(timer))
      },
      ended
    }
  } finally {
    clearTimeout(timer)
  }
}

/**
 * @param {import('node:stream').Readable} stdout
 * @param {Ended} result
 * @returns {Promise<number>}
 */
function portOf (stdout, result) {
  return new Promise(resolve => {
    const look = () => {
      const port = /(\d+)\s*\n/.exec(result.stdout)?.[1]
      if (port === undefined) return
      stdout.off('data', look)
      resolve(Number(port))
    }
    stdout.on('data', look)
  })
}

/**
 * @param {number} port
 * @param {Promise<unknown>} ended
 * @returns {Promise<number>} the port, as soon as a connection can be made
 */
async function answering (port, ended) {
  const state = { running: true }
  ended.then(() => {
    state.running = false
  })
  while (state.running && !(await connects(port))) await sleep(20)
  return port
}

/** @param {number} port @returns {Promise<boolean>} */
function connects (port) {
  return new Promise(resolve => {
    const socket = net
      .connect(port, '127.0.0.1', () => {
        socket.destroy()
        resolve(true)
      })
      .on('error', () => resolve(false))
  })
}

/**
 * @param {number} port
 * @param {string} method
 * @param {string} path
 * @param {unknown} body
 * @returns {Promise<number | null>}
 */
function request (port, method, path, body) {
  return new Promise(resolve => {
    const headers = body === undefined ? {} : { 'content-type': 'application/json' }
    const sent = http.request({ host: '127.0.0.1', port, method, path, headers, agent: false }, response => {
      response
        .resume()
        .on('end', () => resolve(response.statusCode ?? null))
        .on('error', () => resolve(null))
    })
    sent.on('error', () => resolve(null))
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

module.exports = { startService }
