'use strict'
// A store of an AsyncLocalStorage is a property of the asynchronous resource under way, under the symbol that the
// storage has as its `kResourceStore`. Later versions keep a Map in V8.
// Worked around in lib/capture/snapshot/async-stores.js and src/walk/records/value_writer.cc.
// Node.js 20, 22
const assert = require('node:assert')
const { AsyncLocalStorage, executionAsyncResource } = require('node:async_hooks')

const storage = new AsyncLocalStorage()
storage.run('store', () => {
  const symbol = Reflect.get(storage, 'kResourceStore')
  const store = typeof symbol === 'symbol' ? Reflect.get(executionAsyncResource(), symbol) : undefined
  assert.equal(store, 'store', 'stores are no properties: in async-stores.js all but the Map of V8 may go')
})
