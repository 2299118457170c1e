'use strict'
// Expressions give the same results on dumps of processes that really died as they gave in these processes.

const path = require('node:path')
const t = require('tap')
const { CRASHES, UNCAUGHT_THROWS } = require('../../helpers/crash')
const { evaluateAll } = require('../../helpers/evaluate-all')
const { runToDump } = require('../../helpers/run-to-dump')

/**
 * @param {import('tap').Test} t
 * @param {string} name of a fixture
 * @param {[string, string|RegExp, number?][]} cases expression, what is printed, frame
 * @param {Record<string, string>} [env]
 */
async function check (t, name, cases, env) {
  const { file } = await runToDump(t, [path.join(CRASHES, name)], { env })
  const results = await evaluateAll(file, cases.map(([expression, , frame = 0]) => [expression, { frame }]))
  cases.forEach(([expression, expected], i) => {
    if (typeof expected === 'string') t.equal(results[i], expected, expression)
    else t.match(results[i], expected, expression)
  })
}

t.test('primitives', t =>
  check(t, 'values/primitives.js', [
    ['[minusZero, notANumber, infinity, minusInfinity, tiny]', '[ -0, NaN, Infinity, -Infinity, 5e-324 ]'],
    ['big === 2n ** 70n', 'true'],
    ['[nothing, empty, yes]', '[ undefined, null, true ]'],
    ['text === "bob \\u{1F600} \\ud800 \\0 \\u2028"', 'true'],
    ['plainSymbol.description', "'a'"],
    ['sharedSymbol === Symbol.for("shop")', 'true'],
    ['wellKnownSymbol === Symbol.iterator', 'true']
  ])
)

t.test('identity', t =>
  check(t, 'values/identity.js', [
    ['self.self === self', 'true'],
    ['pair[0] === pair[1] && pair[0] === shared && user === shared', 'true'],
    ['self.line === line && line.owner === user', 'true'],
    ['line.owner === shared', 'true', 1]
  ])
)

t.test('collections', t =>
  check(t, 'values/collections.js', [
    ['map.get(line)', '{ price: 2 }'],
    ['Object.is(map.get(NaN), -0)', 'true'],
    ['map.has("b")', 'false'],
    ['set.has(line) && set.size', '3'],
    ['weakMap.get(line)', "'weak'"],
    ['weakSet.has(line)', 'true'],
    ['weakRef.deref() === line', 'true'],
    ['1 in holes', 'false'],
    ['holes.length', '3'],
    ['array.flat()', "[ 'a', 'b' ]"],
    ['mixed.extra + mixed.length', "'x1'"]
  ])
)

t.test('objects', t =>
  check(t, 'values/objects.js', [
    ['account.#balance', '42'],
    ['account.#log()', '42'],
    ['account.total()', '43'],
    ['Account.#count', '1'],
    ['account.owner', "'bob'"],
    ['account instanceof Account', 'true'],
    ['Object.getPrototypeOf(bare)', 'null'],
    ['accessors.price + accessors.only', '3'],
    ['Object.getOwnPropertySymbols(symbols).length', '2'],
    ['String(symbols)', "'[object Tagged]'"],
    ['[hidden.invisible, Object.keys(hidden).length]', '[ 7, 0 ]'],
    ['date.getTime()', '86400000'],
    ['badDate.getTime()', 'NaN'],
    ['pattern.exec("xAAB").groups.name', "'B'"],
    ['boxed.map(typeof_ => typeof typeof_.valueOf())', "[ 'number', 'string', 'boolean', 'bigint', 'symbol' ]"],
    ['args.length + args[1]', "'2b'"],
    ['url.href', "'https://example.com/a?b=1#c'"]
  ])
)

t.test('functions', t =>
  check(t, 'values/functions.js', [
    ['named(4)', '8'],
    ['arrow("b")', "'b'"],
    ['bound()', '84'],
    ['Shop.name + typeof Shop.open', "'Shopfunction'"],
    ['new Shop()', /^NotCaptured: a call of Shop/],
    ['builtin === Array.prototype.map', 'true'],
    ['[withProperties.retries, withProperties()]', '[ 3, undefined ]'],
    ['running.next()', /^NotCaptured/],
    ['[...generate()]', '[ 1 ]'],
    ['await later()', 'undefined']
  ])
)

t.test('binary data', t =>
  check(t, 'values/binary.js', [
    ['[...bytes]', '[ 1, 2, 255 ]'],
    ['Object.is(floats[1], -0)', 'true'],
    ['longs[0]', '-1n'],
    ['buffer.toString()', "'bob'"],
    ['new Uint8Array(arrayBuffer)[0]', '9'],
    ['part[0]', '2'],
    ['view.getUint8(1)', '7'],
    ['large.length', '1000000'],
    ['large[0]', '97'],
    ['large[999999]', /^NotCaptured: element 999999 of 1000000 in the Buffer/],
    ['large.toString()', /^NotCaptured: toString of the Buffer/]
  ])
)

// The program throws the error that it made before its other variables had values.
t.test('errors and promises', t =>
  check(
    t,
    'values/errors.js',
    [
      ['withCause.cause === cause', 'true'],
      ['withCause instanceof Error && cause instanceof TypeError', 'true'],
      ['withCause.message + withCause.code + withCause.line.sku', "'outerNO_PRICEA-9'"],
      ['aggregate.errors', "[ TypeError: inner, 'b' ]"],
      ['aggregate instanceof AggregateError', 'true'],
      ['String(cause)', "'TypeError: inner'"],
      [
        '[pending, fulfilled, rejected]',
        "[ Promise { <pending> }, Promise { { name: 'bob' } }, Promise { <rejected> TypeError: inner } ]"
      ]
    ],
    UNCAUGHT_THROWS
  )
)

t.test('Proxies', t =>
  check(t, 'values/proxies.js', [
    ['target.name', "'bob'"],
    ['proxy.name', /^NotCaptured: .*its traps are not run/],
    ['callable()', /^NotCaptured/],
    ['inherits.own', '42'],
    ['inherits.other', /^NotCaptured/]
  ])
)

t.test('limits', t =>
  check(t, 'values/limits.js', [
    ['longArray.length', '200000'],
    ['longArray[3]', '3'],
    ['longArray[199999]', /^NotCaptured: element 199999 of 200000/],
    ['longArray.reduce((a, b) => a + b)', /^NotCaptured/],
    ['hugeMap.size', '200000'],
    ['hugeMap.get(3).i', '3'],
    ['hugeMap.get(199999)', /^NotCaptured/],
    ['longText.length', '1000000'],
    ['longText.trim().length', /^NotCaptured: the rest of longText, a string of 1000000 characters/],
    ['wide.item3', '3'],
    ['wide.item199999', /^NotCaptured: property item199999/],
    ['let d = deep; for (;;) { if (d.end) break; d = d.deep }', /^NotCaptured/],
    ['total', '42']
  ])
)

t.test('scopes', t =>
  check(t, 'scopes/all.js', [
    ['total + item.count + margin * rate', '55'],
    ['error.name', "'SyntaxError'"],
    ['currency', "'EUR'"],
    ['shopOf.name', "'shopOf'"]
  ])
)
