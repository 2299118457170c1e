'use strict'
// Runs the programs of the corpus under one tool, one after the other, until they die.

const fs = require('node:fs')
const path = require('node:path')

const { BASELINE, NOISE } = require('../../lab/configurations')
const { launch } = require('../../lab/process/launch')
const { collectorProblem } = require('../../lab/suite')
const { MARK, corpus, shownBy } = require('./corpus')
const { evidenceOf } = require('./evidence')

/** The exit code of each of the programs without a tool. */
const EXIT_CODE = 1

/**
 * @typedef {Awaited<ReturnType<typeof import('../../lab/service/sink').openSink>>} Sink
 *
 * @typedef {object} Crash
 * @property {string} program
 * @property {string[]} names names of its values
 * @property {string[]} [shown] those that are shown
 * @property {string[]} contained those that are contained
 * @property {number} exitMs time from the throw to the exit
 * @property {number} lifetimeMs
 * @property {number | null} exitCode
 * @property {number} bytes
 */

/**
 * @param {import('../../lab/suite').Context} context
 * @param {Sink} sink
 * @returns {Promise<import('../../lab/suite').Measured>}
 */
async function crashCorpus (context, sink) {
  /** @type {Crash[]} */
  const crashes = []
  for (const program of corpus()) {
    const crash = await crashOf(program, context, sink)
    if ('problem' in crash) {
      return {
        metrics: {},
        discarded: `${program.name}: ${crash.problem}`,
        details: { stderr: crash.stderr.slice(-1000) }
      }
    }
    crashes.push(crash)
  }
  const mean = (/** @type {(crash: Crash) => number} */ valueOf) =>
    crashes.reduce((sum, crash) => sum + valueOf(crash), 0) / crashes.length
  const byProgram = (/** @type {(crash: Crash) => unknown} */ valueOf) =>
    Object.fromEntries(crashes.map(crash => [crash.program, valueOf(crash)]))
  return {
    metrics: {
      // If the format has no names, the metric is left out and not 0.
      ...(crashes.every(({ shown }) => shown !== undefined)
        ? { shown: crashes.flatMap(({ shown }) => shown ?? []).length }
        : {}),
      contained: crashes.flatMap(({ contained }) => contained).length,
      exitMs: mean(({ exitMs }) => exitMs),
      lifetimeMs: mean(({ lifetimeMs }) => lifetimeMs),
      kb: mean(({ bytes }) => bytes) / 1024
    },
    details: {
      missing: byProgram(({ names, shown, contained }) => names.filter(name => !(shown ?? contained).includes(name))),
      exitCodes: byProgram(({ exitCode }) => exitCode),
      endedOtherwise: crashes.filter(({ exitCode }) => exitCode !== EXIT_CODE).map(({ program }) => program),
      exitMs: byProgram(({ exitMs }) => Math.round(exitMs * 10) / 10)
    }
  }
}

/**
 * @param {import('./corpus').Program} program
 * @param {import('../../lab/suite').Context} context
 * @param {Sink} sink
 * @returns {Promise<Crash | { problem: string, stderr: string }>}
 */
async function crashOf ({ name: program, file, values }, { configuration, node, directory, env, signal }, sink) {
  const cwd = path.join(directory, program)
  fs.mkdirSync(cwd)
  const from = sink.bodies.length
  const fromBytes = sink.bytes()
  // A core file needs the shell's limit. The other tools are not affected by the limit.
  const command = ['/bin/sh', '-c', 'ulimit -c unlimited; exec "$@"', 'sh', node, ...configuration.nodeArgs, file]
  const { usage, stdout, stderr } = await launch(command, {
    cwd,
    env: { ...env, BENCH_MARK: MARK, CRASH_COLLECTOR_DIR: path.join(cwd, 'crashes') },
    timeoutMs: 60_000,
    signal
  })
  const { wallMs: lifetimeMs, endMs, exitCode } = usage
  const evidence = evidenceOf(configuration.name, cwd, sink.bodies.slice(from))
  const problem = evidence.problem ?? collectorProblem(stderr)
  if (problem !== null) return { problem, stderr }
  const isBaseline = configuration.name === BASELINE || configuration.name === NOISE
  if (isBaseline && exitCode !== EXIT_CODE) return { problem: `exit code ${exitCode} instead of ${EXIT_CODE}`, stderr }
  // mark.js prints the time of the throw.
  const thrownMs = Number(stdout.trimEnd().split('\n').at(-1)) / 1e6
  if (!(thrownMs > 0)) return { problem: 'the time of its throw is unknown', stderr }
  // Core files are big, so the directory is removed at once.
  fs.rmSync(cwd, { recursive: true })
  const bytes = evidence.bytes + sink.bytes() - fromBytes
  return {
    program,
    names: values.map(({ name }) => name),
    ...shownBy(evidence, values),
    exitMs: endMs - thrownMs,
    lifetimeMs,
    exitCode,
    bytes
  }
}

module.exports = { crashCorpus }
