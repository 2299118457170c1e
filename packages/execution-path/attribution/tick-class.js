'use strict'
// Keeps one of the objects in which process.nextTick() queues a callback. V8 frees the hidden class of these objects if
// it collects garbage while none of them is alive, and process.nextTick() then asks V8 for each property: it took 10 %
// of the time of a small request, instead of 1 % (test/workarounds/tick-class.js, Node.js 20 to 26). Paths need memory,
// so V8 collects garbage soon after the start.

const { executionAsyncResource } = require('node:async_hooks')
const { subscribe } = require('node:diagnostics_channel')

/** @type {object[]} */
const kept = []
let isQueued = false

/**
 * Keeps one when the first server listens, because V8 may collect garbage while the first request is under way. A
 * callback in the queue shows: the number of later asynchronous operations is one higher, and what goes on in the same
 * turn has Node.js's function for the queue below it on the stack. Node.js queues one itself right after this message.
 */
function keepTickClass () {
  subscribe('tracing:net.server.listen:asyncEnd', () => {
    if (isQueued) return
    isQueued = true
    process.nextTick(() => {
      kept.push(executionAsyncResource())
    })
  })
}

module.exports = { keepTickClass }
