'use strict'
// V8's debugger shows a `const` that a suspended function has not reached as undefined.
// Worked around in packages/inspect/dumps/uninitialised.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const { loadNative } = require('../../lib/addon/native')

const { native } = loadNative()
assert.ok(native)
native.installThrowHooks(() => false, {}, null, () => [])
function * count () {
  const given = yield 1
  return given
}
const suspended = count()
suspended.next()
const writer = native.snapshot({})
const [{ variables }] = JSON.parse(writer.suspendedScopes(suspended, count))
writer.take()
assert.equal(variables[0]?.name, 'given')
assert.equal(variables[0].value?.type, 'undefined', 'V8 says that there is none: uninitialised.js can leave it')
