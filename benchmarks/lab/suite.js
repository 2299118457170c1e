'use strict'
// Types of a suite, and the usual way to run a scenario: a Node.js program that prints its metrics.

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')

const { environmentOf } = require('./configurations')
const { countedCommand } = require('./instructions/counting')
const { launch } = require('./process/launch')

/** @typedef {import('./configurations').Configuration} Configuration */

/**
 * @typedef {object} Context
 * @property {Configuration} configuration
 * @property {string} node binary
 * @property {string} directory an empty directory for this run, removed afterwards; dumps go to its `crashes`
 * @property {NodeJS.ProcessEnv} env
 * @property {boolean} quick a trial run, only as long as needed to show that everything works
 * @property {AbortSignal} signal
 */

/**
 * @typedef {object} Measured
 * @property {Record<string, number>} metrics
 * @property {Record<string, unknown>} [details]
 * @property {string} [discarded] why the run does not count
 */

/**
 * @typedef {object} Scenario
 * @property {string} name
 * @property {(context: Context) => Promise<Measured>} run
 * @property {string[]} [configurations] replace those of the suite
 * @property {string[]} [nodes] of the suite's, those that it is for
 * @property {number} [rounds] the most rounds
 * @property {boolean} [counted] instructions are counted, so other runs beside it change nothing
 */

/**
 * @typedef {object} Metric
 * @property {string} name
 * @property {string} label
 * @property {string} unit
 * @property {'ratio' | 'difference' | 'value'} compare the comparison with the baseline; `value`: shown as it is
 * @property {import('../targets').Target[]} [targets] from benchmarks/targets.js, where all of them are
 * @property {number} [digits] number of digits after the point
 */

/**
 * @typedef {object} Suite
 * @property {string} name
 * @property {string} title
 * @property {string} question that it answers, in one line
 * @property {number} minutes its share of the time of all suites
 * @property {string} text the question and how it is measured
 * @property {string[]} nodes major versions, unless the command line names others
 * @property {string[]} configurations
 * @property {number} rounds of scenarios without a target; those with one go on as long as it is not decided
 * @property {number} quickRounds
 * @property {boolean} [warmUp] false: no round is dropped, because each run that needs a warm-up has its own
 * @property {Record<string, number>} [sparse] configurations that run only in each nth round, from the first on: their
 *   effect is so large that few rounds show it, but not fewer than an interval needs
 * @property {Scenario[]} scenarios
 * @property {Metric[]} metrics
 * @property {boolean} [packages] the suite needs those of benchmarks/package.json
 * @property {ChartRequest[]} [charts]
 * @property {(binaries: Record<string, string>, signal: AbortSignal) => Promise<void>} [flamegraphs] draws them into
 *   assets/; binaries: paths by major version
 * @property {(runs: import('./rows').RunRow[]) => boolean} [isDecided] of the runs of one scenario and Node.js: true if
 *   it needs no further round
 * @property {(runs: import('./rows').RunRow[]) => string} [report] makes further Markdown of these runs
 * @property {() => string} [pictures] makes Markdown with the flamegraphs that there are, for the suite's page
 * @property {{ page: string, table: (lines: import('./conclusions/summary').Line[]) => string }} [embedded] a table
 *   that stands in a page of docs/, too
 * @property {(runs: import('./rows').RunRow[]) => string[][]} [targetRows] makes rows for targets that no single metric
 *   has; columns as in the report's table of targets, without the suite
 *
 * @typedef {object} ChartRequest
 * @property {string} name part of the file's name, after the suite's
 * @property {string} title
 * @property {string} metric
 * @property {boolean} [log] logarithmic scale
 * @property {boolean} [absolute] the values themselves, also where the metric is compared
 * @property {string} [only] regular expression for names of scenarios
 * @property {string[]} [configurations]
 */

/**
 * Runs a program that prints `{ metrics, details? }` as its last line of output and exits with 0.
 *
 * @param {string} file
 * @param {string[]} args
 * @param {Context} context
 * @param {{ nodeArgs?: string[], env?: Record<string, string>, timeoutMs?: number, exitCode?: number,
 *   counted?: boolean }} [options] counted: count instructions, in the file that BENCH_COUNTER names to the program
 * @returns {Promise<Measured>}
 */
async function runProgram (
  file,
  args,
  context,
  { nodeArgs = [], env = {}, timeoutMs = 300_000, exitCode = 0, counted = false } = {}
) {
  const { configuration, node, directory, signal } = context
  const program = [node, ...configuration.nodeArgs, ...nodeArgs, file, ...args]
  const counter = path.join(directory, 'counter')
  const command = counted ? countedCommand(program, counter) : program
  const { usage, stdout, stderr } = await launch(command, {
    cwd: directory,
    env: { ...context.env, ...(counted ? { BENCH_COUNTER: counter } : {}), ...env },
    timeoutMs,
    signal
  })
  if (usage.exitCode !== exitCode) {
    return {
      metrics: {},
      discarded: `exit code ${usage.exitCode} instead of ${exitCode}`,
      details: { stderr: stderr.slice(-2000) }
    }
  }
  const problem = collectorProblem(stderr)
  if (problem !== null) return { metrics: {}, discarded: problem }
  const lastLine = stdout.trimEnd().split('\n').at(-1) ?? ''
  const printed = lastLine.startsWith('{') ? JSON.parse(lastLine) : {}
  const { exitCode: _, ...cost } = usage
  return { ...printed, metrics: { ...cost, ...printed.metrics } }
}

/**
 * @param {string} stderr
 * @returns {string | null} why the collector did not work as configured; such a run measures something else
 */
function collectorProblem (stderr) {
  return /^crash-collector: (?!dump written).*/m.exec(stderr)?.[0] ?? null
}

/**
 * @template T
 * @param {Configuration} configuration
 * @param {string} node
 * @param {{ quick: boolean, signal: AbortSignal }} options
 * @param {(context: Context) => Promise<T>} run
 * @returns {Promise<T>}
 */
async function inDirectory (configuration, node, { quick, signal }, run) {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'crash-collector-bench.'))
  try {
    const env = environmentOf(configuration, path.join(directory, 'crashes'))
    return await run({ configuration, node, directory, env, quick, signal })
  } finally {
    fs.rmSync(directory, { recursive: true, force: true, maxRetries: 3 })
  }
}

/**
 * Runs `node -e 0`.
 * @param {Context} context
 * @returns {Promise<Measured>} its time, from spawn to end
 */
async function runNothing ({ configuration, node, directory, env, signal }) {
  const command = [node, ...configuration.nodeArgs, '-e', '0']
  const { usage, stderr } = await launch(command, { cwd: directory, env, timeoutMs: 30_000, signal })
  const problem = usage.exitCode === 0 ? collectorProblem(stderr) : `exit code ${usage.exitCode}`
  if (problem !== null) return { metrics: {}, discarded: problem }
  const { wallMs, cpuUserMs, cpuSystemMs } = usage
  const known = cpuUserMs !== undefined && cpuSystemMs !== undefined
  return { metrics: { wallMs, ...(known && { cpuMs: cpuUserMs + cpuSystemMs }) } }
}

module.exports = { collectorProblem, inDirectory, runNothing, runProgram }
