'use strict'
// VS Code's adapter, js-debug, can use a replayed process. It is in no package registry, so its calls when it attaches,
// shows a pause and is used are replayed here in its order; the functions that it sends are rewritten.

const http = require('node:http')
const path = require('node:path')
const t = require('tap')
const { WebSocket } = require('ws')
const { CHECKOUT_RECORDS, CHECKOUT_NOT_CAPTURED } = require('../../helpers/checkout-dump')
const { KINDS_RECORDS } = require('../../helpers/kinds-dump')
const { makeDump } = require('../../helpers/make-dump')
const { openReplay } = require('../../helpers/open-replay')

/**
 * @typedef {{ id?: number, method?: string, params?: any, result?: any, error?: { code: number, message: string } }}
 *   Message
 */

/** What its own questions end with. */
const PROBE = '\n//# sourceURL=eval-0a1b2c3d.cdp\n'

/**
 * Attached as it attaches: without an Origin, by the name localhost, to the first target of the list.
 * @param {import('tap').Test} t
 * @param {import('../../../lib/dump/format').DumpRecord[]} records
 */
async function attach (t, records) {
  const replay = await openReplay(
    makeDump(path.join(t.testdir(), 'a.ccdump'), records, { end: { notCaptured: CHECKOUT_NOT_CAPTURED } }),
    ['--allow-functions']
  )
  t.teardown(() => replay.close())
  const ask = (/** @type {string} */ pathname) =>
    new Promise((resolve, reject) => {
      http
        .get({ host: '127.0.0.1', port: replay.port, path: pathname, headers: { Host: 'localhost' } }, response => {
          let text = ''
          response
            .on('data', chunk => {
              text += chunk
            })
            .on('end', () => resolve(JSON.parse(text)))
        })
        .on('error', reject)
    })
  t.match((await ask('/json/version')).Browser, /^node\.js\/v/)
  const [{ webSocketDebuggerUrl }] = await ask('/json/list')
  const socket = new WebSocket(webSocketDebuggerUrl, { headers: { host: 'localhost' } })
  t.teardown(() => socket.terminate())
  /** @type {Message[]} */
  const events = []
  /** @type {Map<number, (message: Message) => void>} */
  const waiting = new Map()
  let text = ''
  socket.on('message', data => {
    text += data
    const message = JSON.parse(String(data))
    if (message.id === undefined) events.push(message)
    else waiting.get(message.id)?.(message)
  })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  let id = 0
  /** @param {string} method @param {object} [params] @returns {Promise<Message>} */
  const send = (method, params = {}) =>
    new Promise(resolve => {
      waiting.set(++id, resolve)
      socket.send(JSON.stringify({ id, method, params }))
    })
  const count = (/** @type {string} */ method) => events.filter(event => event.method === method).length
  const pause = async () => {
    await send('Debugger.enable')
    await send('Runtime.getIsolateId') // the pause is told after the answer
    return events.find(({ method }) => method === 'Debugger.paused')?.params
  }
  return { send, events, count, pause, said: () => text }
}

t.test('attaching', async t => {
  const { send, events, count, said } = await attach(t, CHECKOUT_RECORDS)
  await send('NodeWorker.enable', { waitForDebuggerOnStart: true })
  await send('Runtime.enable')
  await send('Debugger.enable')
  const modules = await send('Runtime.evaluate', {
    expression: `require('module').builtinModules${PROBE}`,
    returnByValue: true,
    includeCommandLineAPI: true
  })
  t.ok(modules.result.result.value.includes('fs'), 'what belongs to Node.js itself is known')
  t.match(await send('Debugger.setBlackboxPatterns', { patterns: ['^node:'] }), { result: {} })
  for (const method of ['Runtime.enable', 'Profiler.enable', 'Debugger.enable']) {
    t.match(await send(method), { result: {} }, method)
  }
  t.equal(count('Runtime.executionContextCreated'), 1, 'what was told is not told again')
  t.equal(count('Runtime.exceptionThrown'), 1)
  t.equal(count('Debugger.paused'), 1)
  t.match(await send('Debugger.setAsyncCallStackDepth', { maxDepth: 32 }), { result: {} })
  t.match(await send('Debugger.setPauseOnExceptions', { state: 'none' }), { result: {} })
  t.same((await send('Debugger.setBreakpointByUrl', { urlRegex: '.*', lineNumber: 0, columnNumber: 0 })).result, {
    breakpointId: 'none:1',
    locations: []
  })
  t.same(
    (
      await send('Debugger.setBreakpointByUrl', {
        urlRegex: 'file:///app/checkout\\.js',
        lineNumber: 13,
        condition: ''
      })
    ).result,
    { breakpointId: 'none:2', locations: [] }
  )
  for (const expression of [
    `({ processId: process.pid, nodeVersion: process.version, architecture: process.arch })${PROBE}`,
    `WebAssembly.instantiate = undefined${PROBE}`,
    `WebAssembly.compile = undefined${PROBE}`
  ]) {
    t.same((await send('Runtime.evaluate', { expression, contextId: 1, returnByValue: true })).result, {
      result: { type: 'undefined' }
    })
  }
  t.match(await send('Runtime.runIfWaitingForDebugger'), { result: {} })
  const environment = await send('Runtime.evaluate', {
    expression: "process.env['NODE_OPTIONS'] = 'x'; process.env['VSCODE_INSPECTOR_OPTIONS'] = '{}'",
    contextId: 1
  })
  t.notOk(environment.result.exceptionDetails, 'it would be asked two hundred times otherwise')
  t.match(await send('Target.setAutoAttach', {}), { error: { code: -32601 } }, 'what is not known is answered')
  t.notMatch(said(), /"(?:pid|processId)"/, 'no process id, which it would kill when it ends')
  const { params } = events.find(({ method }) => method === 'Debugger.paused') ?? {}
  t.equal(params.callFrames[0].functionName, 'priceOf')
})

t.test('the pause: frames, scopes, hover, watch', async t => {
  const { send, pause } = await attach(t, CHECKOUT_RECORDS)
  const { callFrames } = await pause()
  t.match(await send('Debugger.getScriptSource', { scriptId: callFrames[0].location.scriptId }), {
    result: { scriptSource: /function|class/ }
  })
  const { objectId } = callFrames[0].scopeChain[0].object
  const { result } = (await send('Runtime.getProperties', { objectId, generatePreview: true, ownProperties: true }))
    .result
  t.match(result[0], {
    name: 'line',
    value: { objectId: /./, preview: { properties: [{ name: 'sku' }, { name: 'qty' }] } }
  })
  const accessors = await send('Runtime.getProperties', {
    objectId: result[0].value.objectId,
    accessorPropertiesOnly: true,
    ownProperties: false,
    generatePreview: true
  })
  t.same(accessors.result.result, [])
  // Asks an object whether it describes itself.
  const described = await send('Runtime.callFunctionOn', {
    objectId: result[0].value.objectId,
    functionDeclaration: 'function (max) { return String(this).slice(0, max) }',
    arguments: [{ value: 50 }],
    returnByValue: true
  })
  t.match(described, { result: { result: { value: '[object Object]' } } })
  for (const [context, expression] of [
    ['hover', 'line.sku'],
    ['watch', 'line.sku + 1'],
    ['repl', 'line.sku']
  ]) {
    const answer = await send('Debugger.evaluateOnCallFrame', {
      callFrameId: callFrames[0].callFrameId,
      expression,
      includeCommandLineAPI: true,
      objectGroup: context,
      generatePreview: true,
      throwOnSideEffect: context === 'hover'
    })
    t.match(answer, { result: { result: { value: /^C-9/ } } }, context)
  }
  t.match(
    await send('Debugger.evaluateOnCallFrame', {
      callFrameId: callFrames[0].callFrameId,
      expression: 'nope.x',
      silent: true
    }),
    { result: { exceptionDetails: { exception: { className: 'ReferenceError' } } } }
  )
})

t.test('arrays and maps', async t => {
  const { send, pause } = await attach(t, KINDS_RECORDS)
  const { callFrames } = await pause()
  const { result } = (
    await send('Runtime.getProperties', { objectId: callFrames[0].scopeChain[0].object.objectId, ownProperties: true })
  ).result
  const idOf = (/** @type {string} */ name) =>
    result.find((/** @type {{ name: string }} */ each) => each.name === name).value.objectId
  const slots = await send('Runtime.callFunctionOn', {
    objectId: idOf('array'),
    functionDeclaration:
      'function (start, count) { const found = {}; for (let i = Math.max(start, 0); ' +
      'i < this.length && i < start + count; i++) found[i] = this[i]; return found }',
    arguments: [{ value: 0 }, { value: 100 }],
    generatePreview: true
  })
  t.match(
    (await send('Runtime.getProperties', { objectId: slots.result.result.objectId, ownProperties: true })).result
      .result,
    [
      { name: '0', value: { value: 1 } },
      { name: '1', value: { value: 2 } }
    ]
  )
  const map = (await send('Runtime.getProperties', { objectId: idOf('map'), ownProperties: true })).result
  const entries = map.internalProperties.find(
    (/** @type {{ name: string }} */ { name }) => name === '[[Entries]]'
  ).value
  t.equal(
    (await send('Runtime.getProperties', { objectId: entries.objectId, ownProperties: true })).result.result.length,
    2,
    'entries'
  )
})

t.test('what is refused', async t => {
  const { send, count, said, pause } = await attach(t, CHECKOUT_RECORDS)
  await send('Runtime.enable')
  await pause()
  for (const [i, method] of ['Debugger.stepOver', 'Debugger.resume', 'Debugger.pause'].entries()) {
    t.match(await send(method), { result: {} })
    await send('Runtime.getIsolateId')
    t.equal(count('Debugger.paused'), i + 2, `${method}: paused again`)
  }
  t.match(said(), /stepOver refused: this process is dead/)
  t.match(
    await send('Debugger.setVariableValue', {
      scopeNumber: 0,
      variableName: 'line',
      newValue: { value: 1 },
      callFrameId: '0'
    }),
    { error: { message: /dead/ } }
  )
  t.match(await send('Debugger.restartFrame', { callFrameId: '0', mode: 'StepInto' }), { error: { message: /dead/ } })
  t.same((await send('Debugger.getStackTrace', { stackTraceId: { id: '1' } })).result, {
    stackTrace: { callFrames: [] }
  })
  t.match(await send('Debugger.removeBreakpoint', { breakpointId: 'none:1' }), { result: {} })
  t.match(await send('Debugger.disable'), { result: {} })
})
