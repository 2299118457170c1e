'use strict'
// The Runtime domain: properties, evaluation, and the exception in the console.

const { builtinModules } = require('node:module')
const acorn = require('acorn')
const { chainLines } = require('../../crash/cause-chain')
const { factsOf } = require('../../crash/facts')
const { isUnfinished } = require('../../evaluate/code/syntax-error')
const { ProtocolError } = require('../protocol-error')
const { exceptionObject } = require('../paused')
const { toJson } = require('../by-value')
const { callArgument } = require('../call-argument')

/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/** @typedef {import('./types').Replay} Replay */
/** @typedef {import('./types').Params} Params */

/**
 * VS Code's debugger marks expressions of its own with such a source URL (js-debug 1.117: `getSourceSuffix` in
 * https://github.com/microsoft/vscode-js-debug/blob/06ce1aa296/src/adapter/templates/index.ts). Those that ask for the
 * process get no answer: an answer would describe the process that evaluates and not the dead one.
 */
const PROBE = /\/\/# sourceURL=[\w-]*eval-[\w-]+\.cdp\s*$/
const ASKS_FOR_PROCESS = /\bprocess\.|\bWebAssembly\b|\brequire\(/

/**
 * @param {Replay} replay
 * @returns {Record<string, import('./types').Method>}
 */
function runtimeMethods (replay) {
  const { dump, task, handles, evaluations } = replay
  let isEnabled = false

  /**
   * @param {import('../evaluations').Outcome} outcome
   * @param {Params} params
   */
  const answer = ({ value, error, threw }, { returnByValue, generatePreview }) => {
    if (!threw) {
      return { result: returnByValue === true ? byValue(value) : handles.remote(value, generatePreview === true) }
    }
    const thrown =
      error === undefined
        ? handles.remote(value, true)
        : {
            ...handles.remote(value),
            type: 'object',
            subtype: 'error',
            className: /^[\w$.]+(?=:)/.exec(error)?.[0] ?? 'Error',
            description: error
          }
    return {
      result: thrown,
      exceptionDetails: { exceptionId: 1, text: 'Uncaught', lineNumber: 0, columnNumber: 0, exception: thrown }
    }
  }

  /** @param {Value} value */
  const byValue = value => {
    const json = toJson(value, handles)
    return { ...handles.remote(value), objectId: undefined, ...(json !== undefined && { value: json }) }
  }

  /** @param {string} frame @param {Params} params */
  const evaluate = async (frame, params) => {
    const expression = String(params.expression)
    if (PROBE.test(expression) && ASKS_FOR_PROCESS.test(expression)) {
      return {
        result: expression.includes('builtinModules')
          ? { type: 'object', value: builtinModules }
          : { type: 'undefined' }
      }
    }
    return answer(
      params.throwOnSideEffect === true
        ? await evaluations.peek(frame, expression)
        : await evaluations.onFrame(frame, expression, {
          // V8 keeps the results of this group only.
          keepsResult: params.objectGroup === 'console' && !PROBE.test(expression),
          awaitsResult: params.awaitPromise === true,
          isRepeated: PROBE.test(expression) ? 'ifChanged' : 'always'
        }),
      params
    )
  }

  return {
    'Runtime.enable' () {
      if (isEnabled) return {}
      isEnabled = true
      const { header, exception } = dump
      replay.emit('Runtime.executionContextCreated', {
        context: {
          id: 1,
          origin: '',
          name: task === null ? `dead process ${header.pid}` : `${task.functionName || '(anonymous)'} (${task.taskId})`,
          uniqueId: '1.1',
          auxData: { isDefault: true }
        }
      })
      replay.say(
        'info',
        `crash-collector: process ${header.pid} (Node.js ${header.node}) died at ${header.time}. This is its dump: ` +
          'look and evaluate; nothing runs any more.'
      )
      if (task !== null) {
        replay.say(
          'info',
          `crash-collector: ${task.functionName || 'an anonymous function'} was suspended here (${task.taskId}) when ` +
            'the process died.'
        )
        return {}
      }
      if (exception === null) return {}
      const { diagnosis } = factsOf(dump)
      if (diagnosis !== null) replay.say('warning', `crash-collector: ${diagnosis.text}`)
      for (const line of chainLines(dump)) {
        replay.say('info', `crash-collector: ${line}`)
      }
      const frame = dump.callFrames[0]
      replay.emit('Runtime.exceptionThrown', {
        timestamp: Date.parse(header.time),
        exceptionDetails: {
          exceptionId: 1,
          text: dump.header.trigger === 'unhandledRejection' ? 'Uncaught (in promise)' : 'Uncaught',
          lineNumber: frame?.lineNumber ?? 0,
          columnNumber: frame?.columnNumber ?? 0,
          ...(frame !== undefined && { scriptId: frame.scriptId, url: replay.scripts.url(frame.scriptId) }),
          stackTrace: {
            callFrames: dump.callFrames
              .filter(({ role }) => role === undefined)
              .map(({ functionName, scriptId, lineNumber, columnNumber }) => ({
                functionName,
                scriptId,
                url: replay.scripts.url(scriptId),
                lineNumber,
                columnNumber
              }))
          },
          exception: exceptionObject(dump, handles),
          executionContextId: 1
        }
      })
      return {}
    },
    'Runtime.disable' () {
      isEnabled = false
      return {}
    },
    'Runtime.getProperties' (params) {
      const found = handles.properties(String(params.objectId), params)
      if (found === undefined) throw new ProtocolError('Could not find object with given id')
      return found
    },
    'Runtime.evaluate' (params) {
      // If this expression throws, VS Code's debugger repeats it two hundred times. js-debug 1.117:
      // https://github.com/microsoft/vscode-js-debug/blob/06ce1aa296/src/targets/node/nodeAttacherBase.ts
      if (/process\.env\b[^]*NODE_OPTIONS/.test(String(params.expression))) return { result: { type: 'undefined' } }
      return evaluate(task?.taskId ?? String(dump.callFrames[0]?.index ?? 0), params)
    },
    'Debugger.evaluateOnCallFrame': params => evaluate(String(params.callFrameId), params),
    async 'Runtime.callFunctionOn' (params) {
      const args = [{ objectId: params.objectId }, ...(Array.isArray(params.arguments) ? params.arguments : [])].map(
        argument => callArgument(argument, handles)
      )
      const declaration = String(params.functionDeclaration)
      const awaitsResult = params.awaitPromise === true
      return answer(await evaluations.call(declaration, args, id => handles.object(id), { awaitsResult }), params)
    },
    'Runtime.compileScript' (params) {
      try {
        acorn.parse(`(async function () { ${String(params.expression)}\n})`, { ecmaVersion: 'latest' })
        return {}
      } catch (error) {
        const text = error instanceof Error ? error.message : String(error)
        // DevTools' console lets the user type on if the error is V8's message for unfinished text
        // (`isExpressionComplete` in javascript.ts,
        // https://github.com/ChromeDevTools/devtools-frontend/tree/02782a6ecd/front_end/ui/components/text_editor).
        const mayGoOn = isUnfinished(String(params.expression))
        const description = `SyntaxError: ${mayGoOn ? 'Unexpected end of input' : text}`
        return {
          exceptionDetails: {
            exceptionId: 1,
            text: 'Uncaught',
            lineNumber: 0,
            columnNumber: 0,
            exception: { type: 'object', subtype: 'error', className: 'SyntaxError', description }
          }
        }
      }
    },
    'Runtime.globalLexicalScopeNames': () => ({ names: evaluations.declared }),
    'Runtime.getIsolateId': () => ({ id: 'dead' }),
    'Runtime.getHeapUsage': () => ({ usedSize: 0, totalSize: 0 }),
    'Runtime.runIfWaitingForDebugger': () => ({}),
    'Runtime.releaseObject': () => ({}),
    'Runtime.releaseObjectGroup': () => ({}),
    'Runtime.discardConsoleEntries': () => ({}),
    'Runtime.setAsyncCallStackDepth': () => ({}),
    'Runtime.setMaxCallStackSizeToCapture': () => ({}),
    'Runtime.addBinding': () => ({}),
    'Runtime.removeBinding': () => ({})
  }
}

module.exports = { runtimeMethods }
