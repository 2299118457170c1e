'use strict'
const t = require('tap')
const fs = require('node:fs')
const path = require('node:path')
const { ROOT } = require('../../helpers/crash')
const { runNode } = require('../../helpers/run-node')
const { runToDump } = require('../../helpers/run-to-dump')
const { shownDump } = require('../../helpers/shown-dump')
const { readDump } = require('../../../packages/inspect/reader')
const { pruneDumps } = require('../../../packages/shared/dump/retention')

const PROGRAM = path.join(ROOT, 'test/fixtures/process/hoards.js')
const ORDERS = 20_000

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

t.test('summary', async t => {
  const { file, names } = await crash(t, { CRASH_COLLECTOR_HEAP: 'summary' })
  t.equal(names.length, 1, 'and no snapshot')
  const { dump, shown } = await shownDump(t, file)
  const { classes = [], retainers = [], totalBytes = 0, nodes = 0 } = dump.heapSummary ?? {}
  const order = classes.find(({ className }) => className === 'Order')
  t.equal(order?.count, ORDERS)
  t.ok(Number(order?.shallowBytes) >= ORDERS * 24, 'a header and two fields each', { order })
  t.ok(Number(order?.retainedBytes) > Number(order?.shallowBytes) * 2, 'with what they hold', { order })
  t.ok(nodes > ORDERS * 6 && totalBytes > Number(order?.retainedBytes))
  for (const { className, shallowBytes, retainedBytes } of classes) {
    t.ok(shallowBytes <= retainedBytes && retainedBytes <= totalBytes, className)
  }
  t.equal(retainers[0].className, 'Map', 'the cache is the first')
  t.ok(retainers[0].retainedBytes > Number(order?.retainedBytes))
  t.same(
    retainers[0].path.slice(-2).map(({ edge }) => edge),
    ['service', 'orders']
  )
  t.ok(
    retainers.length <= 10 &&
      retainers.every(({ retainedBytes }, i) => i === 0 || retainedBytes <= retainers[i - 1].retainedBytes)
  )
  t.match(shown, /^ {2}Order +20000 +[\d.]+ .B +[\d.]+ .B$/m)
  t.match(shown, /Map +service\.orders$/m)
})

t.test('snapshot', async t => {
  const { cwd, directory, file: dump, names } = await crash(t, { CRASH_COLLECTOR_HEAP: 'snapshot' })
  t.match(names, [/^crash\.[\d.]+\.ccdump$/, /^crash\.[\d.]+\.heapsnapshot\.ccz$/])
  const file = path.join(directory, names[1])
  t.equal(fs.statSync(file).mode & 0o777, 0o600)
  const out = path.join(cwd, 'here.heapsnapshot')
  const command = [path.join(ROOT, 'bin/crash-collector.js'), 'heap', dump, '--out', out]
  t.match(await runNode(command, { cwd }), { exitCode: 0, stdout: /^.*here\.heapsnapshot \([\d.]+ MB\)\n$/ })
  t.match(await runNode(command, { cwd }), { exitCode: 1, stderr: /EEXIST/ })
  t.equal(fs.statSync(out).mode & 0o777, 0o600)
  t.ok(fs.statSync(out).size > 10 * fs.statSync(file).size, 'a tenth at most', {
    packed: fs.statSync(file).size,
    plain: fs.statSync(out).size
  })
  const { snapshot, nodes, edges, strings } = JSON.parse(fs.readFileSync(out, 'utf8'))
  t.equal(nodes.length, snapshot.node_count * snapshot.meta.node_fields.length, 'as many nodes as it says')
  const { node_fields: nodeFields, edge_fields: edgeFields } = snapshot.meta
  t.equal(edges.length, snapshot.edge_count * edgeFields.length, 'as many edges')
  const countAt = nodeFields.indexOf('edge_count')
  let counted = 0
  for (let i = 0; i < nodes.length; i += nodeFields.length) counted += nodes[i + countAt]
  t.equal(counted, snapshot.edge_count, 'nodes know their edges')
  t.ok(
    edges.every(
      (/** @type {number} */ to, /** @type {number} */ i) =>
        i % 3 !== 2 || (to % nodeFields.length === 0 && to < nodes.length)
    ),
    'edges lead to nodes'
  )
  const nameAt = snapshot.meta.node_fields.indexOf('name')
  let orders = 0
  for (let i = 0; i < nodes.length; i += snapshot.meta.node_fields.length) {
    if (strings[nodes[i + nameAt]] === 'Order') orders++
  }
  t.ok(orders >= ORDERS, `${orders} orders`)
  const { removed } = pruneDumps(directory, { retainCount: 1, retainBytes: 1, retainDays: 0 })
  t.same(removed, [], 'the newest stays, however large')
  fs.writeFileSync(path.join(directory, 'crash.20990101.000000.1.0.1.ccdump'), '')
  t.equal(pruneDumps(directory, { retainCount: 1, retainBytes: 1e9, retainDays: 0 }).removed.length, 1)
  t.same(fs.readdirSync(directory), ['crash.20990101.000000.1.0.1.ccdump'], 'it goes with its dump')
})

t.test('not asked for', async t => {
  const { file, names } = await crash(t, {})
  t.equal(names.length, 1)
  t.equal((await readDump(file)).heapSummary, null)
})
