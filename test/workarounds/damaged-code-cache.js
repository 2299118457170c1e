'use strict'
// V8 takes a code cache whose bytes have changed, and crashes when it runs what it has read. Worked around in
// lib/addon/preload-bundle.js and src/bindings/own_script_binding.cc.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const vm = require('node:vm')

const text = `(function () { return '${'x'.repeat(20_000)}' })`
const cachedData = new vm.Script(text).createCachedData()
cachedData[cachedData.indexOf('x'.repeat(100))] ^= 1
const script = new vm.Script(text, { cachedData })
assert.ok(!script.cachedDataRejected, 'V8 refuses it: the checksum behind the digest may go')
