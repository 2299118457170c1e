'use strict'
// emit() throws an 'error' that nothing listens to, and does not say whose it is: it puts a function on the error under
// a symbol of its own, which is bound to the emitter.
// Worked around in packages/inspect/crash/emitters/emitter.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const { EventEmitter } = require('node:events')

const error = new Error('closed')
assert.throws(() => new EventEmitter().emit('error', error), error)
const [symbol] = Object.getOwnPropertySymbols(error)
assert.equal(symbol?.description, 'kEnhanceStackBeforeInspector', 'the error tells its emitter otherwise')
const { value } = /** @type {PropertyDescriptor} */ (Object.getOwnPropertyDescriptor(error, symbol))
assert.equal(value.name, 'bound enhanceStackTrace')
