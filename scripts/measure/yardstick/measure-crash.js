'use strict'
// Runs a crash without and with the collector, and says what its dump is good for.

const fs = require('node:fs')
const path = require('node:path')

const { dumpsIn } = require('../../../benchmarks/lab/process/dumps')
const { factsOf } = require('../../../packages/inspect/crash/facts')
const { openDump } = require('../../../packages/inspect/dumps/open-dump')
const { PATIENT, ROOT, reproduceDump, runNode } = require('../run-program')

const PROGRAM_MS = 30_000
const OUR_LINE = /^crash-collector: .*\n/gm
/** Express prints the time with its warnings. */
const PRINTED_TIME = /\d\d:\d\d:\d\d GMT/g

/**
 * @typedef {object} CrashRow
 * @property {string} part
 * @property {string} name
 * @property {boolean} asPublished it threw the error whose stack the corpus has
 * @property {boolean} endUnchanged exit code, signal and both outputs are as without the collector, but for our line
 * @property {number} dumps
 * @property {string|null} [headline] the rule of the headline
 * @property {string} [outcome] of `reproduce --check`
 * @property {string} [way]
 * @property {string} [detail] if it was not reproduced
 */

/**
 * @param {import('./crashjs').Crash} crash
 * @param {string} work
 * @returns {Promise<CrashRow>}
 */
async function measureCrash (crash, work) {
  const { cwd, program, project } = crash.prepare(work)
  // A test is written where the project's packages are found.
  const [dumps, out] = ['dumps', 'tests'].map(name => path.join(project, `yardstick.${name}`, crash.name))
  for (const folder of [dumps, out]) fs.rmSync(folder, { recursive: true, force: true })
  const env = { ...PATIENT, CRASH_COLLECTOR_DIR: dumps }
  const plain = await runNode([program], { cwd, env, timeoutMs: PROGRAM_MS })
  const collected = await runNode(['--require', ROOT, program], { cwd, env, timeoutMs: PROGRAM_MS })
  const files = dumpsIn(dumps).sort()
  const row = {
    part: crash.part,
    name: crash.name,
    asPublished: isSameError(crash.stack, plain.stderr),
    endUnchanged: endOf(plain) === endOf(collected),
    dumps: files.length
  }
  if (files.length === 0) return row
  const [file] = files
  const headline = factsOf(await openDump(file)).diagnosis?.rule ?? null
  fs.mkdirSync(out, { recursive: true })
  const { outcome, way, detail } = await reproduceDump(file, { cwd, out })
  return {
    ...row,
    headline,
    outcome,
    ...(way !== undefined && { way }),
    ...(outcome !== 'reproduced' && { detail: detail?.replaceAll(work, '').slice(0, 300) })
  }
}

/** @param {import('../run-program').Run} run */
function endOf ({ exitCode, signal, stdout, stderr }) {
  return JSON.stringify([exitCode, signal, stdout, stderr.replace(OUR_LINE, '').replace(PRINTED_TIME, '')])
}

/**
 * @param {string} stack that the corpus has; its places are those of instrumented code
 * @param {string} printed
 * @returns {boolean} true if the process printed the error; the name of a property stands in the messages of some
 *   versions of Node.js only
 */
function isSameError (stack, printed) {
  const message = stack.split('\n', 1)[0].replace(/ \(reading .*/, '').trim()
  return printed.split('\n').some(line => line.replace(/^(\w+) \[\w+\]:/, '$1:').startsWith(message))
}

module.exports = { measureCrash }
