'use strict'
// Four hundred tests, half of which expect an error.

const assert = require('node:assert')
const { createRequire } = require('node:module')

const { sites } = require('../handled/sites')

const { describe, it } = createRequire(__filename)('mocha')

for (let i = 0; i < 100; i++) {
  describe(`order ${i}`, () => {
    it('adds up', () =>
      assert.strictEqual([1, 2, i].reduce((sum, one) => sum + one, 0), 3 + i))
    it('is found', async () => assert.deepStrictEqual(await Promise.resolve({ id: i }), { id: i }))
    it('throws', () => assert.throws(() => assert.strictEqual(i, -1), assert.AssertionError))
    it('rejects', () => assert.rejects(async () => sites[i % sites.length]({ orderId: i, items: [] })))
  })
}
