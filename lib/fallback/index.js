'use strict'
// The way to capture that pauses V8's debugger, and mode `always`. This is the one door of the folder, which the rest
// of the collector has as `context.fallback()` and can do without: whoever needs no debugger never loads it.

const { watchExceptionPauses } = require('./exception-pause')
const { startsInspector, whyNoPause } = require('./pause')
const { takeSnapshot } = require('./snapshot')
const { withSuspended } = require('./suspended')

module.exports = { startsInspector, takeSnapshot, watchExceptionPauses, whyNoPause, withSuspended }
