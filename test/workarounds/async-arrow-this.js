'use strict'
// V8's debugger shows the receiver of the call as `this` of an async arrow function, which has no `this` of its own.
// Worked around in src/snapshot/frame_reader.cc.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const { inspectHere } = require('../helpers/inspect-here')

/** @type {string[]} */
const shown = []
inspectHere(({ callFrames }) => shown.push(callFrames[0].this.className))
class Shop {
  sell () {
    const till = {
      sync: () => { debugger; return this }, // eslint-disable-line no-debugger
      async: async () => { debugger; return this } // eslint-disable-line no-debugger
    }
    till.sync()
    till.async()
  }
}
new Shop().sell()
assert.deepEqual(shown, ['Shop', 'Object'], 'both are looked up: the receiver of async arrow functions may be kept')
