'use strict'
// The array and the descriptor that a Proxy's trap is called with are made in the world of the caller.
// Worked around in packages/inspect/evaluate/realm/proxy.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const vm = require('node:vm')

const context = vm.createContext()
const proxy = vm.runInContext(`
const own = []
new Proxy(function () {}, {
  apply: (target, self, args) => own.push(args instanceof Array),
  construct: (target, args) => ({ pushed: own.push(args instanceof Array) }),
  defineProperty: (target, key, descriptor) => own.push(descriptor instanceof Object) > 0
})`, context)
proxy()
Reflect.construct(proxy, [])
Object.defineProperty(proxy, 'key', { value: 1 })
const own = [...vm.runInContext('own', context)]
assert.deepEqual(own, [false, false, false], 'they are made in the world of the trap: realm/proxy.js may go')
