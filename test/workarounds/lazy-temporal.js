'use strict'
// V8 makes Temporal when somebody looks at it first.
// Worked around in lib/capture/values/inner-slots.js.
// Node.js 26
const assert = require('node:assert')

const bytes = process.memoryUsage().heapUsed
assert.equal(typeof Reflect.get(globalThis, 'Temporal'), 'object', 'there is none: innerSlots() need not look for it')
const more = process.memoryUsage().heapUsed - bytes
assert.ok(more > 50_000, 'it is there from the start: innerSlots() may read it when the file is loaded')
