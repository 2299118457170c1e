'use strict'
// Node.js loads the module of a class such as AbortController when somebody looks at the global object's property.
// Worked around in lib/capture/values/intrinsics.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')

/** @returns {string[]} */
const loaded = () => Reflect.get(process, 'moduleLoadList')
const before = loaded().length
assert.equal(typeof CompressionStream, 'function')
assert.notEqual(loaded().length, before, 'nothing is loaded: CLASSES of intrinsics.js may name these, too')
