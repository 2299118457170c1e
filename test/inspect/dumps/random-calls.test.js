'use strict'
// Random functions call each other until one fails, after V8 has optimised them. No variable of the dump has a value of
// another frame that it did not have itself. CRASH_COLLECTOR_CALLS and CRASH_COLLECTOR_CALLS_SEED make the run longer
// or different.

const path = require('node:path')
const t = require('tap')

const { runNode } = require('../../helpers/run-node')
const { compareValues } = require('./random-calls/compare-values')

const PROGRAMS = Number(process.env.CRASH_COLLECTOR_CALLS ?? 120)
const FIRST_SEED = Number(process.env.CRASH_COLLECTOR_CALLS_SEED ?? 1)
/** Of more errors in one process, some would not be captured. */
const BATCH = 120
const TIMEOUT_MS = 60_000 + PROGRAMS * 500
const KEPT = {
  CRASH_COLLECTOR_BUDGET_PERCENT: '100',
  CRASH_COLLECTOR_DEADLINE_MS: '600000',
  CRASH_COLLECTOR_RETAIN_COUNT: String(BATCH),
  CRASH_COLLECTOR_RETAIN_SAME: '0'
}

t.setTimeout(TIMEOUT_MS)
t.test('random calls', { timeout: TIMEOUT_MS }, async t => {
  const total = { dumps: 0, lost: 0, taken: 0, awaiting: 0, passedBy: 0 }
  for (let first = FIRST_SEED; first < FIRST_SEED + PROGRAMS; first += BATCH) {
    const count = Math.min(BATCH, FIRST_SEED + PROGRAMS - first)
    const cwd = t.testdir({ crashes: {} })
    const run = path.join(__dirname, 'random-calls', 'run-programs.js')
    const root = path.join(__dirname, '../../..')
    const argv = ['--allow-natives-syntax', '--require', root, run, String(first), String(count)]
    const env = { CRASH_COLLECTOR_DIR: path.join(cwd, 'crashes'), ...KEPT }
    const { stdout, stderr, exitCode } = await runNode(argv, { cwd, env })
    if (exitCode !== 0) t.fail(stderr.slice(-2000))
    for (const line of stdout.split('\n').filter(Boolean)) {
      const { seed, noted, file } = JSON.parse(line)
      const { problems, ...counts } = await compareValues(file, noted)
      if (problems.length > 0) t.fail(`seed ${seed}`, { problems })
      total.dumps++
      for (const key of /** @type {const} */ (['lost', 'taken', 'awaiting', 'passedBy'])) total[key] += counts[key]
    }
  }
  t.comment(JSON.stringify(total))
  t.ok(total.dumps > PROGRAMS / 2 && total.taken > PROGRAMS / 5 && total.passedBy > 0, JSON.stringify(total))
})
