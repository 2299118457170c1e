'use strict'
// Measures in which functions a tentative capture spends its time.

const fs = require('node:fs')
const path = require('node:path')

const { REPOSITORY } = require('../../lab/environment')
const { flamegraph } = require('../../lab/profile/flamegraph')
const { perfWorks, profile, shares } = require('../../lab/profile/perf')
const { UNLIMITED } = require('../../lab/configurations/rationing')
const { markdown } = require('../../lab/report/table')
const { stageOf } = require('./stages')

const PROGRAM = path.join(__dirname, '..', 'capture-cost', 'program.js')
const ASSETS = path.join(REPOSITORY, 'assets', 'benchmarks')
const CAPTURES = 40

/** @param {number} scripts @param {number} heapMb @returns {import('../../lab/suite').Scenario} */
const scenario = (scripts, heapMb) => ({
  name: `${scripts.toLocaleString('en')} scripts, ${heapMb} MB`,
  /** @returns {Promise<import('../../lab/suite').Measured>} */
  async run ({ configuration, node, directory, env, quick, flamegraph: draw, signal }) {
    if (!perfWorks()) return { metrics: {}, discarded: 'Linux perf is not to be had here' }
    const captures = quick ? 10 : CAPTURES
    const command = [
      node,
      ...configuration.nodeArgs,
      '--max-old-space-size=4096',
      PROGRAM,
      String(scripts),
      String(heapMb),
      String(captures)
    ]
    const { stacks } = await profile(command, { cwd: directory, env: { ...env, ...UNLIMITED }, signal })
    const inCapture = new Map([...stacks].filter(([key]) => stageOf(key.split(';')) !== null))
    const samples = [...inCapture.values()].reduce((sum, count) => sum + count, 0)
    if (samples < 100) return { metrics: {}, discarded: `${samples} samples within captures` }
    if (draw) {
      fs.mkdirSync(ASSETS, { recursive: true })
      const title = `${CAPTURES} tentative captures, ${scripts.toLocaleString('en')} scripts, ${heapMb} MB of heap`
      fs.writeFileSync(
        path.join(ASSETS, `capture-${scripts}-scripts-${heapMb}-mb.svg`),
        flamegraph(withoutCallers(inCapture), { title, highlight: /CollectSourcePositions|didParseSource/ })
      )
    }
    return { metrics: { samples }, details: { stages: shares(inCapture, stageOf) } }
  }
})

/**
 * @param {import('../../lab/profile/perf').Stacks} stacks
 * @returns {import('../../lab/profile/perf').Stacks} the stacks from the hook on, without the program's own functions
 */
function withoutCallers (stacks) {
  /** @type {import('../../lab/profile/perf').Stacks} */
  const cut = new Map()
  for (const [key, count] of stacks) {
    const frames = key.split(';')
    const rest = frames.slice(frames.findIndex(frame => frame.startsWith('crash_collector::'))).join(';')
    cut.set(rest, (cut.get(rest) ?? 0) + count)
  }
  return cut
}

/** @type {import('../../lab/suite').Suite} */
module.exports = {
  name: 'capture-profile',
  title: "Where a capture's time goes",
  text: `By a pause of V8's debugger, where no other way is to be had.
Samples of Linux perf, 1,999 a second, of the process of [One tentative capture](capture-cost.md) with ${CAPTURES}
captures after the first; only those within captures are counted.`,
  nodes: ['24'],
  // A capture without the debugger is too short for samples.
  configurations: ['pause'],
  rounds: 1,
  quickRounds: 1,
  warmUp: false,
  metrics: [{ name: 'samples', label: 'samples within captures', unit: '', compare: 'value', digits: 0 }],
  scenarios: [scenario(200, 50), scenario(2000, 50), scenario(8000, 50), scenario(200, 300)],
  report (runs) {
    const tables = runs
      .filter(run => run.discarded === undefined)
      .map(run => ({ name: run.scenario, stages: /** @type {Record<string, number>} */ (run.details?.stages ?? {}) }))
    const stages = [...new Set(tables.flatMap(table => Object.keys(table.stages)))]
    return markdown(
      ['Stage', ...tables.map(({ name }) => name)],
      stages.map(stage => [stage, ...tables.map(table => `${((table.stages[stage] ?? 0) * 100).toFixed(1)} %`)])
    )
  }
}
