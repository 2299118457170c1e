'use strict'

const { spawn } = require('node:child_process')
const http = require('node:http')
const net = require('node:net')
const path = require('node:path')
const t = require('tap')
const CDP = require('chrome-remote-interface')
const { WebSocket } = require('ws')
const { openDump } = require('../../../packages/inspect/dumps/open-dump')
const { toJson } = require('../../../packages/inspect/cdp/by-value')
const { startReplayServer } = require('../../../packages/inspect/cdp/server')
const { CHECKOUT_RECORDS, CHECKOUT_NOT_CAPTURED, SOURCE } = require('../../helpers/checkout-dump')
const { makeDump, num, object, ref } = require('../../helpers/make-dump')
const { openReplay } = require('../../helpers/open-replay')
const { NODE } = require('../../helpers/run-node')

/** @param {import('tap').Test} t */
async function serve (t) {
  const file = makeDump(path.join(t.testdir(), 'checkout.ccdump'), CHECKOUT_RECORDS, {
    end: { notCaptured: CHECKOUT_NOT_CAPTURED }
  })
  const server = await startReplayServer(await openDump(file))
  t.teardown(() => server.close())
  return server
}

/**
 * @param {import('tap').Test} t
 * @param {string[]} [flags]
 */
async function serveByCommand (t, flags) {
  const file = makeDump(path.join(t.testdir(), 'checkout.ccdump'), CHECKOUT_RECORDS, {
    end: { notCaptured: CHECKOUT_NOT_CAPTURED }
  })
  const replay = await openReplay(file, flags)
  t.teardown(() => replay.close())
  return replay
}

/**
 * @param {import('tap').Test} t
 * @param {{ port: number }} [server]
 */
async function attach (t, server) {
  server ??= await serve(t)
  const client = await CDP({ host: '127.0.0.1', port: server.port, local: true })
  t.teardown(() => client.close())
  /** @type {Promise<import('devtools-protocol').Protocol.Debugger.PausedEvent>} */
  const paused = new Promise(resolve => client.once('Debugger.paused', resolve))
  /** @type {string[]} */
  const lines = []
  client.on('Runtime.consoleAPICalled', ({ args }) => lines.push(String(args[0].value)))
  /** @type {import('devtools-protocol').Protocol.Runtime.ExceptionThrownEvent[]} */
  const thrown = []
  client.on('Runtime.exceptionThrown', event => thrown.push(event))
  await client.Runtime.enable()
  await client.Debugger.enable()
  return { client, paused: await paused, lines, thrown }
}

/**
 * @param {number} port
 * @param {string} pathname
 * @param {Record<string, string>} headers
 * @returns {Promise<{ status: number|undefined, text: string }>}
 */
function get (port, pathname, headers) {
  return new Promise((resolve, reject) => {
    http
      .get({ host: '127.0.0.1', port, path: pathname, headers }, response => {
        let text = ''
        response
          .on('data', chunk => {
            text += chunk
          })
          .on('end', () => resolve({ status: response.statusCode, text }))
      })
      .on('error', reject)
  })
}

/**
 * @param {string} url
 * @param {import('ws').ClientOptions} [options]
 * @returns {Promise<number>} status of the handshake
 */
function handshake (url, options) {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, options)
    socket.on('open', () => {
      socket.close()
      resolve(101)
    })
    socket.on('unexpected-response', (request, response) => {
      request.destroy()
      resolve(response.statusCode ?? 0)
    })
    socket.on('error', reject)
  })
}

t.test('a client finds the process paused where it threw', async t => {
  const { client, paused, thrown } = await attach(t)
  t.equal(paused.reason, 'promiseRejection')
  t.match(
    paused.callFrames.map(({ functionName }) => functionName),
    ['priceOf', 'checkout', 'processTicksAndRejections']
  )
  const { location } = paused.callFrames[0]
  t.equal(SOURCE.split('\n')[location.lineNumber].trim(), 'return product.price * line.qty * (1 - discount)')
  t.equal((await client.Debugger.getScriptSource({ scriptId: location.scriptId })).scriptSource, SOURCE)
  t.match(paused.data, {
    subtype: 'error',
    className: 'TypeError',
    description: /^TypeError: Cannot read .*\n {4}at priceOf/
  })
  t.match(thrown, [{ exceptionDetails: { scriptId: location.scriptId, lineNumber: location.lineNumber } }])
})

t.test('scopes and what is in them', async t => {
  const { client, paused } = await attach(t)
  /** @param {string} objectId */
  const own = objectId => client.Runtime.getProperties({ objectId, ownProperties: true, generatePreview: true })
  const [local, closure, module] = paused.callFrames[0].scopeChain
  t.same([local.type, closure.type, module.type], ['local', 'closure', 'closure'])
  const variables = (await own(local.object.objectId ?? '')).result
  t.match(variables, [
    {
      name: 'line',
      value: {
        className: 'Object',
        preview: {
          properties: [
            { name: 'sku', value: 'C-9' },
            { name: 'qty', value: '1' }
          ]
        }
      }
    },
    { name: 'product', value: { type: 'undefined' } }
  ])

  const shared = (await own(module.object.objectId ?? '')).result
  const catalog = shared.find(({ name }) => name === 'catalog')?.value
  t.match(catalog, { subtype: 'map', description: 'Map(2)' })
  const entries = (await own(catalog?.objectId ?? '')).internalProperties?.find(
    ({ name }) => name === '[[Entries]]'
  )?.value
  const first = (await own(entries?.objectId ?? '')).result[0].value
  t.match(first, { subtype: 'internal#entry', description: '{"A-1" => Object}' })
  t.match((await own(first?.objectId ?? '')).result, [
    { name: 'key', value: { value: 'A-1' } },
    { name: 'value', value: { type: 'object' } }
  ])

  const priceOf = shared.find(({ name }) => name === 'priceOf')?.value
  t.match((await own(priceOf?.objectId ?? '')).internalProperties, [
    { name: '[[FunctionLocation]]', value: { value: { scriptId: '63' } } },
    { name: '[[Scopes]]', value: { description: 'Scopes[2]' } }
  ])

  const callerLocals = (await own(paused.callFrames[1].scopeChain[1].object.objectId ?? '')).result
  t.notOk(
    'value' in (callerLocals.find(({ name }) => name === 'later') ?? { value: 1 }),
    'a variable without a value yet has none'
  )
  t.match(callerLocals.find(({ name }) => name === 'apiKey')?.value, { description: '<redacted>' })
  t.match(callerLocals.find(({ name }) => name === 'note')?.value?.value, /… <89980 more characters not captured>$/)
  const order = callerLocals.find(({ name }) => name === 'order')?.value?.objectId ?? ''
  t.match(await own(order), { privateProperties: [{ name: '#coupon', value: { value: 'WELCOME' } }] })
  t.match((await client.Runtime.getProperties({ objectId: order, accessorPropertiesOnly: true })).result, [
    { name: 'total', get: { type: 'function' }, isOwn: false }
  ])
  await t.rejects(own('object:none'), { message: /Could not find object/ })
})

t.test('evaluation, calls and what is not known', async t => {
  const { client, paused } = await attach(t, await serveByCommand(t, ['--allow-functions']))
  /** @param {number} frame @param {string} expression */
  const evaluate = (frame, expression) =>
    client.Debugger.evaluateOnCallFrame({ callFrameId: paused.callFrames[frame].callFrameId, expression })
  t.match(await evaluate(0, 'line.qty * 2'), { result: { value: 2 } })
  t.match(await evaluate(0, 'priceOf({ sku: "A-1", qty: 2 })'), { result: { value: 5.4 } })
  t.match(await evaluate(0, 'nope'), { exceptionDetails: { exception: { className: 'ReferenceError' } } })
  t.match(await evaluate(1, 'order.deep.x'), { exceptionDetails: { exception: { className: 'NotCaptured' } } })
  const made = (await evaluate(0, '({ made: [line] })')).result
  t.match(
    await client.Runtime.callFunctionOn({
      objectId: made.objectId,
      functionDeclaration: 'function (n) { return { sku: this.made[0].sku, n } }',
      arguments: [{ value: 3 }],
      returnByValue: true
    }),
    { result: { value: { sku: 'C-9', n: 3 } } }
  )
  t.match(
    await client.Runtime.evaluate({ expression: 'process.pid\n//# sourceURL=eval-12ab.cdp' }),
    { result: { type: 'undefined' } },
    'a probe of VS Code learns no pid'
  )
})

t.test('functions of a dump that came from elsewhere are not run', async t => {
  const { client, paused } = await attach(t, await serveByCommand(t))
  const { callFrameId } = paused.callFrames[0]
  t.match(await client.Debugger.evaluateOnCallFrame({ callFrameId, expression: 'line.qty * 2' }), {
    result: { value: 2 }
  })
  t.match(await client.Debugger.evaluateOnCallFrame({ callFrameId, expression: 'priceOf({ sku: "A-1", qty: 2 })' }), {
    exceptionDetails: { exception: { className: 'NotAllowed', description: /--allow-functions/ } }
  })
})

t.test('by value: an element keeps its index, and what would never end is refused', async t => {
  const doubled = Array.from({ length: 30 }, (_, i) => object(`${i}`, { a: ref(`${i + 1}`), b: ref(`${i + 1}`) }))
  const arrays = [
    object('holes', { 0: num(1), 2: num(3) }, { className: 'Array', subtype: 'array', length: 3 }),
    object('far', { 4294967294: num(1) }, { className: 'Array', subtype: 'array', length: 4294967295 })
  ]
  const records = new Map([...doubled, ...arrays].map(record => [record.objectId, record]))
  const source = { object: (/** @type {string} */ objectId) => records.get(objectId) }
  t.equal(JSON.stringify(toJson(ref('holes'), source)), '[1,null,3]')
  for (const objectId of ['0', 'far']) {
    t.throws(() => toJson(ref(objectId), source), { message: 'Object reference chain is too long', code: -32000 })
  }
})

t.test('what expressions change is seen by all requests of the session, and by no other session', async t => {
  const server = await serveByCommand(t, ['--allow-functions'])
  const { client, paused } = await attach(t, server)
  const [inner, outer] = paused.callFrames
  const evaluate = async (/** @type {string} */ expression, frame = inner, more = {}) =>
    (await client.Debugger.evaluateOnCallFrame({ callFrameId: frame.callFrameId, expression, ...more })).result
  const values = async (/** @type {string} */ objectId) =>
    Object.fromEntries(
      (await client.Runtime.getProperties({ objectId, ownProperties: true, generatePreview: true })).result.map(
        ({ name, value }) => [name, value?.value ?? value?.description]
      )
    )
  const line = await evaluate('line')
  const local = String(inner.scopeChain[0].object.objectId)

  t.match(await evaluate('line.sku = "eager"; line.sku', inner, { throwOnSideEffect: true }), { value: 'eager' })
  t.match(await values(String(line.objectId)), { sku: 'C-9' }, 'as DevTools evaluates at each key')

  t.match(await evaluate("line.sku = 'x'; line", inner, { generatePreview: true }), {
    objectId: line.objectId,
    preview: { properties: [{ name: 'sku', value: 'x' }, { name: 'qty' }] }
  })
  t.match(await values(String(line.objectId)), { sku: 'x' })
  t.match(await evaluate('line.sku', inner, { throwOnSideEffect: true }), { value: 'x' })
  t.match(await evaluate('order.lines[1].sku', outer), { value: 'x' })

  await evaluate('product = { price: 3 }')
  t.match(await values(local), { product: 'Object' })
  t.match(await evaluate('priceOf({ sku: "A-1", qty: 2 })'), { value: 5.4 }, 'functions see their own variables')
  await client.Debugger.setVariableValue({
    scopeNumber: 0,
    variableName: 'product',
    newValue: { value: 7 },
    callFrameId: inner.callFrameId
  })
  t.match(await values(local), { product: 7 })
  t.match(await evaluate('product + 1'), { value: 8 })
  await t.rejects(
    client.Debugger.setVariableValue({
      scopeNumber: 0,
      variableName: 'nope',
      newValue: { value: 1 },
      callFrameId: inner.callFrameId
    }),
    { message: /nope is not defined/ }
  )

  await evaluate('const half = n => n / 2; let made = { list: [1] }')
  await evaluate('made.list.push(half(4)); made', inner, { objectGroup: 'console' })
  t.match(await evaluate('$_.list.length + half(2)'), { value: 3 })
  t.same((await client.Runtime.globalLexicalScopeNames({})).names, ['half', 'made'])
  const made = await evaluate('made')
  t.match(
    await client.Runtime.callFunctionOn({
      objectId: made.objectId,
      functionDeclaration: 'function (n) { return this.list.push(n) }',
      arguments: [{ value: 5 }]
    }),
    { result: { value: 3 } }
  )
  t.match(await evaluate('made.list.at(-1)'), { value: 5 })
  t.match(await client.Runtime.evaluate({ expression: 'Promise.resolve(half(6))', awaitPromise: true }), {
    result: { value: 3 }
  })

  const other = (await attach(t, server)).client
  const { result } = await other.Debugger.evaluateOnCallFrame({
    callFrameId: inner.callFrameId,
    expression: 'line.sku'
  })
  t.match(result, { value: 'C-9' }, 'another session begins with the values of the dump')
})

t.test('it does not move', async t => {
  const { client, lines } = await attach(t)
  for (const move of /** @type {const} */ (['resume', 'stepOver', 'stepInto', 'stepOut', 'pause'])) {
    /** @type {Promise<import('devtools-protocol').Protocol.Debugger.PausedEvent>} */
    const again = new Promise(resolve => client.once('Debugger.paused', resolve))
    await client.Debugger[move]({})
    t.equal((await again).callFrames[0].functionName, 'priceOf')
    t.match(lines[lines.length - 1], new RegExp(`${move} refused: this process is dead`))
  }
  t.same((await client.Debugger.setBreakpointByUrl({ lineNumber: 1, url: 'file:///app/checkout.js' })).locations, [])
  t.same(await client.Debugger.getPossibleBreakpoints({ start: { scriptId: '63', lineNumber: 0 } }), { locations: [] })
  await t.rejects(client.send('Page.enable'), { message: /wasn't found/ })
})

t.test('only debuggers of this machine get in', async t => {
  const server = await serve(t)
  const here = `127.0.0.1:${server.port}`
  t.equal((await get(server.port, '/json/list', { Host: here })).status, 200)
  t.match((await get(server.port, '/json/version', { Host: `localhost:${server.port}` })).text, /node\.js\/v20/)
  t.equal((await get(server.port, '/json/list', { Host: 'evil.example' })).status, 403)
  t.equal((await get(server.port, '/json/list', { Host: here, Origin: 'https://evil.example' })).status, 403)
  t.equal((await get(server.port, '/other', { Host: here })).status, 404)
  if (process.platform === 'linux') {
    // where all of 127.0.0.0/8 is this machine
    const refused = await new Promise(resolve =>
      net.connect(server.port, '127.0.0.2', () => resolve(false)).on('error', () => resolve(true))
    )
    t.equal(refused, true, 'it listens at one address')
  }
  t.equal(await handshake(server.webSocketUrl), 101)
  t.equal(await handshake(server.webSocketUrl, { origin: 'devtools://devtools' }), 101)
  t.equal(await handshake(server.webSocketUrl, { origin: 'http://localhost' }), 403)
  t.equal(await handshake(server.webSocketUrl, { headers: { Host: 'evil.example' } }), 403)
  t.equal(await handshake(`ws://${here}/${'0'.repeat(36)}`), 404)
  t.match(server.webSocketUrl, /\/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f-]{21}$/)
})

t.test('damaged messages are answered, and the session goes on', async t => {
  const server = await serve(t)
  const socket = new WebSocket(server.webSocketUrl)
  await new Promise(resolve => socket.once('open', resolve))
  /** @param {string|Buffer} text */
  const ask = text =>
    new Promise(resolve => {
      socket.once('message', data => resolve(JSON.parse(data.toString())))
      socket.send(text)
    })
  for (const damaged of [
    '{',
    'null',
    '[]',
    '{"id":"x","method":"Runtime.enable"}',
    '{"id":1}',
    Buffer.from([0xff, 0x00])
  ]) {
    t.match(await ask(damaged), { error: { code: -32700 } })
  }
  t.match(await ask('{"id":1,"method":"toString"}'), { id: 1, error: { code: -32601 } })
  t.match(await ask('{"id":2,"method":"Runtime.getProperties","params":null}'), { id: 2, error: { code: -32000 } })
  t.match(await ask('{"id":3,"method":"Runtime.getIsolateId"}'), { id: 3, result: { id: 'dead' } })
  socket.close()
})

t.test('a damaged object is told to who asks for it, and the server goes on', async t => {
  const [exception] = CHECKOUT_RECORDS
  const records = CHECKOUT_RECORDS.map(record =>
    record.kind === 'object' && record.objectId === exception.value.objectId ? { ...record, depth: undefined } : record
  )
  const server = await startReplayServer(await openDump(makeDump(path.join(t.testdir(), 'damaged.ccdump'), records)))
  t.teardown(() => server.close())
  for (let i = 0; i < 2; i++) {
    const client = await CDP({ host: '127.0.0.1', port: server.port, local: true })
    /** @type {string[]} */
    const lines = []
    client.on('Runtime.consoleAPICalled', ({ args }) => lines.push(String(args[0].value)))
    const damaged = { message: /is not valid: object\.depth is missing/ }
    await t.rejects(client.Runtime.enable(), damaged)
    await t.rejects(client.Debugger.enable(), damaged)
    await t.rejects(client.Debugger.resume(), damaged)
    t.match(
      lines.filter(line => line.includes('depth')),
      [/^crash-collector: .* is not valid: object\.depth is missing/],
      'once'
    )
    t.match(await client.Runtime.getIsolateId(), { id: 'dead' })
    await client.close()
  }
})

t.test('a port that is taken', async t => {
  const server = await serve(t)
  const file = makeDump(path.join(t.testdir(), 'other.ccdump'), CHECKOUT_RECORDS)
  await t.rejects(startReplayServer(await openDump(file), { port: server.port }), { code: 'PORT_UNAVAILABLE' })
})

t.test('node inspect shows the place, the stack and values, and does not step', async t => {
  const { port } = await serveByCommand(t)
  /** Each is written when the answer to the one before is there. @type {[RegExp, string][]} */
  const script = [
    [/> ?14 .*\n[^]*debug> $/, 'bt'],
    [/#0 priceOf[^]*debug> $/, 'exec line.sku'],
    [/'C-9'[^]*debug> $/, 'next'],
    [/'C-9'[^]*> ?14 .*\n[^]*debug> $/, '.exit']
  ]
  const child = spawn('env', ['-i', `PATH=${process.env.PATH}`, NODE, 'inspect', `127.0.0.1:${port}`], {
    timeout: 300_000
  })
  let text = ''
  child.stdout.on('data', chunk => {
    text += chunk
    const next = script[0]
    if (next === undefined || !next[0].test(text)) return
    script.shift()
    child.stdin.write(`${next[1]}\n`)
  })
  const exitCode = await new Promise(resolve => child.on('close', resolve))
  t.same(script, [], text)
  t.equal(exitCode, 0)
})
