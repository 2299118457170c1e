'use strict'
// Which variables a function certainly reads when it goes on after an await: `x` is one, and `AWAIT` the place.
const t = require('tap')
const { declaredIn } = require('../../../packages/inspect/source/declarations')
const { isReadLater } = require('../../../packages/inspect/source/liveness')
const { isFunction, parseProgram, pathTo } = require('../../../packages/inspect/source/syntax')

const READ = {
  'after the await': 'let x = 1; AWAIT; use(x)',
  'in the same expression': 'let x = 1; use(AWAIT, x)',
  'in a branch': 'let x = 1; if (AWAIT) use(x)',
  'after a branch that leaves': 'let x = 1; if (AWAIT) return; use(x)',
  'by what adds to it': 'let x = 1; AWAIT; x += 1',
  'by what assigns to a member': 'let x = {}; x.y = AWAIT; AWAIT; x.z = 1',
  'as a short property': 'let x = 1; AWAIT; use({ x })',
  'in the default of a pattern': 'let x = 1; const { y = x } = AWAIT',
  'in a finally': 'let x = 1; try { return AWAIT } finally { use(x) }',
  'in a catch': 'let x = 1; try { return AWAIT } catch { use(x) }',
  'after a catch that goes on': 'let x = 1; try { return AWAIT } catch {} use(x)',
  'in the next round': 'let x = 1; while (more()) { use(x); AWAIT }',
  'by the update of a loop': 'for (let x = 0; x < 3; x++) { AWAIT }',
  'in the body, from the head': 'let x = 1; for (const y of AWAIT) use(x, y)',
  'after a loop that is left': 'let x = 1; for (;;) { AWAIT; break } use(x)',
  'after a case that is left': 'let x = 1; switch (AWAIT) { case 1: use(1); break } use(x)',
  'in a case, from the head of a switch': 'let x = 1; switch (AWAIT) { case 1: use(x) }',
  'by an inner function, at any time': 'let x = 1; const get = () => x; AWAIT'
}

const NOT_READ = {
  never: 'let x = 1; AWAIT',
  'before the await alone': 'let x = 1; use(x, AWAIT)',
  'after it was assigned': 'let x = 1; AWAIT; x = 2; use(x)',
  'when the await is assigned to it': 'let x = 1; x = AWAIT; use(x)',
  'when the sum with what was awaited is assigned to it': 'let x = 1; x += AWAIT; use(x)',
  'after a return': 'let x = 1; if (y) { return AWAIT } use(x)',
  'after a throw': 'let x = 1; if (y) { AWAIT; throw y } use(x)',
  'in the other branch': 'let x = 1; if (y) { AWAIT } else use(x)',
  'after a loop without an end': 'let x = 1; for (;;) { AWAIT } use(x)',
  'by another variable of the name': 'let x = 1; AWAIT; { const x = 2; use(x) }',
  'by an inner variable of the name': 'let x = 1; const f = x => x; AWAIT',
  'as a name of a property': 'let x = 1; AWAIT; use(y.x, { x: 1 })',
  'in the next round, which has another variable': 'while (more()) { const x = 1; use(x); AWAIT }',
  'in the next round, if it is assigned first': 'let x = 1; while (more()) { x = 2; use(x); AWAIT }'
}

for (const [cases, expected] of [
  [READ, true],
  [NOT_READ, false]
]) {
  for (const [name, body] of Object.entries(cases)) {
    t.test(`a variable is ${expected ? '' : 'not '}read ${name}`, async t => {
      const source = `async function run (p) { ${body.replaceAll('AWAIT', 'await p')} }`
      const path = pathTo(parseProgram(source), source.indexOf('await p'))
      const around = path.slice(path.findIndex(isFunction)).reverse()
      const declaration = around.map(node => declaredIn(node, 'x')).find(each => each !== undefined)
      t.equal(isReadLater(declaration, around), expected)
    })
  }
}

t.test('a parameter is kept always, and one with a default like any variable', async t => {
  for (const [parameters, expected] of [
    ['x', true],
    ['x = 1', false]
  ]) {
    const source = `async function run (${parameters}) { await null }`
    const path = pathTo(parseProgram(source), source.indexOf('await'))
    const around = path.slice(path.findIndex(isFunction)).reverse()
    t.equal(isReadLater(declaredIn(around[around.length - 1], 'x'), around), expected)
  }
})
