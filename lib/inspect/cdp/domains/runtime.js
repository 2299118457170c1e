'use strict'
// The Runtime domain: properties, evaluation, and the exception in the console.

const { builtinModules } = require('node:module')
const acorn = require('acorn')
const { chainLines } = require('../../crash/cause-chain')
const { ProtocolError } = require('../protocol-error')
const { exceptionObject } = require('../paused')
const { toJson } = require('../by-value')

/** @typedef {import('../../../dump/format').Value} Value */
/** @typedef {import('./types').Replay} Replay */
/** @typedef {import('./types').Params} Params */

/**
 * Expressions that VS Code's debugger evaluates for its own purposes; it marks them with such a source URL. Answers
 * would describe the process that evaluates and not the dead one. js-debug 1.117: `getSourceSuffix` in
 * https://github.com/microsoft/vscode-js-debug/blob/06ce1aa296/src/adapter/templates/index.ts
 */
const PROBE = /\/\/# sourceURL=[\w-]*eval-[\w-]+\.cdp\s*$/

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
    if (PROBE.test(expression)) {
      return {
        result: expression.includes('builtinModules')
          ? { type: 'object', value: builtinModules }
          : { type: 'undefined' }
      }
    }
    return answer(await evaluations.onFrame(frame, expression), params)
  }

  /**
   * @param {Params} argument a CallArgument
   * @returns {Value}
   */
  const argumentValue = argument => {
    if (typeof argument.objectId === 'string') return reference(argument.objectId)
    if (typeof argument.unserializableValue === 'string') {
      return {
        type: argument.unserializableValue.endsWith('n') ? 'bigint' : 'number',
        unserializableValue: argument.unserializableValue
      }
    }
    return jsonValue(argument.value)
  }

  /**
   * @param {string} objectId
   * @returns {Value}
   */
  const reference = objectId => {
    const record = handles.record(objectId)
    if (record === undefined) throw new ProtocolError('Could not find object with given id')
    return {
      type: record.type,
      ...(record.subtype !== undefined && { subtype: record.subtype }),
      className: record.className,
      objectId: record.objectId
    }
  }

  let literals = 0
  /**
   * @param {unknown} json
   * @returns {Value}
   */
  const jsonValue = json => {
    if (json === undefined) return { type: 'undefined' }
    if (json === null) return { type: 'object', subtype: 'null', value: null }
    if (typeof json !== 'object') return { type: /** @type {'string'|'number'|'boolean'} */ (typeof json), value: json }
    const properties = Object.entries(json).map(([name, value]) => ({ name, value: jsonValue(value) }))
    return handles.make(`argument ${++literals}`, {
      properties,
      ...(Array.isArray(json) && { subtype: 'array', className: 'Array', length: json.length })
    })
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
          'look and evaluate, nothing runs on.'
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
      for (const line of chainLines(dump)) {
        replay.say('info', `crash-collector: ${line.replace(' (--all shows them)', '')}`)
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
      const self =
        typeof params.objectId === 'string' ? reference(params.objectId) : /** @type {Value} */ ({ type: 'undefined' })
      const args = Array.isArray(params.arguments) ? params.arguments.map(argumentValue) : []
      return answer(await evaluations.call(String(params.functionDeclaration), self, args), params)
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
        const mayGoOn = /Unterminated|\(\d+:\d+\)$/.test(text) && isUnfinished(String(params.expression))
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
    'Runtime.globalLexicalScopeNames': () => ({ names: [] }),
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

/**
 * True if the parser failed only at the end of the text.
 * @param {string} expression
 */
function isUnfinished (expression) {
  try {
    acorn.parse(expression, { ecmaVersion: 'latest' })
    return false
  } catch (error) {
    return error instanceof SyntaxError && 'pos' in error && Number(error.pos) >= expression.trimEnd().length
  }
}

module.exports = { runtimeMethods }
