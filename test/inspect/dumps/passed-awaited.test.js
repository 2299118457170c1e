'use strict'
// A variable that V8 has removed from a function that waits has the value that the function it waits for shows.
const t = require('tap')
const { fn, object, ref } = require('../../helpers/make-dump')
const { shown } = require('../../helpers/marked-frames')

const WAITS = 'async function outer () { const a = b(); ▲await inner(a) }'
const FAILS = 'async function inner (p) { ▲fail(p) }'

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
  'a function that is not async': [WAITS, 'function inner (p) { ▲fail(p) }', false],
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

for (const [url, isTaken] of [['node:internal/process/task_queues', true], ['node:events', false]]) {
  t.test(`a function that waits, behind a function of ${url}`, async t => {
    const code = `async function outer () { const a = b(); ▲await inner(a) }
      function of () { ▲inner(1) }
      async function inner (p) { ▲fail(p) }`
    const shape = { code, variables: [{ a: null }, {}, { p: 42 }], functions: ['outer', 'of', 'inner'] }
    const [caller] = await shown(t, { ...shape, roles: ['awaiting'], more: [{}, { url, internal: true }, {}] })
    t.equal(caller.a, isTaken ? 42 : 'optimisedAway')
  })
}
