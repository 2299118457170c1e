'use strict'
// When V8 shows a rejected async function at its end, it has undefined for the variables that functions in it close
// over, and has their values in a scope of its own behind the function's.
// Worked around in packages/inspect/reader/scope-index.js.
// Node.js 20, 22
const assert = require('node:assert')
const { loadNative } = require('../../lib/addon/native')

const { native } = loadNative()
assert.ok(native)
native.installThrowHooks(() => false, { hookRejections: true }, null, () => [])
process.exitCode = 1 // until it was seen
async function buy (order) {
  await new Promise((resolve, reject) => setTimeout(reject, 1, 'sold out'))
  return () => order
}
process.on('unhandledRejection', reason => {
  const [frame] = native.snapshotOf(native.findCapture(reason, true).primary)?.frames ?? []
  const [own, context] = JSON.parse(`[${/"scopeChain":\[(.*)$/s.exec(frame.json)[1]}]`)
  const isApart = own.variables[0].value.type === 'undefined' && context.variables[0].value.value === 'o-7'
  assert.ok(isApart, 'V8 has them among its own: takeOwnContext() of scope-index.js may go')
  process.exitCode = 0
})
buy('o-7')
