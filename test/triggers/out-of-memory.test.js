'use strict'
const t = require('tap')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { BY_PAUSE, collect, temporaryDirectory, CRASHES } = require('../helpers/crash')
const { matchFrames } = require('../helpers/match-frames')
const { matchValue } = require('../helpers/match-value')
const { runNode, testedVersion } = require('../helpers/run-node')
const { validateDump } = require('../helpers/validate-dump')
const { readDump } = require('../../packages/inspect/reader')

/** @typedef {import('../helpers/match-frames').ExpectedFrame} ExpectedFrame */
/** @typedef {import('../../packages/inspect/reader').Dump} Dump */
/** @typedef {import('tap').Test} Test */

const FULL = 'JavaScript heap out of memory'
const LIMIT_MB = 100
const LIMIT = [`--max-old-space-size=${LIMIT_MB}`]
/** Node.js takes long for a heap snapshot. */
const SMALL_LIMIT = ['--max-old-space-size=20']

/**
 * @typedef {object} Case
 * @property {string} file below out-of-memory
 * @property {string[]} [nodeArgs]
 * @property {Record<string, string>} [env]
 * @property {boolean} [inWorker]
 * @property {ExpectedFrame[]} [frames]
 */

/**
 * What a process prints, without what differs between two runs: V8's numbers, the native stack, and which of three
 * reasons V8 gives (docs/triggers.md).
 * @param {string} stderr
 */
const verdict = stderr =>
  stderr
    .replace(/Ineffective mark-compacts near heap limit|CALL_AND_RETRY_LAST/, 'Reached heap limit')
    .split('\n')
    .filter(line => /^(FATAL|<---|\w*Error)/.test(line))

/**
 * Runs a program without and with the preload, and checks that it ends in the same way.
 * @param {Test} t
 * @param {Case} oneCase
 */
async function run (t, { file, nodeArgs = LIMIT, env = {} }) {
  const program = path.join('out-of-memory', file)
  const without = await runNode([...nodeArgs, path.join(CRASHES, program)], { cwd: temporaryDirectory(t) })
  const run = await collect(t, { file: program, nodeArgs, env })
  t.equal(run.signal, without.signal, 'signal')
  t.equal(run.exitCode, without.exitCode, 'exit code')
  t.equal(run.stdout, without.stdout, 'stdout')
  t.same(verdict(run.stderr), verdict(without.stderr), 'what V8 and Node.js say')
  return { run, without }
}

/** V8 may find the heap full while an order is constructed (objects.js): then its frame is above the loop's. */
const ORDER = { functionName: 'Order', file: 'objects.js' }

/**
 * Checks that a program which runs out of memory leaves one dump.
 * @param {Test} t
 * @param {Case} oneCase
 * @returns {Promise<Dump>}
 */
async function leavesDump (t, oneCase) {
  const { run: ended, without } = await run(t, oneCase)
  if (!oneCase.inWorker) {
    t.equal(without.signal, 'SIGABRT', 'the program dies')
    t.match(without.stderr, FULL)
  }
  const [file] = ended.dumps
  t.equal(ended.dumps.length, 1, 'one dump', { stderr: ended.stderr })
  t.same(
    ended.stderr.match(/^crash-collector: .*$/gm),
    [`crash-collector: dump written to ${file.replace(ended.cwd, '<cwd>')}`],
    'one line of ours'
  )
  t.same(validateDump(file).problems, [], 'the dump is valid')
  t.equal(fs.statSync(file).mode & 0o777, 0o600, 'only its owner reads the dump')
  const dump = await readDump(file)
  t.equal(dump.truncated, false)
  t.same(dump.end?.captureErrors, [])
  t.equal(dump.exception, null)
  t.match(dump.header, { trigger: 'outOfMemory', node: await testedVersion() })
  t.equal(dump.header.threadId !== 0, oneCase.inWorker ?? false, 'thread')
  const frames = dump.callFrames[0]?.functionName === ORDER.functionName ? [ORDER] : []
  frames.push(...(oneCase.frames ?? []))
  const problems = matchFrames(dump, frames, path.join(CRASHES, 'out-of-memory', oneCase.file))
  t.same(problems, [], 'frames', { capture: dump.header.capture, notCaptured: dump.notCaptured, stderr: ended.stderr })
  return dump
}

/**
 * @param {Dump} dump
 * @returns {{ ageMs: number, usedBytes: number, externalBytes: number }[]}
 */
const collectionsOf = dump => /** @type {any} */ (dump.process?.heap).afterCollections

/**
 * @param {Dump} dump
 * @param {string} name
 */
const rowOf = (dump, name) => dump.heapSummary?.classes.find(({ className }) => className === name)

const IMPORT = {
  functionName: 'importOrders',
  file: 'objects.js',
  crashLine: true,
  variables: { batch: { name: 'nightly', size: 42 } }
}
const NIGHTLY = { functionName: 'nightlyImport', file: 'objects.js', variables: { tenant: { name: 'acme' } } }

t.test('objects of a class', { skip: BY_PAUSE }, async t => {
  const dump = await leavesDump(t, { file: 'objects.js', frames: [IMPORT, NIGHTLY] })
  const { limitBytes = 0, usedBytes = 0 } = dump.header.heapLimit ?? {}
  t.equal(limitBytes, LIMIT_MB * 1024 * 1024, 'the limit that the program had, not the raised one')
  t.ok(usedBytes > 0.8 * limitBytes && usedBytes < 1.5 * limitBytes, 'the heap was full', { usedBytes })
  // The program says how many there are. V8 may have collected none, and the last one may be under construction.
  const orders = dump.callFrames
    .flatMap(({ scopeChain }) => scopeChain.flatMap(({ variables }) => variables))
    .find(({ name }) => name === 'orders')
  const length = dump.object(orders?.value?.objectId ?? '')?.length ?? 0
  const row = rowOf(dump, 'Order')
  t.ok(length > 100_000, 'the program made many orders', { length })
  t.ok(Math.abs((row?.count ?? 0) - length) < 0.02 * length, 'the histogram counts them', { row, length })
  t.equal(row?.shallowBytes, (row?.count ?? 0) * ((row?.shallowBytes ?? 0) / (row?.count ?? 1)))
  const total = dump.heapSummary?.totalBytes ?? 0
  t.ok(total > 0.75 * usedBytes && total < 1.35 * usedBytes, 'nearly all of the heap is counted', { total, usedBytes })
  const collections = collectionsOf(dump)
  const left = collections.map(each => each.usedBytes)
  t.ok(left.length > 1 && left[0] < 0.6 * usedBytes && left[left.length - 1] > 0.6 * usedBytes, 'it grew', { left })
})

const HAS_SIGNALS = process.platform === 'linux' && process.arch === 'x64'

t.test('one death leaves one dump', { skip: !HAS_SIGNALS && 'no trigger `signal` here' }, async t => {
  const env = { CRASH_COLLECTOR_TRIGGERS: 'outOfMemory,signal' }
  const dump = await leavesDump(t, { file: 'objects.js', env, frames: BY_PAUSE ? [] : [IMPORT] })
  t.equal(dump.header.trigger, 'outOfMemory')
})

t.test('more garbage collections than are kept', async t => {
  const { dumps, stdout, stderr } = await collect(t, { file: 'out-of-memory/collects.js', nodeArgs: ['--expose-gc'] })
  t.equal(dumps.length, 1, 'one dump', { stderr })
  t.same(validateDump(dumps[0]).problems, [], 'the dump is valid')
  const ages = collectionsOf(await readDump(dumps[0])).map(({ ageMs }) => ageMs)
  t.equal(ages.length, 32)
  t.same(ages, [...ages].sort((a, b) => b - a), 'oldest first')
  t.ok(ages[0] >= Number(stdout), 'the first one is among them', { ages, stdout })
})

t.test('strings in a Map', { skip: BY_PAUSE }, async t => {
  const dump = await leavesDump(t, { file: 'strings.js' })
  // The interrupt comes in whatever function runs then.
  const serve = dump.callFrames.find(({ functionName }) => functionName === 'serve')
  const request = serve?.scopeChain[0].variables.find(({ name }) => name === 'request')
  t.same(matchValue(dump, request?.value, { path: '/items', count: 3 }, 'request'), [])
  const [first] = dump.heapSummary?.classes ?? []
  t.equal(first.className, '(string)', 'most of the heap is strings')
  t.ok(first.shallowBytes > 0.5 * (dump.header.heapLimit?.usedBytes ?? 0), 'their texts count', { first })
})

t.test('in an async function, over many turns', { skip: BY_PAUSE }, async t => {
  const dump = await leavesDump(t, { file: 'async.js' })
  const names = dump.callFrames.map(({ functionName }) => functionName)
  const { header, notCaptured } = dump
  t.ok(names.includes('crawl'), 'the async function is on the stack', { names, notCaptured, header })
})

t.test('in the last allocation before an await', { skip: BY_PAUSE }, async t => {
  // By these options the function is machine code when it is resumed, and is interrupted before it has its variables.
  for (const option of [null, '--always-sparkplug', '--no-concurrent-recompilation']) {
    await t.test(option ?? 'without options', async t => {
      await leavesDump(t, {
        file: 'await.js',
        nodeArgs: option === null ? LIMIT : [...LIMIT, option],
        frames: [{ functionName: 'crawl', variables: { site: { name: 'example' } } }]
      })
    })
  }
})

t.test('a Map that grows wants much at once', { skip: BY_PAUSE }, async t => {
  const dump = await leavesDump(t, {
    file: 'map.js',
    frames: [{ functionName: 'index', crashLine: true, variables: { source: { name: 'imports' } } }]
  })
  t.equal(dump.heapSummary?.classes[0].className, '(array)', 'most of the heap is its table')
})

t.test('a builtin that cannot be interrupted', async t => {
  const dump = await leavesDump(t, { file: 'builtin.js' })
  t.same(dump.callFrames, [], 'no frame is made up')
  t.match(dump.notCaptured, [{ what: 'callFrames', reason: 'unavailable' }])
  t.ok((/** @type {any} */ (dump.process?.heap)?.spaces.length ?? 0) > 3, 'the spaces of the heap are in the dump')
  t.ok(collectionsOf(dump).length > 0, 'and what the garbage collections have left')
})

t.test('a worker with limits', { skip: BY_PAUSE }, async t => {
  const oneCase = { file: 'worker.js', nodeArgs: [], inWorker: true, frames: [IMPORT, NIGHTLY] }
  const dump = await leavesDump(t, oneCase)
  t.equal(dump.header.heapLimit?.limitBytes, 40 * 1024 * 1024, 'the limit of the worker')
  t.ok((rowOf(dump, 'Order')?.count ?? 0) > 10_000, 'the heap of the worker was counted')
  t.ok(collectionsOf(dump).length > 0, 'and its garbage collections were noted')
})

t.test('a worker whose parent hears of it', async t => {
  const { run: ended } = await run(t, { file: 'worker.js', nodeArgs: [] })
  t.match(ended.stdout, /^error ERR_WORKER_OUT_OF_MEMORY .*\nexit 1\n$/)
})

t.test("the application's own heap snapshots", async t => {
  const snapshots = (/** @type {string} */ cwd) => fs.readdirSync(cwd).filter(name => name.endsWith('.heapsnapshot'))
  for (const [file, nodeArgs] of /** @type {[string, string[]][]} */ ([
    ['snapshot-near-limit.js', SMALL_LIMIT],
    ['objects.js', [...SMALL_LIMIT, '--heapsnapshot-near-heap-limit=1']]
  ])) {
    const { run: ended, without } = await run(t, { file, nodeArgs })
    t.equal(without.signal, 'SIGABRT', 'the program dies')
    t.equal(snapshots(ended.cwd).length, 1, `${file}: Node.js writes its heap snapshot`, { stderr: ended.stderr })
    t.equal(ended.dumps.length, 1, `${file}: one dump`)
  }
})

t.test('a program that lives on', async t => {
  const { run: ended, without } = await run(t, { file: 'survives.js', nodeArgs: ['--max-old-space-size=90'] })
  t.equal(without.exitCode, 0)
  t.same(ended.dumps, [], 'no dump')
  t.equal(ended.stderr, without.stderr, 'no line')
  t.notOk(fs.existsSync(ended.directory), 'no directory')
})

t.test('without the trigger', async t => {
  const env = { CRASH_COLLECTOR_TRIGGERS: 'uncaughtException' }
  for (const file of ['objects.js', 'builtin.js']) {
    const { run: ended } = await run(t, { file, env })
    t.same(ended.dumps, [], 'no dump')
    t.notMatch(ended.stderr, 'crash-collector', 'no line')
  }
})

t.test('quiet', async t => {
  const env = { CRASH_COLLECTOR_STDERR: 'none' }
  for (const file of ['objects.js', 'builtin.js']) {
    const { run: ended } = await run(t, { file, env })
    t.equal(ended.dumps.length, 1, 'one dump')
    t.notMatch(ended.stderr, 'crash-collector', 'no line')
  }
})

t.test('a builtin that cannot be interrupted, and directories that are refused', async t => {
  for (const [mode, error] of [[0o777, 'EPERM'], [0o700, 'ELOOP']]) {
    const cwd = temporaryDirectory(t)
    const dumps = path.join(cwd, 'dumps')
    if (error === 'EPERM') fs.mkdirSync(dumps)
    else fs.symlinkSync(temporaryDirectory(t), dumps)
    fs.chmodSync(dumps, mode)
    const { run: ended } = await run(t, { file: 'builtin.js', env: { CRASH_COLLECTOR_DIR: dumps } })
    const number = os.constants.errno[/** @type {'EPERM'} */ (error)]
    t.match(ended.stderr, new RegExp(`^crash-collector: no dump: the system's error ${number}$`, 'm'))
    t.same(fs.readdirSync(dumps), [])
  }
})

t.test('where the configured directory takes no dump', async t => {
  const { run: ended } = await run(t, { file: 'objects.js', env: { CRASH_COLLECTOR_DIR: '/proc/dumps' } })
  t.match(ended.stderr, /^crash-collector: dump written to .*; not to \/proc\/dumps: /m)
})
