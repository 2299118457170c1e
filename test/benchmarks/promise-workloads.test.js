'use strict'
// All forms of a workload do the same work.

const fs = require('node:fs')
const path = require('node:path')

const t = require('tap')
const { NAMES, load, resultOf } = require('../../benchmarks/scenarios/promise/workloads')

const BLUEBIRD = path.join(__dirname, '..', '..', 'benchmarks', 'node_modules', 'bluebird')

t.test('each workload comes in each form', async t => {
  const forms = ['async', 'promises', 'coroutine', 'promises-bluebird', 'coroutine-bluebird']
  t.same(
    [...NAMES].sort(),
    ['doxbee', 'fibonacci', 'parallel'].flatMap(workload => forms.map(form => `${workload}-${form}`)).sort()
  )
})

for (const name of NAMES) {
  const skip =
    name.endsWith('-bluebird') && !fs.existsSync(BLUEBIRD)
      ? 'the packages of benchmarks/package.json are not installed'
      : false
  t.test(name, { skip }, async t => {
    t.equal(await load(name)(3), resultOf(name, 3))
    t.equal(await load(name)(0), 0, 'by the iterations alone')
  })
}
