'use strict'
// node scripts/measure/measure-first-sight.js [--in <directory>] [--stored] [--rows <file>] [name…]: runs the
// programs of test/corpus, which die as in reports of the public, and tells where `show` has the facts that each names:
// on its first screen, by --more, by --all, or nowhere. Services run twice: they die at their first request, and after
// hundreds. The packages are installed into the directory, a new one if it is not given. --stored shows the dumps that
// an earlier run has left there. Rows of JSON are added to the file.

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { parseArgs } = require('node:util')

const { dumpsIn } = require('../../benchmarks/lab/process/dumps')
const { corpusPrograms, inOneLine, prepareCorpus, runToDeath, showOf } = require('./corpus')
const { environment } = require('./environment')
const { ROOT } = require('./run-program')

const PLACES = ['first screen', '--more', '--all', 'nowhere']

const { values: settings, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { in: { type: 'string' }, rows: { type: 'string' }, stored: { type: 'boolean' } }
})
const directory = settings.in ?? fs.mkdtempSync(path.join(os.tmpdir(), 'first-sight-'))
if (settings.in === undefined) process.on('exit', () => fs.rmSync(directory, { recursive: true, force: true }))
prepareCorpus(directory)

const addRow = (/** @type {object} */ row) => {
  if (settings.rows !== undefined) fs.appendFileSync(settings.rows, `${JSON.stringify(row)}\n`)
}
addRow(environment())
/** @type {Record<string, { places: number[], headlines: number, programs: number }>} */
const totals = {}
for (const program of corpusPrograms()) {
  if (names.length > 0 && !names.includes(program.name.slice(0, -'.js'.length))) continue
  for (const kind of program.kinds) measure(program, kind)
}
for (const [kind, { places, headlines, programs }] of Object.entries(totals)) {
  const count = places.reduce((sum, each) => sum + each, 0)
  const found = PLACES.map((place, i) => `${place} ${places[i]} (${Math.round((places[i] / count) * 100)} %)`)
  console.log(`${kind}: ${found.join(', ')}, ${headlines} headlines of ${programs}`)
}

/**
 * @param {import('./corpus').Program} program
 * @param {import('./corpus').Kind} kind
 */
function measure ({ name, facts: expected }, kind) {
  const dumps = path.join(directory, 'dumps', `${name}-${kind}`)
  const where = { cwd: directory, env: { ...process.env, CRASH_COLLECTOR_DIR: dumps, COLUMNS: '80' } }
  if (!settings.stored) {
    fs.rmSync(dumps, { recursive: true, force: true })
    runToDeath(name, kind, ROOT, where)
  }
  const [dump] = dumpsIn(dumps)
  if (dump === undefined) {
    console.log(`${name}, ${kind}: no dump`)
    return
  }
  const show = showOf(ROOT, dump, where)
  const texts = [show(), show('--more'), show('--all')].map(inOneLine)
  const total = (totals[kind] ??= { places: [0, 0, 0, 0], headlines: 0, programs: 0 })
  const facts = expected.map(({ pattern, fact }) => {
    const at = texts.findIndex(text => pattern.test(text))
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
