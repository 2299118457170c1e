'use strict'
// In a dump of many objects, evaluation rebuilds first the nearest ones and then more if the expression needs them. It
// never gives a wrong value.

const path = require('node:path')
const t = require('tap')
const { evaluateAll } = require('../../helpers/evaluate-all')
const { callFrame, makeDump, num, object, ref, vars } = require('../../helpers/make-dump')

const COUNT = 60_000

t.test('more objects than are rebuilt', async t => {
  // A list whose end is beyond all limits: each has its number and the next.
  const nodes = Array.from({ length: COUNT }, (_, i) =>
    object(`n${i}`, { id: num(i), ...(i + 1 < COUNT && { next: ref(`n${i + 1}`) }) })
  )
  const file = makeDump(path.join(t.testdir(), 'a.ccdump'), [
    { kind: 'exception', value: num(1), description: '1' },
    callFrame(vars({ head: ref('n0'), last: ref(`n${COUNT - 1}`) }), { functionName: 'f', url: 'file:///app/a.js' }),
    ...nodes,
    { kind: 'process' }
  ])
  const walk = (/** @type {number} */ steps) =>
    `let node = head; for (let i = 0; i < ${steps}; i++) node = node.next; node`
  const results = await evaluateAll(
    file,
    [
      ['last.id'],
      [`${walk(4000)}.id`],
      [`${walk(30_000)}.id`], // beyond those of the first try
      [`try { ${walk(30_000).replace(/node$/, '')} return node.id } catch { return "caught" }`],
      [`${walk(55_000)}.id`],
      [`${walk(49_998)}.next`] // the first of which there is only the identity
    ].map(([expression]) => [expression.includes('return') ? `(() => { ${expression} })()` : expression])
  )
  t.same(results.slice(0, 4), [String(COUNT - 1), '4000', '30000', '30000'])
  t.match(results[4], /^NotCaptured: .*\(not among the 50000 objects nearest to the frame, which are rebuilt\)$/)
  t.match(results[5], /^\{ id: 49999, next: \{ id: 50000, next: /, 'shown from the dump')
})
