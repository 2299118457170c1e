'use strict'
// What one tentative capture costs, by what V8 has to walk: scripts and heap.

const path = require('node:path')

const { UNLIMITED } = require('../../lab/rationing')
const { readStatistics, statisticsEnv } = require('../../lab/statistics')
const { runProgram } = require('../../lab/suite')

const PROGRAM = path.join(__dirname, 'program.js')

const REPEATED = 10

/** @param {number} scripts @param {number} heapMb @returns {import('../../lab/suite').Scenario} */
const scenario = (scripts, heapMb) => ({
  name: `${scripts.toLocaleString('en')} scripts, ${heapMb} MB`,
  async run (context) {
    const measured = await runProgram(PROGRAM, [String(scripts), String(heapMb), String(REPEATED)], context, {
      nodeArgs: ['--expose-gc', '--max-old-space-size=4096'],
      env: { ...UNLIMITED, ...statisticsEnv(context.directory) }
    })
    const statistics = readStatistics(context.directory)
    const details = { ...measured.details, statistics }
    // Without the counters nothing shows that a capture happened at all.
    if (context.configuration.name === 'on-demand' && !(statistics.captures > REPEATED)) {
      return { metrics: {}, details, discarded: measured.discarded ?? `${statistics.captures ?? 'unknown number of'} captures instead of ${1 + REPEATED}` }
    }
    return { ...measured, details }
  }
})

/** @type {import('../../lab/suite').Suite} */
module.exports = {
  name: 'capture-cost',
  title: 'One tentative capture',
  text: `How much longer the construction of an error takes when it is captured, with scripts of 3 KB each loaded beforehand and
with a heap of small objects. The first capture of a process, and the median of ten more at other sites. Rationing is switched off.`,
  nodes: ['24'],
  configurations: ['off', 'on-demand'],
  rounds: 15,
  quickRounds: 1,
  warmUp: false,
  charts: [{ name: 'repeated', title: 'One capture, repeated', metric: 'repeatedMs', configurations: ['on-demand'] }],
  metrics: [
    { name: 'firstMs', label: 'first', unit: 'ms', compare: 'value', digits: 2 },
    { name: 'repeatedMs', label: 'repeated', unit: 'ms', compare: 'value', digits: 2 },
    { name: 'worstMs', label: 'worst of ten', unit: 'ms', compare: 'value', digits: 2 }
  ],
  scenarios: [
    ...[200, 2000, 8000].map(scripts => scenario(scripts, 50)),
    ...[300, 1000].map(heapMb => scenario(200, heapMb))
  ]
}
