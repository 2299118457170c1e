'use strict'
// Packed heap snapshots, hand-made and damaged ones, are unpacked or rejected.

const fs = require('node:fs')
const path = require('node:path')
const zlib = require('node:zlib')
const t = require('tap')
const { heapSnapshotText } = require('../../../packages/inspect/heap-snapshot/unpack')

/** @param {number} number */
function leb (number) {
  const bytes = []
  for (; number >= 128; number = Math.floor(number / 128)) bytes.push((number % 128) + 128)
  return [...bytes, number]
}
/** @param {number} number */
const zigzag = number => leb(number >= 0 ? number * 2 : -number * 2 - 1)
/** @param {string} text */
const text = text => [0, ...leb(Buffer.byteLength(text)), ...Buffer.from(text)]
/** @param {number[][]} columns */
const rows = (count, ...columns) => [3, ...leb(count), ...columns.flatMap(bytes => [...leb(bytes.length), ...bytes])]
const MAGIC = [...Buffer.from('CCHEAP1\n')]

/**
 * @param {import('tap').Test} t
 * @param {Buffer} bytes
 */
async function unpacked (t, bytes) {
  const file = path.join(t.testdir(), 'a.heapsnapshot.ccz')
  fs.writeFileSync(file, bytes)
  let all = ''
  for await (const part of heapSnapshotText(file)) all += part
  return all
}
/** @param {import('tap').Test} t @param {number[]} bytes */
const unpack = (t, bytes) => unpacked(t, zlib.gzipSync(Buffer.from([...MAGIC, ...bytes])))

const NODES = [1, 3, 1]
const EDGES = [2, 3, 1]

t.test('rows', async t => {
  const bytes = [
    ...text('{"nodes":['),
    ...NODES,
    ...rows(
      3,
      [3, 3, 2],
      [...zigzag(5), ...zigzag(-2), ...zigzag(9)],
      [...zigzag(4_000_000_001), ...zigzag(2), ...zigzag(-4_000_000_000)]
    ),
    ...rows(1, [3], zigzag(1), zigzag(0)),
    ...text('],\n"edges":['),
    ...EDGES,
    // To node 2 and 3 by the same name, to node 1 by another, twice by an index.
    ...rows(
      5,
      [2, 2, 2, 1, 1],
      [...zigzag(7), ...zigzag(0), ...zigzag(1), ...zigzag(0), ...zigzag(1)],
      [...zigzag(2), ...zigzag(1), ...zigzag(1), ...zigzag(3), ...zigzag(-1)]
    ),
    ...text(']}')
  ]
  t.equal(
    await unpack(t, bytes),
    '{"nodes":[3,5,4000000001\n,3,3,4000000003\n,2,9,3\n,3,4,3\n],\n"edges":[2,7,6\n,2,7,9\n,2,8,3\n,1,0,9\n,1,1,6\n]}'
  )
})

t.test('rows without newlines', async t => {
  const bytes = [
    ...text('"nodes":['),
    1,
    3,
    0,
    ...rows(2, [3, 4], [...zigzag(5), ...zigzag(6)], [...zigzag(1), ...zigzag(2)]),
    ...text(']')
  ]
  t.equal(await unpack(t, bytes), '"nodes":[3,5,1,4,6,3]')
})

t.test('only compressed', async t => {
  t.equal(await unpacked(t, zlib.gzipSync('{"snapshot":{}}')), '{"snapshot":{}}')
})

t.test('damaged', async t => {
  const whole = zlib.gzipSync(Buffer.from([...MAGIC, ...text('a'.repeat(1000))]))
  for (const [name, bytes] of /** @type {[string, Buffer][]} */ ([
    ['no gzip', Buffer.from('plain')],
    ['cut short', whole.subarray(0, -12)]
  ])) {
    await t.rejects(unpacked(t, bytes), { code: 'HEAP_SNAPSHOT_DAMAGED' }, name)
  }
  for (const [name, bytes] of /** @type {[string, number[]][]} */ ([
    ['cut between two bytes of a chunk', text('abc').slice(0, -1)],
    ['an unknown kind', [6]],
    ['rows before a list', rows(0)],
    ['edges before nodes', EDGES],
    ['too many columns', [1, 17, 1]],
    ['too few columns', [1, 2, 1]],
    ['an end of rows that there is not', [1, 3, 2]],
    ['too many rows', [...NODES, 3, ...leb(65537)]],
    ['a length beyond all', [0, ...leb(2 ** 40)]],
    ['a number without an end', [0, 255, 255, 255, 255, 255, 255, 255, 255]],
    ['a column without numbers', [...NODES, ...rows(1, [1], [], [0])]],
    ['a type beyond all', [...NODES, ...rows(1, [64], [0], [0])]],
    ['a name below 0', [...NODES, ...rows(1, [1], zigzag(-1), [0])]]
  ])) {
    await t.rejects(unpack(t, bytes), { code: 'HEAP_SNAPSHOT_DAMAGED' }, name)
  }
})

t.test('a small file that unpacks to far more than a heap', async t => {
  const columns = [Buffer.alloc(60_000), Buffer.alloc(60_000), Buffer.alloc(60_000)].map(bytes => [...bytes])
  const bytes = Array(40).fill(rows(60_000, ...columns)).flat()
  const file = path.join(t.testdir(), 'a.heapsnapshot.ccz')
  fs.writeFileSync(file, zlib.gzipSync(Buffer.from([...MAGIC, ...text('{"nodes":['), ...NODES, ...bytes])))
  let written = 0
  const read = async (/** @type {number} */ allowed) => {
    written = 0
    for await (const part of heapSnapshotText(file, null, allowed)) written += part.length
  }
  await read(100e6)
  t.ok(written > 200 * fs.statSync(file).size, `${written} bytes`)
  await t.rejects(read(5e6), { code: 'HEAP_SNAPSHOT_DAMAGED', message: /far more than a heap/ })
  t.ok(written <= 5e6)
})
