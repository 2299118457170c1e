'use strict'
// Measures how much longer a run of 1,000 tests takes with the collector, for each test runner.

const fs = require('node:fs')
const path = require('node:path')

const { launch } = require('../../lab/process/launch')
const { collectorProblem } = require('../../lab/suite')
const { writeProject } = require('./project')
const { RUNNERS } = require('./runners')

/** @typedef {import('../../lab/suite').Context} Context */
/** @typedef {import('../../lab/suite').Measured} Measured */

const WITH_COLLECTOR = 'on-demand'

/**
 * @param {string} name name of the runner
 * @param {Context} context
 * @returns {Promise<Measured>}
 */
async function runTests (name, { configuration, node, directory, env, signal }) {
  const runner = RUNNERS[name]
  const isOn = configuration.name === WITH_COLLECTOR
  writeProject(directory, runner, isOn)
  const { usage, stdout, stderr } = await launch([node, ...runner.command(isOn)], {
    cwd: directory,
    env: { ...env, HOME: directory, CI: 'true' },
    timeoutMs: 180_000,
    signal
  })
  const printed = stdout + stderr
  if (usage.exitCode !== 0 || !runner.proof.test(printed)) {
    return {
      metrics: {},
      discarded: `not all tests have passed, exit code ${usage.exitCode}`,
      details: { printed: printed.slice(-2000) }
    }
  }
  const problem = collectorProblem(stderr) ?? (fs.existsSync(path.join(directory, 'crashes')) ? 'a dump' : null)
  if (problem !== null) return { metrics: {}, discarded: problem }
  const { wallMs, cpuUserMs = NaN, cpuSystemMs = NaN } = usage
  return { metrics: { wallMs, cpuMs: cpuUserMs + cpuSystemMs } }
}

/** @type {import('../../lab/suite').Suite} */
module.exports = {
  name: 'test-runs',
  title: 'Runs of tests',
  question: 'How much longer do runs of tests take?',
  minutes: 12,
  text: `1,000 tests that pass, in 20 files, run by each test runner with the collector's integration and without it,
one file after the other. Most tests call a function that works for some tenths of a millisecond; one in five provokes
an error that it expects.`,
  nodes: ['24'],
  configurations: ['off', 'off-again', WITH_COLLECTOR],
  rounds: 8,
  quickRounds: 1,
  metrics: [
    {
      name: 'wallMs',
      label: 'wall',
      unit: 'ms',
      compare: 'ratio',
      digits: 0
    },
    { name: 'cpuMs', label: 'CPU', unit: 'ms', compare: 'ratio', digits: 0 }
  ],
  scenarios: Object.keys(RUNNERS).map(name => ({
    name,
    run: (/** @type {Context} */ context) => runTests(name, context)
  }))
}
