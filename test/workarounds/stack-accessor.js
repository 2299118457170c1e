'use strict'
// The own property `stack` of an error is an accessor, and its getter has the text of a native function.
// Worked around in lib/capture/values/read-error.js.
// Node.js 22, 24, 26
const assert = require('node:assert')

const { get } = Object.getOwnPropertyDescriptor(new Error('no'), 'stack') ?? {}
assert.equal(`${get}`, 'function () { [native code] }', '`stack` holds data: stackOf() need not look at its getter')
