'use strict'
// The class AsyncLocalStorage is loaded when it is first asked for, and `process.moduleLoadList` says so. So a process
// that has not loaded the class that keeps stores on resources has no such stores.
// Worked around in lib/capture/snapshot/async-stores.js.
// Node.js 22, 24, 26
const assert = require('node:assert')
const hooks = require('node:async_hooks')

const CLASS = /internal\/async_local_storage\/async_(?:hooks|context_frame)$/
const loaded = () => Reflect.get(process, 'moduleLoadList').filter((/** @type {string} */ name) => CLASS.test(name))

assert.deepEqual(loaded(), [], 'the class is loaded at the start: moduleLoadList may go')
assert.ok(new hooks.AsyncLocalStorage())
assert.notEqual(loaded().length, 0, 'nothing is loaded, or it has another name: moduleLoadList may go')
