'use strict'
// Node.js loads a module of its own when `opendirSync` of node:fs is looked at.
// Worked around in lib/dump/prune.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')

/** @returns {string[]} */
const loaded = () => Reflect.get(process, 'moduleLoadList')
const fs = require('node:fs')

const before = loaded().length
assert.equal(typeof fs.opendirSync, 'function')
assert.notEqual(loaded().length, before, 'nothing is loaded: prune.js may take opendirSync at its start')
