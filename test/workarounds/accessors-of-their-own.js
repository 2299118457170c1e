'use strict'
// Objects of one class that get a getter each do not share a hidden class; those that get the same getter do.
// Worked around in lib/execution-path/attribution/requests.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const v8 = require('node:v8')

v8.setFlagsFromString('--allow-natives-syntax')
const haveSameMap = new Function('one', 'other', 'return %HaveSameMap(one, other)')

class Message {
  constructor () {
    this.url = '/'
  }
}

const define = get => Object.defineProperty(new Message(), 'emit', { configurable: true, get })
const shared = () => null
assert.ok(haveSameMap(define(shared), define(shared)))
assert.ok(!haveSameMap(define(() => 1), define(() => 2)), 'each may have a getter of its own')
