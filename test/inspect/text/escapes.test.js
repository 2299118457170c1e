'use strict'
// A dump can hold any code, and evaluating runs it. Each known way out of a vm context is tried; what it gets must
// belong to the context's own world. `reached` is told of every object that an attempt lays its hands on.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { readDump } = require('../../../lib/dump/reader')
const { planEvaluation } = require('../../../lib/inspect/evaluate/plan')
const { CHECKOUT_RECORDS } = require('../../helpers/checkout-dump')
const { evaluateAll } = require('../../helpers/evaluate-all')
const { func } = require('../../helpers/kinds-dump')
const { callFrame, fn, makeDump, object, ref } = require('../../helpers/make-dump')
const { runNode, testedVersion } = require('../../helpers/run-node')

const CHILD = path.join(__dirname, '../../../lib/inspect/evaluate/child.js')
const directory = t.testdir()
const dump = makeDump(path.join(directory, 'checkout.ccdump'), CHECKOUT_RECORDS, {
  end: { notCaptured: [{ reason: 'depth' }] }
})

/** Says ESCAPED for an object of another world: one whose chain of constructors ends in another Function. */
const PROLOGUE = `
const escapes = []
const reached = value => {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return
  try {
    for (let o = value, i = 0; o && i < 20; o = Object.getPrototypeOf(o), i++) {
      const made = o.constructor
      if (typeof made === 'function' && made.constructor !== Function && made.constructor.name === 'Function') escapes.push(String(o))
    }
  } catch (error) { if (error !== value) reached(error) }
}
const attempt = action => { try { reached(action()) } catch (error) { reached(error) } }
const verdict = () => escapes.length === 0 ? 'contained' : 'ESCAPED ' + escapes
`

/** @type {Record<string, string>} */
const ATTEMPTS = {
  'constructor of this and of the global object': `
    attempt(() => this); attempt(() => globalThis); attempt(() => Object.getPrototypeOf(globalThis))
    for (const key of Reflect.ownKeys(globalThis)) attempt(() => globalThis[key])`,
  'code from strings': `
    attempt(() => globalThis.constructor.constructor('return process')())
    attempt(() => Function('return process')()); attempt(() => (0, eval)('process')); attempt(() => eval('process'))
    attempt(() => (async () => {}).constructor('return process')()); attempt(() => (function * () {}).constructor('yield process')().next())
    attempt(() => Reflect.construct(Function, ['return process'])())`,
  'import()': `
    attempt(() => import('node:fs')); attempt(() => { const p = import('node:fs'); p.catch(reached); return p })
    attempt(() => (() => import('node:fs'))())`,
  'import() in classes': `
    let p
    // The promise is harmless, and the reason why it is rejected is not.
    const refused = action => { try { action(); escapes.push('import() ran: ' + action) } catch (error) { reached(error) } }
    refused(() => new (class { p = import('node:fs') })()); refused(() => class { static p = import('node:fs') }); refused(() => new (class { #p = import('node:fs') })())
    refused(() => { class A { static { p = import('node:fs') } } }); refused(() => { class A extends (p = import('node:fs'), Object) {} }); refused(() => { class A { [(p = import('node:fs'), 'x')] () {} } })
    refused(() => { class A { static [(p = import('node:fs'), 'x')] = 1 } }); refused(() => new (class { q = class { static p = import('node:fs') } })())
    refused(() => new (class { get p () { return import('node:fs') } })().p); refused(() => new (class { m (q = import('node:fs')) {} })().m()); refused(() => new (class { constructor (q = import('node:fs')) {} })())
    refused(() => new (class { m () { return (() => import('node:fs', { with: {} }))() } })().m()); refused(() => new (class extends (class { p = import('node:fs') }) {})())
    refused(() => ({ m () { return class { static p = import('node:fs') } } }).m()); refused(() => (function * () { yield class { static p = import('node:fs') } })().next())`,
  'reactions of import() in classes': `
    for (const make of [() => new (class { p = import('node:fs') })().p, () => class { static p = import('node:fs') }.p, async () => class { static async m () { await import('node:fs') } }.m()]) {
      try { await make() } catch (error) { reached(error) }
    }`,
  'stack frames': `
    attempt(() => { Error.prepareStackTrace = (error, frames) => { reached(frames); frames.forEach(frame => { reached(frame); reached(frame.getThis?.()); reached(frame.getFunction?.()) }); return frames } })
    attempt(() => { Error.stackTraceLimit = 100 }); attempt(() => new Error('x').stack)
    attempt(() => { const holder = {}; Error.captureStackTrace(holder); return holder.stack })
    attempt(() => { globalThis.Error = class { static prepareStackTrace (e, s) { reached(s); return s } }; null.x })`,
  'errors of an overflowing stack': `
    const dive = () => { try { dive() } catch (error) { reached(error); attempt(() => error.stack); attempt(() => new Error('x').stack); attempt(() => order.deep.x); attempt(() => console.log('x')); attempt(() => process) ; throw error } }
    attempt(dive)`,
  'errors of stand-ins': `
    attempt(() => process); attempt(() => require); attempt(() => order.deep.x); attempt(() => order.lines[200]); attempt(() => later); attempt(() => apiKey)
    attempt(() => Object.getOwnPropertyDescriptor(globalThis, 'process').get); attempt(() => new Order()); attempt(() => order.deep)`,
  'callers of functions': `
    attempt(() => { function inner () { return inner.caller }; return inner() })
    attempt(() => { function inner () { return arguments.callee.caller }; return inner() })
    attempt(() => checkout.caller); attempt(() => (function () { return this })())`,
  'console, JSON, Intl, Atomics, FinalizationRegistry': `
    attempt(() => console.log({ toString () { reached(arguments); return '' } })); attempt(() => console.constructor)
    attempt(() => JSON.parse('{')); attempt(() => new Intl.NumberFormat('xx-invalid-locale-xx')); attempt(() => structuredClone)
    attempt(() => new Proxy({}, null)); attempt(() => new WebAssembly.Module(new Uint8Array(8)))
    attempt(() => Atomics.waitAsync(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1)); attempt(() => new FinalizationRegistry(reached)); attempt(() => new ShadowRealm())`,
  'arguments, results and thrown values that are Proxies': `
    const traps = new Proxy({}, { get: (_, name) => (...args) => { args.forEach(reached); return Reflect[name](...args) } })
    const spy = new Proxy(function () {}, traps)
    attempt(() => spy(order)); attempt(() => new spy()); attempt(() => priceOf(new Proxy(line, traps))); attempt(() => catalog.get(spy)); attempt(() => checkout(new Proxy(order, traps)))
    attempt(() => console.log(spy)); attempt(() => JSON.stringify({ toJSON: spy })); attempt(() => { throw spy }); attempt(() => [1].map(spy)); attempt(() => Reflect.apply(priceOf, spy, [spy]))`,
  'prototypes of functions that are made for the dump': `
    for (const f of [priceOf, checkout, makePricer, order.hasCoupon, Object.getOwnPropertyDescriptor(globalThis, 'process').get, console.log]) {
      attempt(() => Object.getPrototypeOf(f)); attempt(() => f.constructor); attempt(() => f.constructor('return process')()); attempt(() => f.__proto__.constructor.constructor('return process')())
      for (const key of Reflect.ownKeys(f)) attempt(() => f[key])
    }`,
  'reactions of promises': `
    const thenable = { then (resolve, reject) { reached(resolve); reached(reject); reached(this); resolve(1) } }
    attempt(() => Promise.resolve(thenable)); attempt(() => checkout(order)); attempt(() => Promise.reject(1).catch(reached)); attempt(() => checkout(order).then(reached, reached))
    await thenable; await Promise.all([thenable, checkout({ lines: [] })]).catch(reached)
    class Mine extends Promise { constructor (run) { super((a, b) => { reached(a); reached(b); return run(a, b) }) } }
    await Mine.resolve(1).then(reached); for await (const x of [thenable]) reached(x)`,
  'a Symbol.species, an iterator, a toPrimitive that is called from within': `
    const seen = function (...args) { reached(this); args.forEach(reached); return 1 }
    attempt(() => \`\${{ [Symbol.toPrimitive]: seen }}\`); attempt(() => [...{ [Symbol.iterator]: seen }]); attempt(() => { class A extends Array { static get [Symbol.species] () { return seen } }; return new A(3).map(x => x) })
    attempt(() => 'x'.replace({ [Symbol.replace]: seen }, seen)); attempt(() => 'x'.replace('x', seen)); attempt(() => [2, 1].sort(seen)); attempt(() => JSON.parse('{"a":1}', seen)); attempt(() => ({}) instanceof { [Symbol.hasInstance]: seen })
    attempt(() => order.hasCoupon.call(seen))`,
  'prototypes that what stands around the expression would look something up on': `
    const names = ['wantsMore', 'plan', 'frame', 'reason', 'reasons', 'value', 'target', 'what', 'get', 'set', 'has', 'status', 'notCapturedReason', 'cuts', 'holes', 'ids', 'live']
    const hidden = []
    for (const name of names) {
      const tell = function () { if (Object.getPrototypeOf(this) === null || 'cuts' in this) hidden.push(name); reached(this) }
      Object.defineProperty(Object.prototype, name, { __proto__: null, configurable: true, get: tell, set: tell })
    }
    for (const [prototype, name] of [[Array.prototype, 'includes'], [Array.prototype, 'find'], [WeakMap.prototype, 'get'], [WeakMap.prototype, 'set'], [Map.prototype, 'get'], [Map.prototype, 'set'], [Function.prototype, 'call'], [Reflect, 'has'], [Reflect, 'apply']]) {
      const original = prototype[name]
      prototype[name] = function (...args) { reached(this); args.forEach(reached); if (name !== 'call' && name !== 'apply' && (this instanceof WeakMap || (this instanceof Map && this !== catalog))) hidden.push(name); return new.target ? {} : original.apply(this, args) }
    }
    attempt(() => process); attempt(() => order.deep.x); attempt(() => order.lines[200]); attempt(() => order.nothing); attempt(() => { process = 1 }); attempt(() => catalog.get('none')); attempt(() => order.deep)
    for (const name of names) delete Object.prototype[name]
    if (hidden.length > 0) escapes.push(hidden)`
}

t.test('known ways out', async t => {
  const names = Object.keys(ATTEMPTS)
  const results = await evaluateAll(
    dump,
    names.map(name => [`${PROLOGUE}${ATTEMPTS[name]}\nverdict()`, { frame: 1 }])
  )
  names.forEach((name, i) => t.equal(results[i], "'contained'", name))
})

t.test('known ways out, tried by functions of the dump', async t => {
  const names = Object.keys(ATTEMPTS).filter(name => !/\bthis\b|reactions/.test(name))
  // In the dump as functions, over a scope with what the attempts name.
  const chain = CHECKOUT_RECORDS.flatMap(record =>
    record.kind === 'callFrame' && record.index === 1 ? record.scopeChain : []
  )
  const hostile = names.map((name, i) =>
    func(`hostile${i}`, `function () { ${PROLOGUE}${ATTEMPTS[name]}\nreturn verdict() }`, { scopes: chain })
  )
  const file = makeDump(
    path.join(directory, 'hostile.ccdump'),
    CHECKOUT_RECORDS.flatMap(record => {
      if (record.kind === 'process') return [...hostile, record]
      if (record.kind !== 'callFrame' || record.index !== 0) return [record]
      return [
        {
          ...record,
          scopeChain: [
            {
              type: /** @type {const} */ ('block'),
              variables: names.map((_, i) => ({ name: `hostile${i}`, value: fn(`hostile${i}`) }))
            },
            ...record.scopeChain
          ]
        }
      ]
    })
  )
  const results = await evaluateAll(
    file,
    names.map((_, i) => [`hostile${i}()`])
  )
  names.forEach((name, i) => t.equal(results[i], "'contained'", name))
  const refused = await evaluateAll(
    file,
    names.map((_, i) => [`hostile${i}()`, { allowFunctions: false }])
  )
  names.forEach((name, i) =>
    t.match(
      refused[i],
      /^NotAllowed: a call of this function \(.*--allow-functions/,
      `${name}, without being allowed to`
    )
  )
})

t.test('functions run only when they are in a file here, or allowed', async t => {
  const text = '// a file of this machine\nconst ran = function () { return "ran" }\n'
  const here = path.join(directory, 'here.js')
  fs.writeFileSync(here, text)
  fs.writeFileSync(path.join(directory, 'here.txt'), text)
  const source = 'function () { return "ran" }'
  /** What an expression runs that names no function. */
  const hooks = ['valueOf', 'toString', 'toJSON', 'then'].map(name => ({ name, value: fn('evil') }))
  const file = makeDump(path.join(directory, 'foreign.ccdump'), [
    { kind: 'exception', value: ref('o'), description: '' },
    callFrame(
      ['o', 'same', 'evil', 'moved', 'text', 'gone'].map(name => ({
        name,
        value: name === 'o' ? ref(name) : fn(name)
      })),
      { this: ref('o') }
    ),
    object(
      'o',
      {},
      {
        properties: [
          ...hooks,
          { name: 'getter', get: fn('evil'), set: fn('evil') },
          { name: 'data', value: { type: 'number', value: 1 } }
        ]
      }
    ),
    func('same', source, { functionLocation: { scriptId: '1', url: here, lineNumber: 1, columnNumber: 21 } }),
    func('evil', 'function () { return "evil ran" }', {
      functionLocation: { scriptId: '1', url: here, lineNumber: 1, columnNumber: 21 }
    }),
    func('moved', source, { functionLocation: { scriptId: '1', url: here, lineNumber: 0, columnNumber: 0 } }),
    func('text', source, {
      functionLocation: { scriptId: '2', url: path.join(directory, 'here.txt'), lineNumber: 1, columnNumber: 21 }
    }),
    func('gone', source, {
      functionLocation: { scriptId: '3', url: '/nowhere/at/all.js', lineNumber: 1, columnNumber: 21 }
    }),
    { kind: 'process' }
  ])
  const uses = [
    'evil()',
    'moved()',
    'text()',
    'gone()',
    'o + 1',
    '`${o}`', // eslint-disable-line no-template-curly-in-string
    'JSON.stringify(o)',
    'await o',
    'o.getter',
    'o.getter = 1',
    'new evil()',
    '[1].map(evil)'
  ]
  const results = await evaluateAll(
    file,
    [...uses, 'same()', 'o.data', 'typeof evil'].map(use => [use, { allowFunctions: false }])
  )
  t.same(results.slice(uses.length), ["'ran'", '1', "'function'"])
  uses.forEach((use, i) => t.match(results[i], /^NotAllowed: a call of /, use))
  const allowed = await evaluateAll(
    file,
    uses.map(use => [use])
  )
  uses.forEach((use, i) => t.notMatch(allowed[i], /NotAllowed/, `${use}, allowed`))
  t.equal(allowed[0], "'evil ran'")
})

t.test('the test itself can see an escape', async t => {
  // The same check where there is something to find: a function of this world put into a context.
  const vm = require('node:vm')
  const context = vm.createContext({ order: { deep: setTimeout } })
  t.match(vm.runInContext(`${PROLOGUE} attempt(() => order); verdict()`, context), /^ESCAPED/)
})

t.test('results do not run code, and lead nowhere', async t => {
  // Each tries to get hold of what reads the result: its call would leave a mark in the text.
  const results = await evaluateAll(dump, [
    ['new Proxy({}, new Proxy({}, { get () { throw new Error("trap ran") } }))'],
    ['new Proxy(function () {}, { apply () { return 1 } })'],
    [
      '({ get a () { throw new Error("getter ran") }, [Symbol.for("nodejs.util.inspect.custom")] () { throw new Error("ran") }, toJSON () { throw new Error("ran") } }).toJSON.name'
    ],
    ['class A { static get name () { throw new Error("ran") } }; new A()'],
    ['({ get [Symbol.toStringTag] () { throw new Error("ran") } })'],
    ['throw new Proxy(new Error("a"), { get () { throw 1 } })'],
    ['throw { get code () { throw 1 }, get message () { throw 2 } }'],
    [
      'Object.prototype.toJSON = () => "forged"; Array.prototype.find = Array.prototype.map = Array.prototype[Symbol.iterator] = (...args) => { throw args }; [1, { a: 1 }]'
    ],
    ['WeakMap.prototype.get = Map.prototype.entries = Reflect.ownKeys = () => { throw 1 }; new Map([[1, 2]])'],
    [
      'Object.defineProperty(Object.getPrototypeOf(Uint8Array.prototype), "buffer", { get () { throw 1 } }); new Uint8Array(2)'
    ],
    [
      'Object.prototype.notCapturedReason = "forged"; Object.defineProperty(Object.prototype, "code", { get () { return "ERR_SCRIPT_EXECUTION_TIMEOUT" } }); throw {}'
    ],
    ['Promise.prototype.then = function (f) { throw f }; await 1'],
    [
      '({ then (resolve) { resolve(resolve.constructor.constructor === Function) } }), await { then (resolve) { resolve(resolve.constructor.constructor === Function) } }'
    ]
  ])
  t.same(results, [
    'Proxy {}',
    'Proxy {}',
    "'toJSON'",
    '{}',
    '{ [Symbol(Symbol.toStringTag)]: [Getter] }',
    'thrown Proxy {}',
    'thrown { code: [Getter], message: [Getter] }',
    '[ 1, { a: 1 } ]',
    'Map(1) { 1 => 2 }',
    'Uint8Array(2) [ 0, 0 ]',
    'thrown {}',
    '1',
    'true'
  ])
})

/** Where there is an object of the world that reads the result, what it answers becomes ESCAPED. */
const REVEAL = `
const reveal = value => {
  let root = value
  while (Object.getPrototypeOf(root) !== null) root = Object.getPrototypeOf(root)
  if (root !== Object.prototype && typeof root.hasOwnProperty === 'function') root.toJSON = () => ({ status: 'failed', error: 'ESCAPED', objects: [] })
}
const trap = new Proxy(function () {}, { apply (target, self, args) { reveal(args); if (self) reveal(Object(self)); return 1 } })
const spy = new Proxy({}, new Proxy({}, { get: () => trap }))
const hook = function (...args) { reveal(this); reveal(args); return 1 }
`

t.test('what reads the result calls nothing of it, whatever it was made to look like', async t => {
  const taken =
    'let realm, cuts, holes, ids; const { get, set } = WeakMap.prototype; WeakMap.prototype.get = WeakMap.prototype.set = function (...args) { cuts ??= this; ids = this; return (args.length === 1 ? get : set).apply(this, args) };' +
    'Array.prototype.includes = function () { return true }; Object.defineProperty(Object.prototype, "wantsMore", { configurable: true, set () { realm = this } }); try { process } catch {}; try { order.deep.x } catch {};'
  const forged = [
    '{ target: null, reason: "", what: "", value: { toJSON: hook } }',
    '{ target: null, reason: "", what: "", value: { toJSON: trap } }',
    '{ target: null, reason: "", what: "", value: { type: { toJSON: trap } } }',
    '{ target: null, reason: "", what: "", value: spy }',
    '{ target: null, reason: { toJSON: trap }, what: "", value: {} }',
    '{ target: null, reason: "", what: { toString: trap }, value: {} }',
    '{ target: { toJSON: trap }, value: null }',
    'spy'
  ]
  const own = [
    'const buffer = new ArrayBuffer(8); Object.defineProperty(buffer, "byteLength", { get: trap }); new Uint8Array(buffer)',
    'Object.defineProperty(ArrayBuffer.prototype, "byteLength", { get: trap }); new Uint8Array(2).buffer',
    'Object.defineProperty(ArrayBuffer.prototype, "byteLength", { get: trap }); new DataView(new ArrayBuffer(8))',
    'const promise = Promise.reject(1); Object.setPrototypeOf(promise, spy); promise',
    'let no; const promise = new Promise((yes, reject) => { no = reject }); Object.setPrototypeOf(promise, spy); no(spy); 1',
    'const { then } = Promise.prototype; const promise = Promise.reject(spy); Object.setPrototypeOf(promise, spy); try { then.call(promise, hook, hook) } catch {}; await null; await null; 1',
    'Object.setPrototypeOf([], spy)',
    'Object.setPrototypeOf(new Error("x"), spy)',
    'Object.setPrototypeOf(() => {}, spy)',
    'throw spy',
    'Object.defineProperty(Promise.prototype, "constructor", { get () { throw new Proxy({}, { get: () => "text", defineProperty: (target, key, descriptor) => { reveal(descriptor); return true } }) } }); await 1',
    'const { proxy } = Proxy.revocable(function () {}, { apply (target, self, args) { reveal(args); return 1 } }); Object.setPrototypeOf(Promise.prototype, new Proxy({}, { get: proxy })); Promise.reject(1); 1',
    '({ constructor: new Proxy(class {}, { getOwnPropertyDescriptor: trap }) })',
    'Object.prototype.toJSON = trap; ({})',
    '[spy, Object.create(spy), new Map([[spy, spy]])]'
  ]
  const expressions = [
    ...forged.map(
      cut =>
        `${taken} const bait = {}; if (realm) realm.cuts.set(bait, ${cut}); for (const map of [cuts, ids]) if (map) set.call(map, bait, ${cut}); bait`
    ),
    ...forged.map(
      cut =>
        `${taken} const bait = {}; const getter = () => 1; Object.defineProperty(bait, 'x', { get: getter, enumerable: true }); if (realm) { realm.holes.set(getter, ${cut}); realm.ids.set(bait, ${cut}) } bait`
    ),
    ...own
  ]
  const results = await evaluateAll(
    dump,
    expressions.map(expression => [`${REVEAL}${expression}`, { frame: 1 }])
  )
  expressions.forEach((expression, i) => t.notMatch(results[i], /ESCAPED|unexpected|EVALUATION_FAILED/, expression))
})

t.test('a variable of the dump may be named like what the realm uses', async t => {
  const names = ['Object', 'Reflect', 'Map', 'WeakMap', 'Array', 'JSON', 'globalThis', 'Promise', 'Proxy', 'Symbol']
  const file = makeDump(path.join(directory, 'globals.ccdump'), [
    { kind: 'exception', value: ref('o'), description: '' },
    callFrame([{ name: 'a', value: ref('o') }], {
      this: ref('o'),
      scopeChain: [
        { type: 'local', variables: [{ name: 'a', value: ref('o') }] },
        { type: 'global', variables: names.map(name => ({ name, value: ref('o') })) }
      ]
    }),
    object('o', {
      b: { type: 'number', value: 1 },
      defineProperty: fn('f'),
      set: fn('f'),
      get: fn('f'),
      apply: fn('f')
    }),
    func('f', 'function (...args) { throw new Error("ran") }'),
    { kind: 'process' }
  ])
  t.same(await evaluateAll(file, [['a.b'], ['Reflect.b'], ['await Map.b']]), ['1', '1', '1'])
})

t.test('import() stays nowhere', async t => {
  const own = [
    'import.meta',
    "import.source('node:fs')",
    "import.defer('node:fs')",
    "class A { p = import.source('node:fs') }"
  ]
  const results = await evaluateAll(dump, [
    ...own.map(text => /** @type {import('../../helpers/evaluate-all').Case} */ ([text, { frame: 1 }])),
    ["new (class { p = import('x') })().p", { frame: 1 }],
    [
      // eslint-disable-next-line no-template-curly-in-string
      "['import', '\\\\import', '\\import', `import(${1})`, /^import\\(/.test('import('), { import: 2 }.import, " +
        '{ import () {} }.import.name /* import() */, ' +
        'new (class { #import = 3; get x () { return this.#import } })().x]',
      { frame: 1 }
    ]
  ])
  own.forEach((text, i) => t.match(results[i], /^SyntaxError: /, text))
  t.match(results[own.length], /^NotCaptured: import\(\)/)
  t.equal(results[own.length + 1], "[ 'import', '\\\\import', 'import', 'import(1)', true, 2, 'import', 3 ]")
  const read = await readDump(dump)
  for (const text of [...Object.values(ATTEMPTS), "'import(1)' + /import/.source + `import` // import('x')"]) {
    const place = read.callFrames[1]
    // Neither as a word nor, whatever the parser took for text, where V8 may see one.
    t.notMatch(planEvaluation(read, place, text).plan.code, /\bimport\b/)
  }
})

t.test('nothing of the expression runs once the answer is written', async t => {
  const read = await readDump(dump)
  const expression =
    'const late = { get () { throw new Error("ran late") } }; Object.setPrototypeOf(Promise.reject(1), new Proxy({}, late)); new FinalizationRegistry(() => { throw 1 }).register({}); 1'
  const { exitCode, stdout, stderr } = await runNode([CHILD], {
    cwd: directory,
    input: JSON.stringify({ ...planEvaluation(read, read.callFrames[1], expression), timeoutMs: 2000 })
  })
  t.match(JSON.parse(stdout), { status: 'returned', value: { type: 'number', value: 1 } })
  t.same([exitCode, stderr], [0, ''])
})

t.test('function sources can not break out of where they are put', async t => {
  const sources = [
    'a) , (escaped = 1',
    '() => {}); escaped = 1; (() => {}',
    'm () {} }; escaped = 1; ({ m () {}',
    'm () {}, ...(escaped = 1)',
    '[escaped = 1] () {}',
    'class { static { escaped = 1 } }',
    'function () {} escaped = 1',
    'static m () {} static { escaped = 1 }',
    'get x () {} , y: escaped = 1',
    '`${escaped = 1}`', // eslint-disable-line no-template-curly-in-string
    '/*',
    '() => 1 //',
    'function () { [native code] }',
    '(function () { escaped = 1 })()',
    'x = (escaped = 1) => x'
  ]
  const functions = sources.map((source, i) => func(`f${i}`, source))
  const file = makeDump(path.join(directory, 'sources.ccdump'), [
    { kind: 'exception', value: ref('o'), description: '' },
    callFrame(
      [
        { name: 'all', value: ref('o') },
        { name: 'a; escaped = 1; let b', value: fn('f0') },
        { name: '__proto__', value: fn('f0') }
      ],
      { this: ref('o') }
    ),
    object('o', Object.fromEntries(sources.map((_, i) => [`m${i}`, fn(`f${i}`)]))),
    ...functions,
    { kind: 'process' }
  ])
  const [before, calls] = await evaluateAll(file, [
    ['typeof escaped'],
    ['Object.values(all).map(f => { try { f(); return "ran" } catch (e) { return e.name } }).join()']
  ])
  t.equal(before, "'undefined'", 'nothing ran while the functions were made')
  t.match(calls, /NotCaptured/)
})

t.test('whoever gets out is in a process that may do nothing', async t => {
  const inner = `
    const denied = {}
    const attempt = (name, action) => { try { action(); denied[name] = 'allowed' } catch (error) { denied[name] = error.code ?? error.name } }
    attempt('write', () => require('node:fs').writeFileSync('escaped', '1'))
    attempt('read', () => require('node:fs').readFileSync(process.execPath))
    attempt('child', () => { const { error } = require('node:child_process').spawnSync('true'); if (error) throw error })
    attempt('worker', () => new (require('node:worker_threads').Worker)('1', { eval: true }))
    attempt('addon', () => process.dlopen({ exports: {} }, 'x.node'))
    attempt('strings', () => setTimeout.constructor('return 1')())
    // Where Node.js has no permission for it yet, nothing can be denied.
    const asked = process.allowedNodeEnvironmentFlags.has('--allow-net') ? ['connect', 'pipe', 'lookup'] : []
    const answers = asked.map(name => new Promise(resolve => {
      if (name === 'lookup') require('node:dns').lookup('localhost', error => resolve(error?.code ?? 'allowed'))
      else require('node:net').connect(name === 'pipe' ? '/nowhere' : 1, '127.0.0.1').on('error', error => resolve(error.code))
    }))
    Promise.all(answers).then(codes => console.log(JSON.stringify({ ...denied, network: [...new Set(codes)] })))`
  const { stdout, stderr } = await runLimited(inner)
  const { network, ...denied } = JSON.parse(stdout || '{}')
  t.same(
    denied,
    {
      write: 'ERR_ACCESS_DENIED',
      read: 'ERR_ACCESS_DENIED',
      child: 'ERR_ACCESS_DENIED',
      worker: 'ERR_ACCESS_DENIED',
      addon: 'ERR_DLOPEN_DISABLED',
      strings: 'EvalError'
    },
    stderr
  )
  const major = Number((await testedVersion()).slice(1).split('.', 1)[0])
  t.same(network, major < 25 ? [] : ['ERR_ACCESS_DENIED'])
})

t.test('whoever gets out finds nothing of Node.js', async t => {
  const lock = path.join(__dirname, '../../../lib/inspect/evaluate/lock-process.js')
  const inner = `
    const fs = require('node:fs')
    const held = process
    require(${JSON.stringify(lock)}).lockProcess()
    const names = ['process', 'require', 'module', 'Buffer', 'fetch', 'WebSocket', 'EventSource', 'WebAssembly', 'navigator', 'performance', 'setTimeout', 'queueMicrotask', 'console', 'crypto']
    const doors = ['binding', '_linkedBinding', 'dlopen', 'getBuiltinModule', 'mainModule']
    fs.writeSync(1, JSON.stringify([...names.filter(name => name in globalThis), ...doors.filter(name => name in held)]))`
  const { stdout, stderr } = await runLimited(inner)
  t.same(JSON.parse(stdout || '{}'), [], stderr)
})

/**
 * Runs a program with the flags of the process that evaluates.
 * @param {string} program
 */
function runLimited (program) {
  const outer = `
    const { childFlags } = require(${JSON.stringify(path.join(__dirname, '..', '..', '..', 'lib/inspect/evaluate/index.js'))})
    process.stdout.write(require('node:child_process').spawnSync(process.execPath, [...childFlags(), '-e', process.argv[1]]).stdout)`
  return runNode(['-e', outer, program], { cwd: directory })
}
