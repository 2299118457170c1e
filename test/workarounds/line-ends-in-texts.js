'use strict'
// V8 counts a line of a script at each U+2028, also within a text or a template.
// Worked around in lib/capture/match/stop-position.js and packages/inspect/source/lines.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const vm = require('node:vm')

const stack = vm.runInThisContext('"\u2028"; `\u2029`; new Error("no").stack', { filename: 'script.js' })
assert.match(stack, /script\.js:3:/, 'it counts line feeds only: nextLine() need not know U+2028 and U+2029')
