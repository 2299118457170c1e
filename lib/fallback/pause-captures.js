'use strict'
// Captures the exceptions at which V8 pauses in mode `always`, and finds the captures of a reported value.

const { dataProperty, isObject } = require('../safe/data-property')
const { Number, ObjectHasOwn, hrtime, isNativeError, isProxy } = require('../safe/primordials')
const { pausedSnapshots } = require('./paused-snapshots')
const { readSnapshot } = require('./snapshot')
const { createThrownValues } = require('./thrown-values')

/**
 * @typedef {import('../capture/types').Found} Found
 * @typedef {import('./pause').CallFrame} CallFrame
 * @typedef {import('./values/live-values').Connection & { urls: Record<string, string> }} Connection
 * @typedef {import('./thrown-values').Throw} Throw
 */

/**
 * An exception at which V8 is pausing.
 * @typedef {object} Pause
 * @property {CallFrame[]} callFrames
 * @property {unknown} value may be UNREACHABLE
 * @property {boolean} uncaught V8 sees no handler
 * @property {boolean} thrown false: a promise was rejected, which may get its handler a line later
 */

/** Number of frames whose positions make the site of an exception. */
const SITE_FRAMES = 4

/**
 * @param {import('../addon/native-functions').Native} native
 * @param {import('../capture/types').Context} context
 */
function createPauseCaptures (native, context) {
  const { rationing } = context.config
  const paused = pausedSnapshots(context)
  const budget = createTimeBudget(rationing)
  const thrown = createThrownValues(rationing.snapshotsKept)
  let rationed = false
  let count = 0

  /**
   * Computed for each pause, because configure() may have changed the settings.
   * @param {Pause} pause
   */
  function limitsAt ({ uncaught, thrown: isThrown }) {
    const { config } = context
    // An exception for which V8 sees no handler nearly always ends the process, so its capture may take as much as a
    // dump.
    if (uncaught && isThrown) return config
    return { ...config, maxObjects: rationing.atThrowMaxObjects * 10, deadlineMs: rationing.atThrowDeadlineMs }
  }

  /**
   * True if the thrower passes on a value that a function it called has thrown. Then the first capture has the
   * thrower's frame, too.
   * @param {CallFrame} thrower
   * @param {number} id of the first capture
   */
  function isOnTheWay ({ location: { scriptId }, functionLocation }, id) {
    const frames = paused.find(id)?.callFrames.frames ?? []
    for (let i = 0; i < frames.length; i++) {
      const { startLine, startColumn } = frames[i]
      if (
        frames[i].scriptId === scriptId &&
        startLine === functionLocation?.lineNumber &&
        startColumn === functionLocation?.columnNumber
      ) {
        return true
      }
    }
    return false
  }

  /**
   * @param {Connection} connection
   * @param {Pause} pause
   * @param {string} site
   */
  function capture ({ post, anchorId, anchor, urls }, pause, site) {
    const { callFrames, value, uncaught } = pause
    const id = ++count
    context.redactor()
    const snapshot = readSnapshot(native, { post, anchors: [{ id: anchorId, object: anchor }], urls }, callFrames, {
      id,
      hook: 'exceptionPause',
      limits: limitsAt(pause),
      taskProbes: context.taskProbes
    })
    paused.add(snapshot)
    thrown.add(value, { id, site, uncaught })
    budget.spend(snapshot.durationMs)
  }

  return {
    /**
     * @param {Connection} connection
     * @param {Pause} pause
     * @returns {boolean} false when there was no budget for the exception
     */
    onPause (connection, pause) {
      const { callFrames, value, uncaught } = pause
      const site = siteOf(callFrames)
      const before = thrown.find(value)
      // The value was thrown at the same site before, when the variables were others. If it is not captured now, the
      // earlier capture must not be taken for this throw.
      const again = before.length > 0 && before[0].site === site
      if (before.length > 0 && !again && isOnTheWay(callFrames[0], before[0].id)) return true
      const worth = budget.hasTime(uncaught)
      if (worth) capture(connection, pause, site)
      else if (again) thrown.forget(value)
      rationed ||= !worth
      return worth
    },

    /**
     * @param {unknown} value
     * @returns {Found | null}
     */
    find (value) {
      return match(value) ?? (rationed ? { primary: 0, secondary: 0, match: null, rationed } : null)
    },

    /**
     * @param {unknown} error
     * @returns {unknown} the reason of the rejection, if Node.js reports an error of its own instead of it
     */
    reasonOf (error) {
      if (!isObject(error) || dataProperty(error, 'code') !== 'ERR_UNHANDLED_REJECTION') return error
      const reason = thrown.lastUncaught(value => !looksLikeError(value))
      return reason === null ? error : reason[0]
    }
  }

  /**
   * @param {unknown} value
   * @returns {Found | null}
   */
  function match (value) {
    const throws = thrown.find(value)
    if (throws.length > 0) {
      // Other code has thrown the value again, in a later turn: both captures are shown.
      const secondary =
        throws.length > 1 && throws[throws.length - 1].site !== throws[0].site ? throws[throws.length - 1].id : 0
      return { primary: throws[0].id, secondary, match: 'identity', rationed: false }
    }
    const primary = isObject(value) ? thrown.lastUnreachable() : 0
    return primary === 0 ? null : { primary, secondary: 0, match: 'sequence', rationed: false }
  }
}

/**
 * True if Node.js reports this value as it is, and not in an error of its own (test/workarounds/unwrapped-rejection.js,
 * Node.js 20 to 26).
 * @param {unknown} value
 */
function looksLikeError (value) {
  return isNativeError(value) || (isObject(value) && !isProxy(value) && ObjectHasOwn(value, 'stack'))
}

/**
 * A budget of time, as in src/hooks/ration.h. Exceptions for which V8 sees a handler leave a reserve, others may
 * overdraw the budget.
 * @param {import('../../packages/shared/config').Rationing} rationing
 */
function createTimeBudget ({ budgetPercent, budgetInitialMs, budgetMaxMs, reserveMs }) {
  let ms = budgetInitialMs
  let refilledNs = hrtime()
  return {
    /** @param {boolean} uncaught */
    hasTime (uncaught) {
      const nowNs = hrtime()
      const more = ms + ((Number(nowNs - refilledNs) / 1e6) * budgetPercent) / 100
      // budgetInitialMs may be more than budgetMaxMs, and is not lost then.
      if (more <= budgetMaxMs) ms = more
      else if (ms < budgetMaxMs) ms = budgetMaxMs
      refilledNs = nowNs
      return ms > (uncaught ? -budgetMaxMs : reserveMs)
    },
    /** @param {number} spentMs */
    spend (spentMs) {
      ms -= spentMs
    }
  }
}

/** @param {CallFrame[]} callFrames */
function siteOf (callFrames) {
  let site = ''
  for (let i = 0; i < callFrames.length && i < SITE_FRAMES; i++) {
    const { scriptId, lineNumber, columnNumber } = callFrames[i].location
    site += `${scriptId}:${lineNumber}:${columnNumber} `
  }
  return site
}

module.exports = { createPauseCaptures }
