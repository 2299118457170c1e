'use strict'
// When an awaited promise rejects an async function in a block with `finally`, V8 shows the function at the end of the
// block `finally`, not at the end of the function.
// Worked around in lib/capture/match/order-snapshots.js.
// Node.js 24, 26
const assert = require('node:assert')
const { loadNative } = require('../../lib/addon/native')

const { native } = loadNative()
assert.ok(native)
native.installThrowHooks(() => false, { hookRejections: true }, null, () => [])
process.exitCode = 1 // until it was seen
async function buy () {
  try {
    return await new Promise((resolve, reject) => setTimeout(reject, 1, 'sold out'))
  } finally {
    Math.random()
  }
}
const lines = require('node:fs').readFileSync(__filename, 'utf8').split('\n')
process.on('unhandledRejection', reason => {
  const [frame] = native.snapshotOf(native.findCapture(reason, true).primary)?.frames ?? []
  const end = lines.indexOf('    Math.random()')
  assert.ok([end, end + 1].includes(frame?.lineNumber), 'V8 shows the end: hasLeft() of order-snapshots.js may go')
  process.exitCode = 0
})
buy()
