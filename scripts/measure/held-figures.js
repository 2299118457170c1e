'use strict'
// node scripts/measure/held-figures.js --before <package> --now <package> [--corpus <directory>] [--rounds 18]
// [--deaths 2] [--rows <file>]: measures two versions of crash-collector in one run, in turn: what a start and a crash
// cost, how many dumps of a service recall all, and how many facts of the corpus stand on the first 45 lines of `show`.
// The packages are installed ones, since a checkout compares the ages of its files at each start; the corpus is a
// directory into which measure-first-sight.js has installed its packages.

const fs = require('node:fs')
const path = require('node:path')
const { parseArgs } = require('node:util')

const { estimateOfPairs } = require('../../benchmarks/lab/conclusions/stats')
const { launch } = require('../../benchmarks/lab/process/launch')
const { inDirectory } = require('../../benchmarks/lab/suite')
const { dumpsIn } = require('../../benchmarks/lab/process/dumps')
const { median } = require('../../benchmarks/lab/quantile')
const { BEFORE, PLACES } = require('../../benchmarks/scenarios/recall/places')
const { runService } = require('../../benchmarks/scenarios/recall/run-service')
const { corpusPrograms, inOneLine, prepareCorpus, runToDeath, showOf } = require('./corpus')
const { environment } = require('./environment')
const { ROOT } = require('./run-program')

const TIMEOUT_MS = 120_000
/** What benchmarks/scenarios/crash/program.js builds: scripts, frames, objects, MB of heap, suspended functions. */
const CRASH = [path.join(ROOT, 'benchmarks/scenarios/crash/program.js'), '50', '10', '1000', '20', '100']
const PROGRAMS = { start: ['-e', '0'], crash: CRASH }
/** Handled errors a second, and how long each service lives. */
const LOADS = [6, 60, 200].map(perSecond => ({ perSecond, seconds: 2 }))
const FIRST_SCREEN = 45

const { values: settings } = parseArgs({
  options: {
    before: { type: 'string' },
    now: { type: 'string' },
    corpus: { type: 'string' },
    rounds: { type: 'string', default: '18' },
    deaths: { type: 'string', default: '2' },
    rows: { type: 'string' }
  }
})
const PACKAGES = { before: path.resolve(settings.before ?? ''), now: path.resolve(settings.now ?? '') }
/** @typedef {keyof PACKAGES} Version */
const VERSIONS = /** @type {Version[]} */ (Object.keys(PACKAGES))

/** @param {object} row */
function addRow (row) {
  if (settings.rows !== undefined) fs.appendFileSync(settings.rows, `${JSON.stringify(row)}\n`)
}

/** @param {keyof PROGRAMS} name */
async function measureCost (name) {
  /** @type {Record<string, Record<'cpuMs' | 'rssMb', number[]>>} */
  const samples = {}
  for (let round = 0; round < Number(settings.rounds); round++) {
    for (const version of /** @type {const} */ (['without', ...VERSIONS])) {
      const { usage } = await inOwnDirectory(version, ({ configuration, node, directory, env }) =>
        launch([node, ...configuration.nodeArgs, ...PROGRAMS[name]], { cwd: directory, env, timeoutMs: TIMEOUT_MS })
      )
      const sample = (samples[version] ??= { cpuMs: [], rssMb: [] })
      sample.cpuMs.push(Number(usage.cpuUserMs) + Number(usage.cpuSystemMs))
      sample.rssMb.push(Number(usage.maxRssKb) / 1024)
    }
  }
  for (const what of /** @type {const} */ (['cpuMs', 'rssMb'])) {
    const medians = Object.entries(samples).map(([version, of]) => `${version} ${median(of[what]).toFixed(1)}`)
    const ratios = samples.now[what].map((value, round) => value / samples.before[what][round])
    const { median: ratio, low, high } = estimateOfPairs(ratios)
    const interval = `${ratio.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`
    console.log(`${name}, ${what}: ${medians.join(', ')}; now/before ${interval}`)
  }
  addRow({ what: 'cost', name, samples })
}

/**
 * @template T
 * @param {Version | 'without'} version
 * @param {(context: import('../../benchmarks/lab/suite').Context) => Promise<T>} run
 */
function inOwnDirectory (version, run) {
  const nodeArgs = version === 'without' ? [] : ['--require', PACKAGES[version]]
  const configuration = { name: version, label: version, nodeArgs, env: {} }
  return inDirectory(configuration, process.execPath, { quick: false, signal: new AbortController().signal }, run)
}

/** @template T @param {(version: Version) => T} map @returns {Record<Version, T>} */
function mapVersions (map) {
  return { before: map('before'), now: map('now') }
}

/** @param {typeof LOADS[number]} load */
async function measureRecall (load) {
  const counts = mapVersions(() => ({ deaths: 0, throwing: 0, callers: 0, wrong: 0, otherwise: 0 }))
  const lives = Object.values(BEFORE).flatMap(before => Object.keys(PLACES).map(flow => ({ flow, before })))
  for (let death = 0; death < Number(settings.deaths); death++) {
    for (const life of lives) {
      for (const version of VERSIONS) {
        const { judgement, otherwise } = await inOwnDirectory(version, context => runService(life, load, context))
        const count = counts[version]
        count.deaths++
        if (otherwise !== undefined) count.otherwise++
        if (judgement?.throwing) count.throwing++
        if (judgement?.throwing && judgement.callers) count.callers++
        count.wrong += judgement?.wrong.length ?? 0
      }
    }
  }
  for (const version of VERSIONS) {
    const { deaths, throwing, callers, wrong } = counts[version]
    console.log(
      `recall, ${load.perSecond} errors/s, ${version}: ${throwing} of ${deaths} throwing frames, ` +
        `${callers} with all callers, ${wrong} wrong values`
    )
  }
  addRow({ what: 'recall', ...load, counts })
}

/** @param {string} directory with the packages of the corpus */
async function measureCorpus (directory) {
  prepareCorpus(directory)
  const counts = mapVersions(() => ({ facts: 0, firstScreen: 0, all: 0, programs: 0, headlines: 0, showMs: 0 }))
  for (const { name, kinds, facts } of corpusPrograms()) {
    for (const kind of kinds) {
      for (const version of VERSIONS) {
        const count = counts[version]
        const { screen, all, diagnosis, showMs } = await shown(version, directory, name, kind)
        count.programs++
        count.facts += facts.length
        count.firstScreen += facts.filter(({ pattern }) => pattern.test(screen)).length
        count.all += facts.filter(({ pattern }) => pattern.test(all)).length
        count.headlines += diagnosis ? 1 : 0
        count.showMs += showMs
      }
    }
  }
  for (const version of VERSIONS) {
    const { facts, firstScreen, all, programs, headlines, showMs } = counts[version]
    console.log(
      `corpus, ${version}: ${firstScreen} of ${facts} facts on the first screen, ${all} by --all, ` +
        `${headlines} of ${programs} headlines, show ${Math.round(showMs / programs)} ms`
    )
  }
  addRow({ what: 'corpus', counts })
}

/**
 * @param {Version} version
 * @param {string} cwd
 * @param {string} name of the program
 * @param {import('./corpus').Kind} kind
 */
function shown (version, cwd, name, kind) {
  return inOwnDirectory(version, async ({ directory, env }) => {
    const where = { cwd, env: { ...env, COLUMNS: '80' } }
    runToDeath(name, kind, PACKAGES[version], where)
    const [dump] = dumpsIn(path.join(directory, 'crashes'))
    if (dump === undefined) return { screen: '', all: '', diagnosis: null, showMs: 0 }
    const show = showOf(PACKAGES[version], dump, where)
    const begin = performance.now()
    const lines = show().split('\n')
    const showMs = performance.now() - begin
    const screen = inOneLine(lines.slice(0, FIRST_SCREEN).join('\n'))
    return { screen, all: inOneLine(show('--all')), diagnosis: JSON.parse(show('--json')).diagnosis, showMs }
  })
}

async function main () {
  addRow(environment())
  await measureCost('start')
  await measureCost('crash')
  for (const load of LOADS) await measureRecall(load)
  if (settings.corpus !== undefined) await measureCorpus(path.resolve(settings.corpus))
}

main()
