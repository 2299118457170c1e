'use strict'
// A dump can hold any code, and evaluating runs it. Each known way out of a vm context is tried; what it gets must belong to
// the context's own world. `reached` is told of every object that an attempt lays its hands on.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { CHECKOUT_RECORDS } = require('../helpers/checkout-dump')
const { evaluateAll } = require('../helpers/evaluate-all')
const { func } = require('../helpers/kinds-dump')
const { callFrame, fn, makeDump, object, ref } = require('../helpers/make-dump')
const { runNode } = require('../helpers/run-node')

const directory = t.testdir()
const dump = makeDump(path.join(directory, 'checkout.ccdump'), CHECKOUT_RECORDS, { end: { notCaptured: [{ reason: 'depth' }] } })

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
    attempt(() => order.hasCoupon.call(seen))`
}

t.test('known ways out', async t => {
  const names = Object.keys(ATTEMPTS)
  const results = await evaluateAll(dump, names.map(name => [`${PROLOGUE}${ATTEMPTS[name]}\nverdict()`, { frame: 1 }]))
  names.forEach((name, i) => t.equal(results[i], "'contained'", name))
})

t.test('known ways out, tried by functions of the dump', async t => {
  const names = Object.keys(ATTEMPTS).filter(name => !/\bthis\b|reactions/.test(name))
  // In the dump as functions, over a scope with what the attempts name.
  const chain = CHECKOUT_RECORDS.flatMap(record => record.kind === 'callFrame' && record.index === 1 ? record.scopeChain : [])
  const hostile = names.map((name, i) => func(`hostile${i}`, `function () { ${PROLOGUE}${ATTEMPTS[name]}\nreturn verdict() }`, { scopes: chain }))
  const file = makeDump(path.join(directory, 'hostile.ccdump'), CHECKOUT_RECORDS.flatMap(record => {
    if (record.kind === 'process') return [...hostile, record]
    if (record.kind !== 'callFrame' || record.index !== 0) return [record]
    return [{ ...record, scopeChain: [{ type: /** @type {const} */ ('block'), variables: names.map((_, i) => ({ name: `hostile${i}`, value: fn(`hostile${i}`) })) }, ...record.scopeChain] }]
  }))
  const results = await evaluateAll(file, names.map((_, i) => [`hostile${i}()`]))
  names.forEach((name, i) => t.equal(results[i], "'contained'", name))
  const refused = await evaluateAll(file, names.map((_, i) => [`hostile${i}()`, { allowFunctions: false }]))
  names.forEach((name, i) => t.match(refused[i], /^NotAllowed: a call of this function \(.*--allow-functions/, `${name}, without being allowed to`))
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
    callFrame(['o', 'same', 'evil', 'moved', 'text', 'gone'].map(name => ({ name, value: name === 'o' ? ref(name) : fn(name) })), { this: ref('o') }),
    object('o', {}, { properties: [...hooks, { name: 'getter', get: fn('evil'), set: fn('evil') }, { name: 'data', value: { type: 'number', value: 1 } }] }),
    func('same', source, { functionLocation: { scriptId: '1', url: here, lineNumber: 1, columnNumber: 21 } }),
    func('evil', 'function () { return "evil ran" }', { functionLocation: { scriptId: '1', url: here, lineNumber: 1, columnNumber: 21 } }),
    func('moved', source, { functionLocation: { scriptId: '1', url: here, lineNumber: 0, columnNumber: 0 } }),
    func('text', source, { functionLocation: { scriptId: '2', url: path.join(directory, 'here.txt'), lineNumber: 1, columnNumber: 21 } }),
    func('gone', source, { functionLocation: { scriptId: '3', url: '/nowhere/at/all.js', lineNumber: 1, columnNumber: 21 } }),
    { kind: 'process' }
  ])
  const uses = ['evil()', 'moved()', 'text()', 'gone()', 'o + 1', '`${o}`', 'JSON.stringify(o)', 'await o', 'o.getter', 'o.getter = 1', 'new evil()', '[1].map(evil)'] // eslint-disable-line no-template-curly-in-string
  const results = await evaluateAll(file, [...uses, 'same()', 'o.data', 'typeof evil'].map(use => [use, { allowFunctions: false }]))
  t.same(results.slice(uses.length), ["'ran'", '1', "'function'"])
  uses.forEach((use, i) => t.match(results[i], /^NotAllowed: a call of /, use))
  const allowed = await evaluateAll(file, uses.map(use => [use]))
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
    ['({ get a () { throw new Error("getter ran") }, [Symbol.for("nodejs.util.inspect.custom")] () { throw new Error("ran") }, toJSON () { throw new Error("ran") } }).toJSON.name'],
    ['class A { static get name () { throw new Error("ran") } }; new A()'],
    ['({ get [Symbol.toStringTag] () { throw new Error("ran") } })'],
    ['throw new Proxy(new Error("a"), { get () { throw 1 } })'],
    ['throw { get code () { throw 1 }, get message () { throw 2 } }'],
    ['Object.prototype.toJSON = () => "forged"; Array.prototype.find = Array.prototype.map = Array.prototype[Symbol.iterator] = (...args) => { throw args }; [1, { a: 1 }]'],
    ['WeakMap.prototype.get = Map.prototype.entries = Reflect.ownKeys = () => { throw 1 }; new Map([[1, 2]])'],
    ['Object.defineProperty(Object.getPrototypeOf(Uint8Array.prototype), "buffer", { get () { throw 1 } }); new Uint8Array(2)'],
    ['Object.prototype.notCapturedReason = "forged"; Object.defineProperty(Object.prototype, "code", { get () { return "ERR_SCRIPT_EXECUTION_TIMEOUT" } }); throw {}'],
    ['Promise.prototype.then = function (f) { throw f }; await 1'],
    ['({ then (resolve) { resolve(resolve.constructor.constructor === Function) } }), await { then (resolve) { resolve(resolve.constructor.constructor === Function) } }']
  ])
  t.same(results, [
    'Proxy {}', 'Proxy {}', "'toJSON'", '{}', '{ [Symbol(Symbol.toStringTag)]: [Getter] }', 'thrown Proxy {}',
    'thrown { code: [Getter], message: [Getter] }', '[ 1, { a: 1 } ]', 'Map(1) { 1 => 2 }', 'Uint8Array(2) [ 0, 0 ]', 'thrown {}', '1', 'true'
  ])
})

t.test('function sources can not break out of where they are put', async t => {
  const sources = [
    'a) , (escaped = 1', '() => {}); escaped = 1; (() => {}', 'm () {} }; escaped = 1; ({ m () {}', 'm () {}, ...(escaped = 1)', '[escaped = 1] () {}',
    'class { static { escaped = 1 } }', 'function () {} escaped = 1', 'static m () {} static { escaped = 1 }', 'get x () {} , y: escaped = 1', '`${escaped = 1}`', // eslint-disable-line no-template-curly-in-string
    '/*', '() => 1 //', 'function () { [native code] }', '(function () { escaped = 1 })()', 'x = (escaped = 1) => x'
  ]
  const functions = sources.map((source, i) => func(`f${i}`, source))
  const file = makeDump(path.join(directory, 'sources.ccdump'), [
    { kind: 'exception', value: ref('o'), description: '' },
    callFrame([{ name: 'all', value: ref('o') }, { name: 'a; escaped = 1; let b', value: fn('f0') }, { name: '__proto__', value: fn('f0') }], { this: ref('o') }),
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
    const attempt = (name, action) => { try { action(); denied[name] = 'allowed' } catch (error) { denied[name] = error.code } }
    attempt('write', () => require('node:fs').writeFileSync('escaped', '1'))
    attempt('read', () => require('node:fs').readFileSync(process.execPath))
    attempt('child', () => { const { error } = require('node:child_process').spawnSync('true'); if (error) throw error })
    attempt('worker', () => new (require('node:worker_threads').Worker)('1', { eval: true }))
    attempt('addon', () => process.dlopen({ exports: {} }, 'x.node'))
    console.log(JSON.stringify(denied))`
  const outer = `
    const { childFlags } = require(${JSON.stringify(path.join(__dirname, '..', '..', 'lib/inspect/evaluate.js'))})
    process.stdout.write(require('node:child_process').spawnSync(process.execPath, [...childFlags(), '-e', process.argv[1]]).stdout)`
  const { stdout, stderr } = await runNode(['-e', outer, inner], { cwd: directory })
  t.same(JSON.parse(stdout || '{}'), { write: 'ERR_ACCESS_DENIED', read: 'ERR_ACCESS_DENIED', child: 'ERR_ACCESS_DENIED', worker: 'ERR_ACCESS_DENIED', addon: 'ERR_DLOPEN_DISABLED' }, stderr)
})
