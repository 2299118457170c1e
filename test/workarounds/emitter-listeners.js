'use strict'
// An EventEmitter has its listeners in `_events`, one by itself and several as a list.
// Worked around in lib/capture/async-tasks/operations.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const { EventEmitter } = require('node:events')

const [first, second] = [() => {}, () => {}]
const emitter = new EventEmitter().on('one', first).on('two', first).on('two', second)
const { one, two } = Reflect.get(emitter, '_events')
assert.deepEqual([one, two], [first, [first, second]], 'they are elsewhere: addListeners() must look there')
