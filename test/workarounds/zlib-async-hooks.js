'use strict'
// Also the synchronous functions of node:zlib make a handle, of which async hooks are told.
// Worked around in src/bindings/gzip_binding.cc.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const asyncHooks = require('node:async_hooks')
const zlib = require('node:zlib')

/** @type {string[]} */
const types = []
asyncHooks.createHook({ init: (id, type) => { types.push(type) } }).enable()
zlib.gzipSync('text')
assert.deepEqual(types, ['ZLIB'], 'they make none: gzip_binding.cc may go')
