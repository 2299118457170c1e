'use strict'
// The slopes and intervals of `npm run test:soak`.

const t = require('tap')

const { difference, interval, quantile, slopeOf } = require('./slope')

/** @param {number} value */
const rounded = value => Number(value.toFixed(3))

t.test('a line of least squares with its error', async t => {
  const { slope, error, freedom } = slopeOf([1, 2, 3, 4, 5], [2.1, 3.9, 6.2, 7.8, 10.1])
  t.same([slope, error].map(rounded), [1.99, 0.06])
  t.equal(freedom, 3)
})

t.test("Student's distribution, as tables have it", async t => {
  t.same([10, 20, 30].map(quantile).map(rounded), [2.228, 2.086, 2.042])
})

t.test('what only one of two processes has is above zero, what both have is not', async t => {
  const xs = Array.from({ length: 30 }, (_, i) => i)
  const noise = xs.map(i => Math.sin(i * i) * 2)
  const grows = slopeOf(xs, xs.map(i => 100 + i + noise[i]))
  const stays = slopeOf(xs, xs.map(i => 90 + noise[29 - i]))
  const alike = slopeOf(xs, xs.map(i => 100 + noise[i]))
  t.ok(interval(difference(grows, stays))[0] > 0.5)
  const [low, high] = interval(difference(alike, stays))
  t.ok(low < 0 && high > 0)
  t.same(interval(difference(slopeOf(xs, xs), slopeOf(xs, xs))), [0, 0])
})
