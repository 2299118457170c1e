'use strict'
// A variable without a value is never shown as undefined. Newer Node.js leave out its value; for older ones the reader
// finds out that there is none.
const t = require('tap')
const { crashTest } = require('../../helpers/crash')
const path = require('node:path')
const { open } = require('../../../packages/inspect')
const { callFrame, makeDump, undef } = require('../../helpers/make-dump')

t.test('const, let and class before their declaration', async t =>
  crashTest(t, {
    name: 'uninitialised',
    file: 'scopes/uninitialised.js',
    frames: [{ functionName: 'priceOf', crashLine: true }, { functionName: 'checkout' }],
    async check (t, { file }) {
      const dump = await open(file)
      const [priceOf, checkout] = dump.callFrames.map(frame => dump.variables(frame))
      /**
       * @type {(variables: Map<string, import('../../../packages/inspect').Variable>, names: string[]) => unknown[]}
       */
      const kinds = (variables, names) =>
        names.map(name => variables.get(name)?.value?.type ?? variables.get(name)?.notCapturedReason)
      t.same(kinds(priceOf, ['product', 'price']), ['undefined', 'unavailable'])
      t.same(kinds(checkout, ['given', 'later', 'price', 'unreached', 'total', 'Receipt']), [
        'undefined',
        'undefined',
        'unavailable',
        'unavailable',
        'unavailable',
        'unavailable'
      ])
    }
  })
)

t.test('on Node.js 20, what its declaration has given a value and the compiler has removed', async t => {
  const source = `function f (given) {
  const count = 0, text = \`a\`, list = [], made = new Map(), sum = given + 1, not = !given, kind = typeof given
  const called = given(), nothing = void 0, { part } = given, member = given.a
  let changed = 1
  changed = undefined
  class Replaced {}
  given.b.c()
}`
  const names = [
    'count',
    'text',
    'list',
    'made',
    'sum',
    'not',
    'kind',
    'called',
    'nothing',
    'part',
    'member',
    'changed',
    'Replaced',
    'given'
  ]
  const records = [
    callFrame(
      names.map(name => ({ name, value: undef })),
      { functionName: 'f', url: 'file:///app/a.js', lineNumber: 6, columnNumber: 10 }
    ),
    { kind: 'process' },
    { kind: 'script', scriptId: '1', url: 'file:///app/a.js', length: source.length, source }
  ]
  const unmarked = names.slice(7)
  for (const [node, expected] of [
    ['v20.20.2', unmarked],
    ['v22.1.0', names]
  ]) {
    const dump = await open(makeDump(path.join(t.testdir(), 'a.ccdump'), records, { header: { node } }))
    const shown = [...dump.variables(dump.callFrames[0])]
      .filter(([, { value }]) => value?.type === 'undefined')
      .map(([name]) => name)
    t.same(shown, expected, node)
  }
})
