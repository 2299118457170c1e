'use strict'
// The packed heap snapshot, when the command line unpacks it, has the same bytes as V8's own.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { heapSnapshotText } = require('../../packages/inspect/heap-snapshot/unpack')
const { buildAddonForNode } = require('../helpers/build-addon')
const { runNode } = require('../helpers/run-node')

const PROGRAM = path.join(__dirname, '../fixtures/process/writes-twice.js')
/** How V8 cuts what it writes must not matter. */
const CHUNK_BYTES = [65536, 1 << 20, 37]
const RUNS = CHUNK_BYTES.flatMap(chunkBytes => ['', 'numbers'].map(numbers => ({ chunkBytes, numbers })))

t.test('unpacked, it is what V8 wrote', async t => {
  const env = { TEST_ADDON: await buildAddonForNode('twice') }
  const cwd = t.testdir()
  for (const { chunkBytes, numbers } of RUNS) {
    const [plain, packed] = [`${chunkBytes}${numbers}.heapsnapshot`, `${chunkBytes}${numbers}.ccz`].map(name =>
      path.join(cwd, name)
    )
    t.match(await runNode([PROGRAM, plain, packed, String(chunkBytes), numbers], { cwd, env }), {
      exitCode: 0,
      stderr: ''
    })
    const expected = fs.readFileSync(plain)
    const parts = []
    for await (const part of heapSnapshotText(packed)) parts.push(part)
    const unpacked = Buffer.concat(parts)
    t.equal(unpacked.length, expected.length)
    t.ok(unpacked.equals(expected), 'byte for byte')
    t.ok(fs.statSync(packed).size * 5 < expected.length, 'of rows, not kept as text', {
      packed: fs.statSync(packed).size,
      plain: expected.length
    })
    const { snapshot, nodes, edges, strings } = JSON.parse(expected.toString())
    t.equal(nodes.length / snapshot.meta.node_fields.length, snapshot.node_count)
    t.equal(strings.includes('9007199254740992'), numbers !== '', 'values of numbers where they were asked for')
    t.ok(snapshot.node_count > 60_000 && edges.length / 3 === snapshot.edge_count)
  }
})
