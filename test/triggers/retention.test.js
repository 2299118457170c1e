'use strict'
// Retention keeps the right dumps while the process that writes them lives.
const t = require('tap')
const fs = require('node:fs')
const { ROOT, collect, crashTests, temporaryDirectory } = require('../helpers/crash')

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
  env: { TEST_PACKAGE: ROOT, CRASH_COLLECTOR_STDERR: 'none', ...variables },
  exitCode: 0,
  trigger: 'api',
  frames: [],
  ...more
})

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

t.test('also where the event loop gets no turn', async t =>
  crashTests(t, [
    retains('capture-without-a-turn', { CRASH_COLLECTOR_RETAIN_COUNT: '5' }, { stdout: /^at most 5\n$/, dumps: 5 }),
    retains(
      'capture-without-a-turn',
      {},
      { name: 'by configure()', args: ['{"retainCount":5}'], stdout: /^at most 5\n$/, dumps: 5 }
    )
  ])
)

t.test('a crash loop with heap snapshots stays within its bytes', async t => {
  const directory = temporaryDirectory(t)
  const env = { CRASH_COLLECTOR_DIR: directory, CRASH_COLLECTOR_HEAP: 'snapshot', CRASH_COLLECTOR_RETAIN_BYTES: '1' }
  for (let i = 0; i < 3; i++) {
    await collect(t, { file: 'uncaught/throw-error.js', env })
    // The next start removes all but the newest.
    t.equal(fs.readdirSync(directory).filter(name => name.endsWith('.heapsnapshot.gz')).length, Math.min(i + 1, 2))
  }
})
