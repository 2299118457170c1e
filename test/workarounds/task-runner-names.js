'use strict'
// The functions of Node.js that run microtasks and the scripts of node:vm have these names, which are not documented.
// Worked around in src/snapshot/error_site.h.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const vm = require('node:vm')

/** @type {string[]} */
const runners = []
const note = () => {
  // The first function of Node.js further out.
  const [, name = ''] = /\n +at (?:\S+\.)?(\w+) \(node:/.exec(new Error('no').stack ?? '') ?? []
  runners.push(name)
}
Reflect.set(globalThis, 'note', note)
vm.runInThisContext('note()')
vm.runInNewContext('note()', { note })
process.nextTick(() => Promise.resolve().then(note))
setImmediate(() => Promise.resolve().then(note))
setImmediate(() => {}) // so that something comes after the microtask
process.on('exit', () => {
  const names = ['runInThisContext', 'runInContext', 'processTicksAndRejections', 'runNextTicks']
  assert.deepEqual(runners, names, 'they have other names: IsRunnerOnTop() must know them')
})
