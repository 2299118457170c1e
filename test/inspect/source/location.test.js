'use strict'
const t = require('tap')
const path = require('node:path')

const { displayUrl, fileUrl } = require('../../../packages/inspect/source/location')
const { isWithin } = require('../../../packages/shared/path-within')

t.test('a file is within a directory whatever its name begins with', async t => {
  const app = path.resolve('app')
  for (const name of ['order.js', 'src/order.js', '..data/order.js', '..order.js', '...', '.git']) {
    t.ok(isWithin(app, path.join(app, name)), name)
  }
  for (const name of ['.', '..', '../order.js', '../app2/order.js', '../..data', 'src/../..']) {
    t.notOk(isWithin(app, path.join(app, name)), name)
  }
})

t.test('a place is shown relative to the working directory only if it is inside', async t => {
  t.equal(displayUrl('file:///app/..data/order.js', '/app'), '..data/order.js')
  t.equal(displayUrl('/app/src/order.js', '/app'), 'src/order.js')
  t.equal(displayUrl('/app2/order.js', '/app'), '/app2/order.js')
  t.equal(displayUrl('/app', '/app'), '/app')
  t.equal(displayUrl('node:fs', '/app'), 'node:fs')
})

t.test("a path becomes the URL that Node.js has for it, and a script's URL stays", async t => {
  t.equal(fileUrl('/my app/100%/#1.js'), 'file:///my%20app/100%25/%231.js')
  for (const url of ['file:///my%20app/order.js', 'node:fs', 'webpack://shop/order.js', '']) t.equal(fileUrl(url), url)
})
