'use strict'
// Calls functions that the application has given for its dumps. Nothing that they do may cost the dump: they have
// little time, and what they throw is noted.

const { withApplicationPrototypes } = require('../../safe/pristine-prototypes')
const { withCleanup } = require('../../safe/cleanup')
const { Number, hrtime } = require('../../safe/primordials')
const { errorLine } = require('./read-error')

/** @typedef {import('../../addon/native-functions').HookFunctions} HookFunctions */
/** @typedef {import('../../../packages/shared/dump/terms').NotCaptured} NotCaptured */

/** Time for all functions of one kind in a dump. A busy machine may not run the process for a good part of it. */
const ALL_MS = 1000

/** True while such a function runs, which may call capture(): then none is called. */
let isCalling = false

/**
 * @callback CallApplication calls a function
 * @param {Function} callee
 * @param {unknown[]} args
 * @param {string} name of the function, for people
 * @returns {{ value: unknown } | null} null if it has no result
 */

/**
 * @param {HookFunctions | null} native without it nothing ends a function, so none is
 *   called
 * @param {import('../types').Report} report gets what is missing
 * @returns {(what: string) => CallApplication} what: the functions are for, as in `notCaptured`
 */
function createCallers (native, { trigger, interrupt, notCaptured }) {
  const whyNone = whyNot(native, trigger, interrupt !== undefined)
  return what => {
    const startedNs = hrtime()
    return (callee, args, name) => {
      const leftMs = ALL_MS - Number(hrtime() - startedNs) / 1e6
      const miss = (/** @type {NotCaptured['reason']} */ reason, /** @type {string} */ detail) => {
        notCaptured[notCaptured.length] = { what, reason, detail: `${name}: ${detail}` }
        return null
      }
      if (native === null || whyNone !== null) return miss('notRead', `the function was not called, because ${whyNone}`)
      if (leftMs < 1) return miss('timeout', 'no time was left for the function')
      isCalling = true
      const { end, value } = withCleanup(
        () => withApplicationPrototypes(() => native.callBounded(callee, args, leftMs)),
        () => {
          isCalling = false
        }
      )
      if (end === 'returned') return { value }
      if (end === 'threw') return miss('error', `the function threw ${errorLine(value)}`)
      const detail = end === 'timeIsOver' ? `the function took more than ${ALL_MS} ms` : 'it could not be called'
      return miss('timeout', detail)
    }
  }
}

/**
 * @param {HookFunctions | null} native
 * @param {import('../../../packages/shared/dump/terms').Trigger} trigger
 * @param {boolean} isInterrupted the application stands between two of its steps
 * @returns {string | null} null if functions may be called
 */
function whyNot (native, trigger, isInterrupted) {
  if (native === null) return 'the addon is missing, which would end it'
  if (isCalling) return 'another one runs'
  if (trigger === 'outOfMemory') return 'the heap is full'
  return isInterrupted ? 'the application was interrupted' : null
}

module.exports = { createCallers }
