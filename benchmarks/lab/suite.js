'use strict'
// What a suite is made of, and the usual way to run a scenario: a Node.js program that prints its metrics.

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')

const { environmentOf } = require('./configurations')
const { launch } = require('./launch')

/** @typedef {import('./configurations').Configuration} Configuration */

/**
 * @typedef {object} Context
 * @property {Configuration} configuration
 * @property {string} node binary
 * @property {string} directory empty, for this run only, removed afterwards; dumps go to its `crashes`
 * @property {NodeJS.ProcessEnv} env
 * @property {boolean} quick a trial run: as short as still shows that all works
 * @property {boolean} flamegraph where a scenario can draw one, into assets/
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
 * @property {string[]} [configurations] instead of the suite's
 * @property {number} [rounds] at most
 */

/**
 * @typedef {object} Metric
 * @property {string} name
 * @property {string} label
 * @property {string} unit
 * @property {'ratio' | 'difference' | 'value'} compare how it is set against the baseline; `value`: shown as it is
 * @property {Targets} [targets] highest acceptable ratio, difference or value by configuration
 * @property {Targets} [atLeast] the same for a metric of which more is better: lowest acceptable
 * @property {number} [digits] after the point
 */

/**
 * By configuration: one for all scenarios, which they have together, too, or several by the names of scenarios.
 * @typedef {Record<string, number | Record<string, number>>} Targets
 */

/**
 * @typedef {object} Suite
 * @property {string} name
 * @property {string} title
 * @property {string} text what is asked and how it is measured
 * @property {string[]} nodes majors, unless the command line says otherwise
 * @property {string[]} configurations
 * @property {number} rounds
 * @property {number} quickRounds
 * @property {boolean} [warmUp] false: no round is dropped, because each run that needs a warm-up has one of its own
 * @property {Record<string, number>} [sparse] configurations that are run in each nth round only, from the first on:
 *   their effect is so large that few rounds show it, though not fewer than an interval takes
 * @property {Scenario[]} scenarios
 * @property {Metric[]} metrics
 * @property {boolean} [packages] needs those of benchmarks/package.json
 * @property {ChartRequest[]} [charts]
 * @property {(binaries: Record<string, string>, signal: AbortSignal) => Promise<void>} [flamegraphs] draws them into
 *   assets/, given the binaries by major
 * @property {(runs: import('./rows').RunRow[]) => string} [report] Markdown of its own, after the comparison
 * @property {(runs: import('./rows').RunRow[]) => string[][]} [targetRows] of targets that no single metric holds: as
 *   in the report's table of targets, without the suite
 *
 * @typedef {object} ChartRequest
 * @property {string} name of the file, after the suite's
 * @property {string} title
 * @property {string} metric
 * @property {boolean} [log] logarithmic scale
 * @property {string} [only] regular expression over scenario names
 * @property {string[]} [configurations]
 */

/**
 * A program that prints `{ metrics, details? }` as its last line of output and exits with 0.
 *
 * @param {string} file
 * @param {string[]} args
 * @param {Context} context
 * @param {{ nodeArgs?: string[], env?: Record<string, string>, timeoutMs?: number, exitCode?: number }} [options]
 * @returns {Promise<Measured>}
 */
async function runProgram (file, args, context, { nodeArgs = [], env = {}, timeoutMs = 300_000, exitCode = 0 } = {}) {
  const { configuration, node, directory, signal } = context
  const command = [node, ...configuration.nodeArgs, ...nodeArgs, file, ...args]
  const { usage, stdout, stderr } = await launch(command, {
    cwd: directory,
    env: { ...context.env, ...env },
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
 * @returns {string | null} what kept the collector from working as configured: such a run measures something else
 */
function collectorProblem (stderr) {
  return /^crash-collector: (?!dump written).*/m.exec(stderr)?.[0] ?? null
}

/**
 * @template T
 * @param {Configuration} configuration
 * @param {string} node
 * @param {{ quick: boolean, flamegraph: boolean, signal: AbortSignal }} options
 * @param {(context: Context) => Promise<T>} run
 * @returns {Promise<T>}
 */
async function inDirectory (configuration, node, { quick, flamegraph, signal }, run) {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'crash-collector-bench.'))
  try {
    const env = environmentOf(configuration, path.join(directory, 'crashes'))
    return await run({ configuration, node, directory, env, quick, flamegraph, signal })
  } finally {
    fs.rmSync(directory, { recursive: true, force: true, maxRetries: 3 })
  }
}

module.exports = { collectorProblem, inDirectory, runProgram }
