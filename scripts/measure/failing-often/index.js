'use strict'
// Measures what a process pays when it fails often (docs/production.md): the same program without and with the
// collector, as npm installs it, at the same time, so that both share what else the machine does.
// node scripts/measure/failing-often [--seconds 10] [--users 50000,1000000] [--rows file]

const { execFile } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { parseArgs, promisify } = require('node:util')

const { checkInstalled, installedPackage } = require('../../../benchmarks/lab/configurations/installed')
const { version } = require('../../../package.json')

const PROGRAM = path.join(__dirname, 'program.js')
const run = promisify(execFile)
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    users: { type: 'string', default: '50000,1000000' },
    rows: { type: 'string' }
  }
})

/** @param {string[]} args @param {boolean} collects */
async function measure (args, collects) {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'failing-often-'))
  try {
    const preload = collects ? ['--require', installedPackage()] : []
    const { stdout } = await run(process.execPath, [...preload, PROGRAM, ...args], {
      cwd: directory,
      env: { PATH: process.env.PATH, HOME: directory }
    })
    return JSON.parse(stdout)
  } finally {
    fs.rmSync(directory, { recursive: true, force: true })
  }
}

async function main () {
  checkInstalled(process.execPath)
  for (const users of values.users.split(',')) {
    for (const kind of ['caught', 'survived', 'rejected']) {
      for (const rate of ['10', '100', '1000']) {
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
    }
  }
}

main()
