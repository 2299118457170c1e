'use strict'
// npm run test:faults [-- --only name --seed 1 --kills 500 --terms 100 --heaps 30 --workers 30 --jobs 2 --every 4
// --from 0 --rows file]: runs programs that die, without and with the preload, while calls of the file system fail, the
// clock jumps, or the process is killed, gets a signal, runs out of memory or ends its workers. With --every, one of
// each so many cases. Prints how the two differ and which dumps are damaged, and exits with 1 if there is any such
// thing.

const fs = require('node:fs')
const { parseArgs } = require('node:util')

const { version } = require('../../package.json')
const cases = require('../../test/faults/cases')
const { failingCallsLibrary } = require('../../test/faults/system-calls')
const { runFault } = require('../../test/faults/run-fault')
const { RandomNumbers } = require('../../test/native/random-numbers')

/** A run that writes five dumps and dies takes about so long. */
const LONGEST_MS = 600

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    seed: { type: 'string', default: '1' },
    kills: { type: 'string', default: '500' },
    terms: { type: 'string', default: '100' },
    heaps: { type: 'string', default: '30' },
    workers: { type: 'string', default: '30' },
    jobs: { type: 'string', default: '2' },
    every: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    rows: { type: 'string' }
  }
})
const random = new RandomNumbers(Number(values.seed))

/**
 * @type {Record<string, () => import('../../test/faults/run-fault').FaultCase[] | ReturnType<cases['failingCalls']>>}
 */
const KINDS = {
  'calls that fail': () => cases.failingCalls(),
  'SIGKILL at a call': () => cases.killsAtCalls(),
  'system calls of the addon that fail': () => (failingCallsLibrary() === null ? [] : cases.failingSystemCalls()),
  'SIGKILL at a random moment': () => cases.killsAtMoments(random, Number(values.kills), LONGEST_MS),
  'a clock that jumps': () => cases.jumpingClocks(),
  'SIGTERM during captures': () => cases.terminations(random, Number(values.terms)),
  'a full heap during captures': () => cases.fullHeaps(Number(values.heaps)),
  'workers that end': () => new Array(Number(values.workers)).fill(cases.WORKERS)
}

/** @param {string} kind */
async function run (kind) {
  const [every, from] = [Number(values.every), Number(values.from)]
  const all = (await KINDS[kind]()).filter((_, index) => index % every === from)
  let next = 0
  let dumps = 0
  let cut = 0
  let failed = 0
  const work = async () => {
    while (next < all.length) {
      const each = all[next++]
      const result = await runFault(each)
      dumps += result.dumps
      cut += result.cut
      if (result.problems.length === 0) continue
      failed++
      console.log(`${each.name}: ${result.problems.join('\n  ')}`)
    }
  }
  await Promise.all(Array.from({ length: Number(values.jobs) }, work))
  const row = {
    kind: 'faults',
    what: kind,
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    version,
    seed: Number(values.seed),
    ...(every > 1 && { every, from }),
    runs: all.length,
    dumps,
    cut,
    failed
  }
  console.log(JSON.stringify(row))
  if (values.rows !== undefined) fs.appendFileSync(values.rows, `${JSON.stringify(row)}\n`)
  if (failed > 0) process.exitCode = 1
}

async function main () {
  for (const kind of Object.keys(KINDS)) if (values.only === undefined || kind.includes(values.only)) await run(kind)
}

main()
