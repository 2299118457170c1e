'use strict'
// A count of the heap is whole, or it is left out.

const t = require('tap')
const { countHeap } = require('../../../lib/capture/write/heap-histogram')

const DEADLINE_NS = process.hrtime.bigint() + 1_000_000_000n
const WHOLE = { totalBytes: 24, nodes: 1, classes: [], classesLeftOut: 0, complete: true }

/** @param {object} [counted] */
const count = counted => countHeap(/** @type {any} */ ({ heapHistogram: () => counted }), 5, DEADLINE_NS)

t.test('what a worker that is being terminated has not set', async t => {
  t.equal(count({}), null, 'from the start on')
  t.equal(count({ totalBytes: 24, nodes: 1 }), null, 'from a property on')
})

t.test('a heap that cannot be read', async t => t.equal(count(undefined), null))

t.test('a whole count comes with the one before', async t => {
  t.match(count(WHOLE), { totalBytes: 24, before: undefined })
  t.match(count({ ...WHOLE, totalBytes: 48 }), { totalBytes: 48, before: { totalBytes: 24 } })
  t.notHas(count({ ...WHOLE, complete: false }), { before: {} }, 'not with one that is cut')
})
