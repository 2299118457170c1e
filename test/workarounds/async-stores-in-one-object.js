'use strict'
// With --no-async-context-frame the stores of all AsyncLocalStorages are in one object, a property of the asynchronous
// resource under way. Earlier versions keep each store on the resource itself.
// Worked around in lib/capture/snapshot/async-stores.js.
// Node.js 24, 26
const assert = require('node:assert')
const { spawnSync } = require('node:child_process')

const text = `
const { AsyncLocalStorage, executionAsyncResource } = require('node:async_hooks')
new AsyncLocalStorage().run('store', () => {
  const resource = executionAsyncResource()
  const key = Object.getOwnPropertySymbols(resource).find(({ description }) => /Context$/.test(description))
  const [store] = Object.getOwnPropertySymbols(resource[key] ?? {})
  console.log(String(key), String(store), resource[key]?.[store])
})`
const { stdout } = spawnSync(process.execPath, ['--no-async-context-frame', '-e', text], { encoding: 'utf8' })
const expected = 'Symbol(kAsyncLocalStorageContext) Symbol(kResourceStore) store\n'
assert.equal(stdout, expected, 'there is no such object: ALL_STORES of async-stores.js may go')
