'use strict'
// The report of the suite `http` shows which functions V8 optimised and deoptimised.

const t = require('tap')

const { report } = require('../../benchmarks/scenarios/http/report')

/**
 * @param {string} scenario
 * @param {string} configuration
 * @param {Record<string, number>} deoptimised
 * @returns {import('../../benchmarks/lab/rows').RunRow}
 */
const run = (scenario, configuration, deoptimised) => ({
  kind: 'run',
  session: 'one',
  suite: 'http',
  scenario,
  node: '24',
  configuration,
  round: 1,
  position: 0,
  load: 0,
  metrics: { deoptimised: Object.values(deoptimised).reduce((sum, count) => sum + count, 0) },
  details: { optimised: ['f'], deoptimised }
})

t.test('deoptimisations with the collector are not hidden by frequent ones', async t => {
  const usual = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`usual${index}: wrong map`, 9]))
  const text = report([
    run('express, what V8 optimises', 'off', { 'a: x': 1 }),
    run('express, what V8 optimises', 'on-demand', { 'a: x': 1 }),
    run('fastify, what V8 optimises', 'off', { ...usual, 'gone: deopt: twice': 2 }),
    run('fastify, what V8 optimises', 'off-again', usual),
    run('fastify, what V8 optimises', 'on-demand', { ...usual, 'new: wrong map': 1 })
  ])
  const fastify = text.slice(text.indexOf('**fastify'), text.indexOf('**Functions optimised'))
  t.match(text, /\*\*express: .*In all 1 without, 1 crash-collector;/)
  t.match(fastify, /In all 182 without, 180 without, again, 181 crash-collector;/)
  const rows = fastify
    .split('\n')
    .filter(line => line.startsWith('| '))
    .slice(2)
  t.equal(rows.length, 15)
  t.same(rows.slice(0, 3), [
    '| gone | deopt: twice | 2 | 0 | 0 |',
    '| new | wrong map | 0 | 0 | 1 |',
    '| usual0 | wrong map | 9 | 9 | 9 |'
  ])
  t.match(fastify, /\n7 more are in the rows/)
})

t.test('a change of a hot function is shown, whichever run it was in', async t => {
  const hot = (/** @type {string} */ configuration, /** @type {[number, number]} */ status, optimisedBit = 16) => ({
    ...run('hot functions', configuration, {}),
    metrics: {},
    details: { status: { f: status }, optimisedBit }
  })
  const text = report([
    hot('off', [81, 81]),
    hot('on-demand', [81, 81]),
    hot('on-demand', [81, 1]),
    hot('on-demand', [81, 81])
  ])
  t.match(text, '| f | optimised (81), then optimised (81) | optimised (81), then not optimised (1) |')
  t.match(report([hot('off', [41, 65], 8)]), '| f | optimised (41), then not optimised (65) |')
})
