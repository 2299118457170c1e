'use strict'
// A script that comes from a code cache has the name that is in the cache, and not the one that it is given.
// Worked around in lib/addon/preload-bundle.js and lib/fallback/snapshot.js.
// Node.js 20
const assert = require('node:assert')
const vm = require('node:vm')

const text = '(function fail () { return new Error().stack })'
const cachedData = new vm.Script(text, { filename: '/first.js' }).createCachedData()
const script = new vm.Script(text, { filename: '/second.js', cachedData })
const message = 'the given name counts: FILENAME of preload-bundle.js may be a path, and ownScriptId of snapshot.js go'
assert.match(script.runInThisContext()(), /first/, message)
