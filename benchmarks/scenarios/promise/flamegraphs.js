'use strict'
// Where promise-heavy code spends its time without a debugger, with one on demand, and with one always on.

const fs = require('node:fs')
const path = require('node:path')

const { configuration } = require('../../lab/configurations')
const { REPOSITORY } = require('../../lab/environment')
const { flamegraph } = require('../../lab/flamegraph')
const { perfWorks, profile, shares } = require('../../lab/perf')
const { inDirectory } = require('../../lab/suite')
const { markdown } = require('../../lab/table')

const DIRECTORY = path.join(REPOSITORY, 'assets', 'promise-performance-flamegraphs')
const WORKLOADS = ['doxbee-async', 'doxbee-promises', 'fibonacci-async', 'parallel-async', 'parallel-promises']
const CONFIGURATIONS = ['off', 'on-demand', 'always']
const RUNS = '20'

/** What V8 calls, in C++, for each promise operation while a debugger or a promise hook is there. */
const SLOW_PATH = /Runtime_(Promise|Debug|AwaitPromises|StackGuard.*Promise)|RunAllPromiseHooks|RunPromiseHook|OnAsyncFunctionSuspended|AsyncEventOccurred|V8Debugger::.*[Aa]sync|StackTraceCapture|V8StackTraceImpl/

/**
 * @param {string} program
 * @param {string} node binary
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
async function drawFlamegraphs (program, node, signal) {
  if (!perfWorks()) throw new Error('flamegraphs need Linux perf, which is not to be had here')
  fs.mkdirSync(DIRECTORY, { recursive: true })
  /** @type {string[][]} */
  const rows = []
  for (const workload of WORKLOADS) {
    const slow = []
    for (const name of CONFIGURATIONS) {
      const stacks = await inDirectory(configuration(name), node, { quick: false, flamegraph: true, signal }, async ({ configuration, directory, env }) =>
        (await profile([node, ...configuration.nodeArgs, '--expose-gc', program, workload, RUNS], { cwd: directory, env, signal })).stacks)
      const title = `${workload}, ${configuration(name).label}: orange is V8's slow path for promises`
      fs.writeFileSync(path.join(DIRECTORY, `${workload}-${name}.svg`), flamegraph(stacks, { title, highlight: SLOW_PATH }))
      const { slow: share = 0 } = shares(stacks, frames => frames.some(frame => SLOW_PATH.test(frame)) ? 'slow' : 'other')
      const functions = shares(stacks, frames => frames.find(frame => SLOW_PATH.test(frame)) ?? null)
      slow.push(`${(share * 100).toFixed(1)} %`, share < 0.005 ? '' : Object.keys(functions).slice(0, 3).join(', '))
    }
    rows.push([workload, slow[0], slow[2], slow[4], slow[5]])
  }
  fs.writeFileSync(path.join(DIRECTORY, 'slow-path.md'),
    markdown(['Workload', 'without', 'crash-collector', 'mode always', 'entered by (mode always)'], rows) + '\n')
}

/**
 * @returns {string} Markdown for the report; empty as long as none are drawn
 */
function flamegraphsText () {
  const table = path.join(DIRECTORY, 'slow-path.md')
  if (!fs.existsSync(table)) return ''
  const links = WORKLOADS.map(workload => `- ${workload}: ${CONFIGURATIONS.map(name =>
    `[${configuration(name).label}](../assets/promise-performance-flamegraphs/${workload}-${name}.svg)`).join(', ')}`)
  return `Flamegraphs, drawn from samples of Linux perf (\`npm run bench -- promise --flamegraph\`), orange where V8 leaves its fast path for
promises and calls into C++ for each operation:

${links.join('\n')}

Share of the samples of the process below such a call:

${fs.readFileSync(table, 'utf8')}`
}

module.exports = { drawFlamegraphs, flamegraphsText }
