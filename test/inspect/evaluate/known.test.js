'use strict'
// Evaluation answers what a dead frame knows, and refuses what it only seems to know: the length of a string that was
// cut, `arguments`, dropped variables.

const path = require('node:path')
const t = require('tap')
const { evaluateAll } = require('../../helpers/evaluate-all')
const { callFrame, makeDump, num, object, ref, str, vars } = require('../../helpers/make-dump')
const { runCli } = require('../../helpers/run-cli')
const { runToDump } = require('../../helpers/run-to-dump')

/** @type {import('../../../packages/shared/dump/format').Value} */
const cut = { type: 'string', value: 'abc', length: 90000, notCapturedReason: 'stringLength' }

const SOURCE = `'use strict'
function outer (unused, used) {
  const dropped = 1
  return function inner (list) {
    list[used].fail()
  }
}
`
const scopeChain = [
  { type: 'local', variables: vars({ list: ref('list', 'Array', 'array') }) },
  { type: 'closure', name: 'outer', variables: vars({ used: num(0) }) }
]

t.test('the length of a cut string answers, its text does not', async t => {
  const file = makeDump(path.join(t.testdir(), 'a.ccdump'), [
    callFrame(vars({ long: cut, holder: ref('holder'), key: str('text'), whole: str('four') })),
    object('holder', { text: cut, inner: ref('inner') }),
    object('inner', { text: cut, list: ref('list', 'Array', 'array') }),
    object('list', { 0: cut }, { className: 'Array', subtype: 'array', length: 1 })
  ])
  const missing = /^NotCaptured: the rest of /
  const cases = [
    ['long.length', '90000'],
    ['holder.text.length', '90000'],
    ['holder.inner.text.length', '90000'],
    ['holder[key].length', '90000'],
    ["holder['text'].length + 1", '90001'],
    ['holder.inner.list[0].length', '90000'],
    ['whole.length', '4'],
    ['holder.inner.list.length', '1'],
    ['(() => long.length)()', '90000'],
    ['let n = long.length; n', '90000'],
    // Not the length of what was asked for.
    ['long.trim().length', missing],
    ['long', missing],
    ['long.slice(1).length', missing],
    ['String(long).length', missing],
    ['holder.text.foo.length', missing],
    ['nowhere.length', 'ReferenceError: nowhere is not defined'],
    ['holder.none.length', "TypeError: Cannot read properties of undefined (reading 'length')"],
    ['holder.none?.length', 'undefined'],
    ['const o = { length: 1 }; o.length = 5; o.length++; o.length', '6'],
    ['delete holder.inner.length', 'true'],
    ['const { length } = whole; length', '4'],
    ['holder?.inner.list.length', '1']
  ]
  const results = await evaluateAll(file, cases.map(([expression]) => [expression]))
  cases.forEach(([expression, expected], i) => t.match(results[i], expected, expression))
})

t.test('arguments of a function that does not use them, and variables that V8 dropped', async t => {
  const file = makeDump(path.join(t.testdir(), 'a.ccdump'), [
    callFrame([], {
      functionName: 'inner',
      scriptId: '1',
      url: 'file:///app/a.js',
      lineNumber: 4,
      columnNumber: 15,
      scopeChain
    }),
    object('list', {}, { className: 'Array', subtype: 'array', length: 0 }),
    { kind: 'process' },
    { kind: 'script', scriptId: '1', url: 'file:///app/a.js', length: SOURCE.length, source: SOURCE }
  ])
  const cases = [
    ['arguments.length', /^NotCaptured: arguments \(the function does not use them/],
    ['[...arguments]', /^NotCaptured: arguments/],
    ['(() => arguments)()', /^NotCaptured: arguments/],
    ['({ arguments })', /^NotCaptured: arguments/],
    ['(function () { return arguments.length })(1, 2)', '2'],
    ['({ arguments: 1 }).arguments', '1'],
    ['dropped', /^NotCaptured: dropped \(no inner function uses it/],
    ['unused', /^NotCaptured: unused/],
    ['typeof dropped', /^NotCaptured: dropped/],
    ['used', '0'],
    ['list.length', '0'],
    ['outside', /^ReferenceError/]
  ]
  const results = await evaluateAll(file, cases.map(([expression]) => [expression]))
  cases.forEach(([expression, expected], i) => t.match(results[i], expected, expression))
})

t.test('a scope of which a limit left variables out', async t => {
  const file = makeDump(path.join(t.testdir(), 'a.ccdump'), [
    callFrame([], {
      scopeChain: [
        { type: 'local', variables: vars({ kept: num(1) }), notCaptured: [{ reason: 'fieldCount', count: 3 }] }
      ]
    })
  ])
  t.match(await evaluateAll(file, [['kept'], ['lost'], ['[kept].length'], ['Math.max(kept, 2)']]), [
    '1',
    /^NotCaptured: lost \(over the limit of properties\)/,
    '1',
    '2'
  ])
})

t.test('in a real crash', async t => {
  const directory = t.testdir({
    'a.js': `'use strict'
function outer (dropped, used) {
  return function inner (list, text) {
    const length = arguments.length
    return list[used].fail(length)
  }
}
function plain (text) { outer('a', 0)([], text) }
plain('x'.repeat(200000))
`
  })
  const { file } = await runToDump(t, ['a.js'], { cwd: directory })
  const cases = [
    ['arguments.length', '2'],
    ['arguments[1].length', '200000'],
    ['text.length', '200000'],
    ['dropped', /^NotCaptured: dropped/],
    ['arguments.length', /^NotCaptured: arguments/, { frame: 1 }]
  ]
  const results = await evaluateAll(
    file,
    cases.map(([expression, , options]) => [expression, options ?? {}])
  )
  cases.forEach(([expression, expected], i) => t.match(results[i], expected, expression))
  t.equal((await runCli(['eval', file, 'text.length'], { cwd: directory })).stdout, '200000\n')
})
