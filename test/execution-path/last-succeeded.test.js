'use strict'
// Which request counts as the last one that went well where another fails.

const t = require('tap')

require('../../lib/execution-path-door').loadPackage() // its files take the preload's functions
const { Traces } = require('../../packages/execution-path/attribution/traces')
const { lastSucceeded } = require('../../packages/execution-path/recording/last-succeeded')

/** Blocks with an even id are functions. */
const FILES = /** @type {import('../../packages/execution-path/weaving/woven-file').WovenFiles} */ (
  /** @type {unknown} */ ({
    blockOf: (/** @type {number} */ id) => ({ type: id % 2 === 0 ? 'function' : 'statement' })
  })
)

/**
 * @param {[name: string, ids: number[], hasSucceeded?: boolean][]} before
 * @param {string} name of the request that fails
 * @param {number[]} ids
 * @param {number} [length] of what it ran before it failed
 */
function nameOfLast (before, name, ids, length = ids.length) {
  const traces = new Traces()
  for (const [name, ids, hasSucceeded = true] of before) {
    const number = traces.begin(name)
    for (const id of ids) traces.add(number, id)
    traces.end(number, hasSucceeded)
  }
  const number = traces.begin(name)
  for (const id of ids) traces.add(number, id)
  const failing = traces.find(number)
  return failing && lastSucceeded(failing, length, traces.ended, FILES)?.name
}

t.test('one that ran all functions that the failing one ran before the throw', async t => {
  const before = /** @type {[string, number[]][]} */ ([
    ['GET /anna', [2, 4, 6]], ['GET /bert', [2, 4, 8]], ['GET /', [2, 10]]
  ])
  t.equal(nameOfLast(before, 'GET /carl', [2, 3, 4]), 'GET /bert', 'the newest')
  t.equal(nameOfLast(before, 'GET /carl', [2, 4, 6]), 'GET /anna')
  t.equal(nameOfLast(before, 'GET /carl', [2, 4, 12], 2), 'GET /bert', 'what ran after the throw does not count')
  t.equal(nameOfLast(before, 'POST /carl', [2, 4]), undefined, 'another method')
  t.equal(nameOfLast(before, 'GET /carl', [2, 4, 12]), undefined, 'none ran the last function')
  t.equal(nameOfLast([['GET /anna', [2, 4], false]], 'GET /anna', [2, 4]), undefined, 'it failed, too')
})

t.test('one of the same address, with other numbers', async t => {
  const before = /** @type {[string, number[]][]} */ ([
    ['GET /orders/7/lines?full=1', [2]], ['GET /orders/8', [2]], ['GET /users/4f5a-11', [2]]
  ])
  t.equal(nameOfLast(before, 'GET /orders/12/lines', [4]), 'GET /orders/7/lines?full=1')
  t.equal(nameOfLast(before, 'GET /orders/9?x=/1', [4]), 'GET /orders/8')
  t.equal(nameOfLast(before, 'GET /orders/lines', [4]), undefined)
  t.equal(nameOfLast(before, 'GET /orders', [4]), undefined)
  t.equal(nameOfLast(before, 'GET /users/00aa-77', [4]), 'GET /users/4f5a-11')
})

t.test('long paths', async t => {
  const many = Array.from({ length: 4_000 }, (_, i) => i * 2 + 2)
  t.equal(nameOfLast([['GET /a', many]], 'GET /b', many), 'GET /a')
  t.equal(nameOfLast([['GET /a', many]], 'GET /b', [...many.slice(0, 50), 90_000]), undefined)
})

t.test('no request before', async t => {
  t.equal(nameOfLast([], 'GET /', [2]), undefined)
  t.equal(nameOfLast([['GET /', []]], 'GET /', [2]), undefined, 'nothing ran for it that has counters')
})
