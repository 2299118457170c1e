'use strict'
// Keeps one of the objects in which process.nextTick() queues a callback. V8 frees the hidden class of these objects if
// it collects garbage while none of them is alive, and process.nextTick() then asks V8 for each property: it took 10 %
// of the time of a small request, instead of 1 % (test/workarounds/tick-class.js, Node.js 20 to 26). Paths need memory,
// so V8 collects garbage soon after the start.

const { executionAsyncResource } = require('node:async_hooks')

/** @type {object | undefined} */
let kept

/** To be called when requests are traced: the number of the asynchronous operation shows in dumps. */
function keepTickClass () {
  process.nextTick(() => {
    kept ??= executionAsyncResource()
  })
}

module.exports = { keepTickClass }
