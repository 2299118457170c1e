'use strict'
// If a function returns what it awaits, and that is rejected, V8 shows the function at the end of the `await`.
// Worked around in packages/inspect/explain/application-call.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const { loadNative } = require('../../lib/addon/native')

const { native } = loadNative()
assert.ok(native)
native.installThrowHooks(() => false, { hookRejections: true }, null, () => [])
process.exitCode = 1 // until it was seen
const later = () => new Promise((resolve, reject) => setTimeout(reject, 1, 'sold out'))
async function buy () {
  return await later()
}
const line = require('node:fs').readFileSync(__filename, 'utf8').split('\n').find(each => each.startsWith('  return '))
process.on('unhandledRejection', reason => {
  const [frame] = native.snapshotOf(native.findCapture(reason, true).primary)?.frames ?? []
  assert.equal(frame?.columnNumber, line?.length, 'V8 shows another place: awaitAt() need not look for the end')
  process.exitCode = 0
})
buy()
