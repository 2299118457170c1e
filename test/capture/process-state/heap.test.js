'use strict'
const t = require('tap')
const fs = require('node:fs')
const path = require('node:path')
const zlib = require('node:zlib')
const { ROOT } = require('../../helpers/crash')
const { runToDump } = require('../../helpers/run-to-dump')
const { shownDump } = require('../../helpers/shown-dump')
const { readDump } = require('../../../packages/inspect/reader')
const { pruneDumps } = require('../../../packages/shared/dump/retention')

const PROGRAM = path.join(ROOT, 'test/fixtures/process/hoards.js')
const ORDERS = 20_000

/**
 * Checks a snapshot.
 * @param {import('tap').Test} t
 * @param {string} file
 * @returns {{ orders: { numbers: number }[] }} numbers: how many fields are numbers
 */
function read (t, file) {
  const { snapshot, nodes, edges, strings } = JSON.parse(zlib.gunzipSync(fs.readFileSync(file)).toString())
  const { node_fields: nodeFields, edge_fields: edgeFields, node_types: [types] } = snapshot.meta
  const width = nodeFields.length
  t.equal(nodes.length, snapshot.node_count * width, 'as many nodes as it says')
  t.equal(edges.length, snapshot.edge_count * edgeFields.length, 'as many edges')
  const orders = []
  let edge = 0
  for (let node = 0; node < nodes.length; node += width) {
    const isOrder = strings[nodes[node + nodeFields.indexOf('name')]] === 'Order'
    let numbers = 0
    for (let n = nodes[node + nodeFields.indexOf('edge_count')]; n > 0; n--, edge += edgeFields.length) {
      const to = edges[edge + edgeFields.indexOf('to_node')]
      const property = strings[edges[edge + edgeFields.indexOf('name_or_index')]]
      if (isOrder && property === 'id' && types[nodes[to + nodeFields.indexOf('type')]] === 'number') numbers++
    }
    if (isOrder) orders.push({ numbers })
  }
  t.equal(edge, edges.length, 'nodes know their edges')
  return { orders }
}

/**
 * @param {import('tap').Test} t
 * @param {Record<string, string>} env
 */
async function crash (t, env) {
  const { exitCode, stderr, ...run } = await runToDump(t, [PROGRAM], { env })
  t.equal(exitCode, 1)
  t.match(stderr, /crash-collector: dump written to/)
  return { ...run, names: fs.readdirSync(run.directory).sort() }
}

t.test('classes', async t => {
  const { file, names } = await crash(t, { CRASH_COLLECTOR_HEAP: 'classes' })
  t.equal(names.length, 1, 'and no snapshot')
  const { dump, shown } = await shownDump(t, file)
  if (dump.heapSummary === null) {
    t.match(dump.notCaptured, [{ what: 'heapSummary', reason: 'unavailable' }], 'the heap cannot be read here')
    return
  }
  const { classes, totalBytes, nodes } = dump.heapSummary
  const order = classes.find(({ className }) => className === 'Order')
  t.ok(Math.abs(Number(order?.count) - ORDERS) < ORDERS / 20, 'counted in the pages of the heap', { order })
  t.ok(Number(order?.shallowBytes) >= Number(order?.count) * 24, 'a header and two fields each', { order })
  t.ok(nodes > ORDERS * 6 && totalBytes > Number(order?.shallowBytes))
  t.match(shown, /^ {2}Order +\d+ +[\d.]+ .B$/m)
})

t.test('snapshot', async t => {
  const { directory, names } = await crash(t, { CRASH_COLLECTOR_HEAP: 'snapshot' })
  t.match(names, [/^crash\.[\d.]+\.ccdump$/, /^crash\.[\d.]+\.heapsnapshot\.gz$/])
  const file = path.join(directory, names[1])
  t.equal(fs.statSync(file).mode & 0o777, 0o600)
  const { orders } = read(t, file)
  t.ok(orders.length >= ORDERS, `${orders.length} orders`)
  t.ok(orders.every(({ numbers }) => numbers === 0), 'V8 leaves out the values of numbers')
  const { removed } = pruneDumps(directory, { retainCount: 1, retainBytes: 1, retainDays: 0 })
  t.same(removed, [], 'the newest stays, however large')
  fs.writeFileSync(path.join(directory, 'crash.20990101.000000.1.0.1.ccdump'), '')
  t.equal(pruneDumps(directory, { retainCount: 1, retainBytes: 1e9, retainDays: 0 }).removed.length, 1)
  t.same(fs.readdirSync(directory), ['crash.20990101.000000.1.0.1.ccdump'], 'it goes with its dump')
})

t.test('snapshot-with-numbers', async t => {
  const { directory, names } = await crash(t, { CRASH_COLLECTOR_HEAP: 'snapshot-with-numbers' })
  const { orders } = read(t, path.join(directory, names[1]))
  t.ok(orders.filter(({ numbers }) => numbers === 1).length >= ORDERS, 'the id of each order')
})

t.test('a worker that dies of it', async t => {
  const program = path.join(ROOT, 'test/fixtures/process/goes-deep-in-worker.js')
  const { exitCode, stdout, directory } = await runToDump(t, [program], { env: { CRASH_COLLECTOR_HEAP: 'snapshot' } })
  t.equal(exitCode, 0)
  t.match(stdout, /^survived boom/)
  t.match(fs.readdirSync(directory).sort(), [/\.ccdump$/, /\.heapsnapshot\.gz$/])
})

t.test('not asked for', async t => {
  const { file, names } = await crash(t, {})
  t.equal(names.length, 1)
  t.equal((await readDump(file)).heapSummary, null)
})
