'use strict'
// Crashes that repeat leave a few dumps and a count, so that they don't push the dumps of others out of the directory.
const t = require('tap')
const fs = require('node:fs')
const path = require('node:path')
const { BY_PAUSE, CRASHES, PATIENT, ROOT, collect, crashTests, temporaryDirectory } = require('../helpers/crash')
const { runCli } = require('../helpers/run-cli')
const { runNode } = require('../helpers/run-node')

/**
 * Crashes a program so many times in one directory.
 * @param {string} cwd
 * @param {string} program below test/fixtures/crashes
 * @param {number} times
 * @param {Record<string, string>} [env]
 * @param {string[]} [args]
 * @returns {Promise<string[]>} the path that each line on stderr names
 */
async function crashRepeatedly (cwd, program, times, env = {}, args = []) {
  const paths = []
  for (let i = 0; i < times; i++) {
    const { stderr } = await runNode(['--require', ROOT, path.join(CRASHES, program), ...args], {
      cwd,
      env: { CRASH_COLLECTOR_DIR: 'dumps', ...PATIENT, ...env }
    })
    paths.push(/^crash-collector: dump written to (.*)$/m.exec(stderr)?.[1] ?? stderr)
  }
  return paths
}

/** @param {string} cwd */
const dumpsIn = cwd =>
  fs
    .readdirSync(path.join(cwd, 'dumps'))
    .map(name => path.join(cwd, 'dumps', name))
    .sort()

/** @param {string} cwd @returns {Promise<{ file: string, notKept?: number }[]>} */
const list = async cwd =>
  JSON.parse((await runCli(['list', '--json'], { cwd, env: { CRASH_COLLECTOR_DIR: 'dumps' } })).stdout)

t.test('a crash loop: the first dump and the newest four stay, and the newest has the count', async t => {
  const cwd = temporaryDirectory(t)
  const [other] = await crashRepeatedly(cwd, 'uncaught/null-property.js', 1)
  const paths = await crashRepeatedly(cwd, 'uncaught/top-level.js', 8)
  t.equal(new Set(paths).size, 8, 'each crash has had its dump', { paths })
  const kept = dumpsIn(cwd)
  t.equal(kept.length, 6)
  t.ok(kept.includes(other), 'the dump of another crash stays')
  t.ok(kept.includes(paths[0]), 'the first stays')
  t.ok(kept.includes(paths[7]), 'the newest stays')
  const listed = await list(cwd)
  t.same(listed.filter(({ notKept }) => notKept !== undefined).map(({ notKept }) => notKept), [3])
  const env = { CRASH_COLLECTOR_DIR: 'dumps' }
  t.match((await runCli(['list'], { cwd, env })).stdout, /Error: no price {2}\(\+3 not kept\)/)
  t.match((await runCli(['list', '--group'], { cwd, env })).stdout, /^ {3}8 × {2}Error: no price\n[^]*\(3 not kept\)$/m)
  t.equal((await runCli(['show', path.basename(paths[7])], { cwd: path.join(cwd, 'dumps'), env })).exitCode, 0)
})

t.test('the setting: none, one, all', async t => {
  const one = temporaryDirectory(t)
  const paths = await crashRepeatedly(one, 'uncaught/top-level.js', 3, { CRASH_COLLECTOR_RETAIN_SAME: '1' })
  t.same(dumpsIn(one), [paths[2]])
  t.equal((await list(one))[0].notKept, 2)
  const all = temporaryDirectory(t)
  await crashRepeatedly(all, 'uncaught/top-level.js', 6, { CRASH_COLLECTOR_RETAIN_SAME: '0' })
  t.equal(dumpsIn(all).length, 6)
})

t.test('ends with one exit code push out none with another', { skip: BY_PAUSE }, async t => {
  const cwd = temporaryDirectory(t)
  const env = { CRASH_COLLECTOR_TRIGGERS: 'exit', CRASH_COLLECTOR_RETAIN_SAME: '1' }
  const [of70] = await crashRepeatedly(cwd, 'exit/without-error.js', 1, env, ['70'])
  const [, of0] = await crashRepeatedly(cwd, 'exit/without-error.js', 2, env, ['0'])
  t.same(dumpsIn(cwd), [of70, of0].sort())
})

t.test('errors that one place wraps have causes of several kinds', async t => {
  const cwd = temporaryDirectory(t)
  const env = { CRASH_COLLECTOR_RETAIN_SAME: '1' }
  const price = await crashRepeatedly(cwd, 'uncaught/wrapped-at-one-place.js', 2, env)
  const stock = await crashRepeatedly(cwd, 'uncaught/wrapped-at-one-place.js', 1, { ...env, READS: 'stock' })
  t.same(dumpsIn(cwd), [price[1], stock[0]].sort())
})

t.test('dumps of the day before do not count', async t => {
  const cwd = temporaryDirectory(t)
  const env = { CRASH_COLLECTOR_RETAIN_SAME: '2' }
  const [first] = await crashRepeatedly(cwd, 'uncaught/top-level.js', 1, env)
  const dayBefore = new Date(Date.now() - 25 * 60 * 60 * 1000).toISOString().replace(/[-:]|\..*/g, '').replace('T', '.')
  const old = path.join(cwd, 'dumps', `crash.${dayBefore}.1.0.1.ccdump`)
  fs.renameSync(first, old)
  const paths = await crashRepeatedly(cwd, 'uncaught/top-level.js', 3, env)
  t.same(dumpsIn(cwd), [old, paths[0], paths[2]].sort())
})

t.test('dumps of one second are ordered by when they were written', async t => {
  const cwd = temporaryDirectory(t)
  const env = { CRASH_COLLECTOR_RETAIN_SAME: '0' }
  const hourBefore = new Date(Date.now() - 60 * 60 * 1000).toISOString().replace(/[-:]|\..*/g, '').replace('T', '.')
  const inOneSecond = []
  // As texts, the numbers of later processes and later dumps are often smaller.
  for (const [at, who] of ['998.0.1', '999.0.9', '1000.0.1', '1001.0.9', '1001.0.10', '1001.0.11'].entries()) {
    const [made] = await crashRepeatedly(cwd, 'uncaught/top-level.js', 1, env)
    const file = path.join(cwd, 'dumps', `crash.${hourBefore}.${who}.ccdump`)
    fs.renameSync(made, file)
    // The last three were written between two ticks of the clock.
    fs.utimesSync(file, 1_700_000_000, 1_700_000_000 + Math.min(at, 3))
    inOneSecond.push(file)
  }
  const names = inOneSecond.map(file => path.basename(file))
  t.same((await list(cwd)).map(({ file }) => path.basename(file)), names.reverse())
  const [newest] = await crashRepeatedly(cwd, 'uncaught/top-level.js', 1, { CRASH_COLLECTOR_RETAIN_SAME: '4' })
  t.same(dumpsIn(cwd), [inOneSecond[0], inOneSecond[4], inOneSecond[5], newest].sort())
})

t.test('a storm of rejections in one turn', async t =>
  crashTests(t, [
    {
      name: 'that ends the process: one dump',
      // As by default: with far more time for captures, those of the first errors would be dropped for later ones.
      env: { CRASH_COLLECTOR_BUDGET_PERCENT: '1.5' },
      file: 'storm/rejections.js',
      args: ['10000'],
      trigger: 'unhandledRejection',
      exception: { message: 'no order 0' },
      frames: [{ functionName: 'orderOf', crashLine: true, variables: { number: 0 } }],
      async check (t, dump, run) {
        t.match(dump.process?.errorHooks, { rejectionsSeen: 10_000, rejectionsHandledLater: 0 })
        const { stdout } = await runCli(['show', dump.file], { cwd: run.cwd })
        t.match(stdout, '9999 more promises were rejected and not handled')
      }
    }
  ])
)

t.test('a rejection that a handler receives has one dump', async t =>
  crashTests(t, [
    {
      name: 'one rejection',
      file: 'storm/rejections.js',
      args: ['1', 'handled'],
      env: { CRASH_COLLECTOR_TRIGGERS: 'handled' },
      exitCode: 0,
      trigger: 'handled',
      exception: { handled: true }
    }
  ])
)

t.test('workers that die again and again', async t => {
  const args = ['9', 'listens']
  const { cwd, dumps, exitCode, stdout, stderr } = await collect(t, { file: 'storm/workers.js', args })
  t.equal(exitCode, 0, stderr)
  t.equal(stdout, 'ended 9\n')
  t.equal(dumps.length, 5)
  t.equal((await list(cwd)).reduce((sum, { notKept = 0 }) => sum + 1 + notKept, 0), 9, 'all are counted')
  for (const file of dumps) t.match((await runCli(['show', file], { cwd })).stdout, /no price 7/, 'with variables')
})

t.test('a worker whose death is only counted, and ends the main thread, too', async t => {
  const { cwd, dumps, exitCode, stderr } = await collect(t, { file: 'storm/workers.js', args: ['7'] })
  t.equal(exitCode, 1, stderr)
  t.ok(stderr.includes(`dump written to ${dumps[4].replace(cwd, '<cwd>')}`), 'the newest dump of the kind is named')
  t.equal((await list(cwd)).reduce((sum, { notKept = 0 }) => sum + 1 + notKept, 0), 7, 'all are counted')
})

t.test('a storm of rejections that a handler receives', async t => {
  // A pause takes 12 ms of CPU.
  const rejections = BY_PAUSE ? 1000 : 10_000
  const { cwd, dumps, exitCode, stdout, stderr } = await collect(t, {
    file: 'storm/rejections.js',
    args: [`${rejections}`, 'handled'],
    env: { CRASH_COLLECTOR_TRIGGERS: 'handled' }
  })
  t.equal(exitCode, 0, stderr)
  t.equal(stdout, `received ${rejections}\n`)
  t.equal(dumps.length, 5)
  t.equal((await list(cwd)).reduce((sum, { notKept = 0 }) => sum + 1 + notKept, 0), rejections)
})

t.test('a flood of handled errors does not outrun retention', async t => {
  const env = { CRASH_COLLECTOR_TRIGGERS: 'handled', CRASH_COLLECTOR_RETAIN_COUNT: '20' }
  const same = await collect(t, { file: 'storm/handled.js', args: ['300', '1'], env })
  t.equal(same.exitCode, 0, same.stderr)
  t.equal(same.dumps.length, 5)
  t.equal((await list(same.cwd)).reduce((sum, { notKept = 0 }) => sum + 1 + notKept, 0), 300)
  // Each kind has few dumps, and there are many kinds.
  const various = await collect(t, { file: 'storm/handled.js', args: ['300', '300'], env })
  t.equal(various.exitCode, 0, various.stderr)
  t.ok(various.dumps.length >= 20 && various.dumps.length <= 40, `${various.dumps.length} dumps`)
})

t.test('capture() is asked for, so each call has its dump', async t => {
  const cwd = temporaryDirectory(t)
  const code = `const { capture } = require(${JSON.stringify(ROOT)})
    for (let i = 0; i < 8; i++) capture(new Error('no price'))`
  const { stderr } = await runNode(['-e', code], { cwd, env: { CRASH_COLLECTOR_DIR: 'dumps', ...PATIENT } })
  t.equal(stderr, '')
  t.equal(dumpsIn(cwd).length, 8)
})
