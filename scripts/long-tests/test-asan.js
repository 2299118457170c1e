'use strict'
// npm run test:asan [-- worker rounds]: looks for mistakes with memory by the sanitized addon of npm run build:asan. It
// runs each program of the crash corpus; the programs with workers many times; those with suspended functions, other
// threads or deep objects once more with each kind of heap; capture() in a loop; the fuzzer of the graph writer. It
// prints one JSON row, and AddressSanitizer's reports.

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')

const { REPORT, asanEnvironment, runCollecting } = require('./collecting-run')
const { PACKAGE } = require('../build/node-gyp')

const CRASHES = path.join(PACKAGE, 'test', 'fixtures', 'crashes')
const FUZZER = path.join(PACKAGE, 'test', 'native', 'fuzz.js')
const PROCESS = path.join(PACKAGE, 'test', 'fixtures', 'process')
const WORKER_ROUNDS = Number(process.argv[2] ?? 25)
const HEAPS = ['summary', 'snapshot']
const FUZZED_GRAPHS = 300
const TIMEOUT_MS = 60_000
const REPORTS =
  `const { capture } = require(${JSON.stringify(PACKAGE)}); ` +
  "for (let i = 0; i < 10; i++) capture(new Error('report ' + i))"

const sanitized = asanEnvironment()
const cwd = fs.mkdtempSync(path.join(os.tmpdir(), 'crash-collector-asan-'))

/** @typedef {{ args: string[], heap?: string }} Command */

/**
 * @param {Command} command
 * @returns {Promise<string>} the contents of both streams
 */
async function run ({ args, heap = 'none' }) {
  const { text } = await runCollecting(args, {
    cwd,
    env: {
      PATH: process.env.PATH,
      ...sanitized,
      CRASH_COLLECTOR_DIR: 'dumps',
      CRASH_COLLECTOR_HEAP: heap,
      CRASH_COLLECTOR_RETAIN_COUNT: '100000',
      TEST_COPY: PACKAGE
    },
    timeout: TIMEOUT_MS
  })
  return text
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
  const commands = [
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
  let reports = 0
  for (const [i, command] of commands.entries()) {
    if (i % 50 === 0) console.error(`${i} of ${commands.length}`)
    const text = await run(command)
    if (!REPORT.test(text)) continue
    reports++
    console.error(
      `${command.heap ?? ''} ${command.args.join(' ')}\n${text.slice(text.search(REPORT)).slice(0, 4000)}\n`
    )
  }
  const dumps = fs.existsSync(path.join(cwd, 'dumps')) ? fs.readdirSync(path.join(cwd, 'dumps')).length : 0
  fs.rmSync(cwd, { recursive: true, force: true })
  console.log(
    JSON.stringify({
      kind: 'asan',
      date: new Date().toISOString(),
      node: process.version,
      programs: programs.length,
      runs: commands.length,
      workerRounds: WORKER_ROUNDS,
      heapRuns: commands.filter(({ heap }) => heap !== undefined).length,
      dumps,
      fuzzedGraphs: FUZZED_GRAPHS,
      reports
    })
  )
  if (reports > 0 || dumps < programs.length / 2) process.exitCode = 1
}

main()
