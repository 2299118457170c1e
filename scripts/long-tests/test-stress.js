'use strict'
// npm run test:stress [-- --captures 1000000 --seconds 300 --asan --copies --rows file]: makes captures under flags of
// V8 that move objects, collect garbage all the time or change how functions run, with the addon of the Node.js that
// runs this script. `--asan` needs npm run build:asan. With `--copies`, stacks are only copied, and what is read is a
// copy. Each flag makes its share of the captures, but takes at most so many seconds; a last run without flags makes
// the rest. Prints a JSON row for each run, and exits with 1 if one failed.

const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { parseArgs } = require('node:util')

const { COPIES_ONLY, UNLIMITED } = require('../../benchmarks/lab/configurations/rationing')
const { readStatistics, statisticsEnv } = require('../../benchmarks/lab/process/statistics')
const { REPORT, runCollecting, sanitizerEnvironment } = require('./collecting-run')
const { PACKAGE } = require('../build/node-gyp')

const PROGRAM = path.join(PACKAGE, 'test', 'native', 'stress.js')
const UNKNOWN_FLAG = /bad option|unrecognized flag/i
const GRACE_MS = 120_000

const FLAGS = [
  ['--stress-compaction'],
  ['--gc-interval=50'],
  ['--gc-interval=7'],
  ['--stress-scavenge=20'],
  ['--always-sparkplug'],
  ['--always-turbofan'],
  ['--jitless'],
  ['--no-lazy-feedback-allocation'],
  ['--stress-flush-code', '--flush-bytecode'],
  ['--stress-lazy-source-positions'],
  ['--predictable-gc-schedule'],
  ['--max-lazy'],
  // With this flag Node.js 20 itself aborts when workers end: V8's task asks Node.js's platform for an isolate that
  // does not exist any more (`ForIsolate`; seen with a program that starts and terminates workers, without the
  // collector). With AddressSanitizer, Node.js 22 spends its time in the allocator and makes no captures.
  ['--stress-concurrent-allocation'],
  ['--single-threaded'],
  ['--stress-incremental-marking'],
  ['--incremental-marking-hard-trigger=1']
]

const { values } = parseArgs({
  options: {
    captures: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '300' },
    asan: { type: 'boolean', default: false },
    copies: { type: 'boolean', default: false },
    rows: { type: 'string' }
  }
})
const wanted = Number(values.captures)
const seconds = Number(values.seconds)
const commit = execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], { cwd: PACKAGE, encoding: 'utf8' }).trim()

/**
 * @param {string[]} flags
 * @param {number} captures
 * @param {number} limit seconds
 * @returns {Promise<Record<string, unknown> & { captures: number, wrong: boolean } | null>} null if Node.js does not
 *   know the flags
 */
async function run (flags, captures, limit) {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'crash-collector-stress-'))
  const started = Date.now()
  const args = [...flags, '--require', PACKAGE, PROGRAM, String(Math.ceil(captures)), String(limit)]
  const env = {
    ...process.env,
    ...(values.asan && sanitizerEnvironment('asan')),
    ...(values.copies ? COPIES_ONLY : UNLIMITED),
    ...statisticsEnv(directory),
    CRASH_COLLECTOR_DIR: path.join(directory, 'crashes')
  }
  const { status, signal, text } = await runCollecting(args, { env, timeout: limit * 1000 + GRACE_MS })
  // The count covers all threads that ended in an orderly way.
  const counted = readStatistics(directory).captures ?? 0
  fs.rmSync(directory, { recursive: true, force: true })
  if (UNKNOWN_FLAG.test(text)) return null
  const result = JSON.parse(
    text.split('\n').find(line => line.startsWith('{"errors"')) ?? '{ "problems": ["no result"] }'
  )
  const wrong = status !== 0 || REPORT.test(text) || result.problems.length > 0
  if (wrong) console.error(`${flags.join(' ')}: exit ${status ?? signal}\n${text.slice(-6000)}`)
  const took = Math.round((Date.now() - started) / 1000)
  return { flags: flags.join(' '), captures: counted, ...result, exit: status ?? signal, seconds: took, wrong }
}

async function main () {
  let done = 0
  let failed = false
  const turns = [...FLAGS.map(flags => ({ flags, limit: seconds })), { flags: [], limit: seconds * 20 }]
  for (const [i, { flags, limit }] of turns.entries()) {
    const share = (wanted - done) / (turns.length - i)
    if (share <= 0) break
    const result = await run(flags, share, limit)
    if (result === null) continue
    done += result.captures
    failed ||= result.wrong
    const { wrong, ...counted } = result
    const date = new Date().toISOString()
    const { asan, copies } = values
    const about = { kind: 'stress', date, commit, node: process.version, asan, copies }
    const row = JSON.stringify({ ...about, ...counted })
    console.log(row)
    if (values.rows !== undefined) fs.appendFileSync(values.rows, `${row}\n`)
  }
  console.log(`${done.toLocaleString('en')} captures${failed ? ', and something went wrong' : ', no report'}`)
  process.exitCode = failed || done < wanted ? 1 : 0
}

main()
