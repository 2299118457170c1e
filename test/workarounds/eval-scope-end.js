'use strict'
// The scopes around an eval() end at line -1 and column -1.
// Worked around in packages/shared/dump/record-shape.js, lib/fallback/call-frames.js and src/snapshot/frame_reader.cc.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const { inspectHere } = require('../helpers/inspect-here')

/** @type {unknown[]} */
const ends = []
inspectHere(({ callFrames }) => {
  for (const { type, endLocation } of callFrames[0].scopeChain) {
    if (type === 'closure') ends.push(endLocation.lineNumber, endLocation.columnNumber)
  }
})
eval('let local = 1; (() => local); debugger') // eslint-disable-line no-eval
assert.deepEqual(ends, [-1, -1], 'the end is known, or missing: the checks for negative ends may go')
