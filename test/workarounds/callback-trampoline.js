'use strict'
// From the first call of executionAsyncResource() on, Node.js runs the callbacks of a program with asynchronous hooks
// by a function of its own, which is seen in stacks.
// Worked around in lib/capture/snapshot/async-stores.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const { createHook, executionAsyncResource } = require('node:async_hooks')

const hasTrampoline = () => /callbackTrampoline/.test(new Error('where').stack ?? '')

createHook({ init () {} }).enable()
setImmediate(() => {
  assert.equal(hasTrampoline(), false)
  executionAsyncResource()
  setImmediate(() => {
    assert.equal(hasTrampoline(), true, 'stacks stay as they are: currentResource() may always ask')
  })
})
