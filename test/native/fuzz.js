'use strict'
// node test/native/fuzz.js [--graphs 2500] [--seed 1] [--rows file]: a long run of graph-fuzz.test.js. Appends what it
// did to a file of JSON lines, prints the problems, and exits with 1 when there were any.

const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const { parseArgs } = require('node:util')

const { GraphOracle } = require('./graph-oracle')
const { makeRandomGraph } = require('./random-graph')
const { OWN_CLASSES } = require('./random-objects')
const { FUZZ_LIMITS, walkGraph } = require('./walk-graph')

const { values } = parseArgs({
  options: {
    graphs: { type: 'string', default: '2500' },
    seed: { type: 'string', default: '1' },
    rows: { type: 'string' }
  }
})
const graphs = Number(values.graphs)
const firstSeed = Number(values.seed)

/** @type {Set<string>} */
const kinds = new Set()
let records = 0
let ranCode = 0
let problems = 0
const start = Date.now()
for (let seed = firstSeed; seed < firstSeed + graphs; seed++) {
  const { root, facts, ran, kinds: made } = makeRandomGraph(seed)
  for (const kind of made) kinds.add(kind)
  for (const [name, limits] of Object.entries(FUZZ_LIMITS)) {
    ran.count = 0
    const walked = walkGraph(root, limits)
    records += walked.records.size
    ranCode += ran.count
    const found = new GraphOracle(walked, limits, facts, OWN_CLASSES).check(root)
    problems += found.length
    for (const problem of found) console.log(`seed ${seed}, ${name} limits: ${problem}`)
  }
}
// git ends by SIGSEGV if LeakSanitizer is loaded into it.
const git = spawnSync('git', ['rev-parse', '--short=12', 'HEAD'], {
  cwd: __dirname,
  encoding: 'utf8',
  env: { ...process.env, LD_PRELOAD: '' }
})
const row = {
  kind: 'fuzz',
  date: new Date().toISOString(),
  commit: git.stdout.trim(),
  node: process.version,
  sanitized: (process.env.LD_PRELOAD ?? '').includes('asan'),
  firstSeed,
  graphs,
  walks: graphs * Object.keys(FUZZ_LIMITS).length,
  kinds: kinds.size,
  records,
  ranCode,
  problems,
  seconds: Math.round((Date.now() - start) / 1000)
}
console.log(JSON.stringify(row))
if (values.rows !== undefined) fs.appendFileSync(values.rows, JSON.stringify(row) + '\n')
process.exitCode = problems + ranCode === 0 ? 0 : 1
