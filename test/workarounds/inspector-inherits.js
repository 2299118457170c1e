'use strict'
// For each command to the inspector Node.js calls a `toJSON` of Object.prototype, and fails where `params` is an
// accessor there.
// Worked around in lib/safe/pristine-prototypes.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const { inspectHere } = require('../helpers/inspect-here')

const { post } = inspectHere()
/** @param {string} key @param {PropertyDescriptor} descriptor */
function postWith (key, descriptor) {
  // eslint-disable-next-line no-extend-native
  Object.defineProperty(Object.prototype, key, { configurable: true, ...descriptor })
  try {
    post('Runtime.evaluate', { expression: '1' })
    return 'done'
  } catch {
    return 'failed'
  } finally {
    Reflect.deleteProperty(Object.prototype, key)
  }
}

let calls = 0
const value = () => ++calls
const failed = postWith('params', { get: () => undefined })
postWith('toJSON', { value })
assert.ok(calls > 0 && failed === 'failed', 'node:inspector inherits nothing: taking away additions may go there')
