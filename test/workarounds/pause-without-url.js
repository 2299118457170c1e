'use strict'
// The frames of a pause have no URL: the debugger tells the URL of a script once, when it learns of the script.
// Worked around in lib/fallback/script-urls.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const { inspectHere } = require('../helpers/inspect-here')

/** @type {string[]} */
const urls = []
inspectHere(({ callFrames }) => urls.push(callFrames[0].url))
debugger // eslint-disable-line no-debugger
assert.deepEqual(urls, [''], 'frames have their URL: lib/fallback/script-urls.js may go')
