'use strict'
// Each workload does its work.

const t = require('tap')
const { NAMES, load, resultOf } = require('../../benchmarks/scenarios/promise/workloads')

for (const name of NAMES) {
  t.test(name, async t => {
    t.equal(await load(name)(200), resultOf(name, 200))
    t.equal(await load(name)(0), 0, 'by the iterations alone')
  })
}

t.test('as many of the calls reject as the name says', async t => {
  for (const percent of [0, 1, 50]) {
    let rejected = 0
    const { rejecting } = require('../../benchmarks/scenarios/promise/rejections')
    const RealError = globalThis.Error
    globalThis.Error = /** @type {any} */ (class extends RealError {
      /** @param {string} message */
      constructor (message) {
        super(message)
        rejected++
      }
    })
    try {
      await rejecting(percent)(1000)
    } finally {
      globalThis.Error = RealError
    }
    t.equal(rejected, percent * 10)
  }
})
