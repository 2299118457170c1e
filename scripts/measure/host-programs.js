'use strict'
// Runs programs that fail often, with heaps that are large enough without the collector, without and with it in turn:
// `node scripts/measure/host-programs.js [--rounds 5] [--node 20,24] [--rows file]`. Prints the end of each and the
// ratios of CPU time and of peak memory, with the package as npm installs it (`npm run build:matrix`). Needs Python 3,
// which reads what the kernel has counted.

const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { parseArgs } = require('node:util')

const { checkInstalled, installedPackage } = require('../../benchmarks/lab/configurations/installed')
const { median } = require('../../benchmarks/lab/quantile')
const { MATRIX, matrixNode } = require('../build/matrix-node')
const { PACKAGE } = require('../build/node-gyp')

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, node: { type: 'string' }, rows: { type: 'string' } }
})

const heap = (/** @type {number} */ megabytes) => [`--max-old-space-size=${megabytes}`]

/** @type {Record<string, string[]>} arguments of Node.js */
const PROGRAMS = {
  'errors dropped, 8 MB each': ['dropped-errors.js', '60', '1000000', '50'],
  'errors dropped, 24 MB each, heap of 160 MB': [...heap(160), 'dropped-errors.js', '20', '3000000', '50'],
  'errors kept, rows of 4 MB, heap of 256 MB': [...heap(256), 'kept-errors.js', '120', '100', '4', 'rows'],
  'errors kept, uploads of 10 MB': ['kept-errors.js', '100', '100', '10', 'buffer'],
  'exceptions as control flow': ['control-flow.js', '20000'],
  'survived, 1,000 a second': ['survived-errors.js', '2000', '2']
}
const MEASURE = `
import json, os, resource, subprocess, sys
code = subprocess.call(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(json.dumps({"end": code, "cpu": used.ru_utime + used.ru_stime, "peakMb": used.ru_maxrss / 1024}))`

/** @param {string} node @param {string[]} argv @param {boolean} collects */
function run (node, argv, collects) {
  const program = argv.map(each => (each.endsWith('.js') ? path.join(PACKAGE, 'test/fixtures/host', each) : each))
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'host-'))
  const preload = collects ? ['--require', installedPackage()] : []
  const env = { ...process.env, CRASH_COLLECTOR_DIR: dir }
  const { stdout } = spawnSync('python3', ['-c', MEASURE, node, ...preload, ...program], { env, encoding: 'utf8' })
  fs.rmSync(dir, { recursive: true, force: true })
  return JSON.parse(stdout)
}

/** @type {object[]} */
const rows = []
const running = process.versions.node.split('.', 1)[0]
const majors = values.node?.split(',') ?? [...new Set([running, ...Object.keys(MATRIX)])]
for (const major of majors) {
  const node = major === running ? process.execPath : matrixNode(major)
  checkInstalled(node)
  for (const [name, argv] of Object.entries(PROGRAMS)) {
    /** @type {{ end: number, cpu: number, peakMb: number }[][]} */
    const [without, collected] = [[], []]
    for (let round = 0; round < Number(values.rounds); round++) {
      without.push(run(node, argv, false))
      collected.push(run(node, argv, true))
    }
    const of = (/** @type {'cpu' | 'peakMb'} */ key) => ({
      without: median(without.map(each => each[key])),
      with: median(collected.map(each => each[key]))
    })
    const ends = { without: without.map(({ end }) => end), with: collected.map(({ end }) => end) }
    const row = { node: major, program: name, ends, cpu: of('cpu'), peakMb: of('peakMb'), load: os.loadavg()[0] }
    rows.push(row)
    const ratio = (/** @type {{ without: number, with: number }} */ pair) => (pair.with / pair.without).toFixed(2)
    console.log(`${major}  ${name}: ends with ${ends.without[0]}, ${ends.with}; ` +
      `CPU ${ratio(row.cpu)}, peak memory ${ratio(row.peakMb)}`)
  }
}
if (values.rows !== undefined) {
  const header = { date: new Date().toISOString().slice(0, 10), platform: process.platform, cpus: os.cpus().length }
  fs.writeFileSync(values.rows, [header, ...rows].map(row => JSON.stringify(row)).join('\n') + '\n')
}
