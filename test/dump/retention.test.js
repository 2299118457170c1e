'use strict'

const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')

const { pruneDumps } = require('../../packages/shared/dump/retention')
const { temporaryDirectory } = require('../helpers/crash')

const NO_LIMIT = { retainCount: 1000, retainBytes: 1e9, retainDays: 0 }
const HOUR_MS = 60 * 60 * 1000
/** For a process that waits in vain. */
const TIMEOUT_MS = 120_000

/** Name of a dump of so many hours ago. */
function nameOf (hoursAgo) {
  const { dumpName } = require('../../packages/shared/dump/store')
  return dumpName({ timeMs: Date.now() - hoursAgo * HOUR_MS, pid: 1, threadId: 0, seq: 1 })
}

/** Dumps of 1, 2, 3 … hours ago, of 10 bytes each. */
function dumps (t, count) {
  const names = Array.from({ length: count }, (_, i) => nameOf(i + 1))
  const directory = t.testdir(Object.fromEntries(names.map(name => [name, '0123456789'])))
  return { directory, names }
}

function left (directory) {
  return fs.readdirSync(directory).sort().reverse()
}

t.test('the newest stay, up to the number', async t => {
  const { directory, names } = dumps(t, 4)
  t.same(pruneDumps(directory, { ...NO_LIMIT, retainCount: 4 }).removed, [])
  const { removed, removedBytes, kept } = pruneDumps(directory, { ...NO_LIMIT, retainCount: 3 })
  t.same(removed, [path.join(directory, names[3])])
  t.equal(removedBytes, 10)
  t.same(kept.map(({ name }) => name), names.slice(0, 3))
  t.same(left(directory), names.slice(0, 3))
})

t.test('the newest stay, up to the size', async t => {
  const { directory, names } = dumps(t, 4)
  t.same(pruneDumps(directory, { ...NO_LIMIT, retainBytes: 40 }).removed, [])
  pruneDumps(directory, { ...NO_LIMIT, retainBytes: 39 })
  t.same(left(directory), names.slice(0, 3))
})

t.test('the newest one stays whatever its size', async t => {
  const { directory, names } = dumps(t, 2)
  pruneDumps(directory, { ...NO_LIMIT, retainBytes: 0 })
  t.same(left(directory), names.slice(0, 1))
})

t.test('age counts when asked for', async t => {
  const { directory, names } = dumps(t, 4)
  pruneDumps(directory, { ...NO_LIMIT, retainDays: 2.5 / 24 })
  t.same(left(directory), names.slice(0, 2))
})

t.test('dryRun removes nothing and tells all', async t => {
  const { directory, names } = dumps(t, 3)
  t.equal(pruneDumps(directory, { ...NO_LIMIT, retainCount: 1 }, { dryRun: true }).removed.length, 2)
  t.same(left(directory), names)
})

t.test('what is not ours stays: other names, directories, links and what they point to', async t => {
  const recent = nameOf(1)
  const directory = t.testdir({
    [recent]: '',
    'notes.ccdump': '',
    [nameOf(5)]: { inside: '' },
    target: 'content',
    [nameOf(6)]: t.fixture('symlink', 'target')
  })
  const before = left(directory)
  t.same(pruneDumps(directory, { retainCount: 1, retainBytes: 0, retainDays: 0.01 }).removed, [])
  t.same(left(directory), before)
})

/** Name of the heap snapshot beside a dump. */
const snapshotOf = dump => dump.replace('.ccdump', '.heapsnapshot.ccz')

t.test('a heap snapshot that has lost its dump counts, after all dumps', async t => {
  const [first, second] = [nameOf(2), nameOf(3)]
  const [recent, old] = [snapshotOf(nameOf(1)), snapshotOf(nameOf(4))]
  const content = '0123456789'
  const directory = t.testdir({
    [first]: content,
    [second]: content,
    [snapshotOf(second)]: content,
    [recent]: content,
    [old]: content
  })
  const all = left(directory)
  t.same(pruneDumps(directory, { ...NO_LIMIT, retainCount: 4, retainBytes: 50, retainDays: 1 }).removed, [])
  const dryRun = (/** @type {object} */ limit) =>
    pruneDumps(directory, { ...NO_LIMIT, ...limit }, { dryRun: true }).removed.map(file => path.basename(file))
  t.same(dryRun({ retainCount: 3 }), [old])
  t.same(dryRun({ retainBytes: 49 }), [old])
  t.same(dryRun({ retainDays: 3.5 / 24 }), [old])
  t.same(dryRun({ retainCount: 2 }), [recent, old])
  t.same(left(directory), all)
  const { removed, removedBytes, kept } = pruneDumps(directory, { ...NO_LIMIT, retainCount: 1 })
  t.same(removed.map(file => path.basename(file)), [second, recent, old])
  t.equal(removedBytes, 40)
  t.same(kept.map(({ name }) => name), [first])
  t.same(left(directory), [first], 'the newest dump stays, whatever is newer')
})

t.test('a heap snapshot alone has no dump that stays for it', async t => {
  const directory = t.testdir({ [snapshotOf(nameOf(1))]: 'x' })
  t.same(pruneDumps(directory, NO_LIMIT).removed, [])
  t.equal(pruneDumps(directory, { ...NO_LIMIT, retainBytes: 0 }).removed.length, 1)
  t.same(left(directory), [])
})

t.test('what only has the name of a heap snapshot stays', async t => {
  const taken = nameOf(4)
  const directory = t.testdir({
    'notes.heapsnapshot.ccz': '',
    [snapshotOf(nameOf(2))]: { inside: '' },
    target: 'content',
    [snapshotOf(nameOf(3))]: t.fixture('symlink', 'target'),
    [taken]: {},
    [snapshotOf(taken)]: 'the name of its dump is in use'
  })
  const before = left(directory)
  t.same(pruneDumps(directory, { retainCount: 0, retainBytes: 0, retainDays: 0.01 }).removed, [])
  t.same(left(directory), before)
})

t.test('partial dumps go when they are over an hour old', async t => {
  const stale = `${nameOf(3)}.partial`
  const fresh = `${nameOf(2)}.partial`
  const directory = t.testdir({ [stale]: 'x', [fresh]: 'x', 'other.partial': 'x' })
  const setAge = (name, hours) =>
    fs.utimesSync(path.join(directory, name), new Date(), new Date(Date.now() - hours * HOUR_MS))
  setAge(stale, 1.01)
  setAge(fresh, 0.99)
  setAge('other.partial', 100)
  pruneDumps(directory, NO_LIMIT)
  t.same(left(directory), ['other.partial', fresh])
})

/** Runs `pruneAtStart` and then the code, in a process of its own. */
function startWith (directory, retention, code, before = '') {
  const script = `${before};require(${JSON.stringify(require.resolve('../../packages/shared/dump/retention'))})
    .pruneAtStart(${JSON.stringify(directory)}, ${JSON.stringify({ ...NO_LIMIT, ...retention })}, true);${code}`
  return spawnSync(process.execPath, ['-e', script], { encoding: 'utf8', timeout: TIMEOUT_MS })
}

t.test('at start-up, before the application runs, also if that dies at once', async t => {
  const { directory, names } = dumps(t, 6)
  const { stderr, status } = startWith(directory, { retainCount: 5 }, 'process.kill(process.pid, "SIGKILL")')
  t.equal(stderr, '')
  t.equal(status, null)
  t.same(left(directory), names.slice(0, 5))
})

t.test('at start-up, only files of this user', { skip: process.getuid?.() !== 0 && 'root only' }, async t => {
  const { directory, names } = dumps(t, 6)
  const foreign = names[4]
  fs.chownSync(path.join(directory, foreign), 12345, 12345)
  const stale = `${nameOf(9)}.partial`
  fs.writeFileSync(path.join(directory, stale), 'x')
  fs.utimesSync(path.join(directory, stale), 0, 0)
  fs.chownSync(path.join(directory, stale), 12345, 12345)
  startWith(directory, { retainCount: 1 }, '')
  t.same(left(directory), [names[0], foreign, stale])
  pruneDumps(directory, { ...NO_LIMIT, retainCount: 1 })
  t.same(left(directory), [names[0]], 'by hand all')
})

t.test('at start-up, nothing where a link leads', async t => {
  const { directory, names } = dumps(t, 6)
  const link = path.join(temporaryDirectory(t), 'link')
  fs.symlinkSync(directory, link)
  startWith(link, { retainCount: 5 }, '')
  t.same(left(directory), names)
})

t.test('at start-up, heap snapshots count with their dumps', async t => {
  const { directory, names } = dumps(t, 3)
  for (const name of names) fs.writeFileSync(path.join(directory, snapshotOf(name)), '0123456789')
  startWith(directory, { retainBytes: 59 }, '')
  t.same(left(directory), names.slice(0, 2).flatMap(name => [snapshotOf(name), name]))
})

t.test('it leaves nothing to do for the event loop, and async_hooks see nothing', async t => {
  const { directory } = dumps(t, 6)
  const observed = (/** @type {string} */ at) => {
    const { stdout } = startWith(
      at,
      { retainCount: 5 },
      `
      hook.disable()
      seen.push(...process.getActiveResourcesInfo())
      setImmediate(() => seen.push('ran an Immediate without a reference')).unref()
      process.on('exit', () => require('node:fs').writeSync(1, JSON.stringify(seen)))`,
      `
      const seen = []
      const hook = require('node:async_hooks').createHook({ init (id, type) { seen.push(type) } }).enable()`
    )
    return stdout
  }
  t.equal(observed(directory), observed(path.join(directory, 'missing')))
  t.equal(left(directory).length, 5)
})

t.test('what throws at start-up does not reach the application', async t => {
  const { directory, names } = dumps(t, 6)
  for (const name of ['readdirSync', 'lstatSync', 'unlinkSync']) {
    const { stderr, status } = startWith(
      directory,
      { retainCount: 5 },
      '',
      `require('node:fs').${name} = () => { throw new Error('not here') }`
    )
    t.equal(stderr, '', name)
    t.equal(status, 0, name)
    t.same(left(directory), names, name)
  }
})

t.test('a directory that is missing or cannot be read changes nothing', async t => {
  const file = path.join(t.testdir({ file: '' }), 'file')
  for (const directory of [file, `${file}-missing`]) t.same(startWith(directory, {}, '').stderr, '')
})

/** Calls `pruneAfterDump` so many times, and returns what is left after each call. */
function afterDumps (directory, times, retainCount, before = '') {
  const retention = JSON.stringify({ ...NO_LIMIT, retainCount })
  const script = `
    const { pruneAfterDump } = require(${JSON.stringify(require.resolve('../../packages/shared/dump/retention'))})
    const { readdirSync } = require('node:fs')
    const left = () => readdirSync(${JSON.stringify(directory)}).filter(name => name.endsWith('.ccdump')).length
    ${before}
    for (let i = 0; i < ${times}; i++) {
      pruneAfterDump(${JSON.stringify(directory)}, { ...${retention}, retainCount: ${retainCount} - i })
      process._rawDebug(left())
    }`
  const { stderr } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8', timeout: TIMEOUT_MS })
  return stderr.trim().split('\n').map(Number)
}

t.test('after each dump, whatever the application has put into node:fs', async t => {
  const mocked = `for (const name of ['readdirSync', 'lstatSync', 'unlinkSync', 'existsSync']) {
    const real = require('node:fs')[name]
    require('node:fs')[name] = (...args) => new Error().stack.includes('prune') ? process.abort() : real(...args)
  }`
  t.same(afterDumps(dumps(t, 6).directory, 3, 5, mocked), [5, 4, 3])
})

t.test('after some dumps only where the directory has very many files', async t => {
  const { directory } = dumps(t, 6)
  for (let i = 0; i < 2000; i++) fs.writeFileSync(path.join(directory, `other-${i}`), '')
  t.same(afterDumps(directory, 4, 5), [5, 5, 5, 2])
})
