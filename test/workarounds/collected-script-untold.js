'use strict'
// The debugger does not tell that V8 has collected a script, but no longer knows it.
// Worked around in lib/fallback/script-urls.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const v8 = require('node:v8')
const vm = require('node:vm')
const { Session } = require('node:inspector')

v8.setFlagsFromString('--expose-gc')
const collect = vm.runInNewContext('gc')
/** @type {string[]} */
const told = []
const session = new Session()
session.connect()
session.on('inspectorNotification', (/** @type {any} */ { method, params }) => {
  if (method !== 'Debugger.scriptParsed') told.push(method)
  else if (params.url === 'gone.js') scriptId = params.scriptId
})
session.post('Debugger.enable', { maxScriptsCacheSize: 0 })
let scriptId = ''
vm.runInThisContext('(function () { return 1 })', { filename: 'gone.js' })()
process.exitCode = 1 // until it was seen
setImmediate(() => {
  for (let i = 0; i < 5; i++) collect()
  vm.runInThisContext('2') // V8 drops what it has collected when the next script comes
  session.post('Debugger.setBlackboxedRanges', { scriptId, positions: [] }, error => {
    assert.match(`${error?.message}`, /No script with/)
    assert.deepEqual(told, [], 'it tells: lib/fallback/script-urls.js need not ask')
    process.exitCode = 0
  })
})
