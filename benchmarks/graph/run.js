'use strict'
// node benchmarks/graph/run.js [--rounds 15] [--node 20,22,24,26] [--objects 116000] [--json file]: how fast an object graph is
// walked, against the same walk in JavaScript and over the inspector. Each walk is the first of a fresh process, as in a crash;
// the contestants take turns, and the first round is dropped.

const { execFileSync } = require('node:child_process')
const os = require('node:os')
const path = require('node:path')
const { parseArgs } = require('node:util')

const { environment } = require('../lab/environment')
const { nodeBinary, nodeVersion } = require('../lab/nodes')
const { RESULTS, rowWriter } = require('../lab/rows')
const { estimate, median } = require('../lab/stats')

/** @typedef {Record<string, number>} Metrics */

const CONTESTANTS = ['native', 'native-redacting', 'javascript', 'inspector']
const CONTESTANT = path.join(__dirname, 'contestant.js')

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    node: { type: 'string', default: process.versions.node.split('.')[0] },
    objects: { type: 'string', default: '116000' }, // gives a little over 100,000
    json: { type: 'string' }
  }
})

const nodes = Object.fromEntries(values.node.split(',').map(major => [major, nodeBinary(major)]))
const versions = Object.fromEntries(Object.entries(nodes).map(([major, binary]) => [major, nodeVersion(binary)]))
const header = environment({ suite: 'graph', command: `node benchmarks/graph/run.js ${process.argv.slice(2).join(' ')}`.trim(), quick: Number(values.rounds) < 10, nodes: versions })
const write = rowWriter(values.json ?? path.join(RESULTS, `${header.date.slice(0, 10)}-graph.jsonl`))
write(header)
for (const major of Object.keys(nodes)) report(major, measure(major))

/**
 * @param {string} major
 * @returns {Metrics[][]} by contestant and round
 */
function measure (major) {
  /** @type {Metrics[][]} */
  const rounds = CONTESTANTS.map(() => [])
  for (let round = 0; round <= Number(values.rounds); round++) {
    for (let position = 0; position < CONTESTANTS.length; position++) {
      const contestant = (position + round) % CONTESTANTS.length
      const load = os.loadavg()[0]
      const metrics = JSON.parse(execFileSync(nodes[major], ['--expose-gc', CONTESTANT, CONTESTANTS[contestant], values.objects], { encoding: 'utf8' }))
      if (round > 0) rounds[contestant].push(metrics)
      write({ kind: 'run', session: header.session, suite: 'graph', scenario: 'mixed-shapes', node: major, configuration: CONTESTANTS[contestant], round, position, load, metrics })
    }
  }
  return rounds
}

/**
 * @param {string} major
 * @param {Metrics[][]} rounds
 */
function report (major, rounds) {
  console.log(`\nNode.js ${versions[major]}, ${rounds[0][0]?.objects} objects, ${values.rounds} rounds, medians`)
  for (let i = 0; i < CONTESTANTS.length; i++) {
    const middle = (/** @type {string} */ metric) => median(rounds[i].map(metrics => metrics[metric]))
    // Ratio within a round: what disturbs the machine for a while disturbs both.
    const ratio = estimate(rounds[0].map((native, round) => native.objectsPerSecond / rounds[i][round].objectsPerSecond))
    const columns = [
      CONTESTANTS[i].padEnd(16), `${Math.round(middle('objectsPerSecond'))} objects/s`, `${middle('megabytesPerSecond').toFixed(1)} MB/s`, `${middle('ms').toFixed(0)} ms`,
      `${middle('peakMegabytes').toFixed(0)} MB peak`, `native ${ratio.median.toFixed(2)} times as fast (${ratio.low.toFixed(2)} to ${ratio.high.toFixed(2)})`
    ]
    console.log(columns.join('  '))
  }
}
