'use strict'
// Mode `on-demand`: V8 tells when an exception comes into being, the addon decides whether it is worth a capture, and the
// stack is read on the spot. See docs/design.md, "The hooks".

const fs = require('node:fs')
const path = require('node:path')

const { startsInspector, whyNoPause } = require('../capture/pause')
const { withPlainPrototypes } = require('../capture/plain-prototypes')
const { takeSnapshot } = require('../capture/snapshot')
const { undoAll } = require('../capture/undoing')
const { ASK_BEFORE_UNCAUGHT, REPORTING_STACK_TRACE_LIMIT, REPORT_ERRORS } = require('../v8-flags')

/** In the order of src/throw_hooks.h. */
const HOOKS = /** @type {const} */ (['errorCreated', 'uncaught', 'promiseReject'])

/** What `Error.stackTraceLimit` is in every program. */
const USUAL_STACK_TRACE_LIMIT = 10

/**
 * Makes V8 ask, at a throw that nobody will catch, whether it should abort. V8 reads this flag once in the life of a process,
 * at the first throw, so it is set before anything of ours throws; where somebody threw before us the addon notices.
 *
 * The flag ends a process at an uncaught throw in an isolate that has no callback for the question, such as those of
 * isolated-vm. Where that package is installed the flag stays off, and with it this hook.
 *
 * @param {import('../native').Native | null} native null while there is none: its search throws
 * @returns {boolean} whether the flag is set
 */
function askBeforeUncaught (native) {
  if (usesOtherIsolates()) return false
  const setV8Flag = native === null ? require('node:v8').setFlagsFromString : native.setV8Flag
  setV8Flag(ASK_BEFORE_UNCAUGHT)
  return true
}

function usesOtherIsolates () {
  let directory = path.dirname(process.argv[1] ?? path.join(process.cwd(), 'x'))
  for (;;) {
    if (fs.existsSync(path.join(directory, 'node_modules', 'isolated-vm'))) return true
    const parent = path.dirname(directory)
    if (parent === directory) return false
    directory = parent
  }
}

/**
 * @param {import('../collector').Context} context with the addon
 */
function installThrowHooks (context) {
  const { config: { rationing }, tentative } = context
  const native = /** @type {import('../native').Native} */ (context.native)
  // Asked each time: configure() may have changed them.
  const limitsAt = (/** @type {typeof HOOKS[number]} */ hook) => {
    const { config } = context
    // Uncaught is rarely wrong: what it sees may cost as much as a crash may.
    if (hook === 'uncaught') return config
    return {
      ...config,
      maxObjects: rationing.tentativeMaxObjects,
      deadlineMs: rationing.tentativeDeadlineMs,
      innerStateMs: rationing.tentativeInnerStateMs
    }
  }

  native.installThrowHooks((hook, id, overflow, foreign) => {
    if (hook === undefined) {
      undoAll()
      return false
    }
    try {
      return withPlainPrototypes(() => {
        if (whyNoPause(native) !== null) return false
        context.redactor()
        tentative.add(takeSnapshot(native, { id, hook: HOOKS[hook], limits: limitsAt(HOOKS[hook]), overflow, foreign, taskProbes: context.taskProbes }))
        context.captured()
        return true
      })
    } catch (error) {
      context.failed(error)
      return false
    }
  }, { ...rationing, hookErrors: true, hookUncaught: context.asksBeforeUncaught, hookRejections: true }, context.taskProbes)

  if (startsInspector) whyNoPause(native) // for the workers
  // V8 reports each construction of an Error while Error.stackTraceLimit differs from the flag. The property stays what it
  // was; a worker is born with the flag's value and gets the usual one back, unless --frozen-intrinsics has made it read-only.
  native.setV8Flag(REPORT_ERRORS)
  if (Error.stackTraceLimit === REPORTING_STACK_TRACE_LIMIT) Reflect.set(Error, 'stackTraceLimit', USUAL_STACK_TRACE_LIMIT)
}

module.exports = { askBeforeUncaught, installThrowHooks }
