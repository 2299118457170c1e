'use strict'
// A property that native code computes when it is read has the descriptor of a data property.
// Worked around in src/walk/records/property_writer.cc.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')

process.title = 'before'
const descriptor = Object.getOwnPropertyDescriptor(process, 'title')
assert.equal(descriptor?.value, 'before', '`process.title` is an accessor: kNotRead of AccessTo() may go')
