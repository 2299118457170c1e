'use strict'
// V8's previews have 5 properties or 100 elements at most, and texts of 100 characters.
// Worked around in packages/inspect/cdp/remote-object.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const inspector = require('node:inspector')

const session = new inspector.Session()
session.connect()
/** @param {string} expression */
function previewOf (expression) {
  /** @type {inspector.Runtime.ObjectPreview | undefined} */
  let preview
  session.post('Runtime.evaluate', { expression, generatePreview: true }, (_, { result }) => {
    preview = result.preview
  })
  return preview?.properties ?? []
}

const limits = [
  previewOf('({ a: 1, b: 2, c: 3, d: 4, e: 5, f: 6 })').length,
  previewOf('Array(101).fill(0)').length,
  previewOf('({ text: "x".repeat(200) })')[0].value?.length
]
assert.deepEqual(limits, [5, 100, 100], 'other limits: those of remote-object.js should be the same')
