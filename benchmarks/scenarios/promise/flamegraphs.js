'use strict'
// Draws where promise-heavy code spends its time without a debugger, with one on demand, and with one that is always
// on.

const fs = require('node:fs')
const path = require('node:path')

const { configuration } = require('../../lab/configurations')
const { REPOSITORY } = require('../../lab/environment')
const { drawComparison } = require('../../lab/profile/flamegraph-comparison')
const { usualBinary } = require('../../lab/configurations/nodes')
const { shares } = require('../../lab/profile/perf')
const { markdown } = require('../../lab/report/table')

const DIRECTORY = path.join(REPOSITORY, 'assets', 'promise-performance-flamegraphs')
const WORKLOADS = ['doxbee-async', 'doxbee-promises', 'fibonacci-async', 'parallel-async', 'parallel-promises']
const CONFIGURATIONS = ['off', 'on-demand', 'always']
const RUNS = 20
const TABLE = path.join(DIRECTORY, 'slow-path.md')
/** Workloads that miss their target after an error, with the Node.js on which they do. */
const MISSES = [
  { workload: 'doxbee-async', major: '24', name: 'doxbee-async-after-an-error', runs: 200 },
  { workload: 'parallel-promises', major: '22', name: 'parallel-promises-after-an-error-node-22', runs: 20 }
]

/** C++ functions that V8 calls for each promise operation while there is a debugger or a promise hook. */
const SLOW_PATH = new RegExp(
  [
    'Runtime_(Promise|ResolvePromise|RejectPromise|Debug|AwaitPromises|StackGuard.*Promise)',
    'RunAllPromiseHooks',
    'RunPromiseHook',
    'OnAsyncFunctionSuspended',
    'AsyncEventOccurred',
    'V8Debugger::.*[Aa]sync',
    'StackTraceCapture',
    'V8StackTraceImpl'
  ].join('|')
)

/** Optimised code has these functions inline as long as no debugger was ever enabled, and calls them afterwards. */
const NO_LONGER_INLINE = /^Builtins_(AsyncFunctionEnter|AsyncFunctionAwait|PromiseResolve)$/

/**
 * @param {string} program
 * @param {Record<string, string>} binaries paths by major version
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
async function drawFlamegraphs (program, binaries, signal) {
  const node = usualBinary(binaries)
  /** @type {string[][]} */
  const rows = []
  for (const workload of WORKLOADS) {
    const args = ['--expose-gc', program, workload, `--runs=${RUNS}`]
    const all = await drawComparison(
      { file: pictureOf(workload), title: workload, configurations: CONFIGURATIONS, args, highlight: SLOW_PATH },
      node,
      signal
    )
    const always = shares(all[2], slowCall)
    rows.push([workload, ...all.map(shareOfSlowPath), Object.keys(always).slice(0, 3).join(', ')])
  }
  fs.writeFileSync(
    TABLE,
    markdown(['Workload', 'without', 'crash-collector', 'mode always', 'entered by (mode always)'], rows) + '\n'
  )
  for (const { workload, major, name, runs } of MISSES.filter(({ major }) => binaries[major] !== undefined)) {
    await drawComparison(
      {
        file: pictureOf(name),
        title: `${workload} after 100 errors`,
        configurations: ['off', 'on-demand'],
        args: ['--expose-gc', program, workload, `--runs=${runs}`, '--after-errors'],
        highlight: NO_LONGER_INLINE
      },
      binaries[major],
      signal
    )
  }
}

/** @param {string} name */
function pictureOf (name) {
  return path.join(DIRECTORY, `${name}.svg`)
}

/** @param {string[]} frames */
function slowCall (frames) {
  return frames.find(frame => SLOW_PATH.test(frame)) ?? null
}

/** @param {import('../../lab/profile/perf').Stacks} stacks */
function shareOfSlowPath (stacks) {
  const { slow = 0 } = shares(stacks, frames => (slowCall(frames) === null ? 'other' : 'slow'))
  return `${(slow * 100).toFixed(1)} %`
}

/**
 * @returns {string} Markdown for the report; empty if there are no flamegraphs yet
 */
function flamegraphsText () {
  if (!fs.existsSync(TABLE)) return ''
  const pictures = WORKLOADS.map(
    workload =>
      `![${workload}: ${CONFIGURATIONS.map(name => configuration(name).label).join(', ')}` +
      `](../../../assets/promise-performance-flamegraphs/${workload}.svg)`
  )
  return `Flamegraphs without, with crash-collector, and with its mode always, drawn from samples of Linux perf
(\`npm run bench -- promise --flamegraph\`). Opened by itself, a picture names each box and its share. Orange is V8's
slow path. Without a debugger, promises are settled and async functions resumed in built-in code alone. While one is
enabled, that code calls functions of V8's runtime, in C++, instead: \`Runtime_ResolvePromise\` for each promise that is
resolved, \`Runtime_DebugAsyncFunctionSuspended\` for each \`await\`, \`Runtime_PromiseHookBefore\` and \`After\` around
each reaction, so that the debugger can tell whether an error will be caught. The workloads in the manner of \`async\`
meet all of them, those of bare promises the first and the last.

${pictures.join('\n\n')}

Share of the samples of the process below such a call, and the functions of V8's runtime (\`Runtime_…\`) by which it is
entered, most frequent first:

${fs.readFileSync(TABLE, 'utf8').replaceAll('v8::internal::Runtime_', '')}`
}

module.exports = { drawFlamegraphs, flamegraphsText }
