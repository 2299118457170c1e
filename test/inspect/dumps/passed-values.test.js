'use strict'
// A variable that V8 has removed has the value that the next frame shows, if the text proves that it is the same.
const t = require('tap')
const { fn, num, object, ref } = require('../../helpers/make-dump')
const { shown, unmarked } = require('../../helpers/marked-frames')

const OUTER = 'function outer (a) { ▲inner(a) }'
const INNER = 'function inner (p) { ▲fail(p) }'

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
  'two parameters of one name': ['function outer (a) { ▲inner(a, b()) }', 'function inner (p, p) { ▲fail(p) }', false],
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
  'a function of the module that a block replaces': [
    'function k () {} function outer (a) { ▲inner(k) }',
    'function inner (p) { ▲fail(p) } { function k () {} }'
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

t.test('a function whose text was edited since it ran', async t => {
  const code = `${OUTER}\n${INNER}`
  const more = [{}, { functionLocation: { scriptId: '1', lineNumber: 1, columnNumber: 3 } }]
  const objects = [object('g', {}, { type: 'function', functionLocation: more[1].functionLocation })]
  const shape = { code, variables: [{ a: null, inner: fn('g') }, { p: 42 }], more, objects }
  t.equal((await shown(t, shape))[0].a, 'optimisedAway')
})

t.test('scopes with the same contents, which a dump has once, get values of their own', async t => {
  const code = 'function walk (n, to) { ▲▲▲walk(to, n) }'
  const shape = { code, functions: ['walk', 'walk', 'walk'], scopeIds: ['s', 's', 't'] }
  t.same(await shown(t, { ...shape, variables: [{ n: null, to: null }, {}, { n: 7, to: null }] }),
    [{ n: 7, to: 'optimisedAway' }, { n: 'optimisedAway', to: 7 }, { n: 7, to: 'optimisedAway' }])
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
