'use strict'
// A variable without a value is never shown with one, neither as undefined nor with the value of an earlier round.
// random-declarations.test.js looks at more ways to declare variables.
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
      t.same(kinds(priceOf, ['product', 'price']), ['undefined', 'uninitialised'])
      t.same(kinds(checkout, ['given', 'later', 'price', 'unreached', 'total', 'Receipt']), [
        'undefined',
        'undefined',
        'uninitialised',
        'uninitialised',
        'uninitialised',
        'uninitialised'
      ])
    }
  })
)

/** @type {(variables: Map<string, import('../../../packages/inspect').Variable>) => Record<string, unknown>} */
const shownOf = variables =>
  Object.fromEntries(Array.from(variables, ([name, each]) => [name, each.value?.value ?? each.notCapturedReason]))

t.test('the second round of a loop', async t =>
  crashTest(t, {
    name: 'second round',
    file: 'scopes/second-round.js',
    frames: [{ functionName: 'measure', crashLine: true }, { functionName: 'layOut' }],
    async check (t, { file }) {
      const dump = await open(file)
      const { label, width, left, line, y } = shownOf(dump.variables(dump.callFrames[1]))
      t.same([label, line, y], ['x plate #6', 'plate #6', -239.5])
      t.same([width, left], ['uninitialised', 'uninitialised'])
    }
  })
)

t.test('the second round of a loop that awaits', async t =>
  crashTest(t, {
    name: 'second round that awaits',
    file: 'scopes/second-round-awaits.mjs',
    trigger: 'unhandledRejection',
    frames: [{ functionName: 'charge', crashLine: true }, { functionName: 'run' }],
    async check (t, { file }) {
      const dump = await open(file)
      const { reply, receipt, customer } = shownOf(dump.variables(dump.callFrames[1]))
      t.same([reply, receipt, customer], ['uninitialised', 'uninitialised', 'noor'])
    }
  })
)

t.test('a case of a switch that another case may have led to', async t => {
  const source = `function f (kind) {
  for (;;) switch (kind) {
    case 1: const left = 1; break
    case 2: const fallen = 2
    default: kind()
  }
}`
  const records = [
    callFrame(
      [{ name: 'left', value: { type: 'number', value: 1 } }, { name: 'fallen', value: { type: 'number', value: 2 } }],
      { functionName: 'f', url: 'file:///app/a.js', lineNumber: 4, columnNumber: 13 }
    ),
    { kind: 'process' },
    { kind: 'script', scriptId: '1', url: 'file:///app/a.js', length: source.length, source }
  ]
  const dump = await open(makeDump(path.join(t.testdir(), 'a.ccdump'), records, { header: { node: 'v24.1.0' } }))
  t.same(shownOf(dump.variables(dump.callFrames[0])), { left: 'uninitialised', fallen: 'undecided' })
})

t.test('what its declaration has given a value and the compiler has removed', async t => {
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
  for (const node of ['v20.20.2', 'v22.1.0']) {
    const dump = await open(makeDump(path.join(t.testdir(), 'a.ccdump'), records, { header: { node } }))
    const shown = [...dump.variables(dump.callFrames[0])]
      .filter(([, { value }]) => value?.type === 'undefined')
      .map(([name]) => name)
    t.same(shown, names.slice(7), node)
  }
})

t.test('a task of whose script the dump has no text', async t => {
  const variables = [
    { name: 'answers', value: undef },
    { name: 'count', value: { type: 'number', value: 2 } }
  ]
  const { kind, ...frame } = callFrame(variables, { functionName: 'f', url: 'file:///app/b.js', scriptId: '2' })
  const task = { ...frame, kind: 'asyncTask', taskType: 'asyncFunction', taskId: 'task:1', awaits: [] }
  const dump = await open(makeDump(path.join(t.testdir(), 'a.ccdump'), [{ kind: 'process' }, task]))
  t.same(shownOf(dump.variables(dump.asyncTasks[0])), { answers: 'sourceMissing', count: 2 })
})
