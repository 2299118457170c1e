'use strict'
// Keeps one of the objects in which process.nextTick() queues a callback. V8 frees the hidden class of these objects if
// it collects garbage while none of them is alive, and process.nextTick() then asks V8 for each property: it took 10 %
// of the time of a small request, instead of 1 % (test/workarounds/tick-class.js, Node.js 20 to 26). Paths need memory,
// so V8 collects garbage soon after the start.

const { executionAsyncResource } = require('node:async_hooks')

/** @type {object[]} */
const kept = []
let isQueued = false

/**
 * Call this when a request that was traced has its response. A callback in the queue shows: the number of later
 * asynchronous operations is one higher, and what goes on in the same turn has Node.js's function for the queue below
 * it on the stack, as it has after a response anyway.
 */
function keepTickClass () {
  if (isQueued) return
  isQueued = true
  process.nextTick(() => {
    kept.push(executionAsyncResource())
  })
}

module.exports = { keepTickClass }
