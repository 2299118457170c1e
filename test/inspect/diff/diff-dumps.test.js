'use strict'

const path = require('node:path')
const t = require('tap')
const { CHECKOUT_RECORDS } = require('../../helpers/checkout-dump')
const { callFrame, makeDump, num, object, ref, str, vars } = require('../../helpers/make-dump')
const { runCli } = require('../../helpers/run-cli')

/** @param {{ sku?: string, quantity?: number, env?: Record<string, string>, message?: string }} [options] */
const records = ({ sku = 'A-1', quantity = 1, env = { SHOP: 'a' }, message = 'no price 7' } = {}) => [
  {
    kind: 'exception',
    value: ref('1', 'Error', 'error'),
    className: 'Error',
    message,
    description: `Error: ${message}`
  },
  callFrame(vars({ line: ref('2'), same: num(1) }), {
    functionName: 'priceOf',
    url: '/app/shop.js',
    scriptId: '5',
    lineNumber: 4,
    columnNumber: 2
  }),
  object('1', { message: str(message) }, { subtype: 'error', className: 'Error' }),
  object('2', { sku: str(sku), quantity: num(quantity), self: ref('2'), tags: ref('3', 'Map', 'map') }),
  object('3', {}, { className: 'Map', subtype: 'map', size: 1, entries: [{ key: str('kind'), value: str(sku) }] }),
  { kind: 'process', cwd: '/app', env, versions: { node: '20.20.2' } }
]

t.test('the same crash with other values', async t => {
  const cwd = t.testdir()
  makeDump(path.join(cwd, 'a.ccdump'), records())
  makeDump(
    path.join(cwd, 'b.ccdump'),
    records({ sku: 'C-9', quantity: 2, env: { SHOP: 'b', DEBUG: '1' }, message: 'no price 9' }),
    { header: { node: 'v22.0.0' } }
  )
  const { stdout, exitCode } = await runCli(['diff', 'a.ccdump', 'b.ccdump', '--json'], { cwd })
  t.equal(exitCode, 0)
  const difference = JSON.parse(stdout)
  t.equal(difference.sameCrash, true)
  t.same(difference.crash, [{ path: 'message', a: 'no price 7', b: 'no price 9' }])
  t.same(difference.frames, [
    {
      functionName: 'priceOf',
      a: 0,
      b: 0,
      differences: [
        { path: 'line.sku', a: "'A-1'", b: "'C-9'" },
        { path: 'line.quantity', a: '1', b: '2' },
        { path: "line.tags.get('kind')", a: "'A-1'", b: "'C-9'" }
      ]
    }
  ])
  t.same(difference.process, [
    { path: 'node', a: 'v20.20.2', b: 'v22.0.0' },
    { path: 'env.SHOP', a: 'a', b: 'b' },
    { path: 'env.DEBUG', a: null, b: '1' }
  ])
  const text = (await runCli(['diff', 'a.ccdump', 'b.ccdump'], { cwd })).stdout
  t.match(
    text,
    new RegExp(
      [
        String.raw`^The same crash \([0-9a-f]{12}\)`,
        ' {2}message: no price 7 -> no price 9',
        '',
        'Variables',
        ' {2}#0 {2}priceOf',
        String.raw` {6}line\.sku: 'A-1' -> 'C-9'`,
        ''
      ].join('\n')
    )
  )
  t.match(text, /env\.DEBUG: 1 \(only in the second\)\n$/)
})

t.test('what only one of them has, on a narrow terminal; packages by their names', async t => {
  const cwd = t.testdir()
  const dump = (/** @type {string} */ name, /** @type {object} */ facts) =>
    makeDump(path.join(cwd, name), [...records().slice(0, -1), { kind: 'process', ...facts }])
  const named = (/** @type {string} */ name, /** @type {string} */ version) => ({
    name,
    version,
    directory: `/app/node_modules/${name}`
  })
  dump('a.ccdump', {
    packages: [named('pg', '8.1.0'), named('pino', '9.0.0')],
    git: { commit: 'c'.repeat(40), branch: 'main' }
  })
  dump('b.ccdump', {
    packages: [
      named('express', '5.0.0'),
      named('pg', '8.1.0'),
      named('pino', '9.0.1'),
      { name: 'app', directory: '/app' }
    ]
  })
  const { stdout } = await runCli(['diff', 'a.ccdump', 'b.ccdump'], { cwd, env: { COLUMNS: '80' } })
  t.match(
    stdout,
    `Environment and versions
  packages.pino: 9.0.0 -> 9.0.1
  packages.express: 5.0.0 (only in the second)
  packages.app: no version (only in the second)
  git: {"commit":"cccccccccccccccccccccccccccccccccccccccc"… (only in the first)
`
  )
  t.same(stdout.split('\n').filter(line => line.length > 80), [])
})

t.test('annotations, by their values', async t => {
  const cwd = t.testdir()
  /**
   * @param {string} name
   * @param {import('../../../packages/shared/dump/format').Value|undefined} [annotations]
   * @param {import('../../../packages/shared/dump/format').ObjectRecord[]} [objects]
   */
  const dump = (name, annotations, objects = []) =>
    makeDump(path.join(cwd, name), [
      ...records().slice(0, -1),
      { kind: 'process', ...(annotations && { annotations }) },
      ...objects
    ])
  const objects = (/** @type {string} */ plan, /** @type {object} */ more) => [
    object('a.1', { release: str('1.2'), tenant: ref('a.2') }, more),
    object('a.2', { plan: str(plan), self: ref('a.2') })
  ]
  dump('a.ccdump', ref('a.1'), objects('free'))
  dump('b.ccdump', ref('a.1'), objects('paid'))
  dump('none.ccdump')
  dump('lost.ccdump', ref('a.1'))
  dump('cut.ccdump', ref('a.1'), [
    object('a.1', { release: str('1.3') }, { notCaptured: [{ reason: 'fieldCount', count: 1 }] })
  ])
  const differing = async (/** @type {string} */ a, /** @type {string} */ b) =>
    JSON.parse((await runCli(['diff', `${a}.ccdump`, `${b}.ccdump`, '--json'], { cwd })).stdout).process
  t.same(await differing('a', 'b'), [{ path: 'annotations.tenant.plan', a: "'free'", b: "'paid'" }])
  t.same(await differing('a', 'a'), [])
  t.same(await differing('none', 'a'), [
    { path: 'annotations.release', a: null, b: "'1.2'" },
    { path: 'annotations.tenant', a: null, b: 'Object' }
  ])
  t.same(await differing('a', 'lost'), [], 'what a limit left out is no difference')
  t.same(await differing('cut', 'a'), [{ path: 'annotations.release', a: "'1.3'", b: "'1.2'" }])
  t.match(
    (await runCli(['diff', 'a.ccdump', 'b.ccdump'], { cwd })).stdout,
    /^ {2}annotations\.tenant\.plan: 'free' -> 'paid'$/m
  )
})

t.test('what a limit left out of one of them is no difference', async t => {
  const cwd = t.testdir()
  /**
   * @param {string} name
   * @param {import('../../../packages/shared/dump/format').Variable[]} variables
   * @param {import('../../../packages/shared/dump/format').ObjectRecord[]} [objects]
   */
  const dump = (name, variables, objects = []) =>
    makeDump(path.join(cwd, `${name}.ccdump`), [
      callFrame(variables, { functionName: 'f', url: '/app/a.js' }),
      ...objects,
      { kind: 'process' }
    ])
  const differing = async (/** @type {string} */ a, /** @type {string} */ b) =>
    JSON.parse((await runCli(['diff', `${a}.ccdump`, `${b}.ccdump`, '--json'], { cwd })).stdout).frames[0].differences
  dump('whole', vars({ order: ref('1', 'Order'), list: ref('2', 'Array', 'array'), n: num(1) }), [
    object('1', { id: num(1) }, { className: 'Order' }),
    object('2', {}, { className: 'Array', subtype: 'array', length: 0 })
  ])
  dump('lost', [
    { name: 'order', value: ref('8', 'Order') },
    { name: 'list', value: { type: 'object', subtype: 'array', className: 'Array', notCapturedReason: 'depth' } },
    { name: 'n', notCapturedReason: 'timeout' }
  ])
  dump(
    'other',
    vars({ order: { type: 'object', subtype: 'null', value: null }, list: ref('9', 'Map', 'map'), n: num(2) })
  )
  t.same(await differing('whole', 'lost'), [])
  t.same(await differing('lost', 'whole'), [])
  t.match(await differing('lost', 'other'), [{ path: 'order', b: 'null' }, { path: 'list' }], 'what both tell is one')
  t.match(await differing('whole', 'other'), [
    { path: 'order', a: 'Order', b: 'null' },
    { path: 'list', a: 'Array(0)' },
    { path: 'n', a: '1', b: '2' }
  ])
})

t.test('a difference is named as JavaScript would reach it', async t => {
  const cwd = t.testdir()
  /** @param {string} name @param {number} n */
  const dump = (name, n) =>
    makeDump(path.join(cwd, `${name}.ccdump`), [
      callFrame(vars({ list: ref('1', 'Array', 'array') }), { functionName: 'f', url: '/app/a.js' }),
      object(
        '1',
        { 0: num(n), '007': num(n), 'content-type': num(n), $: num(n) },
        { className: 'Array', subtype: 'array', length: 1 }
      ),
      { kind: 'process' }
    ])
  dump('a', 1)
  dump('b', 2)
  const {
    frames: [{ differences }]
  } = JSON.parse((await runCli(['diff', 'a.ccdump', 'b.ccdump', '--json'], { cwd })).stdout)
  t.same(
    differences.map((/** @type {{ path: string }} */ difference) => difference.path),
    ['list[0]', "list['007']", "list['content-type']", 'list.$']
  )
})

t.test('a dump and itself; and another crash', async t => {
  const cwd = t.testdir()
  makeDump(path.join(cwd, 'a.ccdump'), records())
  makeDump(path.join(cwd, 'b.ccdump'), CHECKOUT_RECORDS)
  const same = (await runCli(['diff', 'a.ccdump', 'a.ccdump'], { cwd })).stdout
  t.match(
    same,
    new RegExp(
      [
        '^The same crash .*',
        '',
        'Variables',
        ' {2}the same, in 1 frame that both have',
        '',
        'Environment and versions',
        ' {2}the same',
        '$'
      ].join('\n')
    )
  )
  t.match(
    (await runCli(['diff', 'a.ccdump', 'b.ccdump'], { cwd })).stdout,
    /^Different crashes [^]*the dumps have no frame in common/
  )
  t.match(await runCli(['diff', 'a.ccdump'], { cwd }), { exitCode: 2, stderr: /two dumps are needed/ })
})
