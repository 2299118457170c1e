'use strict'
// npm run test:soak [-- --only requests --requests 1000000 --captures 1000000 --minutes 10 --rate 1000 --samples 40
// --jobs 2 --margin 0 --except rssMb --rows file]: runs a service, and a program that makes errors
// (benchmarks/scenarios/soak), without and with the collector. Both tell again and again what they hold. Prints by how
// much more that grows with the collector, with 95 % intervals, and what both hold at the end; exits with 1 if an
// interval is above the margin: more MB, or handles, for each 100,000. A short run needs one, because what fills at the
// start weighs more in it; resident memory tells nothing there, so --except leaves it out of the verdict. With --only
// failing, a service fails so many times a second for so many minutes.

const { spawn } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { parseArgs } = require('node:util')

const { version } = require('../../package.json')
const { UNLIMITED } = require('../../benchmarks/lab/configurations/rationing')
const { readStatistics, statisticsEnv } = require('../../benchmarks/lab/process/statistics')
const { difference, interval, slopeOf } = require('../../test/soak/slope')
const { PACKAGE } = require('../build/node-gyp')

const MB = 2 ** 20
/** Slopes are those of so many requests or captures. */
const UNIT = 100_000
/** The first samples are left out: caches fill. */
const WARM_UP = 0.25

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    requests: { type: 'string', default: '1000000' },
    captures: { type: 'string', default: '1000000' },
    minutes: { type: 'string', default: '10' },
    rate: { type: 'string', default: '1000' },
    samples: { type: 'string', default: '40' },
    jobs: { type: 'string', default: '2' },
    margin: { type: 'string', default: '0' },
    except: { type: 'string', default: '' },
    rows: { type: 'string' }
  }
})

/** @typedef {Record<string, number>} Sample `done` is the number of requests, captures or errors so far */

/** Runs without --only. */
const USUAL = ['requests', 'captures']

/** @type {Record<string, { argv: string[], read: (text: string) => Sample[] }>} */
const PROGRAMS = {
  requests: {
    argv: [path.join(PACKAGE, 'test/soak/service.js'), values.requests, values.samples],
    read: text => lines(text).map(({ requests, ...held }) => readHeld(requests, held))
  },
  failing: {
    argv: [path.join(PACKAGE, 'test/soak/failing.js'), values.minutes, values.rate, values.samples],
    read: text => lines(text).map(({ errors, ...held }) => readHeld(errors, held))
  },
  captures: {
    argv: [path.join(PACKAGE, 'benchmarks/scenarios/soak/program.js'), values.captures],
    read: text =>
      lines(text)
        .flatMap(({ details }) => details.parts)
        .map((part, i, { length }) => ({ done: (Number(values.captures) * i) / (length - 1), ...part }))
  }
}

/** @param {number} done @param {Record<string, number>} held @returns {Sample} */
function readHeld (done, { rss, heapUsed, external, ...counts }) {
  return { done, rssMb: rss / MB, heapMb: heapUsed / MB, externalMb: external / MB, ...counts }
}

/** @param {string} text @returns {any[]} */
function lines (text) {
  return text
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
}

/**
 * @param {string} what
 * @param {boolean} collects
 * @returns {Promise<{ samples: Sample[], counters: Record<string, number> }>}
 */
function run (what, collects) {
  const { argv, read } = PROGRAMS[what]
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'soak-'))
  const env = {
    ...process.env,
    ...statisticsEnv(directory),
    ...(what === 'captures' && UNLIMITED),
    CRASH_COLLECTOR_DIR: path.join(directory, 'crashes')
  }
  const child = spawn(process.execPath, ['--expose-gc', ...(collects ? ['--require', PACKAGE] : []), ...argv], {
    env,
    cwd: directory,
    stdio: ['ignore', 'pipe', 'inherit']
  })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', more => {
    text += more
  })
  return new Promise((resolve, reject) => {
    child.on('close', (exitCode, signal) => {
      const counters = readStatistics(directory)
      const dumps = fs.existsSync(env.CRASH_COLLECTOR_DIR)
      fs.rmSync(directory, { recursive: true, force: true })
      if (exitCode !== 0 || dumps) reject(new Error(`${what} ended with ${signal ?? exitCode}, dumps: ${dumps}`))
      else resolve({ samples: read(text), counters })
    })
  })
}

/** @param {Sample[]} samples */
const later = samples => samples.slice(Math.floor(samples.length * WARM_UP))

/** @param {readonly Sample[]} samples @param {string} key the mean of the last quarter */
function atEnd (samples, key) {
  const last = samples.slice(-Math.ceil(samples.length / 4))
  return last.reduce((sum, sample) => sum + sample[key], 0) / last.length
}

/** @param {string} what */
async function compare (what) {
  const without = run(what, false)
  if (values.jobs === '1') await without
  const [off, on] = await Promise.all([without, run(what, true)])
  /** @type {Record<string, object>} */
  const slopes = {}
  for (const key of Object.keys(off.samples[0]).filter(each => each !== 'done')) {
    const [a, b] = [on, off].map(({ samples }) =>
      slopeOf(
        later(samples).map(({ done }) => done / UNIT),
        later(samples).map(sample => sample[key])
      )
    )
    const more = difference(a, b)
    const [low, high] = interval(more)
    const end = [off, on].map(({ samples }) => round(atEnd(samples, key)))
    slopes[key] = { without: round(b.slope), with: round(a.slope), more: [low, more.slope, high].map(round), end }
    if (low > Number(values.margin) && !values.except.split(',').includes(key)) process.exitCode = 1
  }
  const row = {
    kind: 'soak',
    what,
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    version,
    done: off.samples[off.samples.length - 1].done,
    captures: on.counters.captures,
    unit: UNIT,
    slopes
  }
  console.log(JSON.stringify(row, null, 2))
  if (values.rows === undefined) return
  const samples = [off, on].map(({ samples }, i) => ({ kind: 'soak samples', what, collects: i === 1, samples }))
  fs.appendFileSync(values.rows, [row, ...samples].map(each => JSON.stringify(each)).join('\n') + '\n')
}

/** @param {number} value */
const round = value => Number(value.toFixed(4))

async function main () {
  for (const what of values.only === undefined ? USUAL : [values.only]) await compare(what)
}

main()
