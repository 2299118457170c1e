'use strict'
const t = require('tap')
const { SourceMaps } = require('../../packages/inspect/source/source-map')
const { renderDump } = require('../../packages/inspect/show')
const { crashTests, UNCAUGHT_THROWS } = require('../helpers/crash')
const { evaluateAll } = require('../helpers/evaluate-all')
const { matches, matchValue, property, internal } = require('../helpers/match-value')

/** @typedef {import('../../packages/shared/dump/format').ObjectRecord} ObjectRecord */
/** @typedef {import('../../packages/shared/dump/format').Value} Value */

/**
 * A value whose record has what is named: fields as they are, `properties`, `internal` and `private` by name, `entries`
 * in order.
 * @param
 *   {Record<string, unknown> & { internal?: Record<string, unknown>, private?: Record<string, unknown>,
 *     properties?: Record<string, unknown>, entries?: [unknown, unknown][] }}
 *   expected
 */
function record ({ internal: internals = {}, private: privates = {}, properties = {}, entries, ...fields }) {
  return matches((value, dump, found) => {
    if (found === undefined) return 'no object record'
    for (const [name, field] of Object.entries(fields)) {
      const actual = Reflect.get(found, name)
      if (field instanceof RegExp ? !field.test(String(actual)) : JSON.stringify(actual) !== JSON.stringify(field)) {
        return `${name}: expected ${String(JSON.stringify(field))}`
      }
    }
    const problems = [
      ...Object.entries(properties).flatMap(([name, each]) =>
        matchValue(dump, property(found, name)?.value, each, name)
      ),
      ...Object.entries(internals).flatMap(([name, each]) => matchValue(dump, internal(found, name), each, name)),
      ...Object.entries(privates).flatMap(([name, each]) =>
        matchValue(dump, found.privateProperties?.find(own => own.name === name)?.value, each, name)
      )
    ]
    if (entries !== undefined) {
      if (found.entries?.length !== entries.length) {
        return `${found.entries?.length} entries, expected ${entries.length}`
      }
      entries.forEach(([key, each], i) => {
        if (key !== undefined) problems.push(...matchValue(dump, found.entries?.[i].key, key, `key ${i}`))
        problems.push(...matchValue(dump, found.entries?.[i].value, each, `entry ${i}`))
      })
    }
    return problems[0]
  })
}

/** @param {Partial<Value>} fields */
const value = fields =>
  matches(actual =>
    Object.entries(fields).every(([name, each]) => actual !== undefined && Reflect.get(actual, name) === each)
      ? undefined
      : `expected ${JSON.stringify(fields)}`
  )

/**
 * A property that is an accessor, shown and not run.
 * @param {string} name
 * @param {{ get: boolean, set: boolean }} has
 */
const accessor = (name, has) =>
  matches((actual, dump, found) => {
    const own = found && property(found, name)
    if (own === undefined || own.value !== undefined) return `${name} is no accessor`
    return (own.get?.type === 'function') === has.get && (own.set?.type === 'function') === has.set
      ? undefined
      : `wrong accessor: ${JSON.stringify(own)}`
  })

/** @param {...import('../helpers/match-value').Check|{ check: import('../helpers/match-value').Check }} checks */
const all = (...checks) =>
  matches((actual, dump, found) => {
    for (const each of checks) {
      const problem = (typeof each === 'function' ? each : each.check)(actual, dump, found)
      if (problem !== undefined) return problem
    }
  })

/** @param {string} type */
const ofType = type => matches(actual => (actual?.type === type ? undefined : `no ${type}`))
const base64 = (/** @type {number[]} */ ...bytes) => Buffer.from(bytes).toString('base64')
const LINE = { sku: 'A-9' }
const NO_HALVES = 'there is no Float16Array'

/**
 * @param {string} name
 * @param {Record<string, unknown>} variables
 * @returns {import('../helpers/crash').CrashCase}
 */
const kind = (name, variables) => ({
  name,
  file: `values/${name}.js`,
  frames: [{ functionName: 'checkout', crashLine: true, variables }]
})

t.test('each kind is exact', async t =>
  crashTests(t, [
    kind('primitives', {
      minusZero: -0,
      notANumber: NaN,
      infinity: Infinity,
      minusInfinity: -Infinity,
      tiny: 5e-324,
      big: 2n ** 70n,
      nothing: undefined,
      empty: null,
      yes: true,
      text: 'bob \u{1F600} \ud800 \0 \u2028',
      plainSymbol: Symbol('a'),
      sharedSymbol: value({ type: 'symbol', description: 'Symbol(shop)', registryKey: 'shop' }),
      wellKnownSymbol: Symbol.iterator
    }),
    kind('collections', {
      map: record({
        subtype: 'map',
        className: 'Map',
        size: 3,
        entries: [
          ['a', 1],
          [LINE, { price: 2 }],
          [NaN, -0]
        ]
      }),
      set: record({
        subtype: 'set',
        size: 3,
        entries: [
          [undefined, 1],
          [undefined, 'b'],
          [undefined, LINE]
        ]
      }),
      weakMap: record({ subtype: 'weakmap', entries: [[LINE, 'weak']] }),
      weakSet: record({ subtype: 'weakset', entries: [[undefined, LINE]] }),
      weakRef: record({ subtype: 'weakref', internal: { '[[WeakRefTarget]]': LINE } }),
      iterator: record({ subtype: 'iterator', className: /^Map ?Iterator$/ }),
      // eslint-disable-next-line no-sparse-arrays
      holes: [1, , 3],
      array: ['a', ['b']],
      mixed: record({ subtype: 'array', length: 1, properties: { 0: 1, extra: 'x' } })
    }),
    kind('binary', {
      bytes: record({
        subtype: 'typedarray',
        className: 'Uint8Array',
        length: 3,
        bytes: { base64: base64(1, 2, 255), byteLength: 3 }
      }),
      floats: record({ subtype: 'typedarray', className: 'Float64Array', length: 2 }),
      longs: record({ subtype: 'typedarray', className: 'BigInt64Array', length: 1 }),
      buffer: matches((actual, dump, found) =>
        found?.className === 'Buffer' &&
        found.bytes?.base64 === base64(0x62, 0x6f, 0x62) &&
        found.bytes.byteLength === 3
          ? undefined
          : 'no Buffer'
      ),
      arrayBuffer: record({ subtype: 'arraybuffer', length: 3, bytes: { base64: base64(9, 8, 7), byteLength: 3 } }),
      shared: record({ className: 'SharedArrayBuffer', length: 4 }),
      part: matches((actual, dump, found) =>
        found?.length === 1 && found.bytes?.base64 === base64(2, 0) && found.bytes.byteOffset === 2
          ? undefined
          : 'no part of a buffer'
      ),
      view: matches((actual, dump, found) =>
        found?.subtype === 'dataview' && found.length === 2 && found.bytes?.base64 === base64(8, 7)
          ? undefined
          : 'no DataView'
      ),
      detached: record({ subtype: 'arraybuffer', length: 0 }),
      large: matches((actual, dump, found) =>
        found?.length === 1_000_000 &&
        found.bytes?.byteLength === 1_000_000 &&
        found.bytes.base64.startsWith('YWFh') &&
        found.bytes.base64.length < 1_000_000
          ? undefined
          : 'no prefix of a large Buffer'
      )
    }),
    {
      ...kind('half-floats', {
        halves: record({
          subtype: 'typedarray',
          className: 'Float16Array',
          length: 4,
          bytes: { base64: base64(0, 0x3e, 0, 0x80, 0xff, 0x7b, 1, 0), byteLength: 8 }
        }),
        part: record({
          subtype: 'typedarray',
          className: 'Float16Array',
          length: 1,
          bytes: { base64: base64(0, 0x3c), byteLength: 2, byteOffset: 2 }
        }),
        pixels: record({
          subtype: 'typedarray',
          className: 'Pixels',
          length: 1,
          bytes: { base64: base64(0, 0x38), byteLength: 2 }
        })
      }),
      notOn: { 20: NO_HALVES, 22: NO_HALVES },
      async check (t, dump, { dumps: [file] }) {
        t.same(await evaluateAll(file, [['halves'], ['halves[1]'], ['part'], ['pixels'], ['pixels[0]']]), [
          'Float16Array(4) [ 1.5, -0, 65504, 5.960464477539063e-8 ]',
          '-0',
          'Float16Array(1) [ 1 ]',
          'Pixels(1) [ 0.5 ]',
          '0.5'
        ])
      }
    },
    kind('objects', {
      account: record({ className: 'Account', properties: { open: true }, private: { '#balance': 42 } }),
      bare: record({ properties: { a: 1 }, internal: { '[[Prototype]]': null } }),
      accessors: all(accessor('price', { get: true, set: true }), accessor('only', { get: true, set: false })),
      symbols: matches((actual, dump, found) =>
        found?.properties.filter(each => each.symbol !== undefined).length === 2 ? undefined : 'no two symbols as keys'
      ),
      hidden: matches((actual, dump, found) =>
        found && property(found, 'invisible')?.enumerable === false && property(found, 'invisible')?.value?.value === 7
          ? undefined
          : 'not hidden'
      ),
      date: record({ subtype: 'date', internal: { '[[DateValue]]': 86400000 } }),
      badDate: record({ subtype: 'date', internal: { '[[DateValue]]': NaN } }),
      pattern: record({ subtype: 'regexp', regexp: { source: 'a+(?<name>b)', flags: 'giu' } }),
      url: record({ className: 'URL', private: { '#context': { href: 'https://example.com/a?b=1#c' } } }),
      boxed: [1, 's', true, 1n, Symbol('boxed')].map(each => record({ internal: { '[[PrimitiveValue]]': each } })),
      args: record({ className: 'Arguments', properties: { 0: 1, 1: 'b' } })
    }),
    kind('functions', {
      named: all(
        ofType('function'),
        matches((actual, dump, found) =>
          found?.functionLocation?.lineNumber === 3 && found.source?.startsWith('function named (a)')
            ? undefined
            : 'no name, position or text'
        )
      ),
      arrow: record({ type: 'function', source: '(b) => b' }),
      later: record({ className: 'AsyncFunction' }),
      generate: record({ className: 'GeneratorFunction' }),
      bound: record({
        type: 'function',
        internal: { '[[TargetFunction]]': ofType('function'), '[[BoundThis]]': { name: 'bob' }, '[[BoundArgs]]': [42] }
      }),
      Shop: record({
        type: 'function',
        source: 'class Shop { static open () {} }',
        properties: { open: ofType('function') }
      }),
      builtin: value({ type: 'function', intrinsic: 'Array.prototype.map' }),
      withProperties: record({ type: 'function', properties: { retries: 3 } }),
      running: record({ subtype: 'generator', internal: { '[[GeneratorState]]': 'suspended' } })
    }),
    {
      ...kind('errors', {
        withCause: record({
          subtype: 'error',
          properties: {
            message: 'outer',
            code: 'NO_PRICE',
            line: LINE,
            cause: record({ subtype: 'error', className: 'TypeError', properties: { message: 'inner' } })
          }
        }),
        aggregate: record({
          subtype: 'error',
          className: 'AggregateError',
          properties: { errors: [{ message: 'inner' }, 'b'] }
        }),
        // A native error for V8 from Node.js 22 on, which then says Error.
        dom: matches(actual =>
          ['DOMException', 'Error'].includes(String(actual?.className)) ? undefined : 'no DOMException'
        ),
        pending: record({ subtype: 'promise', internal: { '[[PromiseState]]': 'pending' } }),
        fulfilled: record({
          subtype: 'promise',
          internal: { '[[PromiseState]]': 'fulfilled', '[[PromiseResult]]': { name: 'bob' } }
        }),
        rejected: record({
          subtype: 'promise',
          internal: { '[[PromiseState]]': 'rejected', '[[PromiseResult]]': { message: 'inner' } }
        })
      }),
      // The program throws an error that it made elsewhere.
      env: UNCAUGHT_THROWS,
      exception: {
        className: 'Error',
        message: 'outer',
        value: { code: 'NO_PRICE', line: LINE, cause: { message: 'inner' } }
      }
    },
    kind('proxies', {
      proxy: record({
        subtype: 'proxy',
        internal: { '[[Target]]': { name: 'bob' }, '[[Handler]]': { get: ofType('function') }, '[[IsRevoked]]': false }
      }),
      callable: record({ subtype: 'proxy', internal: { '[[Target]]': ofType('function') } }),
      revoked: record({ subtype: 'proxy', internal: { '[[IsRevoked]]': true } }),
      inherits: { own: 42 }
    }),
    {
      name: 'namespace',
      file: 'values/namespace.mjs',
      trigger: 'unhandledRejection',
      frames: [
        {
          crashLine: true,
          variables: {
            sep: '/',
            things: record({
              className: 'Module',
              properties: { total: 42, user: { name: 'bob' }, default: ofType('function') }
            })
          }
        }
      ]
    }
  ])
)

t.test('identity and cycles', async t =>
  crashTests(t, [
    {
      name: 'one object is one object, in every frame',
      file: 'values/identity.js',
      frames: [{ functionName: 'priceOf', crashLine: true }, { functionName: 'checkout' }],
      check (t, dump) {
        /** @param {number} frame @param {string} name */
        const variable = (frame, name) =>
          dump.callFrames[frame].scopeChain
            .flatMap(scope => dump.scope(scope).variables)
            .find(each => each.name === name)?.value
        /** @param {Value|undefined} holder @param {string} name */
        const own = (holder, name) =>
          property(/** @type {ObjectRecord} */ (dump.object(holder?.objectId ?? '')), name)?.value
        const user = variable(0, 'user')?.objectId
        t.ok(user, 'the object has an id')
        t.equal(variable(0, 'shared')?.objectId, user, 'through the closure')
        t.equal(own(variable(0, 'line'), 'owner')?.objectId, user, 'through an object of the caller')
        t.equal(own(variable(0, 'pair'), '0')?.objectId, user)
        t.equal(own(variable(0, 'pair'), '1')?.objectId, user)
        t.equal(variable(1, 'line')?.objectId, variable(0, 'line')?.objectId, 'in two frames')
        t.equal(own(variable(0, 'self'), 'self')?.objectId, variable(0, 'self')?.objectId, 'a cycle')
      }
    }
  ])
)

t.test('limits say what is missing', async t =>
  crashTests(t, [
    kind('limits', {
      total: 42,
      longText: matches(actual =>
        actual?.notCapturedReason === 'stringLength' &&
        actual.length === 1_000_000 &&
        /^a{100,}$/.test(String(actual.value))
          ? undefined
          : 'not cut'
      ),
      longArray: matches((actual, dump, found) =>
        found?.length === 200_000 && (found.notCaptured?.length ?? 0) > 0 && property(found, '0')?.value?.value === 0
          ? undefined
          : 'not cut'
      ),
      longMap: matches((actual, dump, found) =>
        found?.size === 1000 && found.notCaptured?.[0].count === 800 && found.entries?.[0]?.key?.value === 0
          ? undefined
          : 'not cut'
      ),
      hugeMap: matches((actual, dump, found) =>
        found?.size === 200_000 && (found.notCaptured?.length ?? 0) > 0 ? undefined : 'not cut'
      ),
      wide: matches((actual, dump, found) =>
        (found?.notCaptured?.[0].count ?? 0) > 100_000 &&
        property(/** @type {ObjectRecord} */ (found), 'item0')?.value?.value === 0
          ? undefined
          : 'not cut'
      ),
      deep: { deep: {} }
    })
  ])
)

t.test('addresses are shown, although Node.js keeps them in private fields', async t =>
  crashTests(t, [
    {
      name: 'url',
      file: 'values/url.js',
      frames: [{ functionName: 'route', crashLine: true }],
      check (t, dump) {
        const shown = renderDump(dump, new SourceMaps(dump), { columns: 100, all: false, isTerminal: false })
        t.match(shown, /^ {6}url {11}URL \{ href: 'http:\/\/localhost:8080\/orders\?sku=A-9&sku=B-2#top' \}$/m)
        t.match(shown, /^ {6}searchParams {2}URLSearchParams \{ 'sku' => 'A-9', 'sku' => 'B-2' \}$/m)
      }
    }
  ])
)
