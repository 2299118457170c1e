'use strict'
const t = require('tap')
const { createThrownValues, UNREACHABLE } = require('../../lib/fallback/thrown-values')

t.test('thrown values are told apart', async t => {
  const thrown = createThrownValues(3)
  const error = new Error('one')
  const of = (/** @type {number} */ id) => ({ id, site: `s${id}`, uncaught: false })
  thrown.add(error, of(1))
  thrown.add(NaN, of(2))
  t.same(
    thrown.find(error).map(({ id }) => id),
    [1]
  )
  t.same(thrown.find(new Error('one')), [])
  t.same(
    thrown.find(NaN).map(({ id }) => id),
    [2]
  )
  t.same(thrown.find(undefined), [], 'an object that is gone is not undefined')
  thrown.add(error, of(3))
  t.same(
    thrown.find(error).map(({ id }) => id),
    [3, 1],
    'the latest first'
  )
  thrown.add(-0, of(4))
  t.same(
    thrown.find(error).map(({ id }) => id),
    [3],
    'the oldest went'
  )
  t.same(thrown.find(0), [])
  thrown.forget(error)
  t.same(thrown.find(error), [])
  thrown.add(UNREACHABLE, of(5))
  t.equal(thrown.lastUnreachable(), 5)
  t.same(thrown.find(UNREACHABLE), [])
  t.equal(
    thrown.lastUncaught(() => true),
    null
  )
  thrown.add('reason', { id: 6, site: 's6', uncaught: true })
  t.same(
    thrown.lastUncaught(() => true),
    ['reason']
  )
})
