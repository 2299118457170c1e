'use strict'
// Where promise-heavy code spends its time without a debugger, with one on demand, and with one always on.

const fs = require('node:fs')
const path = require('node:path')

const { configuration } = require('../../lab/configurations')
const { REPOSITORY } = require('../../lab/environment')
const { flamegraphsSideBySide } = require('../../lab/flamegraph')
const { show } = require('../../lab/progress')
const { perfWorks, profile, shares } = require('../../lab/perf')
const { inDirectory } = require('../../lab/suite')
const { markdown } = require('../../lab/table')

const DIRECTORY = path.join(REPOSITORY, 'assets', 'promise-performance-flamegraphs')
const WORKLOADS = ['doxbee-async', 'doxbee-promises', 'fibonacci-async', 'parallel-async', 'parallel-promises']
const CONFIGURATIONS = ['off', 'on-demand', 'always']
const RUNS = '20'

/** What V8 calls, in C++, for each promise operation while a debugger or a promise hook is there. */
const SLOW_PATH = /Runtime_(Promise|ResolvePromise|RejectPromise|Debug|AwaitPromises|StackGuard.*Promise)|RunAllPromiseHooks|RunPromiseHook|OnAsyncFunctionSuspended|AsyncEventOccurred|V8Debugger::.*[Aa]sync|StackTraceCapture|V8StackTraceImpl/

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
    show(`flamegraphs of ${workload}`)
    const slow = []
    const graphs = []
    for (const name of CONFIGURATIONS) {
      const stacks = await inDirectory(configuration(name), node, { quick: false, flamegraph: true, signal }, async ({ configuration, directory, env }) =>
        (await profile([node, ...configuration.nodeArgs, '--expose-gc', program, workload, RUNS], { cwd: directory, env, signal })).stacks)
      graphs.push({ stacks, title: `${workload}, ${configuration(name).label}` })
      const { slow: share = 0 } = shares(stacks, frames => frames.some(frame => SLOW_PATH.test(frame)) ? 'slow' : 'other')
      const functions = shares(stacks, frames => frames.find(frame => SLOW_PATH.test(frame)) ?? null)
      slow.push(`${(share * 100).toFixed(1)} %`, share < 0.005 ? '' : Object.keys(functions).slice(0, 3).join(', '))
    }
    fs.writeFileSync(path.join(DIRECTORY, `${workload}.svg`), flamegraphsSideBySide(graphs, { width: 800, highlight: SLOW_PATH }))
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
  const pictures = WORKLOADS.map(workload => `![${workload}: ${CONFIGURATIONS.map(name => configuration(name).label).join(', ')}](../assets/promise-performance-flamegraphs/${workload}.svg)`)
  return `Flamegraphs without, with crash-collector, and with its mode always, drawn from samples of Linux perf (\`npm run bench -- promise --flamegraph\`). Opened by itself, a picture
names each box and its share. Orange is V8's slow path. Without a debugger, promises are settled and async functions resumed in built-in code alone. While one is enabled, that code calls
functions of V8's runtime, in C++, instead: \`Runtime_ResolvePromise\` for each promise that is resolved, \`Runtime_DebugAsyncFunctionSuspended\` for each \`await\`, \`Runtime_PromiseHookBefore\`
and \`After\` around each reaction, so that the debugger can tell whether an error will be caught. The workloads in the manner of \`async\` meet all of them, those of bare promises the first and the last.

${pictures.join('\n\n')}

Share of the samples of the process below such a call, and the functions by which it is entered, most frequent first:

${fs.readFileSync(table, 'utf8')}`
}

module.exports = { drawFlamegraphs, flamegraphsText }
