'use strict'
// Mode `on-demand`: V8 tells when an exception comes into being, the addon decides whether it is worth a capture, and the
// stack is read on the spot. See docs/design.md, "The hooks".

const v8 = require('node:v8')

const { whyNoPause } = require('../capture/pause')
const { takeSnapshot } = require('../capture/snapshot')

/** In the order of src/throw_hooks.h. */
const HOOKS = /** @type {const} */ (['errorCreated', 'uncaught', 'promiseReject'])

/** What `Error.stackTraceLimit` is in every program, and the one value of V8's flag that makes V8 report errors. */
const USUAL_STACK_TRACE_LIMIT = 10
const REPORTING_STACK_TRACE_LIMIT = 11

/**
 * @param {import('../collector').Context} context with the addon
 */
function installThrowHooks (context) {
  const { config, tentative } = context
  const native = /** @type {import('../native').Native} */ (context.native)
  const tentativeLimits = {
    ...config,
    maxObjects: config.rationing.tentativeMaxObjects,
    deadlineMs: config.rationing.tentativeDeadlineMs
  }

  native.installThrowHooks((hook, id) => {
    // Uncaught is rarely wrong: what it sees may cost as much as a crash may.
    const limits = HOOKS[hook] === 'uncaught' ? config : tentativeLimits
    try {
      if (whyNoPause() !== null) return false
      tentative.add(takeSnapshot(native, { id, hook: HOOKS[hook], limits }))
      return true
    } catch (error) {
      context.failed(error)
      return false
    }
  }, { ...config.rationing, hookErrors: true, hookUncaught: context.ownsAllIsolates, hookRejections: true })

  // V8 reports each construction of an Error while Error.stackTraceLimit differs from the flag. The property stays what it
  // was; a worker is born with the flag's value and gets the usual one back.
  v8.setFlagsFromString(`--stack-trace-limit=${REPORTING_STACK_TRACE_LIMIT}`)
  if (Error.stackTraceLimit === REPORTING_STACK_TRACE_LIMIT) Error.stackTraceLimit = USUAL_STACK_TRACE_LIMIT
  if (context.ownsAllIsolates) v8.setFlagsFromString('--abort-on-uncaught-exception')
}

module.exports = { installThrowHooks }
