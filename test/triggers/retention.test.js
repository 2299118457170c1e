'use strict'
// Retention keeps the right dumps while the process that writes them lives.
const t = require('tap')
const fs = require('node:fs')
const path = require('node:path')
const { crashTests, ROOT } = require('../helpers/crash')

/** @typedef {import('../helpers/crash').CrashCase} CrashCase */

/**
 * @param {string} program
 * @param {Record<string, string>} variables
 * @param {Partial<CrashCase>} more
 * @returns {CrashCase}
 */
const retains = (program, variables, more) => ({
  name: program,
  file: `retention/${program}.js`,
  env: { TEST_PACKAGE: ROOT, CRASH_COLLECTOR_QUIET: 'on', ...variables },
  exitCode: 0,
  trigger: 'api',
  frames: [],
  ...more
})

/** @param {string} cwd */
function withOldDumps (cwd) {
  fs.mkdirSync(path.join(cwd, 'dumps'))
  for (let second = 10; second < 15; second++) {
    fs.writeFileSync(path.join(cwd, 'dumps', `crash.20260101.0000${second}.1.0.1.ccdump`), '')
  }
}

t.test('a process that lives prunes after its dumps', async t =>
  crashTests(t, [
    retains('capture-often', { CRASH_COLLECTOR_RETAIN_COUNT: '3' }, { stdout: /^pruned true\n$/, dumps: 3 }),
    retains(
      'handled-often',
      { CRASH_COLLECTOR_RETAIN_COUNT: '3', CRASH_COLLECTOR_TRIGGERS: 'handled' },
      { stdout: /^pruned\n$/, dumps: 3, trigger: 'handled' }
    ),
    // The number of dumps is far from what stays, the size is not.
    retains(
      'workers',
      { CRASH_COLLECTOR_RETAIN_BYTES: '1' },
      { stdout: /^pruned\n$/, inWorker: true, trigger: 'uncaughtException' }
    )
  ])
)

t.test('and at once where the event loop gets no turn, now and then', async t =>
  crashTests(t, [
    retains('capture-without-a-turn', { CRASH_COLLECTOR_RETAIN_COUNT: '5' }, { stdout: /^at most 9\n$/, dumps: 7 }),
    retains(
      'capture-without-a-turn',
      {},
      { name: 'by configure()', args: ['{"retainCount":5}'], stdout: /^at most 9\n$/, dumps: 7 }
    )
  ])
)

t.test('a process that ends at once does not', async t => {
  await t.test('after capture()', async t => {
    const { collect } = require('../helpers/crash')
    const run = await collect(
      t,
      retains('capture-and-end', { CRASH_COLLECTOR_RETAIN_COUNT: '5' }, { prepare: withOldDumps })
    )
    t.equal(run.exitCode, 0)
    t.equal(run.dumps.length, 6, run.stderr)
  })
})
