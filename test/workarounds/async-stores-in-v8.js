'use strict'
// V8 keeps the stores of all AsyncLocalStorages, in a Map that no JavaScript can reach.
// Worked around in lib/capture/snapshot/async-stores.js.
// Node.js 24, 26
const assert = require('node:assert')
const { AsyncLocalStorage } = require('node:async_hooks')
const { loadNative } = require('../../lib/addon/native')

const { native } = loadNative()
const storage = new AsyncLocalStorage()
const context = storage.run('store', () => native?.asyncContext())
assert.deepEqual(context, [storage, 'store'], 'V8 has no such Map: asyncContext() may go')
