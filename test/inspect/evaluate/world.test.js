'use strict'
// A session of a debugger: what expressions change and declare stays until it is reset.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { CHECKOUT_RECORDS, CHECKOUT_NOT_CAPTURED } = require('../../helpers/checkout-dump')
const { evaluateSession } = require('../../helpers/evaluate-session')
const { KINDS_RECORDS, func } = require('../../helpers/kinds-dump')
const { callFrame, fn, makeDump, num, object, ref, vars } = require('../../helpers/make-dump')

const directory = t.testdir()
const checkout = makeDump(path.join(directory, 'checkout.ccdump'), CHECKOUT_RECORDS, {
  end: { notCaptured: CHECKOUT_NOT_CAPTURED }
})
const kinds = makeDump(path.join(directory, 'kinds.ccdump'), KINDS_RECORDS)
const outer = { frame: 1 }

/**
 * @param {import('tap').Test} t
 * @param {string} dump
 * @param {[string, string|RegExp, import('../../helpers/evaluate-session').Step[1]?][]} steps
 */
async function check (t, dump, steps) {
  const results = await evaluateSession(
    dump,
    steps.map(([text, , options]) => [text, options ?? {}])
  )
  steps.forEach(([text, expected], i) => {
    if (typeof expected === 'string') t.equal(results[i], expected, text)
    else t.match(results[i], expected, text)
  })
}

t.test('objects', async t => {
  const before = fs.readFileSync(checkout)
  await check(t, checkout, [
    ["line.sku = 'x'; line", "{ sku: 'x', qty: 1 }"],
    ['variables', /^line: \{ sku: 'x', qty: 1 \}$/m],
    ['order.lines[1].sku', "'x'", outer],
    ['delete line.qty; line.tags = ["a"]; line', "{ sku: 'x', tags: [ 'a' ] }"],
    ['line.tags.push("b"); line.tags.reverse()', "[ 'b', 'a' ]"],
    ['line', "{ sku: 'x', tags: [ 'b', 'a' ] }"],
    ['variables', /^line: \{ sku: 'x', tags: \[ 'b', 'a' \] \}$/m],
    ['catalog.set("new", 1).delete("A-1"); catalog', "Map(2) { 'B-2' => { name: 'Cup', price: 8 }, 'new' => 1 }"],
    ['variables', /^catalog: Map\(2\) \{ 'B-2' => .*, 'new' => 1 \}$/m],
    ['order.#coupon = "NONE"; order.#coupon', "'NONE'", outer],
    ['variables', /^order: Order \{\s+#coupon: 'NONE',/m, outer],
    ['reset', 'undefined'],
    ['line', "{ sku: 'C-9', qty: 1 }"],
    ['variables', /^catalog: Map\(2\) \{ 'A-1' =>/m]
  ])
  t.same(fs.readFileSync(checkout), before, 'the dump stays as it is')
})

t.test('objects of every kind', async t => {
  await check(t, kinds, [
    ['array.reverse()', '[ 2, 1 ]'],
    ['array.push(3); array', '[ 2, 1, 3 ]'],
    ['set.add("b").delete("a"); set', "Set(2) { { id: 1 }, 'b' }"],
    ['date.setTime(0); date', '1970-01-01T00:00:00.000Z'],
    ['floats[0] = 9; floats', 'Float64Array(2) [ 9, -0 ]'],
    [
      'variables',
      /^date: 1970[^]*^set: Set\(2\) \{ \{ id: 1 \}, 'b' \}$[^]*^floats: .*\[ 9, -0 \]$[^]*^array: \[ 2, 1, 3 \]$/m
    ],
    ['symbolKeys[unique] = array; symbolKeys[unique] === array', 'true'],
    ['cutMap.set("b", 2).get("b")', '2'],
    ['cutMap.get("c")', /^NotCaptured/],
    ['wide.a = 5; wide.a', '5'],
    ['variables', /^cutMap: Map\(501\) \{ 'a' => 1, 'b' => 2, … 499 more[^]*^wide: \{ a: 5,/m]
  ])
})

t.test('variables', async t => {
  const source = 'function add (n) { return count += n }'
  const scopes = [{ type: /** @type {const} */ ('closure'), scopeId: 's1', variables: vars({ count: num(1) }) }]
  const dump = makeDump(path.join(directory, 'variables.ccdump'), [
    callFrame([], {
      index: 0,
      scopeChain: [{ type: 'local', scopeId: 's2', variables: vars({ add: fn('2'), list: ref('3') }) }, ...scopes]
    }),
    callFrame([], { index: 1, scopeChain: scopes }),
    func('2', source, { scopes }),
    object('3', { a: num(1) })
  ])
  await check(t, dump, [
    ['add(2)', '3'],
    ['count', '3', outer],
    ['count = 10', '10', outer],
    ['add(1) + count', '22'],
    ['variables', /^count: 11$/m, outer],
    ['list = null', 'null'],
    ['variables', /^list: null$/m],
    ['delete count', /Delete of an unqualified identifier in strict mode/],
    ['count', '11'],
    ['nowhere = 1', 'ReferenceError: nowhere is not defined'],
    ['reset', 'undefined'],
    ['add(1)', '2'],
    ['list.a', '1']
  ])
  await check(t, checkout, [
    ['later', /^NotCaptured/, outer],
    ['later = 4', '4', outer],
    ['later + 1', '5', outer],
    ['variables', /^later: 4$/m, outer]
  ])
})

t.test('what expressions declare', async t => {
  await check(t, checkout, [
    ['let n = 5, { sku, ...rest } = line', 'undefined'],
    ['const next = () => n + 1', 'undefined'],
    ['n = 7', '7'],
    ['next() + sku', "'8C-9'"],
    ['rest', '{ qty: 1 }'],
    ['next = 1', 'TypeError: Assignment to constant variable.'],
    ['const next = 2', 'undefined'],
    ['next', '2'],
    ['function twice (x) { return [x, x] }', 'undefined'],
    ['class Pair { #a = 1; get a () { return this.#a } }', 'undefined'],
    ['twice(new Pair().a)', '[ 1, 1 ]', outer],
    ['var counter = 0; const count = () => ++counter', 'undefined'],
    ['count(); count()', '2'],
    ['counter', '2'],
    ['let bad = nope()', 'ReferenceError: nope is not defined'],
    ['bad', 'ReferenceError: bad is not defined'],
    ['let line = 1', 'undefined'],
    ['line', '1', outer],
    ['for (let i = 0; i < 2; i++) count()', 'undefined'],
    ['let waited = await Promise.resolve(3)', 'undefined'],
    ['waited', '3'],
    ['[waited, n]', '[ 3, 7 ]'],
    ['_[1] + $_[0]', '10'],
    ['reset', 'undefined'],
    ['n', 'ReferenceError: n is not defined'],
    ['line.sku', "'C-9'"]
  ])
})

t.test('calls are what was typed', async t => {
  await check(t, checkout, [
    ['product()', 'TypeError: product is not a function'],
    ['function self () { return this === undefined }', 'undefined'],
    ['self() && (() => self())()', 'true'],
    ['const tag = (...parts) => parts.length', 'undefined'],
    // eslint-disable-next-line no-template-curly-in-string
    ['tag`a${1}b`', '2'],
    ['let list = []\nconst add = x => list.push(x)\nadd(1)\nadd(2)\nlist', '[ 1, 2 ]'],
    ['if (true)\n  add(3)\nelse\n  add(4)\nlist.length', '3']
  ])
})

t.test('an expression that is stopped, and a process that dies', async t => {
  await check(t, checkout, [
    ['let kept = 1; line.sku = "kept"', "'kept'"],
    ['for (;;) line.qty++', /^EVALUATION_TIMEOUT/, { timeoutMs: 200 }],
    ['kept', '1'],
    ['line.qty > 1', 'true'],
    ['const all = []; for (;;) all.push(new Array(1e6).fill(0.5))', /^EVALUATION_(?:FAILED|TIMEOUT)/],
    ['[kept, line.sku]', "[ 1, 'kept' ]"],
    ['order.id', '7', { frame: 't1' }],
    ['[kept, order.lines[1].sku]', "[ 1, 'kept' ]", { frame: 't1' }]
  ])
})

t.test('objects that are not rebuilt at first', async t => {
  const many = 6000
  const dump = makeDump(path.join(directory, 'many.ccdump'), [
    callFrame([], { scopeChain: [{ type: 'local', scopeId: 's1', variables: vars({ first: ref('o0') }) }] }),
    ...Array.from({ length: many }, (_, i) =>
      object(`o${i}`, i + 1 < many ? { i: num(i), next: ref(`o${i + 1}`) } : { i: num(i) })
    )
  ])
  await check(t, dump, [
    ['first.i = "changed"; let seen = first; 1', '1'],
    ['let last = first; while (last.next) last = last.next; last.i', String(many - 1)],
    ['[first.i, seen === first]', "[ 'changed', true ]"],
    ['last.i = 0; last', '{ i: 0 }']
  ])
})
