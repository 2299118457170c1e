'use strict'
// When an awaited promise rejects an async function, V8 shows the function at its end, not at the await.
// Worked around in lib/capture/match/stop-position.js and packages/inspect/dumps/exited-blocks.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const { loadNative } = require('../../lib/addon/native')

const { native } = loadNative()
assert.ok(native)
native.installThrowHooks(() => false, { hookRejections: true }, null, () => [])
process.exitCode = 1 // until it was seen
async function buy () {
  await new Promise((resolve, reject) => setTimeout(reject, 1, 'sold out'))
  return 'end'
}
const lines = require('node:fs').readFileSync(__filename, 'utf8').split('\n')
process.on('unhandledRejection', reason => {
  const [frame] = native.snapshotOf(native.findCapture(reason, true).primary)?.frames ?? []
  const end = lines.indexOf("  return 'end'")
  assert.equal(frame?.lineNumber, end, 'V8 shows the await: stop-position.js and exited-blocks.js may go')
  process.exitCode = 0
})
buy()
