'use strict'

const path = require('node:path')
const t = require('tap')
const { CHECKOUT_RECORDS, CHECKOUT_NOT_CAPTURED } = require('../../helpers/checkout-dump')
const { evaluateAll } = require('../../helpers/evaluate-all')
const { KINDS_RECORDS } = require('../../helpers/kinds-dump')
const { makeDump } = require('../../helpers/make-dump')

const directory = t.testdir()
const checkout = makeDump(path.join(directory, 'checkout.ccdump'), CHECKOUT_RECORDS, {
  end: { notCaptured: CHECKOUT_NOT_CAPTURED }
})
const kinds = makeDump(path.join(directory, 'kinds.ccdump'), KINDS_RECORDS)

/**
 * @param {import('tap').Test} t
 * @param {string} dump
 * @param {[string, string|RegExp, object?][]} cases expression, what is printed, options
 */
async function check (t, dump, cases) {
  const results = await evaluateAll(
    dump,
    cases.map(([expression, , options]) => [expression, options ?? {}])
  )
  cases.forEach(([expression, expected], i) => {
    if (typeof expected === 'string') t.equal(results[i], expected, expression)
    else t.match(results[i], expected, expression)
  })
}

const outer = { frame: 1 }

t.test('variables, scopes and shadowing', async t => {
  await check(t, checkout, [
    ['line.sku', "'C-9'"],
    ['product', 'undefined'],
    ['discount', '0.1'],
    ['this', 'undefined'],
    ['catalog.size', '2'],
    ['order', 'ReferenceError: order is not defined; frame 1 (checkout) has it'],
    ['order.id', '7', outer],
    ['discount', 'ReferenceError: discount is not defined; frame 0 (priceOf) has it', outer],
    ['line === order.lines[1]', 'true', outer],
    ['order.self === order', 'true', outer],
    ['order.id', '7', { frame: 't1' }],
    ['sum + 1', '6.4', outer],
    ['typeof sum + typeof nothing', "'numberundefined'", outer],
    ['sum = 9, sum', '9', outer],
    ['notThere = 1', 'ReferenceError: notThere is not defined', outer]
  ])
})

t.test('expressions, statements and errors as JavaScript has them', async t => {
  await check(t, checkout, [
    ['{ a: 1, b: [line] }', "{ a: 1, b: [ { sku: 'C-9', qty: 1 } ] }"],
    ['let x = 20; x += 1; x * 2', '42'],
    ['if (line) line.qty', 'undefined'],
    ['[...catalog.keys()].map(k => k.toLowerCase())', "[ 'a-1', 'b-2' ]"],
    ['line // a comment', "{ sku: 'C-9', qty: 1 }"],
    ['await Promise.all([line.qty, Promise.resolve(2)])', '[ 1, 2 ]'],
    ['await new Promise(() => {})', /^NotCaptured: the promise did not settle/],
    ['a b', "SyntaxError: Unexpected identifier 'b'\n  a b\n    ^"],
    ['line)(', /^SyntaxError: /],
    ['product.price', "TypeError: Cannot read properties of undefined (reading 'price')"],
    ['throw { code: 5 }', 'thrown { code: 5 }'],
    ['throw undefined', 'thrown undefined']
  ])
})

t.test('functions are made again over the scopes that they closed over', async t => {
  await check(t, checkout, [
    ["priceOf({ sku: 'A-1', qty: 2 })", '5.4'],
    ['priceOf(line)', "TypeError: Cannot read properties of undefined (reading 'price')"],
    ["makePricer(0.5)({ sku: 'B-2', qty: 1 })", '4'],
    ['[priceOf, checkout, Order]', '[ [Function: priceOf], [AsyncFunction: checkout], [class Order] ]'],
    ["await checkout({ lines: [{ sku: 'B-2', qty: 10 }] })", '72'],
    ['order.hasCoupon()', 'true', outer],
    ['order instanceof Order', 'true', outer],
    ['order.constructor === Order', 'true', outer],
    ['new Order(1, [])', 'NotCaptured: a call of Order (classes are not run again)', outer]
  ])
})

t.test('private fields can be read', async t => {
  await check(t, checkout, [
    ['order.#coupon', "'WELCOME'", outer],
    ['#coupon in order', 'true', outer],
    ['#coupon in line', 'false', outer],
    [
      'line.#coupon',
      'TypeError: Cannot read private member #coupon from an object whose class did not declare it',
      outer
    ],
    ['order.self', /^Order \{\n {2}#coupon: 'WELCOME',\n {2}id: 7,/, outer]
  ])
})

t.test('what is not in the dump is NotCaptured, never undefined', async t => {
  await check(t, checkout, [
    ['later', 'NotCaptured: later (not initialised yet, or optimised away by V8)', outer],
    ['apiKey', 'NotCaptured: apiKey (redacted)', outer],
    ['typeof apiKey', 'NotCaptured: apiKey (redacted)', outer],
    ['note.length', '90000', outer],
    [
      'note.trim().length',
      new RegExp(
        '^NotCaptured: the rest of note, a string of 90000 characters that begins with "xxxx' +
          String.raw`.*\(over the limit of string length\)$`
      ),
      outer
    ],
    ['order.deep', 'NotCaptured: deep, a Socket (deeper than the depth limit)', outer],
    ['order.deep.remote', 'NotCaptured: deep, a Socket (deeper than the depth limit)', outer],
    ["'x' in order.deep", /^NotCaptured: deep/, outer],
    ['order.deep instanceof Order', /^NotCaptured: deep/, outer],
    ['order.lines.length', '250', outer],
    ['order.lines[0].qty', '2', outer],
    ['order.lines[2]', 'NotCaptured: element 2 of 250 in the Array (over the limit of elements)', outer],
    ['order.lines[250]', 'undefined', outer],
    ['order.lines.at(-1)', /^NotCaptured: element 249 of 250/, outer],
    ['order.lines.map(l => l.qty)', /^NotCaptured: element 2 of 250/, outer],
    ['JSON.stringify(order.lines)', /^NotCaptured/, outer],
    ['order.total', /^NotCaptured: element 2 of 250/, outer],
    [
      'order.lines',
      "Array(250) [ { sku: 'A-1', qty: 2 }, { sku: 'C-9', qty: 1 }, … 248 more <over the limit of elements> ]",
      outer
    ],
    ['require("fs")', /^NotCaptured: require \(belongs to Node\.js/],
    ['process.env', /^NotCaptured: process /],
    ['atob("YQ==")', /^NotCaptured: atob \(belongs to Node\.js/],
    ['typeof Headers', /^NotCaptured: Headers /],
    ['setTimeout(() => {})', /^NotCaptured: setTimeout /]
  ])
})

t.test('every kind of value', async t => {
  await check(t, kinds, [
    ['[minusZero, nan, huge, big, nothing, empty]', '[ -0, NaN, Infinity, 10n, null, undefined ]'],
    ['Object.is(minusZero, -0)', 'true'],
    ['big * 2n', '20n'],
    ['holes', '[ <1 empty item>, 1, <2 empty items> ]'],
    ['0 in holes', 'false'],
    ['date.toISOString()', "'2026-01-02T03:04:05.678Z'"],
    ['regexp.exec("xaab")[0]', "'aab'"],
    ['map.get(key)', "'by identity'"],
    ['map', "Map(2) { { id: 1 } => 'by identity', 'text' => 2 }"],
    ['[...set]', "[ 'a', { id: 1 } ]"],
    ['weak.deref() === key', 'true'],
    ['weakMap.get(key)', '5'],
    ['floats', 'Float64Array(2) [ 1.5, -0 ]'],
    ['floats[0] + floats.length', '3.5'],
    ['buffer.toString() + buffer.toString("hex")', "'hé68c3a9'"],
    ['buffer.length', '3'],
    ['bytes.length', '70000'],
    ['bytes[1]', '2'],
    ['bytes[3]', /^NotCaptured: element 3 of 70000 in the Uint8Array/],
    ['bytes.indexOf(9)', /^NotCaptured: indexOf of the Uint8Array, with 3 of 70000 elements captured/],
    ['cutMap.size', '500'],
    ['cutMap.get("a")', '1'],
    ['cutMap.get("z")', /^NotCaptured: the entry "z" of the Map, with 1 of 500 entries captured/],
    ['[...cutMap]', /^NotCaptured: the rest of the Map/],
    ['cutMap', "Map(500) { 'a' => 1, … 499 more <over the limit of elements> }"],
    ['symbolKeys[Symbol.iterator] + symbolKeys[unique]', '3'],
    ['symbolKeys', '{ [Symbol(Symbol.iterator)]: 1, [Symbol(unique)]: 2 }'],
    ['Symbol.for("app") === registered', 'true'],
    ['boxed + 1', '6'],
    ['boxed', '[Number: 5]'],
    ['bare', '[Object: null prototype] { a: 1 }'],
    ['bare.toString', 'undefined'],
    ['error.message + error.cause.code', "'bad7'"],
    ['error instanceof TypeError', 'true'],
    ['error.stack', "'TypeError: bad\\n    at app.js:1:1'"],
    ['wide.a', '1'],
    ['wide.b', 'NotCaptured: property b of the Object (over the limit of properties)'],
    ['Object.keys(wide)', /^NotCaptured: the complete list of keys/],
    ['wide', '{ a: 1, … 300 more <over the limit of properties> }'],
    ['proxy.a', /^NotCaptured: a Proxy \(its traps are not run\)/],
    ['generator.next()', /^NotCaptured: a generator/],
    ['bound(2)', '12'],
    ['promise', 'Promise { <pending> }'],
    ['accessors', '{ once: [Getter], both: [Getter/Setter] }'],
    ['accessors.once', "'read'"],
    ['derived.greet()', "'base derived'"],
    ['array.map(String)', "[ '1', '2' ]"],
    ['intrinsic === Array.prototype', 'true'],
    ['native(1)', /^NotCaptured: a call of readFile/],
    ['server.listening', 'true'],
    ['server.on', /^NotCaptured: on, perhaps a member of EventEmitter\.prototype/],
    ['sloppy()', 'true'],
    ['strict()', 'true'],
    ['arguments.length + arguments[0]', "'2first'"],
    ['appGlobal', "'added'"]
  ])
})

t.test('limits', async t => {
  await check(t, checkout, [
    ['while (true);', 'EVALUATION_TIMEOUT the expression did not end within 100 ms', { timeoutMs: 100 }],
    [
      'await (async () => { while (true) await null })()',
      'EVALUATION_TIMEOUT the expression did not end within 100 ms',
      { timeoutMs: 100 }
    ],
    [
      'const a = []; while (true) a.push(new Array(1e6).fill(0))',
      'EVALUATION_FAILED the expression could not be evaluated: it took too much memory',
      { timeoutMs: 60_000 }
    ],
    ['1', 'NO_SUCH_FRAME there is no frame 9 in this dump', { frame: 9 }],
    [
      'const deep = {}; let o = deep; for (let i = 0; i < 1e5; i++) o = o.o = {}; deep',
      /^\{ o: \{ o: \{ o: \[Object\] \} \} \}$/
    ],
    ["'x'.repeat(2e6)", /… 1990000 more characters$/],
    ['(function f () { return f() })()', 'RangeError: Maximum call stack size exceeded'],
    ['new Array(1e7)', '[ <10000000 empty items> ]'],
    ['1 + 1', '2', { timeoutMs: 3e9 }]
  ])
})

t.test('what is left out of a result is counted', async t => {
  await check(t, checkout, [
    ['Array.from({ length: 1000 }, () => 1)', /^\[\n {2}1,\n[^]*,\n {2}… 900 more\n\]$/],
    [
      'Array.from({ length: 1500 }, () => 1)',
      /^Array\(1500\) \[\n {2}1,\n[^]*,\n {2}… 900 more,\n {2}… 500 more <over the limit of elements>\n\]$/
    ],
    ["Object.fromEntries(Array.from({ length: 1000 }, (_, i) => ['a' + i, i]))", /,\n {2}… 900 more\n\}$/],
    [
      'new Map(Array.from({ length: 1500 }, (_, i) => [i, i]))',
      /^Map\(1500\) \{\n[^]*,\n {2}… 900 more,\n {2}… 500 more <over the limit of elements>\n\}$/
    ],
    [
      'new Set(Array(1500).keys())',
      /^Set\(1500\) \{\n[^]*,\n {2}… 900 more,\n {2}… 500 more <over the limit of elements>\n\}$/
    ]
  ])
})
