'use strict'
// With heap=snapshot, captures keep objects alive for a limited time, in threads that die and in a process that
// doesn't.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { ROOT, temporaryDirectory } = require('../helpers/crash')
const { runNode } = require('../helpers/run-node')
const { runToDump } = require('../helpers/run-to-dump')

const PROGRAMS = path.join(ROOT, 'test/fixtures/process')
const MB = 2 ** 20

/**
 * @param {import('tap').Test} t
 * @param {string[]} argv
 * @param {Record<string, string>} [env]
 */
async function run (t, argv, env = {}) {
  const { file, ...rest } = await runToDump(t, argv, {
    env: { CRASH_COLLECTOR_HEAP: 'snapshot', ...env },
    timeoutMs: 600_000
  })
  return { ...rest, names: fs.readdirSync(rest.directory).sort(), dump: file }
}

t.test('a worker that dies of it', async t => {
  const { exitCode, stdout, names, dump, cwd } = await run(t, [path.join(PROGRAMS, 'goes-deep-in-worker.js')])
  t.equal(exitCode, 0)
  t.match(stdout, /^survived boom/)
  t.match(names, [/\.ccdump$/, /\.heapsnapshot\.ccz$/])
  t.equal(names.length, 2)
  const deep = `deep${'.next'.repeat(20)}.treasure`
  t.equal(
    (await runNode([path.join(ROOT, 'bin/crash-collector.js'), 'eval', dump, deep], { cwd })).stdout,
    "'the deepest string'\n"
  )
})

t.test('10,000 handled errors', async t => {
  // Some seconds of captures, each of which met 128 kB that nobody else holds.
  const program = ['--expose-gc', path.join(PROGRAMS, 'handles-many.js')]
  const { exitCode, stdout, dump } = await run(t, program, {
    CRASH_COLLECTOR_RATION_BUDGET_PERCENT: '40',
    CRASH_COLLECTOR_RATION_BUDGET_INITIAL_MS: '2000',
    CRASH_COLLECTOR_RATION_BUDGET_MAX_MS: '2000'
  })
  t.equal(exitCode, 1, 'it dies of the last one only')
  const { before, after, alive, made } = JSON.parse(stdout)
  t.equal(made, 10_000)
  t.equal(alive, 0, 'nothing that was captured is held')
  const { errorHooks } = (await require('../../packages/inspect/reader').readDump(dump)).process ?? {}
  t.ok(Number(errorHooks?.captures) > 64, 'more than are held at a time', { errorHooks })
  t.ok(after.live - before.live < 20 * MB, 'the heap and what hangs on it', { before, after })
  // V8 and malloc keep memory for later, 200 MB of it in this program without the collector, and not the same in each
  // run.
  const alone = JSON.parse((await runNode(program, { cwd: temporaryDirectory(t), timeoutMs: 600_000 })).stdout)
  t.ok(after.rss - before.rss < alone.after.rss - alone.before.rss + 150 * MB, 'memory of the process', {
    before,
    after,
    alone
  })
})
