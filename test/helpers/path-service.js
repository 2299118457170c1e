'use strict'
// Runs the service of test/fixtures/execution-path, with or without execution paths, and asks it.

const { spawn } = require('node:child_process')
const { once } = require('node:events')
const http = require('node:http')
const path = require('node:path')

const { temporaryDirectory } = require('./crash')
const { NODE } = require('./run-node')
const { requests } = require('../fixtures/execution-path/requests')

/** @typedef {{ key: string, name: string, steps: string[], changes: { ran: string, functionName?: string }[] }} Path */

const ROOT = path.resolve(__dirname, '../..')
const SERVER = path.join(ROOT, 'test/fixtures/execution-path/server.js')

/**
 * @param {import('tap').Test} t
 * @param {'http' | 'express' | 'fastify'} face
 * @param {Record<string, string>} [env]
 * @param {string[]} [args] `coverage`: V8's coverage is on; `chosen`: a function chooses the requests
 */
async function startService (t, face, env = { CRASH_COLLECTOR_EXECUTION_PATH: 'request' }, args = []) {
  // tap puts its hooks into the NODE_OPTIONS of every child.
  const command = ['-u', 'NODE_OPTIONS', NODE, '--require', path.join(ROOT, 'index.js'), SERVER, face, ...args]
  const directory = temporaryDirectory(t)
  const child = spawn('env', command, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { PATH: process.env.PATH, HOME: directory, TMPDIR: directory, CRASH_COLLECTOR_DIR: directory, ...env }
  })
  const agent = new http.Agent({ keepAlive: true, maxSockets: 50 })
  t.teardown(() => {
    agent.destroy()
    child.kill('SIGKILL')
  })
  const [{ port }] = await once(child, 'message')
  return {
    /** @param {string} question @returns {Promise<any>} */
    async ask (question) {
      child.send(question)
      const [answer] = await once(child, 'message')
      return answer
    },

    /**
     * @param {[name: string, n: number, body?: string]} request
     * @param {string} key
     * @param {string[]} [packets] of the body; each is sent when the one before has left
     * @param {Record<string, string>} [headers]
     * @returns {Promise<string>} status and text of the answer
     */
    send: ([name, n, body = ''], key, packets = [body], headers = {}) =>
      new Promise((resolve, reject) => {
        const outgoing = http.request(
          { port, agent, headers, method: body === '' ? 'GET' : 'POST', path: `/${name}?n=${n}&key=${key}` },
          async incoming => {
            let text = ''
            for await (const chunk of incoming) text += chunk
            resolve(`${incoming.statusCode} ${text}`)
          }
        )
        outgoing.on('error', reject)
        outgoing.setHeader('content-type', 'text/plain')
        const next = (/** @type {number} */ i) => {
          if (i === packets.length) outgoing.end()
          else outgoing.write(packets[i], () => setImmediate(() => setImmediate(next, i + 1)))
        }
        if (packets.length === 1) outgoing.end(body)
        else next(0)
      }),

    /**
     * Waits until the paths of so many requests are there.
     * @param {number} count
     * @returns {Promise<Map<string, Path>>} by key
     */
    async paths (count) {
      const found = new Map()
      while (found.size < count) for (const each of await this.ask('paths')) found.set(each.key, each)
      return found
    }
  }
}

/** Two timers of one request may expire in one turn of a slow loop, so the order of these is not determined. */
const RACES = new Set(['parts'])

/**
 * @param {Path} path
 * @returns {string[]} in order, if that is determined
 */
function comparable ({ name, steps }) {
  const [handler] = /\w+(?=\?)/.exec(name) ?? ['']
  return RACES.has(handler) ? [...steps].sort() : steps
}

module.exports = { comparable, requests, startService }
