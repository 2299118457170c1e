'use strict'
// The frame of a default constructor stands at the very place where its function starts, although it has begun.
// Worked around in src/snapshot/frame_reader.cc.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const { inspectHere } = require('../helpers/inspect-here')

/** @type {any[]} */
const frames = []
inspectHere(({ callFrames }) => frames.push(...callFrames))
class Base {
  constructor () {
    debugger // eslint-disable-line no-debugger
  }
}
class Derived extends Base {}
assert.ok(new Derived())
const { functionName, location, functionLocation } = frames[1]
assert.equal(functionName, 'Derived')
assert.deepEqual(location, functionLocation, 'it does not: any frame that stands there has not begun')
