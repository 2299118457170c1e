'use strict'
// A debugger can also attach to the suspended functions of a process and to the dumps of its other threads.

const path = require('node:path')
const t = require('tap')
const CDP = require('chrome-remote-interface')
const { openDump } = require('../../../packages/inspect/dumps/open-dump')
const { othersOfProcess } = require('../../../packages/inspect/dumps/same-process')
const { startReplayServer } = require('../../../packages/inspect/cdp/server')
const { CHECKOUT_RECORDS } = require('../../helpers/checkout-dump')
const { WITHOUT_CHROMIUM } = require('../../helpers/chromium')
const { ROOT, collect } = require('../../helpers/crash')
const { openDevTools } = require('../../helpers/devtools')
const { callFrame, makeDump, num, str, undef, vars } = require('../../helpers/make-dump')
const { openReplay } = require('../../helpers/open-replay')

/**
 * @param {import('tap').Test} t
 * @param {{ port: number }} server
 * @param {CDP.Target} target
 */
async function attach (t, server, target) {
  const client = await CDP({ host: '127.0.0.1', port: server.port, target, local: true })
  t.teardown(() => client.close())
  /** @type {Promise<import('devtools-protocol').Protocol.Debugger.PausedEvent>} */
  const paused = new Promise(resolve => client.once('Debugger.paused', resolve))
  await client.Runtime.enable()
  await client.Debugger.enable()
  return { client, paused: await paused }
}

/** @typedef {import('../../../packages/shared/dump/format').AsyncTaskRecord} AsyncTaskRecord */

/**
 * @param {string} taskId
 * @param {Partial<AsyncTaskRecord>} more
 * @returns {AsyncTaskRecord}
 */
const task = (taskId, more) => ({
  kind: 'asyncTask',
  taskId,
  functionName: 'load',
  url: 'file:///app/checkout.js',
  scriptId: '63',
  lineNumber: 23,
  columnNumber: 4,
  scopeChain: [],
  ...more
})

/** @param {AsyncTaskRecord[]} tasks */
const withTasks = tasks => [...CHECKOUT_RECORDS.filter(({ kind }) => kind !== 'asyncTask'), ...tasks]

t.test('each suspended function is a target, below it those that wait for it', async t => {
  const file = makeDump(
    path.join(t.testdir(), 'a.ccdump'),
    withTasks([
      task('task:1', {
        functionName: 'query',
        awaits: [{ type: 'timer', description: 'timer of 5 ms' }],
        scopeChain: [{ type: 'local', variables: vars({ sql: str('select 1') }) }]
      }),
      task('task:2', {
        functionName: 'load',
        awaits: [{ taskId: 'task:1' }],
        scopeChain: [{ type: 'local', variables: vars({ id: num(5) }) }]
      }),
      task('task:3', { functionName: '', awaits: [{ taskId: 'task:2', through: 'all' }, { taskId: 'task:9' }] }),
      // In a circle, which only a damaged dump has.
      task('task:4', { functionName: 'a', awaits: [{ taskId: 'task:5' }] }),
      task('task:5', { functionName: 'b', awaits: [{ taskId: 'task:4' }] })
    ])
  )
  const replay = await openReplay(file)
  t.teardown(() => replay.close())
  const targets = await CDP.List({ host: '127.0.0.1', port: replay.port })
  t.match(
    targets.map(({ title }) => title),
    [
      /^dead process 4242: TypeError: /,
      'dead process 4242: query at checkout.js:24 was suspended (task:1)',
      /: load at .*task:2/,
      /: \(anonymous\) at .*task:3/,
      /: a at .*task:4/,
      /: b at .*task:5/
    ]
  )
  t.equal(new Set(targets.map(({ id }) => id)).size, 6)
  const { client, paused } = await attach(t, replay, targets[1])
  t.same(
    paused.callFrames.map(({ functionName }) => functionName),
    ['query', 'await load', 'await (anonymous)']
  )
  t.equal(paused.reason, 'other')
  t.same(paused.callFrames[0].location, { scriptId: '63', lineNumber: 23, columnNumber: 4 })
  const scope = paused.callFrames[1].scopeChain[0].object.objectId ?? ''
  t.match((await client.Runtime.getProperties({ objectId: scope })).result, [{ name: 'id', value: { value: 5 } }])
  t.match(
    await client.Debugger.evaluateOnCallFrame({
      callFrameId: paused.callFrames[0].callFrameId,
      expression: 'sql.length'
    }),
    { result: { value: 8 } }
  )
  t.match(
    await client.Debugger.evaluateOnCallFrame({ callFrameId: paused.callFrames[1].callFrameId, expression: 'id + 1' }),
    { result: { value: 6 } }
  )
  t.match(await client.Runtime.evaluate({ expression: 'sql' }), { result: { value: 'select 1' } })
  const circle = await attach(t, replay, targets[4])
  t.same(circle.paused.callFrames.map(({ functionName }) => functionName), ['a', 'await b'])
})

t.test('the scopes of a suspended function have the places that its source tells', async t => {
  const source = `const top = 1
async function outer (a) {
  const kept = a + top
  const inner = async (b) => {
    for (const x of [1]) {
      const f = () => x + kept
      try { throw f } catch (error) {
        const g = () => error
        await read(g)
      }
    }
  }
  await inner(2)
}
`
  /**
   * @type {(type: 'local' | 'block' | 'catch' | 'closure', ...names: string[]) =>
   *   import('../../../packages/shared/dump/format').Scope}
   */
  const scope = (type, ...names) => ({ type, variables: vars(Object.fromEntries(names.map(name => [name, num(1)]))) })
  const place = { url: 'file:///app/outer.js', scriptId: '70', lineNumber: 8, columnNumber: 8 }
  const scopeChain = [
    scope('block', 'g'),
    scope('catch', 'error'),
    scope('block', 'f'),
    scope('block', 'x'),
    scope('local', 'b'),
    scope('closure', 'kept'),
    scope('closure', 'top', 'require')
  ]
  const frame = {
    kind: /** @type {const} */ ('callFrame'),
    ...place,
    internal: false,
    this: undef,
    functionName: 'inner',
    role: /** @type {const} */ ('awaiting'),
    scopeChain
  }
  const file = makeDump(path.join(t.testdir(), 'a.ccdump'), [
    ...withTasks([
      task('task:1', { ...place, scopeChain }),
      task('task:2', { ...place, scopeChain: [scope('local', 'b', 'other')] })
    ]),
    { ...frame, index: 10, functionLocation: { scriptId: '70', lineNumber: 3, columnNumber: 16 } },
    { ...frame, index: 11, functionLocation: { scriptId: '70', lineNumber: 3, columnNumber: 2 } },
    { kind: 'script', scriptId: '70', url: place.url, length: source.length, source }
  ])
  const replay = await openReplay(file)
  t.teardown(() => replay.close())
  const [atThrow, first, second] = await CDP.List({ host: '127.0.0.1', port: replay.port })
  /** @param {import('devtools-protocol').Protocol.Debugger.CallFrame} frame */
  const places = ({ scopeChain }) =>
    scopeChain.map(({ startLocation: start, endLocation: end }) =>
      start && end
        ? `${start.scriptId} ${start.lineNumber}:${start.columnNumber} to ${end.lineNumber}:${end.columnNumber}`
        : null
    )
  const expected = [
    '70 6:36 to 9:7',
    '70 6:22 to 9:7',
    '70 4:25 to 10:5',
    '70 4:4 to 10:5',
    '70 3:16 to 11:3',
    '70 1:21 to 13:1',
    '70 0:0 to 14:0'
  ]
  const [inner] = (await attach(t, replay, first)).paused.callFrames
  t.same(places(inner), expected)
  t.same(
    inner.functionLocation,
    { scriptId: '70', lineNumber: 3, columnNumber: 16 },
    'without which DevTools writes no values behind the code'
  )
  t.same(
    places((await attach(t, replay, second)).paused.callFrames[0]),
    [null],
    'a variable that the source does not have'
  )
  const { callFrames } = (await attach(t, replay, atThrow)).paused
  const awaiting = callFrames.filter(({ functionName }) => functionName === 'await inner')
  t.same(awaiting.map(places), [expected, expected.map(() => null)], 'not where the source has another function')
})

t.test('one of each place comes before the second of any', async t => {
  const many = Array.from({ length: 150 }, (_, i) => task(`task:${i}`, { functionName: i === 149 ? 'rare' : 'common' }))
  const server = await startReplayServer(await openDump(makeDump(path.join(t.testdir(), 'a.ccdump'), withTasks(many))))
  t.teardown(() => server.close())
  const titles = (await CDP.List({ host: '127.0.0.1', port: server.port })).map(({ title }) => title)
  t.equal(titles.length, 101)
  t.match(titles.slice(1, 3), [/common/, /rare/])
})

t.test('the other dumps of a process', async t => {
  const directory = t.testdir()
  /**
   * @param {string} name
   * @param {object} header
   * @param {number} uptimeMs
   */
  const dump = (name, header, uptimeMs) =>
    makeDump(
      path.join(directory, name),
      CHECKOUT_RECORDS.map(record => (record.kind === 'process' ? { ...record, uptimeMs } : record)),
      { header }
    )
  const main = dump('crash.20260102.030405.4242.0.1.ccdump', { time: '2026-01-02T03:04:05.678Z' }, 10_000)
  dump('crash.20260102.030404.4242.3.1.ccdump', { time: '2026-01-02T03:04:04.600Z', threadId: 3 }, 8_930)
  dump('crash.20260102.030406.4242.0.1.ccdump', { time: '2026-01-02T03:04:06.678Z' }, 500)
  dump('crash.20260102.030404.4243.0.1.ccdump', { time: '2026-01-02T03:04:04.600Z', pid: 4243 }, 8_930)
  makeDump(path.join(directory, 'crash.20260102.030405.4242.5.1.ccdump'), [], { end: null })
  const others = await othersOfProcess(await openDump(main))
  t.same(
    others.map(({ header }) => header.threadId),
    [3],
    'not those of a later process with the same pid, of another process, of nobody knows'
  )
  const server = await startReplayServer(await openDump(main), { others })
  t.teardown(() => server.close())
  const targets = await CDP.List({ host: '127.0.0.1', port: server.port })
  t.match(targets[1].title, /^thread 3 of dead process 4242: TypeError: /)
  t.match((await attach(t, server, targets[1])).paused.callFrames, [{ functionName: 'priceOf' }])
})

t.test('what a reader puts right in a dump of Node.js 20 it puts right in the others, too', async t => {
  const directory = t.testdir()
  /** @returns {import('../../../packages/shared/dump/format').DumpRecord[]} */
  const records = () => [
    callFrame([{ name: 'later', value: undef }], { url: '/app/a.js', scriptId: '9', lineNumber: 0, columnNumber: 0 }),
    { kind: 'script', scriptId: '9', url: '/app/a.js', length: 23, source: 'fail(); const later = 1' },
    { kind: 'process', uptimeMs: 1000 }
  ]
  const main = makeDump(path.join(directory, 'crash.20260102.030405.4242.0.1.ccdump'), records())
  makeDump(path.join(directory, 'crash.20260102.030405.4242.3.1.ccdump'), records(), { header: { threadId: 3 } })
  const [other] = await othersOfProcess(await openDump(main))
  t.same(other.callFrames[0].scopeChain[0].variables, [{ name: 'later', notCapturedReason: 'uninitialised' }])
})

t.test('of a process that really died: the worker beside its parent', async t => {
  const { dumps } = await collect(t, { file: 'worker/listener-throws.js' })
  t.equal(dumps.length, 2)
  // The worker's is the first by name where a second passed between them.
  const main = dumps.find(file => file.endsWith('.0.1.ccdump')) ?? ''
  const replay = await openReplay(main)
  t.teardown(() => replay.close())
  t.match(await CDP.List({ host: '127.0.0.1', port: replay.port }), [
    { title: /^dead process/ },
    { title: /^thread 1 of dead process/ }
  ])
})

t.test('of a process that really died, on a disk that is slow', async t => {
  const clock = path.join(ROOT, 'test/fixtures/process/slow-disk.js')
  const { dumps } = await collect(t, { file: 'worker/listener-throws.js', env: { NODE_OPTIONS: `--require ${clock}` } })
  t.equal(dumps.length, 2)
  for (const file of dumps) {
    t.equal(
      (await othersOfProcess(await openDump(file))).length,
      1,
      'when the process began is known from each of its dumps'
    )
  }
})

t.test('a suspended function in DevTools', { skip: WITHOUT_CHROMIUM }, async t => {
  const { dumps } = await collect(t, {
    file: 'rejection/suspended.js',
    env: { CRASH_COLLECTOR_ASYNC_TASKS: 'on' }
  })
  const replay = await openReplay(dumps[0])
  t.teardown(() => replay.close())
  const [target] = (await CDP.List({ host: '127.0.0.1', port: replay.port })).filter(({ title }) =>
    title.includes('query at')
  )
  const devtools = await openDevTools(target.devtoolsFrontendUrl)
  t.teardown(() => devtools.close())
  t.match(await devtools.callStack(), [/^query suspended\.js:\d+$/])
  t.ok(await devtools.executionLine(/\/\/ WAITS/))
  t.match(await devtools.variable(/^sql: /), /^sql: "select \d"$/)
  t.match(await devtools.inlineValues(), [/^sql = "select \d"$/, /^rows = /])
})
