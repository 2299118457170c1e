'use strict'
// Mode `always`: the debugger stays on and V8 pauses at every exception. The classic way, and what is left without the
// addon. See docs/design.md for what it costs.

const { isOwnFrame } = require('../capture/call-frames')
const { dataProperty, isObject } = require('../capture/error-text')
const { connectAnchor, isSameWorld, liveValues, primitiveOf } = require('../capture/live-values')
const { openSession, whyNoPause } = require('../capture/pause')
const { hrtime, isNativeError } = require('../capture/primordials')
const { addScripts } = require('../capture/script-sources')
const { readSnapshot } = require('../capture/snapshot')
const { pauseRation } = require('./pause-ration')
const { thrownValues, UNREACHABLE } = require('./thrown-values')
const { keepStacksUnformatted } = require('./unformatted-stacks')

/**
 * @typedef {import('../collector').Context} Context
 * @typedef {import('../capture/live-values').Connection & { urls: Record<string, string> }} Connection
 * @typedef {Pick<import('../native').FoundCaptures, 'primary' | 'secondary' | 'match' | 'rationed'> & Partial<import('../native').FoundCaptures>} Found
 */

/**
 * @typedef {object} Pauses
 * @property {(value: unknown) => Found | null} find captures of a reported value
 * @property {(error: unknown) => unknown} reasonOf what a promise was rejected with when Node.js reports an error of its own for it
 * @property {Connection | null} connection of the session, null while there is none
 */

/** Refused pauses at caught exceptions, one after the other, from which on V8 pauses no more at those. */
const MAX_REFUSED = 100
const SITE_FRAMES = 4

/** @type {Pauses} */
const NO_PAUSES = Object.freeze({ find: () => null, reasonOf: error => error, connection: null })

/**
 * @param {Context} context
 * @returns {Pauses} finds nothing where there is no inspector, or somebody else debugs the process
 */
function watchExceptionPauses (context) {
  if (whyNoPause() !== null) return NO_PAUSES
  try {
    return startWatching(context)
  } catch (error) {
    context.failed(error)
    return NO_PAUSES
  }
}

/**
 * @param {Context} context
 * @returns {Pauses}
 */
function startWatching (context) {
  const { config, native, tentative } = context
  const ration = pauseRation(config.rationing)
  const thrown = thrownValues(config.rationing.tentativeKept)
  const tentativeLimits = { ...config, maxObjects: config.rationing.tentativeMaxObjects, deadlineMs: config.rationing.tentativeDeadlineMs }
  /** @type {Record<string, string>} */
  const urls = Object.create(null)
  let state = ''
  let refused = 0
  let rationed = false
  let away = false
  let captures = 0

  const { post } = openSession((method, params) => {
    if (method === 'Debugger.scriptParsed') return onScript(params)
    if (method !== 'Debugger.paused') return
    try {
      if (params.reason === 'exception' || params.reason === 'promiseRejection') onPause(params)
      else if (away) comeBack()
    } catch (error) {
      context.failed(error)
    }
  })

  /** @param {import('node:inspector').Debugger.ScriptParsedEventDataType} script */
  function onScript ({ scriptId, url, isModule }) {
    urls[scriptId] = url
    // What an ES module throws at its top level counts as caught.
    if (isModule && state === 'uncaught') pauseOn('all')
  }

  /** @param {'all' | 'uncaught'} next */
  function pauseOn (next) {
    state = next
    refused = 0
    post('Debugger.setPauseOnExceptions', { state })
  }

  /** @param {import('node:inspector').Debugger.PausedEventDataType} event */
  function onPause ({ callFrames, data }) {
    // Somebody has attached a debugger meanwhile: it must not stop at exceptions that it did not ask for.
    if (whyNoPause() !== null) return leave()
    if (connection === null || callFrames.length === 0 || isOwnFrame(callFrames[0], urls)) return
    const startedNs = hrtime()
    const remote = /** @type {import('node:inspector').Runtime.RemoteObject & { uncaught?: boolean }} */ (data)
    const uncaught = remote.uncaught === true
    if (ration.isDue(siteOf(callFrames), uncaught)) capture(connection, callFrames, remote, uncaught)
    else refuse(uncaught)
    if (!uncaught && runsInVm(callFrames)) stepAway()
    ration.spend(Number(hrtime() - startedNs) / 1e6)
  }

  /**
   * node:vm catches in C++ what a script throws, and throws it again. When V8 pauses at that in Node.js 20 and 22, it forgets to
   * report the exception, and the process aborts with a corrupted async hook stack. So there is no pause until it is over.
   */
  function stepAway () {
    away = true
    post('Debugger.setPauseOnExceptions', { state: 'none' })
    post('Debugger.stepOut')
  }

  function comeBack () {
    away = false
    post('Debugger.setPauseOnExceptions', { state })
  }

  /** @param {import('../capture/pause').CallFrame[]} callFrames */
  function runsInVm (callFrames) {
    for (let i = 0; i < callFrames.length; i++) if (urls[callFrames[i].location.scriptId] === 'node:vm') return true
    return false
  }

  /** @param {boolean} uncaught */
  function refuse (uncaught) {
    rationed = true
    if (!uncaught && ++refused === MAX_REFUSED) pauseOn('uncaught')
  }

  /**
   * @param {Connection} open
   * @param {import('../capture/pause').CallFrame[]} callFrames
   * @param {import('node:inspector').Runtime.RemoteObject} remote the exception
   * @param {boolean} uncaught
   */
  function capture (open, callFrames, remote, uncaught) {
    refused = 0
    const value = thrownValue(open, remote)
    const id = ++captures
    // What V8 sees no handler for is rarely handled: it may cost as much as a crash may.
    const anchors = [{ id: open.anchorId, object: open.anchor }]
    const limits = { ...(uncaught ? config : tentativeLimits), redactor: context.redactor() }
    const snapshot = readSnapshot(native, { post: open.post, anchors, urls }, callFrames, { id, hook: 'exceptionPause', limits })
    tentative.add(snapshot)
    thrown.add(id, value, uncaught)
  }

  function leave () {
    connection = null
    post('Debugger.resume')
    post('Debugger.disable')
  }

  /** @type {Connection | null} */
  let connection = { ...connectAnchor(post), urls }
  post('Debugger.enable')
  keepStacksUnformatted(post)
  pauseOn('all')

  return {
    get connection () { return connection },
    find (value) {
      const ids = thrown.find(value)
      if (ids.length === 0) return findElsewhere(value)
      // Thrown again by who caught it: the first capture has the frames below, and the last one may be of another stack.
      const found = { primary: ids[0], secondary: ids.length > 1 ? ids[ids.length - 1] : 0, match: /** @type {const} */ ('identity'), rationed: false }
      if (native === null) addSources(found)
      return found
    },
    reasonOf (error) {
      if (!isObject(error) || dataProperty(error, 'code') !== 'ERR_UNHANDLED_REJECTION') return error
      const reason = thrown.lastUncaught(value => !isNativeError(value))
      return reason === null ? error : reason[0]
    }
  }

  /**
   * @param {unknown} value
   * @returns {Found | null}
   */
  function findElsewhere (value) {
    const primary = isObject(value) ? thrown.lastUnreachable() : 0
    if (primary === 0) return rationed ? { primary, secondary: 0, match: null, rationed } : null
    const found = { primary, secondary: 0, match: /** @type {const} */ ('sequence'), rationed: false }
    if (native === null) addSources(found)
    return found
  }

  /** @param {Found} found */
  function addSources ({ primary, secondary }) {
    const ids = [primary, secondary]
    for (let i = 0; i < ids.length; i++) {
      const snapshot = tentative.find(ids[i])
      if (snapshot !== null && connection !== null) addScripts(post, snapshot.callFrames.frames, snapshot.scripts)
    }
  }
}

/**
 * @param {Connection} connection
 * @param {import('node:inspector').Runtime.RemoteObject} remote
 */
function thrownValue (connection, remote) {
  if (remote.objectId === undefined) return primitiveOf(remote)
  return isSameWorld(remote.objectId, connection.anchorId) ? liveValues(connection).take([remote])[0] : UNREACHABLE
}

/** @param {import('../capture/pause').CallFrame[]} callFrames */
function siteOf (callFrames) {
  let site = ''
  for (let i = 0; i < callFrames.length && i < SITE_FRAMES; i++) {
    const { scriptId, lineNumber, columnNumber } = callFrames[i].location
    site += `${scriptId}:${lineNumber}:${columnNumber} `
  }
  return site
}

module.exports = { watchExceptionPauses }
