'use strict'
// `process` and `Buffer` are accessors of the global object.
// Worked around in lib/capture/values/intrinsics.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')

for (const name of ['process', 'Buffer']) {
  const { get } = Object.getOwnPropertyDescriptor(globalThis, name) ?? {}
  assert.equal(typeof get, 'function', `${name} is a data property: its line in noteIntrinsics() may go`)
}
