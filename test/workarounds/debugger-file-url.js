'use strict'
// V8's debugger names a CommonJS module by a file: URL, and the stack of an error names it by its path.
// Worked around in lib/capture/match/stop-position.js and src/snapshot/script_url.h.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const { pathToFileURL } = require('node:url')
const { inspectHere } = require('../helpers/inspect-here')

/** @type {string[]} */
const urls = []
const { session, post } = inspectHere()
session.on('Debugger.scriptParsed', ({ params }) => urls.push(params.url))
post('Debugger.enable')
assert.ok(new Error('no').stack?.includes(`(${__filename}:`))
assert.ok(urls.includes(pathToFileURL(__filename).href), 'both name it alike: scriptPath() and script_url.h may go')
