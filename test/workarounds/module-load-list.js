'use strict'
// process.moduleLoadList, which is not documented, names the modules of Node.js that are loaded so far.
// Worked around in lib/capture/snapshot/async-stores.js and lib/safe/node-builtins.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')

const names = Reflect.get(process, 'moduleLoadList')
assert.ok(Array.isArray(names), 'there is no list: nothing tells which modules of Node.js are loaded')
assert.ok(!names.includes('NativeModule readline'))
require('node:readline')
assert.ok(names.includes('NativeModule readline'))
