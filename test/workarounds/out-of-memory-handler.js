'use strict'
// Node.js exports its handler of V8's out-of-memory error, which prints the message and aborts. V8 keeps one handler,
// so a handler of ours has to call it.
// Worked around in src/heap/heap_limit.cc.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const fs = require('node:fs')

const NAME = '_ZN4node15OOMErrorHandlerEPKcRKN2v810OOMDetailsE'

assert.ok(
  fs.readFileSync(process.execPath).includes(`\0${NAME}\0`, 'latin1'),
  'HandlerOfNode() finds no handler: dumps of one huge allocation are not written'
)
