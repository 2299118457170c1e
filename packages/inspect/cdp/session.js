'use strict'
// The connection of one front end: dispatches its messages to the domains and sends answers and events.

const { CrashCollectorError } = require('crash-collector-shared/errors')
const { Handles } = require('./handles')
const { Scripts } = require('./scripts')
const { Evaluations } = require('./evaluations')
const { runtimeMethods } = require('./domains/runtime')
const { debuggerMethods } = require('./domains/debugger')
const { heapProfilerMethods } = require('./domains/heap-profiler')
const { profilerMethods } = require('./domains/profiler')
const { otherMethods } = require('./domains/others')
const { ProtocolError } = require('./protocol-error')

/** @typedef {import('./domains/types').Params} Params */
/** @typedef {import('./domains/types').Method} Method */
/** @typedef {import('./domains/types').Replay} Replay */

/**
 * @param {Pick<import('./targets').Target, 'dump'|'task'>} target
 * @param {{ allowFunctions: boolean }} options
 * @param {(text: string) => Promise<void>} send resolves when there is room for more
 * @returns {{ receive: (text: string) => Promise<void>, end: () => void }} receive: takes a message
 */
function startSession ({ dump, task }, options, send) {
  const evaluations = new Evaluations(dump, options)
  const handles = new Handles(evaluations.dump)
  /** @type {Replay} */
  const replay = {
    dump,
    task,
    handles,
    scripts: new Scripts(dump),
    evaluations,
    emit: (method, params) => {
      send(JSON.stringify({ method, params }))
    },
    deliver: (method, params) => send(JSON.stringify({ method, params })),
    say: (type, text) =>
      replay.emit('Runtime.consoleAPICalled', {
        type,
        args: [{ type: 'string', value: text }],
        executionContextId: 1,
        timestamp: Date.now()
      })
  }
  /** @type {Map<string, Method>} */
  const methods = new Map(
    Object.entries({
      ...otherMethods(),
      ...runtimeMethods(replay),
      ...debuggerMethods(replay),
      ...heapProfilerMethods(replay),
      ...profilerMethods(replay)
    })
  )

  /** @param {string} text */
  const receive = async text => {
    const message = parseMessage(text)
    if (message === null) {
      return await send(
        JSON.stringify({
          error: {
            code: -32700,
            message: 'the message is not a JSON object with a number as id and a string as method'
          }
        })
      )
    }
    const { id, sessionId } = message
    /** @type {(() => void)[]} */
    const after = []
    const method = methods.get(message.method)
    try {
      if (method === undefined) throw new ProtocolError(`'${message.method.slice(0, 200)}' wasn't found`, -32601)
      const result = await method(message.params, action => after.push(action))
      send(JSON.stringify({ id, ...(sessionId !== undefined && { sessionId }), result }))
    } catch (error) {
      const code = error instanceof ProtocolError ? error.code : -32603
      const text = error instanceof Error ? error.message : String(error)
      send(JSON.stringify({ id, ...(sessionId !== undefined && { sessionId }), error: { code, message: text } }))
      // Front ends don't show errors of requests that they make by themselves, so the console has to say it
      // (`doGetProperties` in
      // https://github.com/ChromeDevTools/devtools-frontend/blob/001ee672ab/front_end/core/sdk/RemoteObject.ts).
      if (error instanceof CrashCollectorError && error.code === 'DUMP_DAMAGED') {
        replay.say('error', `crash-collector: ${text}`)
      }
    }
    for (const action of after) action()
  }
  return { receive, end: () => evaluations.end() }
}

/**
 * @param {string} text
 * @returns {{ id: number, method: string, sessionId?: string, params: Params }|null}
 */
function parseMessage (text) {
  try {
    const message = JSON.parse(text)
    if (
      typeof message !== 'object' ||
      message === null ||
      !Number.isSafeInteger(message.id) ||
      typeof message.method !== 'string'
    ) {
      return null
    }
    const params = typeof message.params === 'object' && message.params !== null ? message.params : {}
    return {
      id: message.id,
      method: message.method,
      params,
      ...(typeof message.sessionId === 'string' && { sessionId: message.sessionId })
    }
  } catch {
    return null
  }
}

module.exports = { startSession }
