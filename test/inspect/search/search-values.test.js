'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { matcher } = require('../../../packages/inspect/page/browser/model/search')
const { CHECKOUT_RECORDS } = require('../../helpers/checkout-dump')
const { callFrame, makeDump, object, ref, str, vars } = require('../../helpers/make-dump')
const { runCli } = require('../../helpers/run-cli')
const { runToDump } = require('../../helpers/run-to-dump')

/** @param {import('tap').Test} t */
function dumps (t) {
  const cwd = t.testdir()
  makeDump(path.join(cwd, 'crash.20260102.030405.4242.0.1.ccdump'), CHECKOUT_RECORDS)
  return cwd
}

t.test('a text, with the path to each hit', async t => {
  const cwd = dumps(t)
  const { stdout, exitCode } = await runCli(['search', 'C-9'], { cwd })
  t.equal(exitCode, 0)
  t.match(stdout, /^#0 line\.sku {2}'C-9'$/m)
  const ofPrivate = (await runCli(['search', 'WELCOME'], { cwd })).stdout
  t.match(ofPrivate, /^#1 order\.#coupon {2}'WELCOME'$/m)
  t.match((await runCli(['search', 'Cup'], { cwd })).stdout, /catalog\.get\('B-2'\)\.name {2}'Cup'/)
})

t.test('every path can be evaluated', async t => {
  const cwd = dumps(t)
  const [{ hits }] = JSON.parse((await runCli(['search', '/^(?:C-9|Cup)$/', '--json'], { cwd })).stdout)
  t.ok(hits.length >= 2)
  for (const { root, path, value } of hits) {
    t.equal(
      (await runCli(['eval', '--frame', root.replace('#', ''), path], { cwd })).stdout,
      value.description + '\n',
      path
    )
  }
})

t.test('an array of more elements than a call takes arguments', async t => {
  const cwd = t.testdir()
  const count = 200_000
  makeDump(path.join(cwd, 'a.ccdump'), [
    callFrame(vars({ all: ref('1', 'Array', 'array') })),
    object(
      '1',
      {},
      {
        className: 'Array',
        subtype: 'array',
        length: count,
        properties: Array.from({ length: count }, (_, i) => ({
          name: String(i),
          value: str(i === count - 1 ? 'needle' : '')
        }))
      }
    )
  ])
  t.match(await runCli(['search', 'needle', 'a.ccdump'], { cwd }), {
    exitCode: 0,
    stdout: `#0 all[${count - 1}]  'needle'\n`
  })
})

t.test('a name below a file', async t => {
  const cwd = t.testdir({ file: '' })
  t.match(await runCli(['search', 'a', 'file/a'], { cwd }), { exitCode: 1, stderr: /^crash-collector: .* \(.*\)\n$/ })
})

t.test('annotations, async stores, and tasks by the ids that the collector gives', async t => {
  const cwd = t.testdir()
  const symbol = { type: 'symbol', description: 'Symbol(kResourceStore)', objectId: 'k1' }
  makeDump(path.join(cwd, 'crash.20260102.030405.4242.0.1.ccdump'), [
    {
      kind: 'process',
      cwd: '/app',
      annotations: ref('a.1'),
      asyncStores: {
        readAt: 'capture',
        stores: [
          { storage: ref('s.1', 'AsyncLocalStorage'), name: 'request', store: ref('s.2') },
          { storage: ref('s.3', 'AsyncLocalStorage'), name: 'trace', store: str('needle-trace') },
          { storage: symbol, store: ref('s.4', 'Map', 'map') }
        ]
      }
    },
    {
      kind: 'asyncTask',
      taskId: 'task:3',
      functionName: 'serve',
      url: '/app/a.js',
      scriptId: '5',
      lineNumber: 1,
      columnNumber: 2,
      scopeChain: [{ type: 'local', variables: vars({ name: str('needle-task') }) }]
    },
    object(
      'a.1',
      { tenant: ref('a.2'), release: str('needle-1.2') },
      { internalProperties: [{ name: '[[Prototype]]', value: { type: 'object', subtype: 'null', value: null } }] }
    ),
    object('a.2', { 'shop id': str('needle-shop') }),
    object('s.2', { user: str('needle-user') }),
    object(
      's.4',
      {},
      { className: 'Map', subtype: 'map', size: 1, entries: [{ key: str('span'), value: str('needle-span') }] }
    ),
    object(
      's.5',
      { kResourceStore: symbol, enabled: { type: 'boolean', value: true } },
      { className: 'AsyncLocalStorage' }
    ),
    object('s.6', { spans: ref('s.5', 'AsyncLocalStorage') })
  ])
  const { stdout } = await runCli(['search', 'needle'], { cwd })
  t.same(stdout.trimEnd().split('\n'), [
    "task:3 name  'needle-task'",
    "async store trace  'needle-trace'",
    "process.annotations.release  'needle-1.2'",
    "async store request.user  'needle-user'",
    "async store spans.get('span')  'needle-span'",
    "process.annotations.tenant['shop id']  'needle-shop'"
  ])
  t.match(JSON.parse((await runCli(['search', 'needle-user', '--json'], { cwd })).stdout), [
    { hits: [{ root: 'async store request', path: 'user', value: { value: 'needle-user' } }] }
  ])
  for (const id of ['a.1', 's.2']) {
    t.equal((await runCli(['search', `/^${id}$/`], { cwd })).stdout, 'nothing found\n', 'references are no values')
  }
})

t.test('a regular expression, a number, nothing', async t => {
  const cwd = dumps(t)
  t.match((await runCli(['search', '/welcome/i'], { cwd })).stdout, /#coupon/)
  t.match((await runCli(['search', '/^0\\.1$/'], { cwd })).stdout, /discount {2}0\.1\n/)
  for (const flags of ['g', 'y', 'gi', 'igy']) {
    t.match((await runCli(['search', `/C-9/${flags}`], { cwd })).stdout, /line\.sku {2}'C-9'/, flags)
  }
  t.equal(
    (await runCli(['search', '/e/g'], { cwd })).stdout,
    (await runCli(['search', '/e/'], { cwd })).stdout,
    'every hit'
  )
  const matches = matcher('/a/gy')
  t.same([matches('ba'), matches('ab'), matches('a'), matches('b')], [true, true, true, false], 'in the page too')
  t.equal((await runCli(['search', 'no such text'], { cwd })).stdout, 'nothing found\n')
  t.equal((await runCli(['search', 'no such text', cwd], { cwd })).stdout, 'nothing found\n', 'in a directory, too')
  t.equal((await runCli(['search', 'text', '.'], { cwd: t.testdir() })).stdout, 'no dumps in .\n')
  t.match(await runCli(['search', '/(/'], { cwd }), { exitCode: 2, stderr: /regular expression/i })
  t.match(await runCli(['search'], { cwd }), { exitCode: 2, stderr: /a text is missing/ })
})

t.test('a directory, also with a bad dump in it', async t => {
  const cwd = dumps(t)
  makeDump(path.join(cwd, 'crash.20260101.030405.4242.0.1.ccdump'), [
    { kind: 'exception', value: { type: 'string', value: 'C-9 is gone' }, description: 'C-9 is gone' }
  ])
  fs.writeFileSync(path.join(cwd, 'crash.20260103.030405.4242.0.1.ccdump'), 'nonsense')
  const { stdout, stderr, exitCode } = await runCli(['search', 'C-9', '.'], { cwd })
  t.equal(exitCode, 0)
  t.match(
    stdout,
    new RegExp(
      [
        String.raw`^crash\.20260102\.030405\.4242\.0\.1\.ccdump`,
        String.raw`#0 line\.sku {2}'C-9'`,
        String.raw`[^]*^crash\.20260101\.030405\.4242\.0\.1\.ccdump`,
        "exception {2}'C-9 is gone'$"
      ].join('\n'),
      'm'
    )
  )
  t.match(stderr, /is not a dump/)
})

t.test('--max', async t => {
  const cwd = dumps(t)
  const { stdout } = await runCli(['search', '/./', '--max', '3'], { cwd })
  t.match(stdout, /^(?:.*\n){3}… \d+ more \(--max shows them\)\n$/)
  t.match(await runCli(['search', 'a', '--max', '0'], { cwd }), { exitCode: 2 })
})

t.test('what refers to an object', async t => {
  const cwd = t.testdir()
  fs.writeFileSync(path.join(cwd, 'app.js'), `
    const customer = { name: 'Ada' }
    const byName = new Map([['Ada', customer]])
    class Cart { #owner = customer; lines = [{ customer }] }
    function pay (cart) {
      throw new Error('declined ' + byName.size + cart.lines.length)
    }
    pay(new Cart())`)
  const { file } = await runToDump(t, ['app.js'], { cwd })
  const places = async (/** @type {string[]} */ ...words) => {
    const { stdout } = await runCli(['search', '--referrers', ...words, file, '--json'], { cwd })
    const [{ hits }] = JSON.parse(stdout)
    return hits.map((/** @type {{ root: string, path: string }} */ { root, path }) => `${root} ${path}`).sort()
  }
  const found = await places('#0 customer')
  const expected = ['#0 cart.#owner', '#0 cart.lines[0].customer', '#0 customer', "#0 byName.get('Ada')", '#1 customer']
  for (const place of expected) t.ok(found.includes(place), `${place} of ${found.join(', ')}`)
  t.notOk(found.some((/** @type {string} */ place) => place.endsWith('.name')), 'nothing that it holds')
  t.same(await places('customer'), found, 'without a frame')
  const { stdout } = await runCli(['search', '--referrers', '#0 customer', file], { cwd })
  t.match(stdout, /^#0 cart\.#owner {2}Object$/m)
  const none = await runCli(['search', '--referrers', '#0 nobody', file], { cwd })
  t.equal(none.exitCode, 1)
  t.match(none.stderr, /nothing in this dump has the place #0 nobody \(name a place as/)
  t.match((await runCli(['search', '--referrers', '#0 customer.name', file], { cwd })).stderr, /is not an object/)
})
