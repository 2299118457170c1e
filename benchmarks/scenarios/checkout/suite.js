'use strict'
// Measures how much later a real application dies: examples/checkout, killed by the request that its README shows.

const fs = require('node:fs')
const path = require('node:path')

const { dumpsIn, showDump, variablesOf } = require('../../lab/process/dumps')
const { REPOSITORY } = require('../../lab/environment')
const { startService } = require('../../lab/service/service')

const SERVER = path.join(REPOSITORY, 'examples', 'checkout', 'server.js')

const GOOD = {
  customer: 'Ada',
  lines: [
    { sku: 'tea', quantity: 1 },
    { sku: 'cup', quantity: 1 }
  ]
}
const FATAL = {
  customer: 'Mallory',
  lines: [
    { sku: 'tea', quantity: 1 },
    { sku: 'teapot', quantity: 1 }
  ],
  coupon: 'WELCOME'
}

/** Configurations that must leave a dump of ours. */
const WITH_DUMP = new Set(['on-demand', 'pause', 'always'])

/** @type {import('../../lab/suite').Suite} */
module.exports = {
  name: 'checkout',
  title: 'From the crash to the exit',
  question: 'How much later does a real application die?',
  minutes: 5,
  text: `\`examples/checkout\` answers three orders and then gets the one that kills it. Time from sending that
request to the end of the process, seen from outside.`,
  nodes: ['20', '22', '24', '26'],
  configurations: ['off', 'off-again', 'on-demand', 'pause', 'always'],
  rounds: 8,
  quickRounds: 1,
  charts: [{ name: 'exit', title: 'examples/checkout: milliseconds later to exit than without', metric: 'exitMs' }],
  metrics: [
    {
      name: 'exitMs',
      label: 'request to exit',
      unit: 'ms',
      compare: 'difference',
      digits: 1
    },
    { name: 'dumpKb', label: 'dump', unit: 'KB', compare: 'value', digits: 1 }
  ],
  scenarios: [
    {
      name: 'missing product',
      async run ({ configuration, node, directory, env, signal }) {
        const service = await startService([node, ...configuration.nodeArgs, SERVER], { cwd: directory, env, signal })
        for (let i = 0; i < 3; i++) {
          const status = await service.request('POST', '/orders', GOOD)
          if (status !== 201) throw new Error(`status ${status} instead of 201`)
        }
        const sentNs = process.hrtime.bigint()
        service.request('POST', '/orders', FATAL)
        const { exitCode, atNs, stderr } = await service.ended
        if (exitCode !== 1 || !stderr.includes('TypeError')) {
          return { metrics: {}, discarded: `exit code ${exitCode}`, details: { stderr } }
        }
        const metrics = { exitMs: Number(atNs - sentNs) / 1e6 }
        if (!WITH_DUMP.has(configuration.name)) return { metrics }
        const dumps = dumpsIn(path.join(directory, 'crashes'))
        if (dumps.length !== 1) return { metrics: {}, discarded: `${dumps.length} dumps`, details: { stderr } }
        if (variablesOf(showDump(dumps[0]), 'priceOf').line === undefined) {
          return { metrics: {}, discarded: 'no variables in the dump' }
        }
        return { metrics: { ...metrics, dumpKb: fs.statSync(dumps[0]).size / 1024 } }
      }
    }
  ]
}
