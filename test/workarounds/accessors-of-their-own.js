'use strict'
// Objects of one class that get a getter each become slow dictionaries; those that get the same getter stay fast.
// Worked around in lib/execution-path/attribution/requests.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const v8 = require('node:v8')
const vm = require('node:vm')

v8.setFlagsFromString('--allow-natives-syntax')
const isFast = vm.runInThisContext('(object => %HasFastProperties(object))')

class Message {
  constructor () {
    this.url = '/'
  }
}

const define = get => Object.defineProperty(new Message(), 'emit', { configurable: true, get })
const shared = () => null
assert.deepStrictEqual([shared, shared].map(get => isFast(define(get))), [true, true])
assert.strictEqual(isFast(define(() => 1)), false, 'each may have a getter of its own')
