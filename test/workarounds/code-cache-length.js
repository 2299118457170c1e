'use strict'
// V8 takes a code cache that was made of another text, if the two are of the same length.
// Worked around in src/bindings/own_script_binding.cc.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const vm = require('node:vm')

const cachedData = new vm.Script('"first"').createCachedData()
const script = new vm.Script('"other"', { cachedData })
assert.equal(script.cachedDataRejected, false, 'V8 compares the texts: the digest of own_script_binding.cc may go')
