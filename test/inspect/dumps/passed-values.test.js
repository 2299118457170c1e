'use strict'
// A variable that V8 has removed has the value that the next frame shows, if the text proves that it is the same.
const t = require('tap')
const path = require('node:path')
const { open } = require('../../../packages/inspect')
const { parseProgram, functionStart, isFunction, walk } = require('../../../packages/inspect/source/syntax')
const { placeAt } = require('../../../packages/inspect/source/lines')
const { callFrame, fn, makeDump, num, object, ref, str } = require('../../helpers/make-dump')

const LOST = { notCapturedReason: 'unavailable' }

const OUTER = 'function outer (a) { ▲inner(a) }'
const INNER = 'function inner (p) { ▲fail(p) }'
const WAITS = 'async function outer () { const a = b(); ▲await inner(a) }'
const FAILS = 'async function inner (p) { ▲fail(p) }'

/**
 * @param {string} marked code; `▲` stands at the places of frames, the outermost first
 * @returns {{ source: string, offsets: number[] }}
 */
function unmarked (marked) {
  const [first, ...parts] = marked.split('▲')
  let source = first
  const offsets = parts.map(part => {
    const { length } = source
    source += part
    return length
  })
  return { source, offsets }
}

/**
 * @param {string} source
 * @returns {Map<string, { lineNumber: number, columnNumber: number }>} where the functions begin, by name
 */
function functionsIn (source) {
  const found = new Map()
  const add = (name, node) => {
    if (isFunction(node)) found.set(name, { scriptId: '1', ...placeAt(source, functionStart(source, node)) })
  }
  walk(parseProgram(source), node => {
    if (node.type === 'FunctionDeclaration' || (node.type === 'FunctionExpression' && node.id)) add(node.id.name, node)
    if (node.type === 'VariableDeclarator' && node.init) add(node.id.name, node.init)
    if ((node.type === 'Property' || node.type === 'MethodDefinition') && node.value) add(node.key.name, node.value)
  }, { intoFunctions: true })
  return found
}

/**
 * @typedef {object} Case
 * @property {string} code
 * @property {string[]} [functions] of the frames, the outermost first
 * @property {Record<string, unknown>[]} variables of the frames, the outermost first; null for one that is lost
 * @property {(string|undefined)[]} [roles]
 * @property {Record<string, object>} [outside] variables of the module besides its functions
 * @property {object[]} [objects]
 * @property {object} [header]
 */

/** @param {unknown} value */
const asValue = value => typeof value === 'string' ? str(value) : typeof value === 'number' ? num(value) : value

/**
 * @param {import('tap').Test} t
 * @param {Case} shape
 * @returns {Promise<Record<string, unknown>[]>} what is shown of the frames, the outermost first
 */
async function shown (t, shape) {
  const { code, functions = ['outer', 'inner'], variables, roles = [], outside = {}, objects = [], header } = shape
  const { source, offsets } = unmarked(code)
  const places = functionsIn(source)
  const ofFunctions = Object.fromEntries([...places.keys()].map(name => [name, fn(`f:${name}`)]))
  const inModule = Object.entries({ ...ofFunctions, ...outside }).map(([name, value]) => ({ name, value }))
  const frames = functions.map((name, i) => callFrame([], {
    index: functions.length - 1 - i,
    functionName: name,
    url: 'file:///app/a.js',
    ...placeAt(source, offsets[i]),
    functionLocation: name === '' ? { lineNumber: 0, columnNumber: 0 } : places.get(name),
    ...(roles[i] && { role: roles[i] }),
    this: ref('o'),
    scopeChain: [
      {
        type: 'local',
        variables: Object.entries(variables[i]).map(([each, value]) =>
          value === null ? { name: each, ...LOST } : { name: each, value: asValue(value) })
      },
      i === functions.length - 1
        ? { type: 'closure', scopeId: 'module', variables: inModule }
        : { type: 'closure', scopeId: 'module', variables: [] }
    ]
  }))
  const records = [
    ...frames.reverse(),
    ...[...places].map(([name, functionLocation]) =>
      object(`f:${name}`, {}, { type: 'function', className: 'Function', functionLocation })),
    ...objects,
    { kind: 'process' },
    { kind: 'script', scriptId: '1', url: 'file:///app/a.js', length: source.length, source }
  ]
  const file = path.join(t.testdir(), 'a.ccdump')
  const dump = await open(makeDump(file, records, { header: { node: 'v24.1.0', ...header } }))
  return dump.callFrames.map(frame => Object.fromEntries(
    dump.scope(frame.scopeChain.find(({ type }) => type === 'local')).variables.map(({ name, value, ...rest }) => [
      name,
      value === undefined ? rest.notCapturedReason : 'value' in value ? value.value : (value.objectId ?? value.type)
    ])
  )).reverse()
}

/** Functions of which the inner one got what the outer one has lost, and what is shown of that. */
const FROM_INNER = {
  'a constant': ['function outer () { const a = b(); ▲inner(a) }', INNER, true],
  'a variable that changed before': ['function outer () { let a = 1; a = b(); ▲inner(a) }', INNER, true],
  'a variable that changes after': ['function outer () { let a = 1; ▲inner(a); a = 2 }', INNER, true],
  'a variable of a loop': ['function outer () { for (let a = 0; ; a++) { ▲inner(a) } }', INNER, true],
  'a var': ['function outer () { var a = b(); ▲inner(a); var a = 2 }', INNER, true],
  'a parameter': [OUTER, INNER, true],
  'an arrow function': [OUTER, 'const inner = p => { ▲fail(p) }', true],
  'an arrow function that calls': ['const outer = a => ▲inner(a)', 'const inner = p => { ▲fail(p) }', true],
  'the last argument': ['function outer (a) { ▲inner(1, b(), a) }', 'function inner (o, q, p) { ▲fail(p) }', true],
  'an argument before a spread': ['function outer (a) { ▲inner(a, ...b) }', INNER, true],
  parentheses: ['function outer (a) { (0, inner)▲(a) }', INNER, true],
  'an optional call': ['function outer (a) { inner?.▲(a) }', INNER, true],
  'a method': ['function outer (a) { o.▲inner(a) }', 'const o = { inner (p) { ▲fail(p) } }', true],
  'an optional method': ['function outer (a) { o?.▲inner(a) }', 'const o = { inner (p) { ▲fail(p) } }', true],
  'a method by its text': ['function outer (a) { o["inner"]▲(a) }', 'const o = { inner (p) { ▲fail(p) } }', true],
  'the inner one of two calls': ['function outer (a) { inner(▲inner(a)) }', INNER, true],
  'the second call of a line': ['function outer (a) { inner(1); ▲inner(a) }', INNER, true],
  'a parameter beside a pattern': [
    'function outer (a) { ▲inner({}, a) }',
    'function inner ({ q }, p) { ▲fail(p) }',
    true
  ],
  'another variable of the same name in an inner function': [
    'function outer (a) { ▲inner(a); return a => { a = 2 } }',
    'function inner (p) { ▲fail(p); return p => { p = 2 } }',
    true
  ],
  'the outer one of two calls': ['function outer (a) { ▲inner(inner(a)) }', INNER, false],
  'an argument that is calculated': ['function outer (a) { ▲inner(a + 1) }', INNER, false],
  'an argument after a spread': ['function outer (a) { ▲inner(...b, a) }', 'function inner (q, p) { ▲fail(p) }', false],
  'an assignment in the argument after it': ['function outer (a) { ▲inner(a, a = 2) }', INNER, false],
  'an update in the argument after it': ['function outer (a) { ▲inner(a, b(a++)) }', INNER, false],
  'a pattern in the argument after it': ['function outer (a) { ▲inner(a, [a] = b) }', INNER, false],
  'a variable that another function changes': [
    'function outer () { let a = 1; on(() => { a = 2 }); ▲inner(a) }',
    INNER,
    false
  ],
  'a parameter that is reassigned': [OUTER, 'function inner (p) { p = 2; ▲fail(p) }', false],
  'a parameter that is updated': [OUTER, 'function inner (p) { p++; ▲fail(p) }', false],
  'a parameter that an inner function changes': [
    OUTER,
    'function inner (p) { on(() => { p ||= 2 }); ▲fail(p) }',
    false
  ],
  'a parameter that a pattern changes': [OUTER, 'function inner (p) { ({ x: [p = 1] } = b); ▲fail(p) }', false],
  'a parameter that a short pattern changes': [OUTER, 'function inner (p) { ({ p } = b); ▲fail(p) }', false],
  'a parameter that a loop changes': [OUTER, 'function inner (p) { for (p of b) ▲fail(p) }', false],
  'a parameter that a var changes': [OUTER, 'function inner (p) { var p = 2; ▲fail(p) }', false],
  'a parameter that the var of a loop changes': [OUTER, 'function inner (p) { for (var p of b) ▲fail(p) }', false],
  'a parameter that a function replaces': [OUTER, 'function inner (p) { ▲fail(p); function p () {} }', false],
  'a function that uses arguments': [OUTER, 'function inner (p) { arguments[0] = 2; ▲fail(p) }', false],
  'a caller that uses arguments': ['function outer (a) { ▲inner(a, arguments[0] = 2) }', INNER, false],
  'a function that uses eval': [OUTER, 'function inner (p) { eval("p = 2"); ▲fail(p) }', false],
  'a caller that uses eval': ['function outer (a) { eval("a"); ▲inner(a) }', INNER, false],
  'a caller that uses with': ['function outer (a) { with (b) { ▲inner(a) } }', INNER, false],
  'a default': [OUTER, 'function inner (p = 2) { ▲fail(p) }', false],
  'a rest': [OUTER, 'function inner (...p) { ▲fail(p) }', false],
  'a pattern': [OUTER, 'function inner ({ p }) { ▲fail(p) }', false],
  'two parameters of one name': [OUTER, 'function inner (p, p) { ▲fail(p) }', false],
  'a variable that hides the parameter': [OUTER, 'function inner (p) { { let p = 2; ▲fail(p) } }', false],
  'another function': [
    'function outer (a) { ▲wrapper(a) }',
    'function wrapper () {} function inner (p) { ▲fail(p) }',
    false
  ],
  'call()': ['function outer (a) { inner.▲call(a, a) }', INNER, false],
  'a callback': ['function outer (a) { [1].▲map(inner, a) }', INNER, false],
  'a constructor': ['function outer (a) { ▲new inner(a) }', INNER, false],
  'a tagged template': ['function outer (a) { inner▲`$' + '{a}` }', INNER, false],
  'a getter': ['function outer (a) { a.▲inner }', 'const o = { get inner () { const p = 1; ▲fail(p) } }', false],
  'a generator': [
    'function outer (a) { for (const each of ▲inner(a)) b(each) }',
    'function * inner (p) { ▲fail(p) }',
    false
  ],
  'a place beside the call': ['function outer (a) { inner(▲a) }', INNER, false],
  'a function that was edited since': [OUTER, 'function inner (p) { } ▲ ', false]
}

for (const [name, [outer, inner, isTaken]] of Object.entries(FROM_INNER)) {
  t.test(`lost by the caller: ${name}`, async t => {
    const objects = [object('o', { inner: fn('f:inner') })]
    const [caller] = await shown(t, {
      code: `${outer}\n${inner}`, variables: [{ a: null }, { p: 42 }], outside: { o: ref('o') }, objects
    })
    t.equal(caller.a, isTaken ? 42 : 'optimisedAway')
  })
}

/** What the caller passes for a parameter that the inner function has lost, and what is shown of that. */
const FROM_OUTER = {
  'a constant': ['function outer () { const a = b(); ▲inner(a) }', INNER, 7],
  'a variable that changed before': ['function outer () { let a = 1; a = b(); ▲inner(a) }', INNER, 7],
  'a constant of the module': ['const k = 1; function outer (a) { ▲inner(k) }', INNER, 8],
  'a variable of the module that never changes': ['let k = 1; function outer (a) { ▲inner(k) }', INNER, 8],
  'a text': ['function outer (a) { ▲inner("x") }', INNER, 'x'],
  'a template': ['function outer (a) { ▲inner(`x`) }', INNER, 'x'],
  'a number': ['function outer (a) { ▲inner(-1.5) }', INNER, -1.5],
  'a boolean': ['function outer (a) { ▲inner(!1) }', INNER, false],
  null: ['function outer (a) { ▲inner(null) }', INNER, null],
  undefined: ['function outer (a) { ▲inner(undefined) }', INNER, 'undefined'],
  nothing: ['function outer (a) { ▲inner() }', INNER, 'undefined'],
  void: ['function outer (a) { ▲inner(void 0) }', INNER, 'undefined'],
  'nothing, perhaps': ['function outer (a) { ▲inner(...b) }', INNER],
  'nothing for a default': ['function outer (a) { ▲inner() }', 'function inner (p = 1) { ▲fail(p) }'],
  'a template with a part': ['function outer (a) { ▲inner(`x$' + '{a}`) }', INNER],
  'a stand-in of a secret': ['function outer (a) { ▲inner("<redacted>") }', INNER],
  'a variable that another function changes': [
    'function outer () { let a = 1; on(() => { a = 2 }); ▲inner(a) }',
    INNER
  ],
  'a variable that a later argument changes': ['function outer (a) { ▲inner(a, ++a) }', INNER],
  'a variable of the module that changes': [
    'let k = 1; function outer (a) { ▲inner(k) }',
    'function inner (p) { ▲fail(p) } function other () { k = 2 }'
  ],
  'a var of the module': ['var k = 1; function outer (a) { ▲inner(k) }', INNER],
  'a property': ['function outer (a) { ▲inner(a.b) }', INNER],
  'a parameter that is reassigned': [OUTER, 'function inner (p) { p = 2; ▲fail(p) }']
}

for (const [name, [outer, inner, value = 'optimisedAway']] of Object.entries(FROM_OUTER)) {
  t.test(`lost by the function that was called: ${name}`, async t => {
    const [, called] = await shown(t, {
      code: `${outer}\n${inner}`, variables: [{ a: 7 }, { p: null }], outside: { k: num(8) }
    })
    t.equal(called.p, value)
  })
}

t.test('a literal of a dump whose values were taken out is not taken from the text', async t => {
  const [, called] = await shown(t, {
    code: 'function outer (a) { ▲inner("x") } function inner (p) { ▲fail(p) }',
    variables: [{ a: 7 }, { p: null }],
    header: { redaction: { enabled: true, structure: true } }
  })
  t.equal(called.p, 'optimisedAway')
})

t.test('a value goes through several frames, in both directions', async t => {
  const code = `function first (a) { ▲second(a, 'x') }
    function second (b, c) { ▲third(b, c) }
    function third (d, e) { ▲fail(d) }`
  const functions = ['first', 'second', 'third']
  t.same(await shown(t, { code, functions, variables: [{ a: null }, { b: null, c: null }, { d: 42, e: null }] }),
    [{ a: 42 }, { b: 42, c: 'x' }, { d: 42, e: 'x' }])
  t.same(await shown(t, { code, functions, variables: [{ a: 42 }, { b: null, c: 'x' }, { d: null, e: null }] }),
    [{ a: 42 }, { b: 42, c: 'x' }, { d: 42, e: 'x' }])
})

t.test('each call of a recursion has its own value', async t => {
  const code = 'function walk (node, depth) { ▲▲▲walk(node, depth + 1) }'
  const variables = [{ node: null, depth: 0 }, { node: 'n', depth: 1 }, { node: null, depth: 2 }]
  t.same(await shown(t, { code, functions: ['walk', 'walk', 'walk'], variables }),
    [{ node: 'n', depth: 0 }, { node: 'n', depth: 1 }, { node: 'n', depth: 2 }])
})

t.test('an object is the same object, and its variable tells where it was got', async t => {
  const code = 'function outer (a) { ▲inner(a, b) } function inner (p, q) { ▲fail(p) }'
  const [caller] = await shown(t, { code, variables: [{ a: null }, { p: ref('o'), q: 1 }], objects: [object('o', {})] })
  t.equal(caller.a, 'o')
})

t.test('values that contradict each other show that another call was made', async t => {
  const code = 'function outer (a, b) { ▲inner(a, b) } function inner (p, q) { ▲fail(p) }'
  t.same(await shown(t, { code, variables: [{ a: null, b: 1 }, { p: 42, q: 2 }] }),
    [{ a: 'optimisedAway', b: 1 }, { p: 42, q: 2 }])
})

t.test('undefined may stand for what was removed', async t => {
  const code = 'function outer (a) { ▲inner(a) } function inner (p) { ▲fail(p) }'
  t.same(await shown(t, { code, variables: [{ a: null }, { p: { type: 'undefined' } }] }),
    [{ a: 'optimisedAway' }, { p: 'undefined' }])
})

/** Async functions: the innermost one fails, and the others wait. The variable of the outermost one is lost. */
const AWAITED = {
  await: [WAITS, FAILS, true],
  'an awaited constant': ['async function outer () { const a = b(); const c = ▲await inner(a) }', FAILS, true],
  'a returned await': [
    'async function outer () { const a = b(); return ▲await o?.inner(a) }',
    'const o = { async inner (p) { return ▲await p } }',
    true
  ],
  'a function that returns an object': [
    WAITS,
    'async function inner (p) { ▲fail(p); const r = { p }; return r }',
    true
  ],
  'a function that returns what a sync one makes': [
    WAITS,
    'async function inner (p) { return ▲make(p) } function make () { return { x: 1 } }',
    true
  ],
  'a variable that changed before': ['async function outer () { let a = 1; a = b(); ▲await inner(a) }', FAILS, true],
  'a private method': [
    'class K { async outer () { const a = b(); ▲await this.#m(a) } async #m (p) { ▲fail(p) } }',
    '',
    true,
    'm'
  ],
  'a promise of another call': [WAITS, 'async function inner (p) { if (p) return inner(p - 1); ▲fail(p) }', false],
  'a promise that another function made': [
    WAITS,
    'async function inner (p) { if (p) return again(p); ▲fail(p) } function again (p) { return inner(p - 1) }',
    false
  ],
  'a promise of an arrow function': [WAITS, 'const inner = async p => ▲again(p)', false],
  'a function that is not async': [WAITS, INNER, false],
  'a promise that is not awaited at once': [
    'async function outer () { const a = b(); const c = inner(a); ▲await c }',
    FAILS,
    false
  ],
  'several at once': ['async function outer () { const a = b(); ▲await Promise.all([inner(a)]) }', FAILS, false],
  'for await': [
    'async function outer () { const a = b(); ▲for await (const c of inner(a)) c() }',
    'async function * inner (p) { ▲fail(p) }',
    false
  ],
  'a variable that is changed in a finally': [
    'async function outer () { let a = 1; try { ▲await inner(a) } finally { a = 2 } }',
    FAILS,
    false
  ],
  'a method of the text that is now another': [
    'async function outer () { const a = b(); ▲await o.inner(a) }',
    'const o = { async other (p) { ▲fail(p) } }',
    false,
    'other'
  ],
}

for (const [name, [outer, inner, isTaken, called = 'inner']] of Object.entries(AWAITED)) {
  t.test(`lost by a function that waits: ${name}`, async t => {
    const [caller] = await shown(t, {
      code: `${outer}\n${inner}`,
      functions: ['outer', called],
      variables: [{ a: null }, { p: 42 }],
      roles: ['awaiting'],
      outside: { o: ref('o') },
      objects: [object('o', { inner: fn('f:inner') })]
    })
    t.equal(caller.a, isTaken ? 42 : 'optimisedAway')
  })
}

t.test('which of two calls of a function is awaited is not known', async t => {
  const code = `async function outer () { const a = b(); ▲await inner(a) }
    async function inner (p) { ▲▲await inner(p) }`
  const shape = { code, variables: [{ a: null }, { p: 2 }, { p: 1 }], functions: ['outer', 'inner', 'inner'] }
  const [caller] = await shown(t, { ...shape, roles: ['awaiting', 'awaiting', 'awaiting'] })
  t.equal(caller.a, 'optimisedAway')
})

t.test('a function that another one of the stack has called is not the one that is awaited', async t => {
  const code = `async function outer () { const a = b(); ▲await inner(a) }
    function other () { ▲inner(1) }
    async function inner (p) { ▲fail(p) }`
  const shape = { code, variables: [{ a: null }, {}, { p: 2 }], functions: ['outer', 'other', 'inner'] }
  const [caller] = await shown(t, { ...shape, roles: ['awaiting'] })
  t.equal(caller.a, 'optimisedAway')
})

t.test('a function in a large text', async t => {
  const code = `function outer () { let a = b(); ▲inner(a) } function inner (p) { ▲fail(p) }
    function other () { let a = b(); on(() => { a = 2 }); ▲third(a) } function third (p) { ▲fail(p) }
    ${'function filler () { return 1 }\n'.repeat(6000)}`
  const variables = [{ a: null }, { p: 42 }]
  const { source } = unmarked(code)
  t.ok(source.length > 128 * 1024)
  const at = (/** @type {number[]} */ numbers) => {
    let n = -1
    return code.replace(/▲/g, () => (numbers.includes(++n) ? '▲' : ''))
  }
  t.equal((await shown(t, { code: at([0, 1]), variables }))[0].a, 42)
  t.equal((await shown(t, { code: at([2, 3]), variables, functions: ['other', 'third'] }))[0].a, 'optimisedAway')
})
