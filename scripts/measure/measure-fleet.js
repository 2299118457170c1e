'use strict'
// Measures questions to many dumps (benchmarks/results/fleet.md): the first index, the index after a new dump, and the
// usual questions. Writes a row for each run, to benchmarks/results/fleet.jsonl. For the memory it needs Linux.
//
//   node scripts/measure/measure-fleet.js [--dumps 10000] [--bytes 200000] [--rows <file>] [--dir <directory>] [--make]
//
// --bytes is about the size of a dump. With --dir, dumps are made once and kept for further runs; --make only makes
// them, which need not be done on a quiet machine.

const { spawn } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { performance } = require('node:perf_hooks')
const { parseArgs } = require('node:util')

const { VIEWS } = require('../../packages/fleet/views')
const { environment } = require('./environment')
const { makeDumps, readSeeds, writeSynthetic } = require('./synthetic-dumps')

const ROOT = path.join(__dirname, '..', '..')
const CLI = path.join(ROOT, 'bin/crash-collector.js')
const ROUNDS = 7
const WARM_ROUNDS = 30
/** Linux counts the time of processes in these. */
const TICK_MS = 10
/** New dumps at once, few enough to be read by the command's own thread. */
const FURTHER = 12
/** The usual questions, and one for a value by its path. */
const QUESTIONS = [
  ...VIEWS.map(({ name }) => ({ name, sql: `from ${name}` })),
  { name: 'by path', sql: "select text, count(*) from variables where path = 'search.date' group by all" }
]

/** @typedef {Record<string, string | number>} Row */

/**
 * Runs a command and watches its memory and the time of the processor, which other programs lengthen less.
 * @param {string[]} args
 * @param {string[]} [before] words before the command, for instance taskset
 * @returns {Promise<{ ms: number, cpuMs: number, peakMb: number, stdout: string }>}
 */
async function run (args, before = []) {
  const start = performance.now()
  const [program, ...words] = [...before, process.execPath, CLI, ...args]
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  let stdout = ''
  child.stdout.on('data', data => { stdout += data })
  let peakKb = 0
  let cpuMs = 0
  const look = () => {
    try {
      const [user, system] = fs.readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1].split(' ').slice(11, 13)
      cpuMs = (Number(user) + Number(system)) * TICK_MS
      const status = fs.readFileSync(`/proc/${child.pid}/status`, 'utf8')
      peakKb = Math.max(peakKb, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0))
    } catch {} // not Linux, or it has ended
  }
  const timer = setInterval(look, 5)
  const exitCode = await new Promise(resolve => child.on('close', resolve))
  clearInterval(timer)
  if (exitCode !== 0) throw new Error(`${args.join(' ')} ended with ${exitCode}`)
  return { ms: Math.round(performance.now() - start), cpuMs, peakMb: Math.round(peakKb / 1024), stdout }
}

/**
 * Asks each question in this process, several times, without the start of Node.js and DuckDB.
 * @param {string} directory
 * @param {(row: Row) => void} add
 */
async function askAll (directory, add) {
  const { runCommand } = require('../../packages/inspect/cli/command-line')
  const output = { write () {}, writeError () {}, isTerminal: false, columns: 100 }
  for (let i = 0; i < ROUNDS; i++) {
    for (const { name, sql } of QUESTIONS) {
      const start = performance.now()
      const exitCode = await runCommand(['sql', sql, '--dir', directory], output)
      if (exitCode !== 0) throw new Error(`${name} ended with ${exitCode}`)
      add({ what: 'question', name, round: i, ms: round(performance.now() - start) })
    }
  }
}

/**
 * Adds a dump and asks, again and again in this process, as a program would that goes on to run. Its code is warm then.
 * @param {string} directory
 * @param {() => void} writeOne
 * @param {(row: Row) => void} add
 */
async function addWarm (directory, writeOne, add) {
  const { runCommand } = require('../../packages/inspect/cli/command-line')
  const output = { write () {}, writeError () {}, isTerminal: false, columns: 100 }
  const ask = async () => {
    const start = performance.now()
    const cpu = process.cpuUsage()
    const exitCode = await runCommand(['sql', 'select count(*) from crashes', '--dir', directory], output)
    if (exitCode !== 0) throw new Error(`the question ended with ${exitCode}`)
    const { user, system } = process.cpuUsage(cpu)
    return { ms: round(performance.now() - start), cpuMs: round((user + system) / 1000) }
  }
  for (let i = 0; i < WARM_ROUNDS; i++) {
    const without = await ask()
    writeOne()
    const withOne = await ask()
    add({
      what: 'new dump, warm',
      round: i,
      withoutMs: without.ms,
      withOneMs: withOne.ms,
      withoutCpuMs: without.cpuMs,
      withOneCpuMs: withOne.cpuMs
    })
  }
}

/** @param {number} ms */
function round (ms) {
  return Math.round(ms * 10) / 10
}

/**
 * @param {string} directory
 * @param {string} beginning of their names
 * @returns {number} bytes of its files
 */
function sizeOf (directory, beginning) {
  return fs.readdirSync(directory).filter(name => name.startsWith(beginning))
    .reduce((sum, name) => sum + fs.statSync(path.join(directory, name)).size, 0)
}

/**
 * @param {string} directory
 * @param {number} bytes of a dump
 * @param {(row: Row) => void} add
 */
async function measure (directory, bytes, add) {
  const dir = path.join(directory, 'dumps')
  const seeds = readSeeds(path.join(directory, 'seeds'))
  for (const name of fs.readdirSync(dir)) if (name.startsWith('crash-index')) fs.rmSync(path.join(dir, name))
  const names = new Set(fs.readdirSync(dir))
  let number = names.size
  const writeOne = () => writeSynthetic(dir, seeds, number++, bytes)
  const count = ['sql', 'select count(*) from crashes', '--csv', '--dir', dir]

  add({ ...environment(), dumps: names.size, bytes: sizeOf(dir, 'crash.'), seeds: seeds.length })
  const made = await run(count, process.platform === 'linux' ? ['taskset', '-c', '0,1'] : [])
  const { stdout } = await run(['sql', 'select count(*) from variables', '--csv', '--dir', dir])
  const variables = Number(stdout.split('\r\n')[1])
  const indexBytes = sizeOf(dir, 'crash-index')
  add({ what: 'first index', ms: made.ms, cpuMs: made.cpuMs, peakMb: made.peakMb, indexBytes, variables })
  for (let i = 0; i < ROUNDS; i++) {
    const known = await run(count)
    writeOne()
    const added = await run(count)
    for (let more = 0; more < FURTHER; more++) writeOne()
    const many = await run(count)
    const times = { withoutMs: known.ms, withOneMs: added.ms, withManyMs: many.ms, many: FURTHER }
    const cpu = { withoutCpuMs: known.cpuMs, withOneCpuMs: added.cpuMs, withManyCpuMs: many.cpuMs }
    add({ what: 'new dumps', round: i, ...times, ...cpu, peakMb: many.peakMb })
  }
  await addWarm(dir, writeOne, add)
  await askAll(dir, add)
  for (const { name, sql } of QUESTIONS) {
    const { ms, peakMb } = await run(['sql', sql, '--dir', dir])
    add({ what: 'command', name, ms, peakMb })
  }
  for (const name of fs.readdirSync(dir)) if (!names.has(name)) fs.rmSync(path.join(dir, name))
}

async function main () {
  const { values } = parseArgs({
    options: {
      dumps: { type: 'string', default: '10000' },
      bytes: { type: 'string', default: '200000' },
      rows: { type: 'string', default: path.join(ROOT, 'benchmarks/results/fleet.jsonl') },
      dir: { type: 'string' },
      make: { type: 'boolean', default: false }
    }
  })
  const { rows } = values
  const bytes = Number(values.bytes)
  const directory = values.dir ?? fs.mkdtempSync(path.join(os.tmpdir(), 'fleet-'))
  const add = (/** @type {Row} */ row) => {
    fs.appendFileSync(rows, JSON.stringify(row) + '\n')
    console.log(JSON.stringify(row))
  }
  try {
    await makeDumps(directory, Number(values.dumps), bytes)
    if (!values.make) await measure(directory, bytes, add)
  } finally {
    if (values.dir === undefined) fs.rmSync(directory, { recursive: true, force: true })
  }
}

main()
