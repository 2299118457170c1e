'use strict'
// node scripts/measure/measure-first-sight.js [--in <directory>] [--stored] [--rows <file>] [name…]: runs the
// programs of test/corpus, which die as in reports of the public, and tells where `show` has the facts that each names:
// on its first screen, by --more, by --all, or nowhere. Services run twice: they die at their first request, and after
// hundreds. The packages are installed into the directory, a new one if it is not given. --stored shows the dumps that
// an earlier run has left there. Rows of JSON are added to the file.

const { execFileSync, spawnSync } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { parseArgs } = require('node:util')

const { dumpsIn } = require('../../benchmarks/lab/process/dumps')
const { environment } = require('./environment')
const { ROOT } = require('./run-program')

const CORPUS = path.join(ROOT, 'test/corpus')
const CLI = path.join(ROOT, 'bin/crash-collector.js')
const PLACES = ['first screen', '--more', '--all', 'nowhere']
const MAX_RUN_MS = 120_000
const MAX_BYTES = 2 ** 30

const { values: settings, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { in: { type: 'string' }, rows: { type: 'string' }, stored: { type: 'boolean' } }
})
const directory = settings.in ?? fs.mkdtempSync(path.join(os.tmpdir(), 'first-sight-'))
if (settings.in === undefined) process.on('exit', () => fs.rmSync(directory, { recursive: true, force: true }))
if (!fs.existsSync(path.join(directory, 'node_modules'))) {
  const packages = JSON.parse(fs.readFileSync(path.join(CORPUS, 'packages.json'), 'utf8'))
  fs.mkdirSync(directory, { recursive: true })
  fs.writeFileSync(path.join(directory, 'package.json'), '{"name":"corpus","version":"1.0.0"}')
  execFileSync('npm', ['install', '--no-audit', '--no-fund', ...Object.entries(packages).map(each => each.join('@'))], {
    cwd: directory,
    stdio: 'ignore'
  })
}

const addRow = (/** @type {object} */ row) => {
  if (settings.rows !== undefined) fs.appendFileSync(settings.rows, `${JSON.stringify(row)}\n`)
}
addRow(environment())
/** @type {Record<string, { places: number[], headlines: number, programs: number }>} */
const totals = {}
const isMeant = (/** @type {string} */ file) =>
  file.endsWith('.js') && (names.length === 0 || names.includes(file.slice(0, -'.js'.length)))
for (const name of fs.readdirSync(CORPUS).filter(isMeant)) measure(name, CORPUS, 'first error')
const services = path.join(CORPUS, 'services')
fs.cpSync(path.join(services, 'helper'), path.join(directory, 'helper'), { recursive: true })
for (const name of fs.readdirSync(services).filter(isMeant)) {
  measure(name, services, 'cold')
  measure(name, services, 'warm')
}
for (const [kind, { places, headlines, programs }] of Object.entries(totals)) {
  const count = places.reduce((sum, each) => sum + each, 0)
  const found = PLACES.map((place, i) => `${place} ${places[i]} (${Math.round((places[i] / count) * 100)} %)`)
  console.log(`${kind}: ${found.join(', ')}, ${headlines} headlines of ${programs}`)
}

/**
 * @param {string} name
 * @param {string} folder
 * @param {'first error' | 'cold' | 'warm'} kind
 */
function measure (name, folder, kind) {
  const program = fs.readFileSync(path.join(folder, name), 'utf8')
  fs.writeFileSync(path.join(directory, name), program)
  const dumps = path.join(directory, 'dumps', `${name}-${kind}`)
  if (!settings.stored) fs.rmSync(dumps, { recursive: true, force: true })
  const env = { ...process.env, CRASH_COLLECTOR_DIR: dumps, COLUMNS: '80' }
  const run = /** @type {const} */ ({ cwd: directory, env, timeout: MAX_RUN_MS, stdio: 'ignore' })
  if (!settings.stored) spawnSync(process.execPath, ['--require', ROOT, name, kind], run)
  const [dump] = dumpsIn(dumps)
  if (dump === undefined) {
    console.log(`${name}, ${kind}: no dump`)
    return
  }
  const options = /** @type {const} */ ({ cwd: directory, env, encoding: 'utf8', maxBuffer: MAX_BYTES })
  const show = (/** @type {string[]} */ ...args) =>
    execFileSync(process.execPath, [CLI, 'show', dump, ...args], options)
  const texts = [show(), show('--more'), show('--all')].map(text => text.replace(/\s+/g, ' '))
  const total = (totals[kind] ??= { places: [0, 0, 0, 0], headlines: 0, programs: 0 })
  const facts = [...program.matchAll(/^\/\/ FACT \/(.*)\/(i?) (.*)$/gm)].map(([, pattern, flags, fact]) => {
    const at = texts.findIndex(text => new RegExp(pattern, flags).test(text))
    const place = at === -1 ? 3 : at
    total.places[place]++
    return { fact, place: PLACES[place] }
  })
  const { diagnosis } = JSON.parse(show('--json'))
  total.programs++
  if (diagnosis !== null) total.headlines++
  addRow({ what: 'program', name, kind, rule: diagnosis?.rule ?? null, facts })
  console.log(`${name}, ${kind}: ${diagnosis === null ? 'no headline' : diagnosis.text}`)
  for (const { fact, place } of facts) console.log(`  ${place.padEnd(12)}  ${fact}`)
}
