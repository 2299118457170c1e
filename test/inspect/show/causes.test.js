'use strict'
// Each viewer shows the causes of an error.

const path = require('node:path')
const CDP = require('chrome-remote-interface')
const t = require('tap')
const { readDump } = require('../../../packages/inspect/reader')
const reader = require('../../../packages/inspect')
const { CAUSES_RECORDS, chainOf } = require('../../helpers/causes-dump')
const { evaluateAll } = require('../../helpers/evaluate-all')
const { openPage } = require('../../helpers/open-page')
const { makeDump } = require('../../helpers/make-dump')
const { openReplay } = require('../../helpers/open-replay')
const { runCli } = require('../../helpers/run-cli')

const directory = t.testdir()
const file = makeDump(path.join(directory, 'crash.20260102.030405.1.0.1.ccdump'), CAUSES_RECORDS)

/** @param {import('tap').Test} t @param {import('../../../packages/shared/dump/format').DumpRecord[]} records */
const dumpOf = (t, records) => makeDump(path.join(t.testdir(), 'made.ccdump'), records)

t.test('show explains the root first, then what it led to, and the reported error last', async t => {
  const { stdout } = await runCli(['show', file], { cwd: directory, env: { COLUMNS: '80' } })
  t.match(
    stdout,
    new RegExp(
      [
        '^`product` is undefined[^]*?',
        '',
        'OrderError: order 7 failed',
        ' {2}caused by RepositoryError: no price',
        ' {2}caused by TypeError: Cannot read properties'
      ].join('\n')
    )
  )
  const order = [
    'Root cause: TypeError: Cannot read',
    '> 6 |',
    '#2  priceOf',
    '#3  load',
    'Led to: RepositoryError',
    '> 13 |',
    '#1  load',
    'Reported: OrderError',
    '> 21 |',
    '#0  checkout'
  ].map(text => stdout.indexOf(text))
  t.notOk(order.includes(-1), stdout)
  t.same(order, [...order].sort((a, b) => a - b))
  for (const line of stdout.split('\n')) t.ok(line.length <= 80, line)
})

t.test('a hundred causes are cut with a word', async t => {
  const { stdout } = await runCli(['show', dumpOf(t, chainOf(100))], { cwd: directory })
  t.match(
    stdout,
    /caused by Error: cause 4\n {2}… 92 more causes between \(--all shows them\)\n {2}caused by Error: cause 97\n/
  )
  const all = await runCli(['show', '--all', dumpOf(t, chainOf(100))], { cwd: directory })
  t.match(all.stdout, /caused by Error: cause 50\n/)
})

t.test('long chains of captured causes: the frames of those nearest to the root', async t => {
  const records = chainOf(50).map(record =>
    record.kind === 'cause'
      ? {
          ...record,
          stack: [{ functionName: `f${record.index}`, url: 'file:///app/a.js', lineNumber: 0, columnNumber: 0 }]
        }
      : record
  )
  const { stdout } = await runCli(['show', dumpOf(t, records)], { cwd: directory })
  t.match(
    stdout,
    new RegExp(
      [
        'Root cause: Error: cause 50',
        'Led to: Error: cause 49',
        'Led to: Error: cause 48',
        String.raw`… 47 more errors that led from there to the reported one \(--all shows them\)`,
        'Reported: Error: reported'
      ].join('[^]*')
    )
  )
})

t.test('the errors of an AggregateError', async t => {
  const [exception, first, second, ...rest] = CAUSES_RECORDS
  const records = [
    { ...exception, className: 'AggregateError', description: 'AggregateError: order 7 failed' },
    { ...first, path: 'errors[0]' },
    { ...second, of: 0, path: 'errors[1]' },
    ...rest
  ]
  const { stdout } = await runCli(['show', dumpOf(t, records)], { cwd: directory })
  t.match(stdout, /caused by RepositoryError: no price \(errors\[0\]\)\n {2}also, errors\[1\]: TypeError/)
  t.match(
    stdout,
    new RegExp(
      [
        String.raw`Cause, errors\[0\]: RepositoryError`,
        'Reported: AggregateError',
        String.raw`Also, errors\[1\]: TypeError: Cannot read`,
        '#2 {2}priceOf'
      ].join('[^]*')
    )
  )
})

t.test('an object that was read at the report says so', async t => {
  const { stdout } = await runCli(['show', file], { cwd: directory, env: { COLUMNS: '100' } })
  t.match(stdout, /order {2}Order \{ id: 7, lines: .* \} \(later\)$/m)
  t.match(stdout, /^\(later\): read at the report, may have changed since the throw\nNext/m)
  t.match((await runCli(['eval', file, 'order'], { cwd: directory })).stdout, /\(read at the report\)\n$/)
  t.match(
    (await runCli(['eval', file, '--frame', '2', 'line'], { cwd: directory })).stdout,
    /^\{ sku: 'C-9', quantity: 1 \}\n$/
  )
})

t.test('the page: the chain, the frames of the root first, and what was read at the report', async t => {
  const page = openPage(await readDump(file))
  t.same(page.errors, [])
  t.match(page.texts('header .causes li'), ['caused by RepositoryError: no price', /^caused by TypeError/])
  t.match(page.texts('h1.diagnosis'), [/^product is undefined/])
  t.match(page.texts('.frames > li'), [
    /^Root cause: TypeError/,
    /^#2 priceOf/,
    /^#3 load/,
    /^Led to: RepositoryError/,
    /^#1 load/,
    'Reported',
    /^#0 checkout/
  ])
  t.match(page.texts('.frame[aria-current=true]'), [/^#2 priceOf/])
  page.click('.frame', /^#0/)
  t.match(page.texts('.detail .row'), [/order: Order .*\(read at the report\)/])
  page.window.close()
})

t.test('DevTools: the frames of the causes stand below those of the error', async t => {
  const replay = await openReplay(file)
  t.teardown(replay.close)
  const client = await CDP({ target: replay.webSocketUrl, local: true })
  t.teardown(() => client.close())
  /** @type {string[]} */
  const said = []
  client.on('Runtime.consoleAPICalled', ({ args }) => said.push(args[0].value))
  const paused = new Promise(resolve => client.once('Debugger.paused', resolve))
  await client.Runtime.enable()
  await client.Debugger.enable()
  const { callFrames } = await paused
  t.same(
    callFrames.map(({ functionName }) => functionName),
    ['checkout', 'caused by TypeError in priceOf', 'TypeError in load', 'caused by RepositoryError in load']
  )
  t.match(said.join('\n'), /caused by RepositoryError: no price\n.*caused by TypeError/)
  const { result } = await client.Runtime.getProperties({
    objectId: callFrames[0].scopeChain[0].object.objectId,
    ownProperties: true
  })
  t.match(result, [{ name: 'order', value: { description: 'Order (read at the report)' } }])
  const { result: inside } = await client.Debugger.evaluateOnCallFrame({
    callFrameId: callFrames[1].callFrameId,
    expression: 'line.sku'
  })
  t.equal(inside.value, 'C-9')
})

t.test('exports', async t => {
  const sentry = JSON.parse((await runCli(['show', file, '--format', 'sentry'], { cwd: directory })).stdout)
  t.match(sentry.exception.values, [
    {
      type: 'TypeError',
      mechanism: { type: 'chained', exception_id: 2, parent_id: 1, source: 'cause' },
      stacktrace: { frames: [{ function: 'load' }, { function: 'priceOf', vars: { line: { sku: 'C-9' } } }] }
    },
    { type: 'RepositoryError', mechanism: { exception_id: 1, parent_id: 0 } },
    {
      type: 'OrderError',
      mechanism: { type: 'onunhandledrejection', exception_id: 0 },
      stacktrace: { frames: [{ function: 'checkout' }] }
    }
  ])
  t.match(sentry.extra.diagnosis, /^`product` is undefined/)
  const otlp = (await runCli(['show', file, '--format', 'otlp'], { cwd: directory })).stdout
  t.match(
    otlp,
    /"crash_collector\.causes","value":\{"arrayValue":\{"values":\[\{"stringValue":"RepositoryError: no price"/
  )
  t.match(otlp, /Caused by: TypeError: Cannot read/)
  t.match((await runCli(['show', file, '--format', 'junit'], { cwd: directory })).stdout, /Root cause: TypeError/)
  t.match(
    (await runCli(['show', file, '--format', 'github'], { cwd: directory })).stdout,
    /%0Acaused by TypeError: .*%0A {4}at priceOf \(price\.js:6\)/
  )
})

t.test('--json has each cause with its own frames', async t => {
  const { stdout } = await runCli(['show', file, '--json'], { cwd: directory })
  const { callFrames, causes } = JSON.parse(stdout)
  t.same(callFrames.map(({ index }) => index), [0])
  t.same(
    causes.map(({ index, of, path, className, callFrames }) => [
      index,
      of,
      path,
      className,
      callFrames.map(({ index }) => index)
    ]),
    [
      [1, 0, 'cause', 'RepositoryError', [1]],
      [2, 1, 'cause', 'TypeError', [2, 3]]
    ]
  )
  t.match(causes[1], {
    value: { description: /^TypeError/ },
    diagnosis: { rule: 'nullish-property' },
    capture: { match: 'identity' },
    callFrames: [{ scopeChain: [{ variables: { product: { type: 'undefined' } } }] }, {}]
  })
})

t.test('the reader library has them', async t => {
  const dump = await reader.open(file)
  t.same(
    dump.causes.map(({ path, callFrames }) => [path, callFrames.length]),
    [
      ['cause', 1],
      ['cause', 2]
    ]
  )
  t.same([...dump.variables(dump.causes[1].callFrames[0]).keys()], ['line', 'product'])
})

t.test('eval on a frame of a cause', async t => {
  t.same(
    await evaluateAll(file, [
      ['line.sku', { frame: 2 }],
      ['order.id', { frame: 3 }],
      ['1', { frame: 4 }]
    ]),
    ["'C-9'", '7', 'NO_SUCH_FRAME there is no frame 4 in this dump']
  )
})

t.test('repl lists them, and up and down stay in one error', async t => {
  const { Session } = require('../../../packages/inspect/repl/session')
  const { noPaint } = require('../../../packages/inspect/text/colours')
  const session = new Session(await readDump(file), { columns: 80, paint: noPaint })
  const frames = await session.execute('frames')
  t.match(
    frames,
    new RegExp(
      [
        String.raw`^\* #0 {2}checkout.*`,
        'caused by RepositoryError: no price',
        ' {2}#1 {2}load.*',
        'caused by TypeError: Cannot read.*',
        ' {2}#2 {2}priceOf'
      ].join('\n')
    )
  )
  t.equal(await session.execute('up'), 'this is the outermost frame\n')
  t.match(await session.execute('frame 2'), /^#2 {2}priceOf/)
  t.match(await session.execute('up'), /^#3 {2}load/)
})

t.test('list names the cause at which it began', async t => {
  const { stdout } = await runCli(['list', directory], { cwd: directory })
  t.match(stdout, /OrderError: order 7 failed, caused by TypeError: Cannot read properties/)
  const json = await runCli(['list', directory, '--json'], { cwd: directory })
  t.match(JSON.parse(json.stdout)[0], { error: 'OrderError: order 7 failed', cause: /^TypeError: Cannot read/ })
})

t.test('search looks into the causes and their frames', async t => {
  const { stdout } = await runCli(['search', 'C-9', file], { cwd: directory })
  t.match(stdout, /^#0 order\.lines\[0\]\.sku {2}'C-9'$|^#2 line\.sku {2}'C-9'$/m)
  const messages = await runCli(['search', 'no price', file], { cwd: directory })
  t.match(messages.stdout, /no price/)
})

t.test('diff compares the causes and their frames', async t => {
  const records = structuredClone(CAUSES_RECORDS)
  Object.assign(records[2], { message: 'something else' })
  const other = makeDump(path.join(t.testdir(), 'other.ccdump'), records)
  const { stdout } = await runCli(['diff', file, other, '--json'], { cwd: directory })
  const { sameCrash, crash, frames } = JSON.parse(stdout)
  // The root cause is another one.
  t.equal(sameCrash, false)
  t.match(crash, [{ path: 'causes.1', b: 'cause TypeError: something else' }])
  t.same(frames.map(({ functionName }) => functionName), ['checkout', 'load', 'priceOf', 'load'])
})
