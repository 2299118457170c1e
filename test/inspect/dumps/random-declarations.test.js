'use strict'
// Random functions stop somewhere, and no variable of the dump has a value that the source does not give it there.
// CRASH_COLLECTOR_DECLARATIONS and CRASH_COLLECTOR_DECLARATIONS_SEED make the run longer or different.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')

const { runNode } = require('../../helpers/run-node')
const { compareValues } = require('./random-declarations/compare-values')

const PROGRAMS = Number(process.env.CRASH_COLLECTOR_DECLARATIONS ?? 360)
const FIRST_SEED = Number(process.env.CRASH_COLLECTOR_DECLARATIONS_SEED ?? 1)
/**
 * Number of programs that one process runs. Asking for variables without a value makes errors, and of more than
 * 500 in a second only some are copied.
 */
const BATCH = { read: 120, copied: 30 }
/** All dumps of a process stay, although they are of the same crash. A busy machine needs more time for them. */
const KEPT = {
  CRASH_COLLECTOR_DEADLINE_MS: '600000',
  CRASH_COLLECTOR_RETAIN_COUNT: String(BATCH.read),
  CRASH_COLLECTOR_RETAIN_SAME: '0'
}

/** No stack is read at the stop. */
const NOT_READ = { CRASH_COLLECTOR_BUDGET_PERCENT: '0' }

/** A test has 30 s otherwise, too few for a long run. */
const TIMEOUT_MS = 60_000 + PROGRAMS * 500

t.setTimeout(TIMEOUT_MS)
for (const way of /** @type {const} */ (['read', 'copied'])) {
  t.test(`random declarations, ${way}`, { timeout: TIMEOUT_MS }, async t => {
    const total = { dumps: 0, right: 0, empty: 0, undecided: 0 }
    for (let first = FIRST_SEED; first < FIRST_SEED + PROGRAMS; first += BATCH[way]) {
      const count = Math.min(BATCH[way], FIRST_SEED + PROGRAMS - first)
      const cwd = fs.mkdtempSync(path.join(t.testdir(), 'run-'))
      const run = path.join(__dirname, 'random-declarations', 'run-programs.js')
      const argv = ['--require', path.join(__dirname, '../../..'), run, String(first), String(count), way]
      const env = { CRASH_COLLECTOR_DIR: cwd, ...KEPT, ...(way === 'copied' ? NOT_READ : {}) }
      const { stdout, stderr, exitCode } = await runNode(argv, { cwd, env })
      if (exitCode !== 0) t.fail(stderr.slice(-2000))
      for (const line of stdout.split('\n').filter(Boolean)) {
        const { seed, values, file } = JSON.parse(line)
        const { problems, right, empty, undecided } = await compareValues(file, values, seed)
        if (problems.length > 0) t.fail(`seed ${seed}`, { problems })
        total.dumps++
        total.right += right
        total.empty += empty
        total.undecided += undecided
      }
      fs.rmSync(cwd, { recursive: true })
    }
    t.comment(JSON.stringify(total))
    t.ok(total.dumps > PROGRAMS / (way === 'copied' ? 5 : 3), `${total.dumps} dumps`)
    t.ok(total.right > PROGRAMS && total.empty > PROGRAMS / 2, JSON.stringify(total))
  })
}
