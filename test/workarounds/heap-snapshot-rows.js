'use strict'
// In V8's heap snapshots each node and edge ends with a newline.
// Worked around in src/heap/heap_packer.h.
// Node.js 20, 22
const assert = require('node:assert')
const v8 = require('node:v8')

process.exitCode = 1 // until it was seen
v8.getHeapSnapshot().setEncoding('utf8').on('data', text => {
  const [, row] = /"nodes":\[([^,]*,[^]{100})/.exec(text) ?? []
  if (row === undefined) return
  assert.match(row, /\n,/, 'rows have no end: newlines_ of the packer is for older versions')
  process.exitCode = 0
})
