'use strict'
// npm run test:redaction [-- --each --seeds 1,2,3 --jobs 2 --every 4 --from 0 --rows file]: crashes processes that hold
// planted secrets and harmless values, and looks for them in the dumps. Each process has a control with redaction off,
// in whose dump the secrets must be. `--each` gives each plant a process of its own; otherwise a process holds twenty.
// With --every, plants one of each so many. Prints the secrets that leaked and the harmless values that were hidden,
// and exits with 1 if they are more than the goals allow.

const fs = require('node:fs')
const { parseArgs } = require('node:util')

const { version } = require('../../package.json')
const { plantsOf } = require('../../test/fixtures/redaction/plants')
const { crashWithHarmless, crashWithPlants } = require('../../test/helpers/redaction-plants')

const PLANTS_IN_A_PROCESS = 20
const HARMLESS = 2000
/** The most that may leak of the likely kinds, and be hidden of the harmless values. */
const MOST_LEAKED = 0.1
const MOST_HIDDEN = 0.01

/**
 * The figures of one plant.
 * @typedef {object} Row
 * @property {number} seed
 * @property {string} kind
 * @property {boolean} documented
 * @property {boolean} second of the second corpus
 * @property {number} secrets
 * @property {number} leaked
 * @property {number} shown in the dump of the control
 */

/**
 * @param {number} seed
 * @param {number[]} indices
 * @returns {Promise<Row[]>} one for each plant
 */
async function plant (seed, indices) {
  const plants = plantsOf(seed)
  const found = await crashWithPlants({ seed, indices, redact: true })
  const control = await crashWithPlants({ seed, indices, redact: false })
  return indices.map(index => {
    const { kind, documented, second = false } = plants[index]
    const own = found.filter(each => each.index === index)
    const leaked = own.filter(each => each.leaked !== null)
    for (const each of leaked) console.log(`seed ${seed}, ${index}, ${kind}: ${each.leaked} of ${each.secret}`)
    const shown = control.filter(each => each.index === index && each.leaked !== null)
    if (shown.length < own.length) {
      console.log(`seed ${seed}, ${index}, ${kind}: ${shown.length} of ${own.length} in the control`)
    }
    return { seed, kind, documented, second, secrets: own.length, leaked: leaked.length, shown: shown.length }
  })
}

/**
 * @template T
 * @param {(() => Promise<T>)[]} tasks
 * @param {number} jobs that run at the same time
 * @returns {Promise<T[]>}
 */
async function runAll (tasks, jobs) {
  /** @type {T[]} */
  const results = []
  let next = 0
  const work = async () => {
    while (next < tasks.length) {
      const index = next++
      results[index] = await tasks[index]()
    }
  }
  await Promise.all(Array.from({ length: jobs }, work))
  return results
}

/** @param {Row[]} rows */
function total (rows) {
  const sum = (/** @type {'secrets' | 'leaked' | 'shown'} */ key) => rows.reduce((all, row) => all + row[key], 0)
  return { plants: rows.length, secrets: sum('secrets'), leaked: sum('leaked'), shown: sum('shown') }
}

async function main () {
  const { values } = parseArgs({
    options: {
      each: { type: 'boolean', default: false },
      seeds: { type: 'string', default: '1' },
      jobs: { type: 'string', default: '2' },
      every: { type: 'string', default: '1' },
      from: { type: 'string', default: '0' },
      rows: { type: 'string' }
    }
  })
  const seeds = values.seeds.split(',').map(Number)
  const size = values.each ? 1 : PLANTS_IN_A_PROCESS
  const [every, from] = [Number(values.every), Number(values.from)]
  const tasks = seeds.flatMap(seed => {
    const indices = plantsOf(seed).flatMap((_, index) => (index % every === from ? [index] : []))
    return Array.from({ length: Math.ceil(indices.length / size) }, (_, i) => () =>
      plant(seed, indices.slice(i * size, (i + 1) * size))
    )
  })
  const rows = (await runAll(tasks, Number(values.jobs))).flat()
  const corpora = []
  for (const second of [false, true]) {
    const own = rows.filter(row => row.second === second)
    const hidden = await crashWithHarmless({ seed: seeds[0], count: HARMLESS, second })
    for (const { kind, name, value } of hidden) console.log(`hidden: ${kind}: ${name}: ${value}`)
    corpora.push({
      documented: total(own.filter(row => row.documented)),
      likely: total(own.filter(row => !row.documented)),
      harmless: { values: HARMLESS, hidden: hidden.length }
    })
  }
  const header = {
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    version,
    seeds,
    ...(every > 1 && { every, from }),
    plantsInAProcess: size,
    corpora
  }
  console.log(JSON.stringify(header, null, 2))
  if (values.rows !== undefined) {
    const lines = [header, ...rows].map(row => `${JSON.stringify(row)}\n`).join('')
    // The parts of a run come one after the other into one file.
    if (from === 0) fs.writeFileSync(values.rows, lines)
    else fs.appendFileSync(values.rows, lines)
  }
  const all = total(rows)
  const ok =
    all.shown === all.secrets &&
    corpora.every(
      ({ documented, likely, harmless }) =>
        documented.leaked === 0 &&
        likely.leaked <= likely.secrets * MOST_LEAKED &&
        harmless.hidden <= HARMLESS * MOST_HIDDEN
    )
  process.exitCode = ok ? 0 : 1
}

main()
