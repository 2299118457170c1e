'use strict'
// npm run test:fuzz [-- --mutants 1000000 --seed 1 --minutes 60 --ways 6 --jobs 2 --keep directory --rows file]: makes
// mutants of good dumps, among them fresh ones of processes that crash in different ways, and reads each in some of the
// ways there are, the next mutant in the next ones. Prints what goes wrong with the seed and the index, keeps the file,
// and exits with 1 if anything did. `--file dump` reads one file in every way.

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { parseArgs } = require('node:util')

const { version } = require('../../package.json')
const { makeFreshDumps } = require('../../test/inspect/hostile/fresh-dumps')
const { SLOW_WAYS, WAYS, readBy } = require('../../test/inspect/hostile/read-everything')
const { runMutants } = require('../../test/inspect/hostile/run-mutants')

/** Number of mutants that one child reads. The first ones take longer, until V8 has compiled what reads them. */
const BATCH = 10_000

/** @param {string} file */
async function readOne (file) {
  const work = fs.mkdtempSync(path.join(os.tmpdir(), 'mutants-'))
  const copy = path.join(work, 'crash.20260101.000000.1.0.1.ccdump')
  const golden = path.join(__dirname, '../..', 'test/fixtures/dumps/version-2.ccdump')
  fs.copyFileSync(file, copy)
  for (const way of [...WAYS, ...SLOW_WAYS]) {
    const before = process.cpuUsage()
    const error = await readBy(way, { file: copy, directory: work, golden })
    const { user, system } = process.cpuUsage(before)
    console.log(`${way}: ${Math.round((user + system) / 1000)} ms of processor time`)
    if (error === null) continue
    console.log(error)
    process.exitCode = 1
  }
  fs.rmSync(work, { recursive: true, force: true })
}

async function main () {
  const { values } = parseArgs({
    options: {
      mutants: { type: 'string', default: '1000000' },
      seed: { type: 'string', default: '1' },
      minutes: { type: 'string', default: '60' },
      ways: { type: 'string', default: '6' },
      jobs: { type: 'string', default: '2' },
      keep: { type: 'string', default: path.join(os.tmpdir(), 'crash-collector-findings') },
      rows: { type: 'string' },
      file: { type: 'string' }
    }
  })
  if (values.file !== undefined) return await readOne(values.file)
  const [mutants, seed, ways] = [values.mutants, values.seed, values.ways].map(Number)
  const endMs = Date.now() + Number(values.minutes) * 60_000
  fs.mkdirSync(values.keep, { recursive: true, mode: 0o700 })
  const bases = path.join(values.keep, `bases-${seed}`)
  await makeFreshDumps(bases)
  const startMs = Date.now()
  /** @type {import('../../test/inspect/hostile/run-mutants').Finding[]} */
  const findings = []
  let read = 0
  let mostBytes = 0
  let next = 0
  const work = async () => {
    while (next < mutants && Date.now() < endMs) {
      const from = next
      const count = Math.min(BATCH, mutants - from)
      next += count
      const done = await runMutants({ seed, from, count, bases, ways, endMs }, (finding, bytes) => {
        const file = path.join(values.keep, `${seed}-${finding.index}.ccdump`)
        fs.writeFileSync(file, bytes, { mode: 0o600 })
        console.log(`${finding.alone ? '' : 'not alone: '}${file}, ${finding.way}: ${finding.error}`)
        findings.push(finding)
      })
      read += done.read
      mostBytes = Math.max(mostBytes, done.mostBytes)
    }
  }
  await Promise.all(Array.from({ length: Number(values.jobs) }, work))
  const row = {
    kind: 'fuzz',
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    version,
    seed,
    mutants: read,
    ways,
    findings: findings.filter(({ alone }) => alone).length,
    notAlone: findings.filter(({ alone }) => !alone).length,
    mostMb: Math.round(mostBytes / 2 ** 20),
    minutes: Math.round((Date.now() - startMs) / 60_000)
  }
  console.log(JSON.stringify(row))
  if (values.rows !== undefined) fs.appendFileSync(values.rows, `${JSON.stringify(row)}\n`)
  process.exitCode = row.findings === 0 && read === mutants ? 0 : 1
}

main()
