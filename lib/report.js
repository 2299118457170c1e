'use strict'
// All that only a report or capture() needs. In the preload's bundle this is a script of its own, which runs when the
// first of them comes: a process that never dies by an error does not pay for it. So what stands here must take nothing
// from Node.js or from the global object while it is loaded: lib/safe has taken that at the start.

const { captureNow } = require('./triggers/api')
const { reportedExceptions } = require('./triggers/reported-exception')

/** Loads the way to capture that pauses V8's debugger. */
const loadFallback = () => require('./fallback')

module.exports = { captureNow, loadFallback, reportedExceptions }
