'use strict'
const t = require('tap')
const { buildAddonForNode } = require('../helpers/build-addon')
const { runNode } = require('../helpers/run-node')

t.test('a V8 that was built with direct handles is recognised by the first handle', async t => {
  const addon = await buildAddonForNode('handles')
  const { stdout } = await runNode(['-p', `JSON.stringify(require(${JSON.stringify(addon)}))`], { cwd: __dirname })
  t.same(JSON.parse(stdout), { asHere: false, asDirect: true })
})
