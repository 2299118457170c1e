'use strict'
// Measures questions to many dumps (docs/fleet.md): the first index, the index after a new dump, and the usual
// questions. Writes a row for each run. `node scripts/measure/measure-fleet.js [dumps] [bytes of a dump] [file of
// rows]`; for the memory it needs Linux.

const { execFileSync, spawn } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { performance } = require('node:perf_hooks')

const { VIEWS } = require('../../packages/fleet/views')
const { makeSeeds, writeSynthetic } = require('./synthetic-dumps')

const ROOT = path.join(__dirname, '../..')
const CLI = path.join(ROOT, 'bin/crash-collector.js')
const ROUNDS = 7
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

/** @returns {Row} */
function environment () {
  return {
    what: 'environment',
    date: new Date().toISOString(),
    commit: execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim(),
    node: process.version,
    cpu: os.cpus()[0].model,
    cores: os.cpus().length,
    memoryBytes: os.totalmem(),
    os: `${os.type()} ${os.release()}`,
    load: os.loadavg()[0]
  }
}

/**
 * Asks each question in this process, several times, without the start of Node.js and DuckDB.
 * @param {string} directory
 * @param {(row: Row) => void} add
 */
async function askAll (directory, add) {
  const { runCommand } = require('../../lib/inspect/cli/command-line')
  const output = { write () {}, writeError () {}, isTerminal: false, columns: 100 }
  for (let round = 0; round < ROUNDS; round++) {
    for (const { name, sql } of QUESTIONS) {
      const start = performance.now()
      const exitCode = await runCommand(['sql', sql, '--dir', directory], output)
      if (exitCode !== 0) throw new Error(`${name} ended with ${exitCode}`)
      add({ what: 'question', name, round, ms: Math.round((performance.now() - start) * 10) / 10 })
    }
  }
}

async function main () {
  const [dumps = '10000', bytes = '200000', rows = path.join(ROOT, 'benchmarks/results/fleet.jsonl')] =
    process.argv.slice(2)
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'fleet-'))
  const seedsDirectory = path.join(directory, 'seeds')
  const dir = path.join(directory, 'dumps')
  fs.mkdirSync(seedsDirectory)
  fs.mkdirSync(dir)
  const add = (/** @type {Row} */ row) => {
    fs.appendFileSync(rows, JSON.stringify(row) + '\n')
    console.log(JSON.stringify(row))
  }
  try {
    const seeds = await makeSeeds(seedsDirectory)
    let total = 0
    let number = 0
    for (; number < Number(dumps); number++) total += writeSynthetic(dir, seeds, number, Number(bytes))
    const count = ['sql', 'select count(*) from crashes', '--csv', '--dir', dir]
    const size = () => fs.readdirSync(dir).filter(name => name.startsWith('crash-index'))
      .reduce((sum, name) => sum + fs.statSync(path.join(dir, name)).size, 0)

    add({ ...environment(), dumps: number, bytes: total, seeds: seeds.length })
    const first = await run(count, process.platform === 'linux' ? ['taskset', '-c', '0,1'] : [])
    const { stdout } = await run(['sql', 'select count(*) from variables', '--csv', '--dir', dir])
    const variables = Number(stdout.split('\r\n')[1])
    add({ what: 'first index', ms: first.ms, cpuMs: first.cpuMs, peakMb: first.peakMb, indexBytes: size(), variables })
    for (let round = 0; round < ROUNDS; round++) {
      const known = await run(count)
      writeSynthetic(dir, seeds, number++, Number(bytes))
      const added = await run(count)
      for (let i = 0; i < FURTHER; i++) writeSynthetic(dir, seeds, number++, Number(bytes))
      const many = await run(count)
      const times = { withoutMs: known.ms, withOneMs: added.ms, withManyMs: many.ms, many: FURTHER }
      const cpu = { withoutCpuMs: known.cpuMs, withOneCpuMs: added.cpuMs, withManyCpuMs: many.cpuMs }
      add({ what: 'new dumps', round, ...times, ...cpu, peakMb: many.peakMb })
    }
    await askAll(dir, add)
    for (const { name, sql } of QUESTIONS) {
      const { ms, peakMb } = await run(['sql', sql, '--dir', dir])
      add({ what: 'command', name, ms, peakMb })
    }
  } finally {
    fs.rmSync(directory, { recursive: true, force: true })
  }
}

main()
