'use strict'
// While a sloppy function runs, V8 makes a new object for each look at the descriptor of its own `arguments`.
// Worked around in src/walk/records/property_writer.cc.
// Node.js 20, 22, 24
const assert = require('node:assert')

const text = "return Object.getOwnPropertyDescriptor(arguments.callee, 'arguments')?.value"
const look = new Function(text) // eslint-disable-line no-new-func
assert.equal(typeof look(), 'object', 'functions have no such property: AccessTo() need not hide it')
