'use strict'
// A dump can hold any code, and evaluating runs it. Each known way out of a vm context is tried; every object that it
// reaches must belong to the context. `reached` is called with each of these objects.

const path = require('node:path')
const t = require('tap')
const { readDump } = require('../../../packages/inspect/reader')
const { planEvaluation, planExpression } = require('../../../packages/inspect/evaluate/plan')
const { CHECKOUT_RECORDS } = require('../../helpers/checkout-dump')
const { evaluateAll } = require('../../helpers/evaluate-all')
const { func } = require('../../helpers/kinds-dump')
const { fn, makeDump } = require('../../helpers/make-dump')
const { runNode, testedVersion } = require('../../helpers/run-node')

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
      if (typeof made !== 'function' || made.constructor === Function) continue
      if (made.constructor.name === 'Function') escapes.push(String(o))
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
    attempt(() => (async () => {}).constructor('return process')())
    attempt(() => (function * () {}).constructor('yield process')().next())
    attempt(() => Reflect.construct(Function, ['return process'])())`,
  'import()': `
    attempt(() => import('node:fs')); attempt(() => { const p = import('node:fs'); p.catch(reached); return p })
    attempt(() => (() => import('node:fs'))())`,
  'import() in classes': `
    let p
    // The promise is harmless, and the reason why it is rejected is not.
    const refused = action => {
      try { action(); escapes.push('import() ran: ' + action) } catch (error) { reached(error) }
    }
    refused(() => new (class { p = import('node:fs') })()); refused(() => class { static p = import('node:fs') })
    refused(() => new (class { #p = import('node:fs') })())
    refused(() => { class A { static { p = import('node:fs') } } })
    refused(() => { class A extends (p = import('node:fs'), Object) {} })
    refused(() => { class A { [(p = import('node:fs'), 'x')] () {} } })
    refused(() => { class A { static [(p = import('node:fs'), 'x')] = 1 } })
    refused(() => new (class { q = class { static p = import('node:fs') } })())
    refused(() => new (class { get p () { return import('node:fs') } })().p)
    refused(() => new (class { m (q = import('node:fs')) {} })().m())
    refused(() => new (class { constructor (q = import('node:fs')) {} })())
    refused(() => new (class { m () { return (() => import('node:fs', { with: {} }))() } })().m())
    refused(() => new (class extends (class { p = import('node:fs') }) {})())
    refused(() => ({ m () { return class { static p = import('node:fs') } } }).m())
    refused(() => (function * () { yield class { static p = import('node:fs') } })().next())`,
  'reactions of import() in classes': `
    const makers = [
      () => new (class { p = import('node:fs') })().p,
      () => class { static p = import('node:fs') }.p,
      async () => class { static async m () { await import('node:fs') } }.m()
    ]
    for (const make of makers) {
      try { await make() } catch (error) { reached(error) }
    }`,
  'stack frames': `
    attempt(() => {
      Error.prepareStackTrace = (error, frames) => {
        reached(frames)
        frames.forEach(frame => { reached(frame); reached(frame.getThis?.()); reached(frame.getFunction?.()) })
        return frames
      }
    })
    attempt(() => { Error.stackTraceLimit = 100 }); attempt(() => new Error('x').stack)
    attempt(() => { const holder = {}; Error.captureStackTrace(holder); return holder.stack })
    attempt(() => { globalThis.Error = class { static prepareStackTrace (e, s) { reached(s); return s } }; null.x })`,
  'errors of an overflowing stack': `
    const dive = () => {
      try { dive() } catch (error) {
        reached(error); attempt(() => error.stack); attempt(() => new Error('x').stack)
        attempt(() => order.deep.x); attempt(() => console.log('x')); attempt(() => process)
        throw error
      }
    }
    attempt(dive)`,
  'errors of stand-ins': `
    attempt(() => process); attempt(() => require); attempt(() => order.deep.x); attempt(() => order.lines[200])
    attempt(() => later); attempt(() => apiKey)
    attempt(() => Object.getOwnPropertyDescriptor(globalThis, 'process').get); attempt(() => new Order())
    attempt(() => order.deep)`,
  'callers of functions': `
    attempt(() => { function inner () { return inner.caller }; return inner() })
    attempt(() => { function inner () { return arguments.callee.caller }; return inner() })
    attempt(() => checkout.caller); attempt(() => (function () { return this })())`,
  'console, JSON, Intl, Atomics, FinalizationRegistry': `
    attempt(() => console.log({ toString () { reached(arguments); return '' } })); attempt(() => console.constructor)
    attempt(() => JSON.parse('{')); attempt(() => new Intl.NumberFormat('xx-invalid-locale-xx'))
    attempt(() => structuredClone)
    attempt(() => new Proxy({}, null)); attempt(() => new WebAssembly.Module(new Uint8Array(8)))
    attempt(() => Atomics.waitAsync(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1))
    attempt(() => new FinalizationRegistry(reached)); attempt(() => new ShadowRealm())`,
  'arguments, results and thrown values that are Proxies': `
    const traps = new Proxy({}, {
      get: (_, name) => (...args) => { args.forEach(reached); return Reflect[name](...args) }
    })
    const spy = new Proxy(function () {}, traps)
    attempt(() => spy(order)); attempt(() => new spy()); attempt(() => priceOf(new Proxy(line, traps)))
    attempt(() => catalog.get(spy)); attempt(() => checkout(new Proxy(order, traps)))
    attempt(() => console.log(spy)); attempt(() => JSON.stringify({ toJSON: spy })); attempt(() => { throw spy })
    attempt(() => [1].map(spy)); attempt(() => Reflect.apply(priceOf, spy, [spy]))`,
  'prototypes of functions that are made for the dump': `
    const { get } = Object.getOwnPropertyDescriptor(globalThis, 'process')
    for (const f of [priceOf, checkout, makePricer, order.hasCoupon, get, console.log]) {
      attempt(() => Object.getPrototypeOf(f)); attempt(() => f.constructor)
      attempt(() => f.constructor('return process')())
      attempt(() => f.__proto__.constructor.constructor('return process')())
      for (const key of Reflect.ownKeys(f)) attempt(() => f[key])
    }`,
  'reactions of promises': `
    const thenable = { then (resolve, reject) { reached(resolve); reached(reject); reached(this); resolve(1) } }
    attempt(() => Promise.resolve(thenable)); attempt(() => checkout(order))
    attempt(() => Promise.reject(1).catch(reached)); attempt(() => checkout(order).then(reached, reached))
    await thenable; await Promise.all([thenable, checkout({ lines: [] })]).catch(reached)
    class Mine extends Promise { constructor (run) { super((a, b) => { reached(a); reached(b); return run(a, b) }) } }
    await Mine.resolve(1).then(reached); for await (const x of [thenable]) reached(x)`,
  'a Symbol.species, an iterator, a toPrimitive that is called from within': `
    const seen = function (...args) { reached(this); args.forEach(reached); return 1 }
    attempt(() => \`\${{ [Symbol.toPrimitive]: seen }}\`); attempt(() => [...{ [Symbol.iterator]: seen }])
    attempt(() => {
      class A extends Array { static get [Symbol.species] () { return seen } }
      return new A(3).map(x => x)
    })
    attempt(() => 'x'.replace({ [Symbol.replace]: seen }, seen)); attempt(() => 'x'.replace('x', seen))
    attempt(() => [2, 1].sort(seen)); attempt(() => JSON.parse('{"a":1}', seen))
    attempt(() => ({}) instanceof { [Symbol.hasInstance]: seen })
    attempt(() => order.hasCoupon.call(seen))`,
  'prototypes that what stands around the expression would look something up on': `
    const names = [
      'wantsMore', 'plan', 'frame', 'reason', 'reasons', 'value', 'target', 'what', 'get', 'set', 'has', 'status',
      'notCapturedReason', 'cuts', 'holes', 'ids', 'live'
    ]
    const hidden = []
    for (const name of names) {
      const tell = function () {
        if (Object.getPrototypeOf(this) === null || 'cuts' in this) hidden.push(name)
        reached(this)
      }
      Object.defineProperty(Object.prototype, name, { __proto__: null, configurable: true, get: tell, set: tell })
    }
    const methods = [
      [Array.prototype, 'includes'], [Array.prototype, 'find'], [WeakMap.prototype, 'get'], [WeakMap.prototype, 'set'],
      [Map.prototype, 'get'], [Map.prototype, 'set'], [Function.prototype, 'call'], [Reflect, 'has'], [Reflect, 'apply']
    ]
    for (const [prototype, name] of methods) {
      const original = prototype[name]
      prototype[name] = function (...args) {
        reached(this)
        args.forEach(reached)
        if (name !== 'call' && name !== 'apply') {
          if (this instanceof WeakMap || (this instanceof Map && this !== catalog)) hidden.push(name)
        }
        return new.target ? {} : original.apply(this, args)
      }
    }
    attempt(() => process); attempt(() => order.deep.x); attempt(() => order.lines[200]); attempt(() => order.nothing)
    attempt(() => { process = 1 }); attempt(() => catalog.get('none')); attempt(() => order.deep)
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
  const results = await evaluateAll(file, names.map((_, i) => [`hostile${i}()`]))
  names.forEach((name, i) => t.equal(results[i], "'contained'", name))
  const refused = await evaluateAll(file, names.map((_, i) => [`hostile${i}()`, { allowFunctions: false }]))
  names.forEach((name, i) =>
    t.match(
      refused[i],
      /^NotAllowed: a call of this function \(.*--allow-functions/,
      `${name}, without being allowed to`
    )
  )
})

t.test('the test itself can see an escape', async t => {
  // The same check where there is something to find: a function of this world put into a context.
  const vm = require('node:vm')
  const context = vm.createContext({ order: { deep: setTimeout } })
  t.match(vm.runInContext(`${PROLOGUE} attempt(() => order); verdict()`, context), /^ESCAPED/)
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
  const preparation = planEvaluation(read, new Map([['1', read.callFrames[1]]]))
  t.notMatch(preparation.plan.code, /\bimport\b/)
  for (const text of [...Object.values(ATTEMPTS), "'import(1)' + /import/.source + `import` // import('x')"]) {
    // Neither as a word nor, whatever the parser took for text, where V8 may see one.
    t.notMatch(planExpression(preparation, '1', text).code, /\bimport\b/)
  }
})

t.test('whoever gets out is in a process that may do nothing', async t => {
  const inner = `
    const denied = {}
    const attempt = (name, action) => {
      try { action(); denied[name] = 'allowed' } catch (error) { denied[name] = error.code ?? error.name }
    }
    attempt('write', () => require('node:fs').writeFileSync('escaped', '1'))
    attempt('read', () => require('node:fs').readFileSync(process.execPath))
    attempt('child', () => {
      const { error } = require('node:child_process').spawnSync('true')
      if (error) throw error
    })
    attempt('worker', () => new (require('node:worker_threads').Worker)('1', { eval: true }))
    attempt('addon', () => process.dlopen({ exports: {} }, 'x.node'))
    attempt('strings', () => setTimeout.constructor('return 1')())
    // Where Node.js has no permission for it yet, nothing can be denied.
    const asked = process.allowedNodeEnvironmentFlags.has('--allow-net') ? ['connect', 'pipe', 'lookup'] : []
    const answers = asked.map(name => new Promise(resolve => {
      if (name === 'lookup') return require('node:dns').lookup('localhost', error => resolve(error?.code ?? 'allowed'))
      const socket = require('node:net').connect(name === 'pipe' ? '/nowhere' : 1, '127.0.0.1')
      socket.on('error', error => resolve(error.code))
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
  const lock = path.join(__dirname, '../../../packages/inspect/evaluate/lock-process.js')
  const inner = `
    const fs = require('node:fs')
    const held = process
    require(${JSON.stringify(lock)}).lockProcess()
    const names = [
      'process', 'require', 'module', 'Buffer', 'fetch', 'WebSocket', 'EventSource', 'WebAssembly', 'navigator',
      'performance', 'setTimeout', 'queueMicrotask', 'console', 'crypto'
    ]
    const doors = ['binding', '_linkedBinding', 'dlopen', 'getBuiltinModule', 'mainModule']
    const found = [...names.filter(name => name in globalThis), ...doors.filter(name => name in held)]
    fs.writeSync(1, JSON.stringify(found))`
  const { stdout, stderr } = await runLimited(inner)
  t.same(JSON.parse(stdout || '{}'), [], stderr)
})

/**
 * Runs a program with the flags of the process that evaluates.
 * @param {string} program
 */
function runLimited (program) {
  const evaluation = path.join(__dirname, '..', '..', '..', 'packages/inspect/evaluate/world/child-process.js')
  const outer = `
    const { childFlags } = require(${JSON.stringify(evaluation)})
    const { spawnSync } = require('node:child_process')
    process.stdout.write(spawnSync(process.execPath, [...childFlags(), '-e', process.argv[1]]).stdout)`
  return runNode(['-e', outer, program], { cwd: directory })
}
