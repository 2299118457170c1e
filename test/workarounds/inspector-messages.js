'use strict'
// The inspector says only in the text of a failure that there is no pause, and that it does not know a script.
// Worked around in lib/fallback/deferred-stacks.js and lib/fallback/script-urls.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const { inspectHere } = require('../helpers/inspect-here')

/** @type {string[]} */
const messages = []
const { post } = inspectHere(() => messages.push(post('Debugger.restartFrame', { callFrameId: 'none' }).error.message))
debugger // eslint-disable-line no-debugger
messages.push(post('Debugger.restartFrame', { callFrameId: 'none' }).error.message)
messages.push(post('Debugger.setBlackboxedRanges', { scriptId: 'none', positions: [] }).error.message)
const known = messages.map(message => /while paused|No script with/.exec(message)?.[0])
assert.deepEqual(known, [undefined, 'while paused', 'No script with'], 'other texts: NOT_PAUSED and UNKNOWN are wrong')
