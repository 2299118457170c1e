'use strict'
// Runs the test of a reproduction in a process of its own, and compares the error with that of the dump.

const fs = require('node:fs')
const { createRequire } = require('node:module')
const os = require('node:os')
const path = require('node:path')
const { CrashCollectorError } = require('crash-collector-shared/errors')
const { isSame, verdictOf } = require('./expected')
const { hasCoverage, privateUse } = require('./private-uses')
const { runToEnd } = require('./run-to-end')

/** @typedef {import('../types').Reproduction} Reproduction */
/** @typedef {import('./expected').Actual} Actual */
/** @typedef {import('./expected').Verdict} Verdict */

const REPORTER = path.join(__dirname, 'reporter.js')
const MARK = '\0crash-collector '

/**
 * How the runners that print their results as JSON are started. [package, its program, arguments before the test]
 * @type {Record<string, (test: string) => { module: string, args: string[] }>}
 */
const RUNNERS = {
  vitest: test => ({ module: 'vitest/vitest.mjs', args: ['run', '--reporter=json', test] }),
  jest: test => ({ module: 'jest/bin/jest.js', args: ['--json', '--runTestsByPath', test] }),
  // A configuration may name tests, which would be run, too.
  mocha: test => ({
    module: 'mocha/bin/mocha.js',
    args: ['--no-config', '--no-package', '--full-trace', '--reporter=json', test]
  })
}

/**
 * @typedef {object} Checked
 * @property {Verdict} verdict
 * @property {Actual|null} actual
 * @property {string[]} refused what the test wanted to reach
 * @property {string} [waitedFor] the service for which it waited when its time was up
 * @property {import('./private-uses').Used|null} [privates] what the code used, or may have used, that the test has not
 */

/**
 * @param {Reproduction} reproduction whose files are written
 * @param {{ directory: string, runner: import('../types').Runner, timeoutMs: number, node?: string,
 *   network?: boolean, coverage?: string, onWait?: (text: string) => void }} options network: true if the test may
 *   reach the network; coverage: a directory into which V8 writes what was run; onWait: is told what the test waits for
 * @returns {Promise<Checked>}
 * @throws {CrashCollectorError} RUNNER_MISSING
 */
async function checkReproduction (reproduction, options) {
  const isCounted = reproduction.leftOut.length > 0 && hasCoverage(options.runner)
  if (!isCounted || options.coverage !== undefined) return check(reproduction, options)
  const coverage = fs.mkdtempSync(path.join(os.tmpdir(), 'crash-collector-coverage-'))
  try {
    return await check(reproduction, { ...options, coverage })
  } finally {
    fs.rmSync(coverage, { recursive: true, force: true })
  }
}

/**
 * @param {Reproduction} reproduction
 * @param {Parameters<typeof checkReproduction>[1]} options
 * @returns {Promise<Checked>}
 */
async function check (reproduction, options) {
  const { directory, runner, timeoutMs, node = process.execPath, network = false, coverage, onWait } = options
  const testFile = path.join(directory, reproduction.files[0].name)
  const args =
    runner === 'node'
      ? [`--test-reporter=${REPORTER}`, '--test-reporter-destination=stdout', testFile]
      : runnerArguments(directory, runner, testFile)
  // The test of a crash leaves no dump of its own.
  const { NODE_OPTIONS, ...inherited } = process.env
  /** @type {Record<string, string>} */
  const counting = coverage === undefined ? {} : { NODE_V8_COVERAGE: coverage }
  const env = { ...inherited, CRASH_COLLECTOR_MODE: 'off' }
  const run = await runToEnd(node, args, { cwd: directory, timeoutMs, network, env, counting, lastText: MARK, onWait })
  const { refused, waitedFor } = run
  const { actual, hasPassed } = OUTCOMES[runner](run.output)
  if (run.isKilled && actual === null) return { verdict: 'noEnd', actual: null, refused, waitedFor }
  const loading = actual === null ? /^\w*Error(?: \[\w+\])?: .*/m.exec(run.errors)?.[0] : undefined
  if (loading !== undefined) return { verdict: 'notLoaded', actual: fromText(loading), refused }
  // The code has ended the process, and with it the test.
  if (actual === null && !hasPassed) return { verdict: 'noEnd', actual, refused }
  const codeFile = reproduction.codeFile === null ? null : path.join(directory, reproduction.codeFile)
  const verdict = verdictOf(reproduction.expected, actual, { testFile, codeFile })
  const privates = privateUse(reproduction.leftOut, coverage)
  return { verdict: isSame(verdict) && privates !== null ? 'notProven' : verdict, actual, refused, privates }
}

/**
 * @param {string} directory
 * @param {string} runner
 * @param {string} testFile
 */
function runnerArguments (directory, runner, testFile) {
  const { module, args } = RUNNERS[runner](testFile)
  try {
    const manifest = createRequire(path.join(directory, 'x.js')).resolve(`${runner}/package.json`)
    return [path.join(path.dirname(manifest), module.slice(runner.length + 1)), ...args]
  } catch (cause) {
    throw new CrashCollectorError('RUNNER_MISSING', `${runner} is not installed here, so the test was not run`, {
      hint: `npm install --save-dev ${runner}`,
      cause
    })
  }
}

/** @typedef {{ actual: Actual|null, hasPassed: boolean }} Outcome actual: the first error */

/**
 * @param {string} output
 * @returns {Outcome}
 */
function fromReporter (output) {
  const lines = output.split('\n').filter(each => each.startsWith(MARK))
  const results = lines.map(line => /** @type {Actual|null} */ (JSON.parse(line.slice(MARK.length))))
  return { actual: results.find(each => each !== null) ?? null, hasPassed: results.includes(null) }
}

/**
 * @param {string} output
 * @returns {Outcome}
 */
function fromMocha (output) {
  const { stats = {}, failures = [] } = jsonIn(output)
  const stack = failures[0]?.err?.stack
  return { actual: typeof stack === 'string' ? fromText(stack) : null, hasPassed: stats.passes > 0 }
}

/** @type {Record<import('../types').Runner, (output: string) => Outcome>} */
const OUTCOMES = { node: fromReporter, vitest: fromJson, jest: fromJson, mocha: fromMocha }

/**
 * @param {string} output
 * @returns {any} the object that stands in it, from the beginning of a line to the end; an empty one if there is none
 */
function jsonIn (output) {
  const start = output.search(/^\{\s*"/m)
  try {
    return JSON.parse(start === -1 ? '{}' : output.slice(start))
  } catch {
    return {}
  }
}

/**
 * @param {string} output what jest or vitest printed
 * @returns {Outcome}
 */
function fromJson (output) {
  const result = jsonIn(output)
  const [file] = result.testResults ?? []
  const ofFile = file?.status === 'failed' ? file.message : undefined
  const text = file?.assertionResults?.[0]?.failureMessages?.[0] ?? ofFile
  return { actual: typeof text === 'string' ? fromText(text) : null, hasPassed: result.numPassedTests > 0 }
}

/**
 * @param {string} text the stack of an error
 * @returns {Actual}
 */
function fromText (text) {
  const end = text.search(/\n\s+at |\n*$/)
  const [first, name = ''] = /^(?:([\w$]*(?:Error|Exception)[\w$]*)(?: \[\w+\])?: )?/.exec(text) ?? ['']
  const message = text.slice(first.length, end)
  return { isError: /\n\s+at /.test(text), className: name, names: [name], message, stack: text }
}

module.exports = { checkReproduction }
