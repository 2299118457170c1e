'use strict'
// Runs a small service with a package that it uses and one that it does not: one request is answered and leaves a dump
// by capture(), the next one dies. Both dumps have execution paths.

const fs = require('node:fs')
const path = require('node:path')

const { readDump } = require('../../packages/inspect/reader')
const { PATIENT, ROOT } = require('./crash')
const { runNode } = require('./run-node')

const SERVICE = `'use strict'
const http = require('node:http')
const collector = require(process.env.COLLECTOR)
const { twice } = require('used')
const { refund } = require('./refunds')
require('idle')

function priceOf (sku) {
  const cents = sku === 'cup' ? twice(400) : undefined
  if (cents === undefined) {
    throw new RangeError('no price of ' + sku)
  }
  const euros = cents / 100
  return euros
}

function cancel (order) {
  return refund(order)
}

const server = http.createServer((request, response) => {
  const euros = priceOf(request.url.slice(1))
  collector.capture(new Error('answered ' + euros))
  response.end(String(euros))
})

server.on('cancel', cancel)
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address()
  http.get({ port, path: '/cup' }, answer => {
    answer.resume()
    answer.on('end', () => http.get({ port, path: '/pot' }).on('error', () => {}))
  })
})
`

const FILES = {
  'package.json': JSON.stringify({ dependencies: { used: '1.0.0', idle: '1.0.0', absent: '1.0.0' } }),
  'service.js': SERVICE,
  'refunds.js': 'exports.refund = order => {\n  order.isPaid = false\n}\n',
  node_modules: {
    used: { 'index.js': 'exports.twice = number => number * 2\n' },
    idle: { 'index.js': 'exports.never = () => 1\n' }
  }
}

/**
 * @param {import('tap').Test} t
 * @param {Record<string, string>} [env]
 */
async function pathDumps (t, env = {}) {
  const cwd = fs.realpathSync(t.testdir(FILES))
  const directory = path.join(cwd, 'dumps')
  const run = await runNode(['--require', ROOT, 'service.js'], {
    cwd,
    env: {
      CRASH_COLLECTOR_DIR: directory,
      CRASH_COLLECTOR_EXECUTION_PATH: 'request',
      COLLECTOR: ROOT,
      ...PATIENT,
      ...env
    }
  })
  const names = fs.existsSync(directory) ? fs.readdirSync(directory) : []
  const files = names.filter(name => name.endsWith('.ccdump')).map(name => path.join(directory, name))
  const dumps = await Promise.all(files.map(file => readDump(file)))
  const fileWith = (/** @type {string} */ trigger) => {
    const found = dumps.find(({ header }) => header.trigger === trigger)
    if (found === undefined) throw new Error(`no dump by ${trigger}, exit code ${run.exitCode}: ${run.stderr}`)
    return found.file
  }
  return { cwd, directory, answered: fileWith('api'), died: fileWith('uncaughtException') }
}

module.exports = { pathDumps }
