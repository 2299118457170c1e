'use strict'
// Runs a program without and with the preload while something fails, and says where the two differ, and what is wrong
// with the dumps.

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')

const { PARTIAL_SUFFIX } = require('../../packages/shared/dump/terms')
const { INDEX, INDEX_BEFORE, userPlaces } = require('../../packages/shared/config/user-places')
const { readDump } = require('../../packages/inspect/reader')
const { CrashCollectorError } = require('../../packages/shared/errors')
const { readMark } = require('../../packages/inspect/dumps/read-mark')
const { CRASHES, PATIENT, ROOT } = require('../helpers/crash')
const { runNode } = require('../helpers/run-node')
const { validateDump } = require('../helpers/validate-dump')
const { environmentOf } = require('./system-calls')

/** @typedef {import('../helpers/run-node').Run} Run */

/**
 * @typedef {object} FaultCase
 * @property {string} name
 * @property {string} file below test/fixtures/crashes
 * @property {string[]} [args]
 * @property {string[]} [nodeArgs]
 * @property {Record<string, string>} [env]
 * @property {object} [fault] settings of inject.js
 * @property {import('./system-calls').FailingCall} [systemCall] made to fail in the addon
 * @property {string} [directory] of the new dump; default: that of the earlier ones
 * @property {(child: import('node:child_process').ChildProcess, cwd: string) => void} [onSpawn]
 * @property {(stderr: string) => string} [verdict] what of stderr must be the same; default: all
 * @property {number} [lines] of ours, at most; default: 1
 * @property {boolean} [isKilled] the process may be killed, so that there is nothing to compare
 */

const INJECT = path.join(__dirname, 'inject.js')
const EARLIER = path.join(ROOT, 'test/fixtures/dumps/version-2.ccdump')
const EARLIER_DIR = 'dumps'
const EARLIER_NAMES = ['crash.20260101.000000.1.0.1.ccdump', 'crash.20260102.000000.1.0.1.ccdump']
const OUR_LINE = /^crash-collector: .*\n?/gm
/** Said at the start: the settings are not those that the user wanted, or the directory takes no dump. */
const START_LINE = /^crash-collector: (?:cannot read .*; it is ignored|no dump can be written to .* dumps go elsewhere)/
/** No process writes a file of this age any more. */
const LONG_AGO = new Date(Date.now() - 2 * 60 * 60 * 1000)

/**
 * @param {FaultCase} faultCase
 * @param {boolean} collects
 * @param {string} cwd
 * @param {string} [callsFile] gets the number of calls that can be made to fail
 */
function start (faultCase, collects, cwd, callsFile) {
  const { file, args = [], nodeArgs = [], env = {}, fault = {}, systemCall, directory = EARLIER_DIR } = faultCase
  const { onSpawn } = faultCase
  const argv = ['--require', INJECT, ...(collects ? ['--require', ROOT] : []), ...nodeArgs, path.join(CRASHES, file)]
  return runNode([...argv, ...args], {
    cwd,
    env: {
      CRASH_COLLECTOR_DIR: directory,
      TEST_PACKAGE: ROOT,
      FAULT: JSON.stringify(fault),
      ...(callsFile !== undefined && { FAULT_CALLS: callsFile }),
      ...(systemCall !== undefined && environmentOf(systemCall, path.join(cwd, directory), callsFile)),
      ...PATIENT,
      ...env
    },
    onSpawn: onSpawn && (child => onSpawn(child, cwd))
  })
}

/**
 * @template T
 * @param {(cwd: string) => Promise<T>} use
 */
async function inDirectory (use) {
  const cwd = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'fault-')))
  try {
    return await use(cwd)
  } finally {
    fs.rmSync(cwd, { recursive: true, force: true })
  }
}

/**
 * @param {FaultCase} faultCase
 * @returns {Promise<number>} how many calls of the program's run can be made to fail
 */
function countCalls (faultCase) {
  return inDirectory(async cwd => {
    const counter = path.join(path.dirname(cwd), `calls-${path.basename(cwd)}`)
    const { stderr } = await start(faultCase, true, cwd, counter)
    const counted = fs.readFileSync(counter, 'utf8')
    const calls = faultCase.systemCall === undefined ? Number(counted) : counted.length
    fs.rmSync(counter)
    if (!(calls > 0)) throw new Error(`no call was counted: ${stderr}`)
    return calls
  })
}

/** @type {Map<string, Promise<Run>>} */
const baselines = new Map()

/** @param {FaultCase} faultCase */
function baseline (faultCase) {
  const { file, args = [], nodeArgs = [] } = faultCase
  const key = JSON.stringify([file, args, nodeArgs])
  const known = baselines.get(key)
  if (known !== undefined) return known
  const run = inDirectory(cwd => start({ ...faultCase, fault: {}, systemCall: undefined }, false, cwd))
  baselines.set(key, run)
  return run
}

/**
 * @param {FaultCase} faultCase
 * @returns {Promise<{ problems: string[], dumps: number, cut: number }>} cut: dumps that lack their end
 */
function runFault (faultCase) {
  return inDirectory(async cwd => {
    const directory = path.join(cwd, EARLIER_DIR)
    fs.mkdirSync(directory, { mode: 0o700 })
    for (const name of EARLIER_NAMES) fs.copyFileSync(EARLIER, path.join(directory, name))
    const run = await start(faultCase, true, cwd)
    const problems = faultCase.isKilled === true ? [] : differences(faultCase, await baseline(faultCase), run)
    const place = path.join(cwd, faultCase.directory ?? EARLIER_DIR)
    const found = await checkDumps(cwd, place, problems)
    if (faultCase.isKilled === true || faultCase.systemCall !== undefined) await checkRecovery(cwd, place, problems)
    return { problems, ...found }
  })
}

/**
 * @param {FaultCase} faultCase
 * @param {Run} without
 * @param {Run} run
 */
function differences ({ verdict = text => text, lines = 1 }, without, run) {
  /** @type {string[]} */
  const problems = []
  for (const key of /** @type {const} */ (['exitCode', 'signal', 'stdout'])) {
    if (run[key] !== without[key]) problems.push(`${key} is ${run[key]} and not ${without[key]}: ${run.stderr}`)
  }
  const ours = (run.stderr.match(OUR_LINE) ?? []).filter(line => !START_LINE.test(line))
  if (ours.length > lines) problems.push(`${ours.length} lines of ours: ${ours.join('')}`)
  const [left, right] = [without, run].map(({ stderr, pid }) =>
    verdict(stderr.replace(OUR_LINE, '').replaceAll(`(node:${pid})`, ''))
  )
  if (left !== right) problems.push(`stderr is ${right} and not ${left}`)
  return problems
}

/**
 * @param {string} cwd
 * @param {string} place directory of the new dump
 * @param {string[]} problems
 * @param {string[]} [recovered] names of dumps that the next start has recovered
 */
async function checkDumps (cwd, place, problems, recovered = []) {
  const earlier = path.join(cwd, EARLIER_DIR)
  const places = userPlaces({ HOME: cwd, TMPDIR: cwd }, process.getuid?.()).map(each => each.directory)
  const directories = new Set([earlier, place, ...places])
  let dumps = 0
  let cut = 0
  for (const directory of directories) {
    for (const name of fs.existsSync(directory) ? fs.readdirSync(directory) : []) {
      const file = path.join(directory, name)
      if (EARLIER_NAMES.includes(name)) {
        if (!fs.readFileSync(file).equals(fs.readFileSync(EARLIER))) problems.push(`${name} has changed`)
        continue
      }
      if (name === INDEX || name === INDEX_BEFORE) continue
      const problem = await problemOf(file, name.endsWith(PARTIAL_SUFFIX) || recovered.includes(name))
      if (problem === 'cut') cut++
      else if (problem !== null) problems.push(`${name}: ${problem}`)
      dumps++
    }
  }
  for (const name of EARLIER_NAMES) {
    if (!fs.existsSync(path.join(earlier, name))) problems.push(`${name} is gone`)
  }
  return { dumps, cut }
}

/**
 * @param {string} file
 * @param {boolean} isPartial it was not finished: gzip's checksum behind the last record may be missing
 * @returns {Promise<string | null>} null for a whole dump; 'cut' for one that says that it is not, and whose records up
 *   to some place are there; what is wrong with any other
 */
async function problemOf (file, isPartial) {
  if (!/\.ccdump(?:\.partial)?$/.test(file)) return 'is no dump'
  const isFinished = readMark(file)?.finished ?? false
  try {
    const dump = await readDump(file)
    if (!dump.truncated) return validateDump(file, { mayBeCut: isPartial && !isFinished }).problems.join() || null
    return isFinished ? 'has no end, although its mark says that it is whole' : 'cut'
  } catch (error) {
    // The process was killed in its first write.
    const hasNoRecord = error instanceof CrashCollectorError && / holds no complete record$/.test(error.message)
    return hasNoRecord && !isFinished ? 'cut' : String(error)
  }
}

/**
 * The next start, much later, leaves no file that is being written.
 * @param {string} cwd
 * @param {string} directory of the new dump
 * @param {string[]} problems
 */
async function checkRecovery (cwd, directory, problems) {
  if (!fs.existsSync(directory)) return
  const names = fs.readdirSync(directory)
  for (const name of names) fs.utimesSync(path.join(directory, name), LONG_AGO, LONG_AGO)
  const { stderr } = await runNode(['--require', ROOT, '--eval', '0'], { cwd, env: { CRASH_COLLECTOR_DIR: directory } })
  if (stderr !== '') problems.push(`the next start says ${stderr}`)
  const left = fs.readdirSync(directory).filter(name => name.endsWith(PARTIAL_SUFFIX))
  if (left.length > 0) problems.push(`the next start leaves ${left}`)
  const partial = names.filter(name => name.endsWith(PARTIAL_SUFFIX))
  await checkDumps(cwd, directory, problems, partial.map(name => name.slice(0, -PARTIAL_SUFFIX.length)))
}

module.exports = { countCalls, runFault }
