'use strict'
// An application does the same without and with the collector beside other preloads and under flags of Node.js, and
// leaves its dump. `npm run test:compat -- beside` does the same with packages of others.

const fs = require('node:fs')
const t = require('tap')

const { ROOT } = require('../helpers/crash')
const { NODE, testedVersion } = require('../helpers/run-node')
const { compareBeside, makeApplication } = require('./beside')
const { WITHOUT_PACKAGES } = require('./beside-cases')

/** These run in test/triggers/nothing-else-changes.test.js. */
const ELSEWHERE = ['--enable-source-maps', '--frozen-intrinsics', '--disable-proto=throw']

t.test('the same, and a dump', async t => {
  const application = makeApplication({})
  t.teardown(() => fs.rmSync(application, { recursive: true, force: true }))
  const [, major] = /^v(\d+)/.exec(await testedVersion()) ?? []
  for (const each of WITHOUT_PACKAGES) {
    if (ELSEWHERE.includes(each.name) || Number(major) < (each.since ?? 0)) continue
    for (const { order, differences } of await compareBeside(each, { application, preload: ROOT, node: NODE })) {
      t.same(differences.filter(({ isFirm }) => isFirm), [], `${each.name} ${order}`)
    }
  }
})
