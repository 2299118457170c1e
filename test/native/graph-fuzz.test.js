'use strict'
// The addon walks random graphs as a slow oracle does. CRASH_COLLECTOR_FUZZ_GRAPHS and CRASH_COLLECTOR_FUZZ_SEED make
// the run longer or different; fuzz.js is for long runs.

const t = require('tap')

const { GraphOracle } = require('./graph-oracle')
const { makeRandomGraph } = require('./random-graph')
const { KINDS, OWN_CLASSES } = require('./random-objects')
const { FUZZ_LIMITS, walkGraph } = require('./walk-graph')

const GRAPHS = Number(process.env.CRASH_COLLECTOR_FUZZ_GRAPHS ?? 300)
const FIRST_SEED = Number(process.env.CRASH_COLLECTOR_FUZZ_SEED ?? 1)

t.test('random graphs', async t => {
  /** @type {Set<string>} */
  const seen = new Set()
  let objects = 0
  for (let seed = FIRST_SEED; seed < FIRST_SEED + GRAPHS; seed++) {
    const { root, facts, ran, kinds } = makeRandomGraph(seed)
    for (const kind of kinds) seen.add(kind)
    for (const [name, limits] of Object.entries(FUZZ_LIMITS)) {
      ran.count = 0
      const walked = walkGraph(root, limits)
      objects += walked.records.size
      if (ran.count > 0) t.fail(`seed ${seed}: code of the graph ran ${ran.count} times`)
      const problems = new GraphOracle(walked, limits, facts, OWN_CLASSES).check(root)
      if (problems.length > 0) t.fail(`seed ${seed}, ${name} limits`, { problems: problems.slice(0, 5) })
    }
  }
  t.ok(objects > GRAPHS * 20, `${objects} records of ${GRAPHS} graphs compared`)
  if (GRAPHS >= 300) {
    t.same(
      Object.keys(KINDS).filter(kind => !seen.has(kind)),
      [],
      'every kind occurs'
    )
  }
})
