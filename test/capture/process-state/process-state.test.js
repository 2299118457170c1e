'use strict'
const t = require('tap')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { runToDump } = require('../../helpers/run-to-dump')
const { ROOT, temporaryDirectory } = require('../../helpers/crash')
const { readDump } = require('../../../packages/inspect/reader')

const PROGRAM = path.join(ROOT, 'test/fixtures/process/busy.js')
const LINUX = process.platform === 'linux' ? {} : { skip: 'from files of Linux' }

/**
 * @param {import('tap').Test} t
 * @param {{ files?: Record<string, string>, env?: Record<string, string>, program?: string }} [options] files: in the
 *   directory of the application
 */
async function processOf (t, { files = {}, env = {}, program = PROGRAM } = {}) {
  const cwd = temporaryDirectory(t)
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(cwd, name)), { recursive: true })
    fs.writeFileSync(path.join(cwd, name), text)
  }
  const { stdout, file } = await runToDump(t, [path.resolve(cwd, program)], { cwd, env })
  const dump = await readDump(file)
  t.same(dump.end?.captureErrors, [])
  return { cwd, stdout, dump, state: /** @type {any} */ (dump.process) }
}

t.test('what the process was doing', async t => {
  const { state } = await processOf(t)
  const byUrl = (/** @type {{ url: string }} */ a, /** @type {{ url: string }} */ b) => (a.url < b.url ? -1 : 1)
  const { requests } = state.httpRequests
  t.match(requests.filter((/** @type {{ side: string }} */ each) => each.side === 'server').sort(byUrl), [
    { method: 'GET', url: '/orders/7' },
    { method: 'GET', url: '/slow?token=[redacted]' }
  ])
  t.match(requests.filter((/** @type {{ side: string }} */ each) => each.side === 'client').sort(byUrl), [
    { method: 'GET', url: /^http:\/\/127\.0\.0\.1:\d+\/orders\/7$/ },
    { method: 'GET', url: /^http:\/\/127\.0\.0\.1:\d+\/slow\?token=\[redacted\]$/ }
  ])
  const ofType = (/** @type {string} */ type) =>
    state.handles.handles.filter((/** @type {{ type: string }} */ each) => each.type === type)
  t.match(
    ofType('tcp').find((/** @type {{ peer?: string }} */ each) => each.peer === undefined),
    { active: true, local: /^127\.0\.0\.1:\d+$/ },
    'the server'
  )
  t.equal(
    ofType('tcp').filter((/** @type {{ peer?: string }} */ each) => each.peer?.startsWith('127.0.0.1:')).length,
    4,
    'both ends of two connections'
  )
  t.match(ofType('process'), [{ pid: Number, active: true }])
  t.match(ofType('udp'), [{ local: /^127\.0\.0\.1:\d+$/ }])
  t.match(ofType('fs_event'), [{ path: path.dirname(PROGRAM) }])
  t.ok(state.eventLoop.utilization >= 0 && state.eventLoop.utilization <= 1, 'share of the time')
  t.ok(state.eventLoop.turnMs >= 0)
})

t.test('what it had', LINUX, async t => {
  const { state } = await processOf(t)
  t.ok(state.openFiles.count > 5 && state.openFiles.limit >= state.openFiles.count, 'descriptors', state.openFiles)
  t.ok(
    state.addons.some((/** @type {string} */ file) => file.endsWith('.node')),
    'the collector itself is an addon'
  )
  t.ok(state.heap.usedBytes > 1e6 && state.heap.limitBytes > state.heap.usedBytes)
  t.ok(
    state.heap.spaces.some(
      (/** @type {{ name: string, usedBytes: number }} */ each) => each.name === 'old_space' && each.usedBytes > 0
    )
  )
})

t.test('the addons of a process with thousands of mappings', LINUX, async t => {
  const program = `const memory = () => new WebAssembly.Memory({ initial: 1, maximum: 2 })
    globalThis.kept = Array.from({ length: 4000 }, memory)
console.log(require('node:fs').readFileSync('/proc/self/maps').length)
throw new Error('no price')
`
  const { state, stdout } = await processOf(t, { program: 'app.js', files: { 'app.js': program } })
  t.ok(Number(stdout) > 256 * 1024, `${stdout.trim()} bytes`)
  t.ok(state.addons.some((/** @type {string} */ file) => file.endsWith('.node')))
})

const THROWS = "require('shop').sell()\n"
const SHOP = "exports.sell = () => { throw new Error('no price') }\n"
const COMMIT = '0123456789abcdef0123456789abcdef01234567'
const APPLICATION = {
  'app.js': THROWS,
  'package.json': '{ "name": "till", "version": "1.2.3" }',
  'node_modules/shop/package.json': '{ "name": "shop", "version": "4.5.6" }',
  'node_modules/shop/lib/package.json': '{ "type": "commonjs" }',
  'node_modules/shop/lib/index.js': SHOP,
  'node_modules/shop/index.js': "module.exports = require('./lib')\n"
}

t.test('whose code it ran', async t => {
  const { state } = await processOf(t, {
    program: 'app.js',
    files: { ...APPLICATION, '.git/HEAD': 'ref: refs/heads/release\n', '.git/refs/heads/release': `${COMMIT}\n` }
  })
  t.match(state.packages, [
    { name: 'shop', version: '4.5.6' },
    { name: 'till', version: '1.2.3' }
  ])
  t.same(state.git, { commit: COMMIT, branch: 'release' })
})

t.test('a commit elsewhere than in a file of its own', async t => {
  const packed = await processOf(t, {
    program: 'app.js',
    files: {
      ...APPLICATION,
      '.git/HEAD': 'ref: refs/heads/main\n',
      '.git/packed-refs': `# pack-refs\n${'f'.repeat(40)} refs/heads/old\n${COMMIT} refs/heads/main\n`
    }
  })
  t.same(packed.state.git, { commit: COMMIT, branch: 'main' })
  const detached = await processOf(t, { program: 'app.js', files: { ...APPLICATION, '.git/HEAD': `${COMMIT}\n` } })
  t.same(detached.state.git, { commit: COMMIT })
  const worktree = await processOf(t, {
    program: 'app.js',
    files: {
      ...APPLICATION,
      '.git': 'gitdir: elsewhere/worktrees/a\n',
      'elsewhere/worktrees/a/HEAD': 'ref: refs/heads/a\n',
      'elsewhere/worktrees/a/commondir': '../..\n',
      'elsewhere/refs/heads/a': COMMIT
    }
  })
  t.same(worktree.state.git, { commit: COMMIT, branch: 'a' })
  const broken = await processOf(t, {
    program: 'app.js',
    files: { ...APPLICATION, '.git/HEAD': 'nonsense', 'node_modules/shop/package.json': '{ "name": ' }
  })
  t.equal(broken.state.git, undefined)
  t.match(broken.state.packages, [{ name: 'till' }])
})

t.test('a repository of somebody else, who would learn something, or keep the process from its end', async t => {
  const gitOf = async (/** @type {Record<string, any>} */ files) => {
    const { state } = await processOf(t, { program: 'app.js', files: { ...APPLICATION, ...files } })
    return state.git
  }
  // A pattern that tries each of the tabs as the end took 17 s.
  t.equal(await gitOf({ '.git/HEAD': `ref: ${'\t'.repeat(250_000)}x` }), undefined)
  t.equal(await gitOf({ '.git': `gitdir: ${'\t'.repeat(250_000)}x` }), undefined)
  t.equal(await gitOf({ '.git/HEAD': 'ref: refs/../../key\n', key: COMMIT }), undefined)
  t.equal(await gitOf({ '.git/HEAD': 'ref: ../key\n', key: COMMIT }), undefined)
  t.equal(await gitOf({ '.git/HEAD': `${COMMIT} and more of a file\n` }), undefined)
})

t.test('a long list of refs is searched for the commit, as far as 8 MB', async t => {
  const line = `${COMMIT} refs/heads/main\n`
  /** @param {number} end place in the file at which the line ends */
  const gitOf = async end => {
    const refs = `${'#'.padEnd(end - line.length - 1)}\n${line}`
    const { state } = await processOf(t, {
      program: 'app.js',
      files: { ...APPLICATION, '.git/HEAD': 'ref: refs/heads/main\n', '.git/packed-refs': refs }
    })
    return state.git
  }
  t.same(await gitOf(256 * 1024 + 20), { commit: COMMIT, branch: 'main' }, 'read in two pieces')
  t.same(await gitOf(8 * 1024 * 1024), { commit: COMMIT, branch: 'main' })
  t.equal(await gitOf(8 * 1024 * 1024 + 1), undefined)
})

t.test(
  'a FIFO in the place of a file, which would be read for ever',
  { skip: process.platform === 'win32' && 'has none' },
  async t => {
    const program = `require('node:child_process').execFileSync('mkfifo', ['package.json', 'app.js.map'])
throw new Error('no price')
//# sourceMappingURL=app.js.map
`
    const { state } = await processOf(t, { program: 'app.js', files: { 'app.js': program } })
    t.same(state.packages, [])
  }
)

t.test('what the application has put in its place', async t => {
  const { state, stdout } = await processOf(t, {
    program: 'app.js',
    files: {
      'app.js': `process.argv = ['node', { toString () { console.log('toString') } }, 'app.js']
process.argv.push(process.argv)
process.execArgv = new Proxy([], { get () { console.log('trap') } })
const os = require('node:os')
for (const name of Object.keys(os)) if (typeof os[name] === 'function') os[name] = () => console.log(name)
for (const name of ['title', 'execPath', 'versions']) {
  Object.defineProperty(process, name, { get () { console.log(name) } })
}
setImmediate(() => { throw new Error('no price') })`
    }
  })
  t.equal(stdout, '', 'none of its code is run')
  t.same(state.argv, ['node', 'app.js'], 'its strings')
  t.notOk('execArgv' in state || 'title' in state || 'execPath' in state)
  t.match(state.versions, { v8: String })
  t.match(state, {
    hostname: os.hostname(),
    osRelease: os.release(),
    cpus: os.availableParallelism(),
    totalMemoryBytes: os.totalmem(),
    loadAverage: [Number, Number, Number]
  })
  t.ok(state.freeMemoryBytes > 0 && state.freeMemoryBytes < state.totalMemoryBytes)
  const without = await processOf(t, {
    program: 'app.js',
    files: { 'app.js': "process.argv = null\nthrow new Error('no price')" }
  })
  t.notOk('argv' in without.state)
  t.match(without.state.title, /node/)
})

t.test('the environment by an allow-list', async t => {
  const env = { NODE_ENV: 'production', GREETING: 'hello', API_KEY: 'k-12345678' }
  t.same((await processOf(t, { env })).state.env, { NODE_ENV: 'production' })
  t.same((await processOf(t, { env: { ...env, CRASH_COLLECTOR_ENV: 'GREETING,API_KEY' } })).state.env, {
    GREETING: 'hello',
    API_KEY: '[redacted]'
  })
})

t.test('what cannot be read while a dump is written makes no captures', async t => {
  const { cwd } = await runToDump(t, [PROGRAM], { env: { CRASH_COLLECTOR_STATS: 'stats' } })
  const { captures } = JSON.parse(fs.readFileSync(path.join(cwd, 'stats'), 'utf8').trimEnd().split('\n')[0])
  t.equal(captures, 1, 'of the construction')
})

t.test('threads', async t => {
  const program = path.join(ROOT, 'test/fixtures/process/workers.js')
  const { state } = await processOf(t, { program })
  const threads = state.threads.sort(
    (/** @type {{ threadId: number }} */ a, /** @type {{ threadId: number }} */ b) => a.threadId - b.threadId
  )
  t.match(
    threads.map((/** @type {{ threadId: number, file: string }} */ { threadId, file }) => [threadId, file]),
    [
      [0, program],
      [1, program],
      [2, program]
    ]
  )
  t.equal(threads[0].waiting, false, 'the one that dies')
  t.same(
    threads
      .slice(1)
      .map((/** @type {{ waiting: boolean }} */ { waiting }) => waiting)
      .sort(),
    [false, true],
    'one works and one waits'
  )
  t.ok(threads[1].uptimeMs >= 100 && threads[1].uptimeMs <= threads[0].uptimeMs)
})

t.test('ages and delays, when they are asked for', async t => {
  const { dump, state } = await processOf(t, { env: { CRASH_COLLECTOR_RECORD: 'ages,loopDelay' } })
  t.equal(state.httpRequests.requests.length, 4)
  // They are read later than that, within the time that the dump took.
  const oldestMs = state.uptimeMs + (dump.end?.durations.writeMs ?? 0)
  for (const { side, ageMs } of state.httpRequests.requests) {
    t.ok(ageMs >= 15 && ageMs <= oldestMs, `${side} ${ageMs} ms`)
  }
  const connections = state.handles.handles.filter((/** @type {{ peer?: string }} */ { peer }) =>
    peer?.startsWith('127.0.0.1:')
  )
  t.equal(connections.length, 4)
  for (const { ageMs } of connections) t.ok(ageMs >= 15 && ageMs <= oldestMs, `socket ${ageMs} ms`)
  const { minMs, meanMs, maxMs } = state.eventLoop.delay
  t.ok(minMs >= 0 && minMs <= meanMs && meanMs <= maxMs, 'delay', state.eventLoop.delay)
  const unasked = (await processOf(t)).state
  t.notOk(unasked.httpRequests.requests.some((/** @type {object} */ each) => 'ageMs' in each))
  t.notOk(unasked.handles.handles.some((/** @type {object} */ each) => 'ageMs' in each))
  t.notOk('delay' in unasked.eventLoop)
  t.ok(unasked.eventLoop.turns >= 1)
})
