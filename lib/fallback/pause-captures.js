'use strict'
// Exceptions at which V8 paused -> captures, and a reported value -> the captures of it.

const { dataProperty, isObject } = require('../capture/error-text')
const { ObjectHasOwn, isNativeError, isProxy } = require('../capture/primordials')
const { addScripts } = require('./script-sources')
const { readSnapshot } = require('./snapshot')
const { pauseRation } = require('../triggers/pause-ration')
const { thrownValues } = require('./thrown-values')

/**
 * @typedef {import('./pause').CallFrame} CallFrame
 * @typedef {import('./thrown-values').Throw} Throw
 * @typedef {import('./live-values').Connection & { urls: Record<string, string> }} Connection
 * @typedef {Pick<import('../native').FoundCaptures, 'primary' | 'secondary' | 'match' | 'rationed'> & Partial<import('../native').FoundCaptures>} Found
 */

/**
 * An exception at which V8 is pausing.
 * @typedef {object} Pause
 * @property {CallFrame[]} callFrames
 * @property {unknown} value may be UNREACHABLE
 * @property {boolean} uncaught V8 sees no handler
 * @property {boolean} thrown a rejected promise may get its handler a line later
 */

const SITE_FRAMES = 4

/** The variables themselves, and what they hold directly. */
const BRIEF_OBJECTS = 200

/** How much longer than the addon the walk over the inspector may take, which is slow most of all the first time. */
const INSPECTOR_SLOWNESS = 2

/**
 * @param {import('../collector').Context} context
 */
function pauseCaptures (context) {
  const { config: { rationing }, native, tentative } = context
  const ration = pauseRation(rationing)
  const thrown = thrownValues(rationing.tentativeKept)
  let rationed = false
  let count = 0

  /**
   * Asked each time: configure() may have changed them.
   * @param {Pause} pause
   */
  function limitsAt ({ uncaught, thrown: isThrown }) {
    const { config } = context
    const { tentativeMaxObjects, tentativeDeadlineMs } = rationing
    if (!ration.hasTime(uncaught)) return { ...config, maxObjects: BRIEF_OBJECTS, deadlineMs: tentativeDeadlineMs / 4 }
    // What V8 sees no handler for is rarely handled: it may cost as much as a crash may.
    if (uncaught && isThrown) return config
    return { ...config, maxObjects: tentativeMaxObjects, deadlineMs: tentativeDeadlineMs * (native === null ? INSPECTOR_SLOWNESS : 1) }
  }

  /**
   * Whether who throws a value has received it: then the first capture has its frame, and those below.
   * @param {CallFrame} thrower
   * @param {number} id of the first capture
   */
  function isOnTheWay ({ location: { scriptId }, functionLocation }, id) {
    const frames = tentative.find(id)?.callFrames.frames ?? []
    for (let i = 0; i < frames.length; i++) {
      const { startLine, startColumn } = frames[i]
      if (frames[i].scriptId === scriptId && startLine === functionLocation?.lineNumber && startColumn === functionLocation?.columnNumber) return true
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
    const limits = { ...limitsAt(pause), redactor: context.redactor() }
    const snapshot = readSnapshot(native, { post, anchors: [{ id: anchorId, object: anchor }], urls }, callFrames, { id, hook: 'exceptionPause', limits, taskProbes: context.taskProbes })
    tentative.add(snapshot)
    thrown.add(value, { id, site, uncaught })
    ration.captured(site, uncaught, snapshot.durationMs)
  }

  return {
    /**
     * @param {Connection} connection
     * @param {Pause} pause
     * @returns {boolean} false when the exception was not worth a look
     */
    onPause (connection, pause) {
      const { callFrames, value, uncaught } = pause
      const site = siteOf(callFrames)
      const due = ration.isDue(site) || uncaught
      const before = thrown.find(value)
      // Thrown where it was thrown before, by now with other variables: the earlier capture must not pass for this one.
      const again = before.length > 0 && before[0].site === site
      if (before.length > 0 && !again && isOnTheWay(callFrames[0], before[0].id)) return true
      const worth = (due || again) && (ration.hasTime(uncaught) || (uncaught && ration.hasBriefTime()))
      if (worth) capture(connection, pause, site)
      else if (again) thrown.forget(value)
      rationed ||= !worth
      return worth
    },

    /**
     * @param {Connection | null} connection from which the sources can be had
     * @param {unknown} value
     * @returns {Found | null}
     */
    find (connection, value) {
      const found = match(value)
      if (found === null) return rationed ? { primary: 0, secondary: 0, match: null, rationed } : null
      if (native === null && connection !== null) {
        addSources(connection, found.primary)
        addSources(connection, found.secondary)
      }
      return found
    },

    /**
     * @param {unknown} error
     * @returns {unknown} what the promise was rejected with, when Node.js reports an error of its own in its place
     */
    reasonOf (error) {
      if (!isObject(error) || dataProperty(error, 'code') !== 'ERR_UNHANDLED_REJECTION') return error
      const reason = thrown.lastUncaught(value => !looksLikeError(value))
      return reason === null ? error : reason[0]
    }
  }

  /**
   * @param {Connection} connection
   * @param {number} id
   */
  function addSources ({ post }, id) {
    const snapshot = tentative.find(id)
    if (snapshot !== null) addScripts(post, snapshot.callFrames.frames, snapshot.scripts)
  }

  /**
   * @param {unknown} value
   * @returns {Found | null}
   */
  function match (value) {
    const throws = thrown.find(value)
    if (throws.length > 0) {
      // Thrown on by somebody else, in a later turn: both places are worth seeing.
      const secondary = throws.length > 1 && throws[throws.length - 1].site !== throws[0].site ? throws[throws.length - 1].id : 0
      return { primary: throws[0].id, secondary, match: 'identity', rationed: false }
    }
    const primary = isObject(value) ? thrown.lastUnreachable() : 0
    return primary === 0 ? null : { primary, secondary: 0, match: 'sequence', rationed: false }
  }
}

/**
 * What Node.js reports itself, and not in an error of its own.
 * @param {unknown} value
 */
function looksLikeError (value) {
  return isNativeError(value) || (isObject(value) && !isProxy(value) && ObjectHasOwn(value, 'stack'))
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

module.exports = { pauseCaptures }
