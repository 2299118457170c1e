'use strict'
// V8 keeps the elements of an array of more than 32 * 2 ** 20 in a dictionary.
// Worked around in src/walk/records/property_writer_elements.cc.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const v8 = require('node:v8')

v8.setFlagsFromString('--allow-natives-syntax')
const isDictionary = new Function('array', 'return %HasDictionaryElements(array)') // eslint-disable-line no-new-func
const longest = 32 << 20
assert.ok(!isDictionary(new Array(longest)))
assert.ok(isDictionary(new Array(longest + 1)), 'the limit is another one: so must be kLongestFastArray')
