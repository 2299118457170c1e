'use strict'
// The Debugger domain: announces the sources and the pause, and refuses every command that would resume the process.

const { pausedEvent, pausedTaskEvent, framePlaces } = require('../paused')
const { callArgument } = require('../call-argument')
const { ProtocolError } = require('../protocol-error')
const { frameAt } = require('../../scheduling')

/** @typedef {import('./types').Replay} Replay */

const MOVES = ['resume', 'stepInto', 'stepOut', 'stepOver', 'pause', 'continueToLocation', 'pauseOnAsyncCall']
const REFUSED = ['setScriptSource', 'restartFrame', 'setReturnValue', 'setBreakpoint']
const ACCEPTED = [
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
  const { dump, task, handles, scripts, evaluations } = replay
  /** @type {import('../paused').PausedEvent|null} */
  let paused = null
  let isEnabled = false
  /**
   * VS Code's debugger is the front end that begins with NodeWorker.enable
   * (https://github.com/microsoft/vscode-js-debug/blob/06ce1aa296/src/targets/node/nodeTarget.ts).
   */
  let isVsCode = false
  /**
   * True once the pause has another reason than an exception. VS Code's debugger resumes a process that pauses at an
   * exception while no kind of exceptions is ticked, which is its default (`shouldPauseAt` in
   * https://github.com/microsoft/vscode-js-debug/blob/06ce1aa296/src/adapter/exceptionPauseService.ts). It would
   * resume and be paused without end.
   */
  let isReasonHidden = false
  /** The front end wants to pause at exceptions of some kind. */
  let wantsExceptions = false
  let breakpoints = 0
  // The event is made when a front end asks for it, because its objects may be damaged and only an answer can say so.
  const makePaused = () => {
    paused ??= task === null ? pausedEvent(dump, handles, scripts) : pausedTaskEvent(dump, task, handles, scripts)
  }
  const tellPaused = () => {
    if (paused !== null) replay.emit('Debugger.paused', isReasonHidden ? { ...paused, reason: 'other' } : paused)
  }
  const pauseAgain = () => {
    replay.emit('Debugger.resumed', {})
    tellPaused()
  }

  return {
    ...Object.fromEntries(ACCEPTED.map(name => [`Debugger.${name}`, () => ({})])),
    ...Object.fromEntries(
      REFUSED.map(name => [
        `Debugger.${name}`,
        () => {
          throw new ProtocolError(`${name}: this process is dead and does not run any more`)
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
          const isUnasked = isVsCode && name === 'resume' && !wantsExceptions && !isReasonHidden
          if (isUnasked) isReasonHidden = true
          afterAnswer(() => {
            // The debugger gave this command, and not its user.
            if (!isUnasked) {
              replay.say(
                'warning',
                `crash-collector: ${name} refused: this process is dead. It stays where it ` +
                  `${task === null ? 'threw' : 'waited'}.`
              )
            }
            pauseAgain()
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
        for (const script of scripts.announcements({ withNames: !isVsCode, places: framePlaces(paused) })) {
          replay.emit('Debugger.scriptParsed', script)
        }
        afterAnswer(tellPaused)
      }
      return { debuggerId: 'dead' }
    },
    'NodeWorker.enable' () {
      isVsCode = true
      evaluations.prefersGenerated = false
      handles.usesOriginalNames = true
      return {}
    },
    'Debugger.setPauseOnExceptions' ({ state }, afterAnswer) {
      wantsExceptions = state !== 'none'
      if (isReasonHidden && wantsExceptions) {
        isReasonHidden = false
        if (isEnabled) afterAnswer(pauseAgain)
      }
      return {}
    },
    'Debugger.disable' () {
      isEnabled = false
      return {}
    },
    'Debugger.getScriptSource': ({ scriptId }) => ({ scriptSource: sourceOf(scriptId) }),
    'Debugger.searchInContent': ({ scriptId, query, caseSensitive, isRegex }) => ({
      result: search(sourceOf(scriptId), String(query), caseSensitive === true, isRegex === true)
    }),
    async 'Debugger.setVariableValue' ({ callFrameId, scopeNumber, variableName, newValue }) {
      const id = String(callFrameId)
      const frame =
        frameAt(dump, id) ??
        dump.asyncTasks.find(({ taskId }) => taskId === id)
      const scope = frame?.scopeChain[Number(scopeNumber)]
      if (scope === undefined) throw new ProtocolError('Could not find scope with given number')
      const value = callArgument(/** @type {object} */ (newValue), handles)
      const { error, threw } = await evaluations.assign(id, dump.scope(scope), String(variableName), value)
      if (threw) throw new ProtocolError(error ?? 'the variable could not be set')
      return {}
    },
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
