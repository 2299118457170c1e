'use strict'
// npm run test:stress -- --rows file [--wanted 250000 --minutes 8 --nodes 20,22,24,26 --asan --reads]: makes copies of
// stacks under flags of V8 that move objects, collect garbage all the time or change how functions run, and reads some
// of them (test/native/stress). Each version of Node.js makes as many as wanted, under all sets of flags; slow sets get
// as much time as others. The rows of earlier calls with the same options count, so a call may take few minutes, and
// the next one goes on. With --reads, stacks are read at once and not copied. With --asan, the addons must be those of
// npm run build:matrix -- --asan. Prints a JSON row for each run, and what is left; exits with 1 if something was
// wrong.

const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { parseArgs } = require('node:util')

const { COPIES_ONLY, UNLIMITED } = require('../../benchmarks/lab/configurations/rationing')
const { readStatistics, statisticsEnv } = require('../../benchmarks/lab/process/statistics')
const { matrixNode } = require('../build/matrix-node')
const { PACKAGE } = require('../build/node-gyp')
const { REPORT, runCollecting, sanitizerEnvironment } = require('./collecting-run')

const PROGRAM = path.join(PACKAGE, 'test/native/stress/program.js')
const KEEP_ADDON = path.join(PACKAGE, 'test/native/stress/keep-addon.js')
const UNKNOWN_FLAG = /bad option|unrecognized flag|not allowed in NODE_OPTIONS/i
const GRACE_MS = 180_000
const RUN_SECONDS = 15

const FLAGS = [
  [],
  ['--stress-compaction'],
  // Node.js's builds of V8 know --gc-interval and do nothing: with --expose-gc, the program itself collects.
  ['--expose-gc'],
  ['--stress-scavenge=20'],
  ['--stress-marking=30'],
  ['--stress-incremental-marking'],
  ['--incremental-marking-hard-trigger=1'],
  ['--concurrent-marking-high-priority-threads'],
  // With this flag Node.js 20 itself aborts when workers end: V8's task asks Node.js's platform for an isolate that
  // does not exist any more (`ForIsolate`; seen with a program that starts and terminates workers, without the
  // collector). With AddressSanitizer, Node.js 22 spends its time in the allocator and makes no captures.
  ['--stress-concurrent-allocation'],
  ['--max-semi-space-size=1'],
  ['--single-threaded'],
  ['--predictable-gc-schedule'],
  ['--stress-flush-code', '--flush-bytecode'],
  ['--always-sparkplug'],
  ['--always-turbofan'],
  ['--stress-maglev'],
  ['--no-opt'],
  ['--jitless'],
  ['--no-lazy-feedback-allocation'],
  ['--stress-lazy-source-positions'],
  ['--max-lazy']
]

const { values } = parseArgs({
  options: {
    wanted: { type: 'string', default: '250000' },
    minutes: { type: 'string', default: '8' },
    nodes: { type: 'string', default: process.versions.node.split('.', 1)[0] },
    asan: { type: 'boolean', default: false },
    reads: { type: 'boolean', default: false },
    rows: { type: 'string' }
  }
})
const { asan, reads, rows: file } = values
const wanted = Number(values.wanted)
const end = Date.now() + Number(values.minutes) * 60_000
const commit = execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], { cwd: PACKAGE, encoding: 'utf8' }).trim()

/**
 * @typedef {object} Row
 * @property {string} node `v24.21.0`
 * @property {string} flags
 * @property {number} captures of all threads that ended in an orderly way
 * @property {number} seconds
 * @property {boolean} asan
 * @property {boolean} reads
 * @property {boolean} wrong
 */

/**
 * @param {string} node
 * @param {string[]} flags
 * @param {number} captures
 * @returns {Promise<Omit<Row, 'node'> | null>} null if Node.js does not know the flags
 */
async function run (node, flags, captures) {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'crash-collector-stress-'))
  const started = Date.now()
  const limit = Math.min(RUN_SECONDS, Math.max(5, (end - started) / 1000))
  const preloads = ['--require', KEEP_ADDON, '--require', PACKAGE]
  const args = [...flags, ...preloads, PROGRAM, String(Math.ceil(captures)), String(limit)]
  const env = {
    ...process.env,
    ...(asan && sanitizerEnvironment('asan')),
    ...(reads ? UNLIMITED : COPIES_ONLY),
    ...statisticsEnv(directory),
    CRASH_COLLECTOR_DIR: path.join(directory, 'crashes'),
    CRASH_COLLECTOR_MAX_OBJECTS: '200', // less is written and read for each check
    CRASH_COLLECTOR_RETAIN_SAME: '0' // each check writes its dump
  }
  const { status, signal, text } = await runCollecting(args, { node, env, timeout: limit * 1000 + GRACE_MS })
  const { captures: counted = 0, copies = 0 } = readStatistics(directory)
  fs.rmSync(directory, { recursive: true, force: true })
  if (UNKNOWN_FLAG.test(text)) return null
  const line = text.split('\n').find(each => each.startsWith('{"errors"'))
  const result = JSON.parse(line ?? '{ "problems": ["no result"] }')
  const wrong = status !== 0 || REPORT.test(text) || result.problems.length > 0
  if (wrong) console.error(`${node} ${flags.join(' ')}: exit ${status ?? signal}\n${text.slice(-6000)}`)
  const seconds = Math.round((Date.now() - started) / 1000)
  return {
    ...{ flags: flags.join(' '), asan, reads, captures: counted, copies, ...result },
    ...{ exit: status ?? signal, seconds, wrong }
  }
}

/** @param {string} node @throws {Error} if its addon is of the other kind, with which --asan would find nothing */
function checkAddon (node) {
  const abi = execFileSync(node, ['-p', 'process.versions.modules'], { encoding: 'utf8' }).trim()
  const addon = path.join(PACKAGE, 'prebuilds', `${process.platform}-${process.arch}`, `node-v${abi}.node`)
  if (fs.readFileSync(addon).includes('__asan_init') !== asan) {
    throw new Error(`${addon} was built ${asan ? 'without' : 'with'} AddressSanitizer`)
  }
}

/** @param {string} version @returns {Row[]} earlier ones that count */
function earlierRows (version) {
  if (file === undefined || !fs.existsSync(file)) return []
  const lines = fs.readFileSync(file, 'utf8').trimEnd().split('\n')
  return lines.map(line => JSON.parse(line)).filter(
    row => row.kind === 'stress' && row.node === version && row.asan === asan && row.reads === reads && !row.wrong
  )
}

/** What one version has done, in earlier calls, too. */
class Version {
  captures = 0
  /** @type {Map<string, number>} by flags, those that this version knows */
  #seconds = new Map(FLAGS.map(flags => [flags.join(' '), 0]))

  /** @param {string} major */
  constructor (major) {
    this.executable = major === process.versions.node.split('.', 1)[0] ? process.execPath : matrixNode(major)
    this.name = execFileSync(this.executable, ['--version'], { encoding: 'utf8' }).trim()
    checkAddon(this.executable)
    for (const row of earlierRows(this.name)) this.#add(row)
  }

  /** @param {Pick<Row, 'flags' | 'captures' | 'seconds'>} row */
  #add ({ flags, captures, seconds }) {
    this.captures += captures
    this.#seconds.set(flags, (this.#seconds.get(flags) ?? 0) + seconds)
  }

  get isDone () {
    return this.captures >= wanted && [...this.#seconds.values()].every(each => each > 0)
  }

  /** @returns {Promise<boolean>} false if something was wrong */
  async runNext () {
    const [[next]] = [...this.#seconds].sort(([, a], [, b]) => a - b)
    const share = wanted / this.#seconds.size
    const result = await run(this.executable, next === '' ? [] : next.split(' '), share)
    if (result === null) {
      this.#seconds.delete(next)
      return true
    }
    this.#add(result)
    const row = JSON.stringify({ kind: 'stress', date: new Date().toISOString(), commit, node: this.name, ...result })
    console.log(row)
    if (file !== undefined) fs.appendFileSync(file, `${row}\n`)
    const took = [...this.#seconds.values()].reduce((sum, each) => sum + each, 0)
    const left = Math.max(0, Math.round((((wanted - this.captures) / this.captures) * took) / 60))
    console.log(`${this.name}: ${count(this.captures)} of ${count(wanted)}, about ${left} minutes left`)
    return !result.wrong
  }
}

/** @param {number} number */
const count = number => number.toLocaleString('en')

async function main () {
  const versions = values.nodes.split(',').map(major => new Version(major))
  while (Date.now() < end && versions.some(({ isDone }) => !isDone)) {
    for (const version of versions) {
      if (!version.isDone && Date.now() < end && !(await version.runNext())) process.exitCode = 1
    }
  }
  console.log(`${versions.map(({ name, captures }) => `${name}: ${count(captures)}`).join(', ')} captures`)
}

main()
