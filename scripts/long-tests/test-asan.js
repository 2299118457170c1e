'use strict'
// npm run test:asan [-- worker rounds] [--every 4 --from 0]: looks for mistakes with memory by the sanitized addon of
// npm run build:asan; with --leaks, for memory that the addon of any build has not freed. npm run test:ubsan does the
// same for undefined behaviour, by that of npm run build:ubsan, and test:tsan for races, by that of build:tsan. Runs
// each program of the crash corpus; the programs with workers many times; those with suspended functions, other threads
// or deep objects once more with each kind of heap; capture() in a loop; the fuzzer of the graph writer. With --every,
// runs one of each so many; with --only, those of which an argument has this text. Prints one JSON row, the sanitizer's
// reports, and the programs that died of an uncaught error and left no dump. Exits with 1 if there is any such thing.

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { parseArgs } = require('node:util')

const { REPORT, SANITIZER_REPORT, ownReports, runCollecting, sanitizerEnvironment } = require('./collecting-run')
const { PACKAGE } = require('../build/node-gyp')

const CRASHES = path.join(PACKAGE, 'test', 'fixtures', 'crashes')
const FUZZER = path.join(PACKAGE, 'test', 'native', 'fuzz.js')
const PROCESS = path.join(PACKAGE, 'test', 'fixtures', 'process')
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ubsan: { type: 'boolean', default: false },
    tsan: { type: 'boolean', default: false },
    leaks: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    every: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' }
  }
})
const SANITIZER = values.ubsan ? 'ubsan' : values.tsan ? 'tsan' : values.leaks ? 'lsan' : 'asan'
const EVERY = Number(values.every)
const FROM = Number(values.from)
const WORKER_ROUNDS = Number(positionals[0] ?? 25)
const HEAPS = ['classes', 'snapshot']
const FUZZED_GRAPHS = 300
const TIMEOUT_MS = 60_000
const TSAN_TRIGGERS = 'uncaughtException,unhandledRejection,caught,blockedLoop,memoryLimit,terminated,outOfMemory'
const REPORTS =
  `const { capture } = require(${JSON.stringify(PACKAGE)}); ` +
  "for (let i = 0; i < 10; i++) capture(new Error('report ' + i))"

const sanitized = sanitizerEnvironment(SANITIZER)
const cwd = fs.mkdtempSync(path.join(os.tmpdir(), 'crash-collector-asan-'))
const DUMPS = path.join(cwd, 'dumps')

/** @typedef {{ args: string[], heap?: string }} Command */

function countDumps () {
  return fs.existsSync(DUMPS) ? fs.readdirSync(DUMPS).length : 0
}

/**
 * @param {Command} command
 * @returns {Promise<{ text: string, died: boolean, dumps: number }>} text: the contents of both streams; died: of an
 *   uncaught error, by Node.js's exit code for it
 */
async function run ({ args, heap = 'none' }) {
  const before = countDumps()
  const { text, status } = await runCollecting(args, {
    cwd,
    env: {
      PATH: process.env.PATH,
      ...sanitized,
      // The collector's own threads watch for these.
      ...(SANITIZER === 'tsan' && {
        CRASH_COLLECTOR_TRIGGERS: TSAN_TRIGGERS,
        CRASH_COLLECTOR_BLOCKED_LOOP_MS: '300'
      }),
      CRASH_COLLECTOR_DIR: 'dumps',
      CRASH_COLLECTOR_HEAP: heap,
      CRASH_COLLECTOR_RETAIN_COUNT: '100000',
      CRASH_COLLECTOR_RETAIN_SAME: '0', // each round writes its dump
      TEST_COPY: PACKAGE
    },
    timeout: TIMEOUT_MS
  })
  return { text, died: status === 1, dumps: countDumps() - before }
}

async function main () {
  const preload = ['--require', PACKAGE]
  const programs = /** @type {string[]} */ (fs.readdirSync(CRASHES, { recursive: true }))
    .filter(file => /\.m?js$/.test(file))
    .sort()
  const workers = programs.filter(file => file.startsWith('worker'))
  const ofHeap = [
    ...['hoards', 'goes-deep', 'goes-deep-in-worker', 'waits', 'waits-for-each-other', 'workers'].map(name =>
      path.join(PROCESS, `${name}.js`)
    ),
    ...programs
      .filter(file => /^rejection\/fails-elsewhere|^worker\/terminated/.test(file))
      .map(file => path.join(CRASHES, file))
  ]
  /** @type {Command[]} */
  const all = [
    ...programs.map(file => ({ args: [...preload, path.join(CRASHES, file)] })),
    ...HEAPS.flatMap(heap => ofHeap.map(file => ({ args: [...preload, file], heap }))),
    ...HEAPS.map(heap => ({ args: ['-e', REPORTS], heap })),
    ...Array.from({ length: WORKER_ROUNDS }, () => [
      ...workers.map(file => [...preload, path.join(CRASHES, file)]),
      ...['crash', 'crash-later', 'throw-string', 'handles-errors'].map(name => [
        ...preload,
        path.join(CRASHES, 'worker/unlistened.js'),
        name
      ])
    ])
      .flat()
      .map(args => ({ args })),
    { args: [FUZZER, '--graphs', String(FUZZED_GRAPHS), '--seed', '1'] }
  ]
  const chosen = all.filter(({ args }) => args.some(arg => arg.includes(values.only)))
  const commands = chosen.filter((_, index) => index % EVERY === FROM)
  let reports = 0
  let deaths = 0
  let deathsWithoutDump = 0
  for (const [i, command] of commands.entries()) {
    if (i % 50 === 0) console.error(`${i} of ${commands.length}`)
    const { text, died, dumps } = await run(command)
    if (died) deaths++
    if (died && dumps === 0) {
      deathsWithoutDump++
      console.error(`no dump: ${command.args.join(' ')}\n${text.slice(0, 1000)}\n`)
    }
    if (SANITIZER === 'lsan' || SANITIZER === 'tsan') {
      const own = ownReports(text)
      if (own.length > 0) console.error(`${command.args.join(' ')}\n${own.join('\n').slice(0, 4000)}\n`)
      reports += own.length
      continue
    }
    // Node.js aborts with a message of its own where the heap is to fill.
    const report = command.args.some(arg => arg.includes('out-of-memory')) ? SANITIZER_REPORT : REPORT
    if (!report.test(text)) continue
    reports++
    console.error(
      `${command.heap ?? ''} ${command.args.join(' ')}\n${text.slice(text.search(report)).slice(0, 4000)}\n`
    )
  }
  const dumps = countDumps()
  fs.rmSync(cwd, { recursive: true, force: true })
  console.log(
    JSON.stringify({
      kind: SANITIZER,
      date: new Date().toISOString(),
      node: process.version,
      programs: programs.length,
      ...(EVERY > 1 && { every: EVERY, from: FROM }),
      ...(values.only !== '' && { only: values.only }),
      runs: commands.length,
      workerRounds: WORKER_ROUNDS,
      heapRuns: commands.filter(({ heap }) => heap !== undefined).length,
      dumps,
      deaths,
      deathsWithoutDump,
      fuzzedGraphs: FUZZED_GRAPHS,
      reports
    })
  )
  if (reports > 0 || deathsWithoutDump > 0 || dumps === 0) process.exitCode = 1
}

main()
