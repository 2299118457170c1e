'use strict'
// Exports what this folder offers to the rest of the collector: captures by a pause of V8's debugger, and mode
// `always`. The rest has it as `context.fallback()`, and does not load it if no pause is needed.

const { watchExceptionPauses } = require('./exception-pause')
const { startsInspector, whyNoPause } = require('./inspector')
const { pausedSnapshots } = require('./paused-snapshots')
const { takeSnapshot } = require('./snapshot')
const { withSuspended } = require('./suspended')

module.exports = { pausedSnapshots, startsInspector, takeSnapshot, watchExceptionPauses, whyNoPause, withSuspended }
