'use strict'
// Values of a dump and results of an expression run no code by themselves: not while functions are made, not when the
// result is read, and not after the answer is written.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { readDump } = require('../../../packages/inspect/reader')
const { Evaluations } = require('../../../packages/inspect/cdp/evaluations')
const { planEvaluation, planExpression } = require('../../../packages/inspect/evaluate/plan')
const { CHECKOUT_RECORDS } = require('../../helpers/checkout-dump')
const { evaluateAll } = require('../../helpers/evaluate-all')
const { func } = require('../../helpers/kinds-dump')
const { callFrame, fn, makeDump, object, ref } = require('../../helpers/make-dump')
const { runNode } = require('../../helpers/run-node')

const CHILD = path.join(__dirname, '../../../packages/inspect/evaluate/child.js')
const directory = t.testdir()
const dump = makeDump(path.join(directory, 'checkout.ccdump'), CHECKOUT_RECORDS, {
  end: { notCaptured: [{ reason: 'depth' }] }
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
  const texts = ['evil.toString()', 'String(evil)', 'Function.prototype.toString.call(evil)']
  for (const [i, text] of (await evaluateAll(file, texts.map(use => [use, { allowFunctions: false }]))).entries()) {
    t.equal(text, '\'function () { return "evil ran" }\'', `${texts[i]} is the text of the dead process's function`)
  }
  const allowed = await evaluateAll(file, uses.map(use => [use]))
  uses.forEach((use, i) => t.notMatch(allowed[i], /NotAllowed/, `${use}, allowed`))
  t.equal(allowed[0], "'evil ran'")
})

t.test('results do not run code, and lead nowhere', async t => {
  // Each tries to get hold of what reads the result: its call would leave a mark in the text.
  const results = await evaluateAll(dump, [
    ['new Proxy({}, new Proxy({}, { get () { throw new Error("trap ran") } }))'],
    ['new Proxy(function () {}, { apply () { return 1 } })'],
    [
      '({ get a () { throw new Error("getter ran") }, [Symbol.for("nodejs.util.inspect.custom")] () { throw new ' +
        'Error("ran") }, toJSON () { throw new Error("ran") } }).toJSON.name'
    ],
    ['class A { static get name () { throw new Error("ran") } }; new A()'],
    ['({ get [Symbol.toStringTag] () { throw new Error("ran") } })'],
    ['throw new Proxy(new Error("a"), { get () { throw 1 } })'],
    ['throw { get code () { throw 1 }, get message () { throw 2 } }'],
    [
      'Object.prototype.toJSON = () => "forged"; Array.prototype.find = Array.prototype.map = ' +
        'Array.prototype[Symbol.iterator] = (...args) => { throw args }; [1, { a: 1 }]'
    ],
    ['WeakMap.prototype.get = Map.prototype.entries = Reflect.ownKeys = () => { throw 1 }; new Map([[1, 2]])'],
    [
      'Object.defineProperty(Object.getPrototypeOf(Uint8Array.prototype), "buffer", { get () { throw 1 } }); ' +
        'new Uint8Array(2)'
    ],
    [
      'Object.prototype.notCapturedReason = "forged"; Object.defineProperty(Object.prototype, "code", { get () { ' +
        'return "ERR_SCRIPT_EXECUTION_TIMEOUT" } }); throw {}'
    ],
    ['Promise.prototype.then = function (f) { throw f }; await 1'],
    [
      '({ then (resolve) { resolve(resolve.constructor.constructor === Function) } }), await { then (resolve) { ' +
        'resolve(resolve.constructor.constructor === Function) } }'
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
  if (root === Object.prototype || typeof root.hasOwnProperty !== 'function') return
  root.toJSON = () => ({ status: 'failed', error: 'ESCAPED', objects: [] })
}
const trap = new Proxy(function () {}, {
  apply (target, self, args) { reveal(args); if (self) reveal(Object(self)); return 1 }
})
const spy = new Proxy({}, new Proxy({}, { get: () => trap }))
const hook = function (...args) { reveal(this); reveal(args); return 1 }
`

t.test('what reads the result calls nothing of it, whatever it was made to look like', async t => {
  const taken =
    'let realm, cuts, holes, ids; const { get, set } = WeakMap.prototype; ' +
    'WeakMap.prototype.get = WeakMap.prototype.set = function (...args) { cuts ??= this; ids = this; ' +
    'return (args.length === 1 ? get : set).apply(this, args) };' +
    'Array.prototype.includes = function () { return true }; Object.defineProperty(Object.prototype, "wantsMore", { ' +
    'configurable: true, set () { realm = this } }); try { process } catch {}; try { order.deep.x } catch {};'
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
    'const buffer = new ArrayBuffer(8); Object.defineProperty(buffer, "byteLength", { get: trap }); ' +
      'new Uint8Array(buffer)',
    'Object.defineProperty(ArrayBuffer.prototype, "byteLength", { get: trap }); new Uint8Array(2).buffer',
    'Object.defineProperty(ArrayBuffer.prototype, "byteLength", { get: trap }); new DataView(new ArrayBuffer(8))',
    'const promise = Promise.reject(1); Object.setPrototypeOf(promise, spy); promise',
    'let no; const promise = new Promise((yes, reject) => { no = reject }); Object.setPrototypeOf(promise, spy); ' +
      'no(spy); 1',
    'const { then } = Promise.prototype; const promise = Promise.reject(spy); Object.setPrototypeOf(promise, spy); ' +
      'try { then.call(promise, hook, hook) } catch {}; await null; await null; 1',
    'Object.setPrototypeOf([], spy)',
    'Object.setPrototypeOf(new Error("x"), spy)',
    'Object.setPrototypeOf(() => {}, spy)',
    'throw spy',
    'Object.defineProperty(Promise.prototype, "constructor", { get () { throw new Proxy({}, { get: ' +
      '() => "text", defineProperty: (target, key, descriptor) => { reveal(descriptor); return true } }) } }); await 1',
    'const { proxy } = Proxy.revocable(function () {}, { apply (target, self, args) { reveal(args); return 1 } }); ' +
      'Object.setPrototypeOf(Promise.prototype, new Proxy({}, { get: proxy })); Promise.reject(1); 1',
    '({ constructor: new Proxy(class {}, { getOwnPropertyDescriptor: trap }) })',
    'Object.prototype.toJSON = trap; ({})',
    '[spy, Object.create(spy), new Map([[spy, spy]])]'
  ]
  const expressions = [
    ...forged.map(
      cut =>
        `${taken} const bait = {}; if (realm) realm.cuts.set(bait, ${cut}); ` +
        `for (const map of [cuts, ids]) if (map) set.call(map, bait, ${cut}); bait`
    ),
    ...forged.map(
      cut =>
        `${taken} const bait = {}; const getter = () => 1; ` +
        "Object.defineProperty(bait, 'x', { get: getter, enumerable: true }); " +
        `if (realm) { realm.holes.set(getter, ${cut}); realm.ids.set(bait, ${cut}) } bait`
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

t.test('nothing of the expression runs once the answer is written', async t => {
  const read = await readDump(dump)
  const expression =
    'const late = { get () { throw new Error("ran late") } }; Object.setPrototypeOf(Promise.reject(1), new Proxy({}, ' +
    'late)); new FinalizationRegistry(() => { throw 1 }).register({}); 1'
  const { plan, helpers, ...preparation } = planEvaluation(read, new Map([['1', read.callFrames[1]]]))
  const request = { ...planExpression({ plan, helpers, ...preparation }, '1', expression), timeoutMs: 2000 }
  const { exitCode, stdout, stderr } = await runNode([CHILD], {
    cwd: directory,
    input: [{ plan, helpers }, request, request].map(line => `${JSON.stringify(line)}\n`).join('')
  })
  const answers = stdout.split('\n').filter(line => line !== '').map(line => JSON.parse(line))
  t.equal(answers.length, 2)
  for (const answer of answers) t.match(answer, { status: 'returned', value: { type: 'number', value: 1 } })
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

t.test('the same text elsewhere than in a function is not that of a function', async t => {
  const here = path.join(directory, 'comments.js')
  const source = "function evil () { return 'ran' }"
  const lines = [`// ${source}`, `const text = "${source}"`, `const own = () => { /* ${source} */ }`, source]
  fs.writeFileSync(here, `${lines.join('\n')}\nclass Own { static method () { return 'ran' } }\n`)
  const places = [
    { lineNumber: 0, columnNumber: 16 },
    { lineNumber: 1, columnNumber: 27 },
    { lineNumber: 2, columnNumber: 12 },
    { lineNumber: 2, columnNumber: 36 }
  ]
  const at = (/** @type {object} */ place) => ({ functionLocation: { scriptId: '1', url: here, ...place } })
  const file = makeDump(path.join(directory, 'comments.ccdump'), [
    callFrame([...places.map((_, i) => `f${i}`), 'same', 'method'].map(name => ({ name, value: fn(name) }))),
    ...places.map((place, i) => func(`f${i}`, source, at(place))),
    func('same', source, at({ lineNumber: 3, columnNumber: 14 })),
    func('method', "method () { return 'ran' }", at({ lineNumber: 4, columnNumber: 26 }))
  ])
  const calls = [...places.map((_, i) => `f${i}()`), 'same()', 'method()']
  const results = await evaluateAll(file, calls.map(call => [call, { allowFunctions: false }]))
  t.same(results.slice(-2), ["'ran'", "'ran'"])
  for (const result of results.slice(0, -2)) t.match(result, /^NotAllowed: /)
})

t.test('what the time limit of V8 and the limit of its heap do not end', async t => {
  const bytes = 'const all = []; for (;;) all.push(new Uint8Array(2 ** 26).fill(1))'
  const [late, big, lateBound, bigBound] = await evaluateAll(dump, [
    // This built-in function does not look at the time limit while it goes over four billion holes.
    ['(() => { const list = []; list.length = 2 ** 32 - 1; return list.indexOf(1) })()', { timeoutMs: 100 }],
    [`(() => { ${bytes} })()`, { timeoutMs: 250_000 }],
    ['Array.prototype.indexOf.bind({ length: 2 ** 53 - 1 }, 1)()', { timeoutMs: 100 }],
    ['Uint8Array.from.bind(Uint8Array, { length: 2 ** 31 })()', { timeoutMs: 250_000 }]
  ])
  for (const answer of [late, lateBound]) t.match(answer, /did not end within 100 ms/)
  if (process.platform === 'linux') for (const answer of [big, bigBound]) t.match(answer, /too much memory/)
})

t.test('evaluations end with the front end that has asked for them, also those that wait', async t => {
  const evaluations = new Evaluations(await readDump(dump), { allowFunctions: false })
  const loop = (/** @type {number} */ number) => `(() => { for (;;) ${number} })()`
  const options = { timeoutMs: 3_600_000 }
  const answers = [
    ...[1, 2, 3].map(number => evaluations.onFrame('0', loop(number), options)),
    ...[4, 5, 6].map(number => evaluations.peek('0', loop(number), options))
  ]
  evaluations.end()
  for (const { threw, error } of await Promise.all(answers)) {
    t.equal(threw, true)
    t.match(error, /the session has ended|the process ended with/)
  }
})
