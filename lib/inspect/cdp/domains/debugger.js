'use strict'
// The Debugger domain: announces the sources and the pause, and refuses every command that would resume the process.

const { pausedEvent, pausedTaskEvent } = require('../paused')
const { ProtocolError } = require('../protocol-error')

/** @typedef {import('./types').Replay} Replay */

const MOVES = ['resume', 'stepInto', 'stepOut', 'stepOver', 'pause', 'continueToLocation', 'pauseOnAsyncCall']
const REFUSED = ['setVariableValue', 'setScriptSource', 'restartFrame', 'setReturnValue', 'setBreakpoint']
const ACCEPTED = [
  'setPauseOnExceptions',
  'setAsyncCallStackDepth',
  'setBlackboxPatterns',
  'setBlackboxedRanges',
  'setBlackboxExecutionContexts',
  'setSkipAllPauses',
  'setBreakpointsActive',
  'removeBreakpoint',
  'setInstrumentationBreakpoint'
]

/**
 * @param {Replay} replay
 * @returns {Record<string, import('./types').Method>}
 */
function debuggerMethods (replay) {
  const { dump, task, handles, scripts } = replay
  /** @type {object|null} */
  let paused = null
  let isEnabled = false
  let breakpoints = 0
  // The event is made when a front end asks for it, because its objects may be damaged and only an answer can say so.
  const makePaused = () => {
    paused ??= task === null ? pausedEvent(dump, handles, scripts) : pausedTaskEvent(dump, task, handles, scripts)
  }
  const tellPaused = () => {
    if (paused !== null) replay.emit('Debugger.paused', paused)
  }

  return {
    ...Object.fromEntries(ACCEPTED.map(name => [`Debugger.${name}`, () => ({})])),
    ...Object.fromEntries(
      REFUSED.map(name => [
        `Debugger.${name}`,
        () => {
          throw new ProtocolError(`${name}: this process is dead, nothing in it can be changed`)
        }
      ])
    ),
    // The answer is not an error: DevTools clears its call stack when it sends the command, and an error would leave it
    // empty (`clearInterface` in SourcesPanel.ts,
    // https://github.com/ChromeDevTools/devtools-frontend/tree/fdbb61ec96/front_end/panels/sources).
    ...Object.fromEntries(
      MOVES.map(name => [
        `Debugger.${name}`,
        (_params, afterAnswer) => {
          makePaused()
          afterAnswer(() => {
            replay.say(
              'warning',
              `crash-collector: ${name} refused: this process is dead. It stays where it ` +
                `${task === null ? 'threw' : 'waited'}.`
            )
            replay.emit('Debugger.resumed', {})
            tellPaused()
          })
          return {}
        }
      ])
    ),
    'Debugger.enable' (_params, afterAnswer) {
      if (!isEnabled) {
        // The event is made before the scripts are announced, because it adds scripts for places of the error's stack.
        makePaused()
        isEnabled = true
        for (const script of scripts.announcements()) replay.emit('Debugger.scriptParsed', script)
        afterAnswer(tellPaused)
      }
      return { debuggerId: 'dead' }
    },
    'Debugger.disable' () {
      isEnabled = false
      return {}
    },
    'Debugger.getScriptSource': ({ scriptId }) => ({ scriptSource: sourceOf(scriptId) }),
    'Debugger.searchInContent': ({ scriptId, query, caseSensitive, isRegex }) => ({
      result: search(sourceOf(scriptId), String(query), caseSensitive === true, isRegex === true)
    }),
    'Debugger.getPossibleBreakpoints': () => ({ locations: [] }),
    'Debugger.setBreakpointByUrl': () => ({ breakpointId: `none:${++breakpoints}`, locations: [] }),
    'Debugger.getStackTrace': () => ({ stackTrace: { callFrames: [] } })
  }

  /** @param {unknown} scriptId */
  function sourceOf (scriptId) {
    const source = scripts.source(String(scriptId))
    if (source === undefined) throw new ProtocolError('No script for id')
    return source
  }
}

/**
 * @param {string} source
 * @param {string} query
 * @param {boolean} caseSensitive
 * @param {boolean} isRegex
 */
function search (source, query, caseSensitive, isRegex) {
  let pattern
  try {
    pattern = new RegExp(isRegex ? query : query.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), caseSensitive ? '' : 'i')
  } catch {
    return []
  }
  return source
    .split('\n')
    .flatMap((lineContent, lineNumber) => (pattern.test(lineContent) ? [{ lineNumber, lineContent }] : []))
}

module.exports = { debuggerMethods }
