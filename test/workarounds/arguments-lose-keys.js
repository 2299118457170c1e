'use strict'
// The keys of a frozen arguments object lack an index that has a getter.
// Worked around in src/walk/records/property_writer_elements.cc.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')

const args = new Function('parameter', 'return arguments')() // eslint-disable-line no-new-func
Object.defineProperty(args, 3, { get: () => 1 })
Object.freeze(args)
assert.ok(Object.hasOwn(args, 3))
assert.ok(!Reflect.ownKeys(args).includes('3'), 'the keys are complete: LengthOf() need not try more indices')
