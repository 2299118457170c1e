'use strict'
// With counters a dump is the same as without, but for the path.

const fs = require('node:fs')
const path = require('node:path')
const zlib = require('node:zlib')

const t = require('tap')

const { collect } = require('../helpers/crash')

/** @typedef {import('../../packages/shared/dump/format').DumpRecord} DumpRecord */

const PROGRAMS = [
  'scopes/all.js',
  'uncaught/set-immediate.js',
  'uncaught/generator.js',
  'uncaught/class-method.js',
  'rejection/async-after-await.js',
  'rejection/catch-rethrow.js',
  'rejection/class-extends-error.js',
  'rejection/stack-trace-limit-infinity.js'
]

/** Records that tell of the process and of times. */
const OF_THE_RUN = ['header', 'process', 'executionPath', 'end']

/**
 * @param {string} file
 * @returns {unknown[]} records whose ids are counted in the order of their first occurrence
 */
function comparable (file) {
  const lines = zlib.gunzipSync(fs.readFileSync(file)).toString().trim().split('\n')
  /** @type {Map<string, number>} */
  const ids = new Map()
  return lines
    .map(line => /** @type {DumpRecord} */ (JSON.parse(line)))
    .filter(({ kind }) => !OF_THE_RUN.includes(kind))
    .map(record => JSON.stringify(record).replace(/"(\w+Id)":"([^"]+)"/g, (_, name, id) => {
      const key = `${name} ${id}`
      if (!ids.has(key)) ids.set(key, ids.size)
      return `"${name}":"${ids.get(key)}"`
    }))
    .map(json => JSON.parse(json, (key, value) => (/Ms$|^(now|start|_idleStart|asyncId)$/.test(key) ? 0 : value)))
}

/**
 * @param {import('../helpers/run-node').Run} run
 * @returns {string} what it printed after the source line, without the collector's line
 */
function stackOf ({ stderr }) {
  return stderr.slice(stderr.indexOf('\n\n')).replace(/^crash-collector: .*/gm, '')
}

for (const file of PROGRAMS) {
  t.test(file, async t => {
    // From Node.js 22 on, the collector's AsyncLocalStorage shows as any other would (docs/execution-path.md), so both
    // programs have one.
    const nodeArgs = ['--require', path.join(__dirname, '../fixtures/execution-path/uses-storage.js')]
    const plain = await collect(t, { file, nodeArgs })
    const woven = await collect(t, { file, nodeArgs, env: { CRASH_COLLECTOR_EXECUTION_PATH: 'request' } })
    t.equal(stackOf(woven), stackOf(plain), 'the stack on stderr')
    t.equal(woven.stdout, plain.stdout)
    t.equal(woven.dumps.length, 1)
    t.same(comparable(woven.dumps[0]), comparable(plain.dumps[0]))
  })
}
