'use strict'
// A module of Node.js that is loaded late calls the iterator of arrays that the application has put there.
// Worked around in lib/safe/pristine-prototypes.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')

const { values } = Array.prototype
let calls = 0
// eslint-disable-next-line no-extend-native
Array.prototype[Symbol.iterator] = function () {
  calls++
  return values.call(this)
}
require('node:zlib')
Array.prototype[Symbol.iterator] = values // eslint-disable-line no-extend-native
assert.notEqual(calls, 0, 'node:zlib does not: the iterator need not be put back for modules that are loaded late')
