'use strict'
const t = require('tap')
const { pauseRation } = require('../../lib/triggers/pause-ration')
const { thrownValues, UNREACHABLE } = require('../../lib/fallback/thrown-values')

const RATIONING = /** @type {import('../../lib/config').Rationing} */ ({ siteFirst: 1, siteGrowth: 10, budgetPercent: 1, budgetInitialMs: 200, budgetMaxMs: 100 })

/** A ration and the hand of its clock. */
function makeRation () {
  let nowNs = 0n
  return { ration: pauseRation(RATIONING, () => nowNs), pass: (/** @type {number} */ ms) => { nowNs += BigInt(ms) * 1_000_000n } }
}

t.test('a site is due at its 1st, 10th, 100th exception', async (t) => {
  const { ration } = makeRation()
  const due = []
  for (let i = 1; i <= 1000; i++) {
    if (!ration.isDue('a')) continue
    due.push(i)
    ration.captured('a', false, 0)
  }
  t.same(due, [1, 10, 100, 1000])
  t.ok(ration.isDue('b'), 'another site has a count of its own')
})

t.test('a site stays due until it is captured', async (t) => {
  const { ration } = makeRation()
  t.ok(ration.isDue('a'))
  t.ok(ration.isDue('a'))
  ration.captured('a', false, 0)
  t.notOk(ration.isDue('a'))
})

t.test('time', async (t) => {
  const { ration, pass } = makeRation()
  ration.isDue('a')
  ration.captured('a', false, 199.9)
  t.ok(ration.hasTime(false), 'a rest of the first allowance')
  ration.captured('a', false, 0.1)
  t.notOk(ration.hasTime(false), 'all of it spent')
  t.ok(ration.hasTime(true), 'fatal exceptions have an allowance of their own')
  ration.captured('a', true, 200)
  t.notOk(ration.hasTime(true))
  t.ok(ration.hasBriefTime(), 'and one for a short look')
  ration.captured('a', true, 200)
  t.notOk(ration.hasBriefTime())
  pass(100)
  t.ok(ration.hasTime(false), 'one percent of the time has come back')
  ration.captured('a', false, 1)
  t.notOk(ration.hasTime(false))
  pass(1_000_000)
  t.ok(ration.hasTime(false))
  ration.captured('a', false, 100)
  t.notOk(ration.hasTime(false), 'no more is saved up than the most')
})

t.test('thrown values are told apart', async (t) => {
  const thrown = thrownValues(3)
  const error = new Error('one')
  const of = (/** @type {number} */ id) => ({ id, site: `s${id}`, uncaught: false })
  thrown.add(error, of(1))
  thrown.add(NaN, of(2))
  t.same(thrown.find(error).map(({ id }) => id), [1])
  t.same(thrown.find(new Error('one')), [])
  t.same(thrown.find(NaN).map(({ id }) => id), [2])
  t.same(thrown.find(undefined), [], 'an object that is gone is not undefined')
  thrown.add(error, of(3))
  t.same(thrown.find(error).map(({ id }) => id), [3, 1], 'the latest first')
  thrown.add(-0, of(4))
  t.same(thrown.find(error).map(({ id }) => id), [3], 'the oldest went')
  t.same(thrown.find(0), [])
  thrown.forget(error)
  t.same(thrown.find(error), [])
  thrown.add(UNREACHABLE, of(5))
  t.equal(thrown.lastUnreachable(), 5)
  t.same(thrown.find(UNREACHABLE), [])
  t.equal(thrown.lastUncaught(() => true), null)
  thrown.add('reason', { id: 6, site: 's6', uncaught: true })
  t.same(thrown.lastUncaught(() => true), ['reason'])
})
