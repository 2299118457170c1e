'use strict'
// node --expose-gc service.js <requests> <samples>: a service that answers requests of its own, and prints a line of
// JSON after each part of them with what the process holds. One request in a hundred meets a rejection that is handled;
// some run a script that is new, in this context or in one of their own, or start a worker.

const fs = require('node:fs')
const http = require('node:http')
const path = require('node:path')
const { setTimeout: sleep } = require('node:timers/promises')
const vm = require('node:vm')
const { Worker, isMainThread, parentPort } = require('node:worker_threads')

const CLIENTS = 8
const REJECTED_EACH = 100
const SCRIPT_EACH = 500
const CONTEXT_EACH = 1000
const WORKER_EACH = 5000
const THREADS = '/proc/self/task'
const DESCRIPTORS = '/proc/self/fd'

class Orders {
  constructor () {
    /** @type {Map<number, { id: number, lines: object[] }>} */
    this.latest = new Map()
  }

  /** @param {number} id */
  async load (id) {
    const order = { id, lines: [{ sku: `A-${id % 7}`, quantity: 2 }] }
    await null
    if (id % REJECTED_EACH === 0) throw new Error(`order ${id} is not there`)
    this.latest.set(id % 100, order)
    return order
  }
}

const orders = new Orders()

/** @param {number} id */
async function answer (id) {
  if (id % SCRIPT_EACH === 0) runScript(id, text => vm.runInThisContext(text, { filename: `rule-${id}.js` }))
  if (id % CONTEXT_EACH === 0) runScript(id, text => vm.runInNewContext(text, {}, { filename: `rule-${id}.js` }))
  if (id % WORKER_EACH === 0) await new Promise(resolve => new Worker(__filename).on('exit', resolve))
  try {
    return JSON.stringify(await orders.load(id))
  } catch (error) {
    return String(error)
  }
}

/**
 * @param {number} id
 * @param {(text: string) => (order: object) => void} compile
 */
function runScript (id, compile) {
  const rule = compile(`(function rule${id} (order) {\n  throw new Error('rule ${id} fails ' + order.id)\n})`)
  try {
    rule({ id })
  } catch {}
}

/** @param {number} port @param {http.Agent} agent @param {number} id */
function ask (port, agent, id) {
  return new Promise((resolve, reject) => {
    http
      .get({ port, agent, path: `/${id}`, host: '127.0.0.1' }, response => response.resume().on('end', resolve))
      .on('error', reject)
  })
}

/** @param {number} requests made so far */
async function sample (requests) {
  for (let i = 0; i < 3; i++) {
    globalThis.gc?.()
    await sleep(20)
  }
  const { rss, heapUsed, external } = process.memoryUsage()
  const count = (/** @type {string} */ directory) => (fs.existsSync(directory) ? fs.readdirSync(directory).length : 0)
  const row = {
    requests,
    rss,
    heapUsed,
    external,
    fds: count(DESCRIPTORS),
    threads: count(THREADS),
    handles: process.getActiveResourcesInfo().length
  }
  console.log(JSON.stringify(row))
}

/** @param {number} requests @param {number} samples */
async function main (requests, samples) {
  const server = http.createServer(async (request, response) => {
    response.end(await answer(Number(path.basename(String(request.url)))))
  })
  await new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve(null)))
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  const agent = new http.Agent({ keepAlive: true, maxSockets: CLIENTS })
  let made = 0
  for (let part = 1; part <= samples; part++) {
    const end = Math.round((requests * part) / samples)
    const client = async () => {
      while (made < end) await ask(port, agent, ++made)
    }
    await Promise.all(Array.from({ length: CLIENTS }, client))
    await sample(made)
  }
  agent.destroy()
  server.close()
}

if (isMainThread) main(Number(process.argv[2]), Number(process.argv[3]))
else {
  for (let i = 0; i < 20; i++) runScript(i, text => vm.runInThisContext(text))
  Promise.reject(new Error('the worker is tired')).catch(() => parentPort?.postMessage('done'))
}
