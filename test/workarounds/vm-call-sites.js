'use strict'
// Error.prepareStackTrace of a vm context gets the call sites of the world outside, too.
// Worked around in packages/inspect/evaluate/realm/missing.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const vm = require('node:vm')

const sites = vm.runInNewContext('Error.prepareStackTrace = (error, sites) => sites; new Error().stack')
const files = Array.from(sites, site => site.getFileName())
assert.ok(files.includes(__filename), 'it gets its own only: error stacks need not be switched off in missing.js')
