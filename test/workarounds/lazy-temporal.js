'use strict'
// V8 makes Temporal when somebody looks at it first.
// Worked around in src/walk/records/contents_writer_slots.cc.
// Node.js 26
const assert = require('node:assert')

const bytes = process.memoryUsage().heapUsed
assert.equal(typeof Reflect.get(globalThis, 'Temporal'), 'object', 'there is none: its tag need not be compared')
const more = process.memoryUsage().heapUsed - bytes
assert.ok(more > 50_000, 'it is there from the start: its prototypes may be noted at the start, as those of WebAssembly are')
