'use strict'
// Measures what a process pays when it fails often (docs/production.md): the same program without and with the
// collector, as npm installs it, at the same time, so that both share what else the machine does.
// node scripts/measure/failing-often [--seconds 10] [--users 50000,1000000] [--kinds caught,survived,rejected]
//   [--rates 10,100,1000] [--together] [--rows file]
// Together: all cells at the same time, for long runs of processes that mostly wait.

const { execFile } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { parseArgs, promisify } = require('node:util')

const { checkInstalled, installedPackage } = require('../../../benchmarks/lab/configurations/installed')
const { version } = require('../../../package.json')

const PROGRAM = path.join(__dirname, 'program.js')
/** Ten million users need 2 GB, which may be all that V8 takes by itself. */
const LARGE = { users: 5_000_000, flag: '--max-old-space-size=6000' }
const run = promisify(execFile)
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    users: { type: 'string', default: '50000,1000000' },
    kinds: { type: 'string', default: 'caught,survived,rejected' },
    rates: { type: 'string', default: '10,100,1000' },
    together: { type: 'boolean', default: false },
    rows: { type: 'string' }
  }
})

/** @param {string[]} args @param {boolean} collects */
async function measure (args, collects) {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'failing-often-'))
  try {
    const flags = Number(args[3]) > LARGE.users ? [LARGE.flag] : []
    if (collects) flags.push('--require', installedPackage())
    const { stdout } = await run(process.execPath, [...flags, PROGRAM, ...args], {
      cwd: directory,
      env: { PATH: process.env.PATH, HOME: directory }
    })
    return JSON.parse(stdout)
  } finally {
    fs.rmSync(directory, { recursive: true, force: true })
  }
}

/** @param {string} users @param {string} kind @param {string} rate errors a second */
async function compare (users, kind, rate) {
  const args = [rate, values.seconds, kind, users]
  const load = os.loadavg()[0]
  const [without, collected] = await Promise.all([measure(args, false), measure(args, true)])
  const row = {
    kind: 'failing-often',
    what: kind,
    rate: Number(rate),
    users: Number(users),
    seconds: Number(values.seconds),
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    version,
    load: Math.round(load),
    without,
    with: collected
  }
  console.log(JSON.stringify(row))
  if (values.rows !== undefined) fs.appendFileSync(values.rows, `${JSON.stringify(row)}\n`)
}

async function main () {
  checkInstalled(process.execPath)
  const together = []
  for (const users of values.users.split(',')) {
    for (const kind of values.kinds.split(',')) {
      for (const rate of values.rates.split(',')) {
        const compared = compare(users, kind, rate)
        if (values.together) together.push(compared)
        else await compared
      }
    }
  }
  await Promise.all(together)
}

main()
