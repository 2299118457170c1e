'use strict'

const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')

const { pruneDumps } = require('../../lib/dump/prune')

const NO_LIMIT = { retainCount: 1000, retainBytes: 1e9, retainDays: 0 }
const HOUR_MS = 60 * 60 * 1000
/** For a process that waits in vain. */
const TIMEOUT_MS = 120_000

/** Name of a dump of so many hours ago. */
function nameOf (hoursAgo) {
  const { dumpName } = require('../../lib/dump/store')
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
  const script = `${before};require(${JSON.stringify(require.resolve('../../lib/dump/prune'))})
    .pruneAtStart(${JSON.stringify(directory)}, ${JSON.stringify({ ...NO_LIMIT, ...retention })}, true);${code}`
  return spawnSync(process.execPath, ['-e', script], { encoding: 'utf8', timeout: TIMEOUT_MS })
}

t.test('at start-up, in the background of a process that lives', async t => {
  const { directory, names } = dumps(t, 6)
  const gone = path.join(directory, names[5])
  const { stdout, stderr, status } = startWith(
    directory,
    { retainCount: 5 },
    `
    process.stdout.write(String(require('node:fs').existsSync(${JSON.stringify(gone)})))
    setInterval(() => { if (!require('node:fs').existsSync(${JSON.stringify(gone)})) process.exit() }, 1)`
  )
  t.equal(stderr, '')
  t.equal(status, 0)
  t.equal(stdout, 'true', 'nothing is removed before the application starts')
  t.same(left(directory), names.slice(0, 5))
})

t.test('at start-up, heap snapshots that have lost their dump, and no others', async t => {
  const dump = nameOf(3)
  const orphan = snapshotOf(nameOf(2))
  const directory = t.testdir({ [dump]: 'x', [snapshotOf(dump)]: 'x', [orphan]: 'x' })
  // As if the names had been read before the dump had its own. The older of two would go first.
  const unseen =
    "const fs = require('node:fs'); const { readdir } = fs; fs.readdir = (at, done) => " +
    "readdir(at, (error, names) => done(error, names.filter(name => !name.endsWith('.ccdump'))))"
  const { stderr, status } = startWith(
    directory,
    { retainBytes: 0 },
    `
    setInterval(() => { if (!fs.existsSync(${JSON.stringify(path.join(directory, orphan))})) process.exit() }, 1)`,
    unseen
  )
  t.equal(stderr, '')
  t.equal(status, 0)
  t.same(left(directory), [snapshotOf(dump), dump])
})

t.test('at once when far too many are there, for the program that dies at once', async t => {
  const { directory, names } = dumps(t, 7)
  startWith(directory, { retainCount: 5 }, 'process.exit()')
  t.same(left(directory), names.slice(0, 5))
})

t.test('the background keeps no process alive and shows in no list of what does', async t => {
  const { directory, names } = dumps(t, 100)
  const code = `
    const { writeSync } = require('node:fs')
    const resources = [process.getActiveResourcesInfo()]
    process.on('exit', () => {
      resources.push(process.getActiveResourcesInfo())
      writeSync(1, JSON.stringify(resources))
    })`
  // The oldest goes when all of them have been looked at, in as many steps.
  const withDumps = JSON.parse(startWith(directory, { retainCount: 99 }, code).stdout)
  const without = JSON.parse(startWith(path.join(directory, 'missing'), {}, code).stdout)
  t.same(withDumps, without)
  t.same(
    left(directory),
    names,
    'the process was not there any more when its background would have come to the last step'
  )
})

/** As tests of applications do it. */
const NO_FILES =
  "for (const name of ['readdir', 'lstat', 'unlink']) " +
  "require('node:fs')[name] = () => { throw new Error('no I/O in tests') }"

t.test('what the application puts into node:fs is not called', async t => {
  const { directory, names } = dumps(t, 6)
  const gone = path.join(directory, names[5])
  const { stderr, status } = startWith(
    directory,
    { retainCount: 5 },
    `
    ${NO_FILES}
    setInterval(() => { if (!require('node:fs').existsSync(${JSON.stringify(gone)})) process.exit() }, 1)`
  )
  t.equal(stderr, '')
  t.equal(status, 0)
  t.same(left(directory), names.slice(0, 5))
})

t.test('what throws in the background does not reach the application', async t => {
  const { directory, names } = dumps(t, 6)
  // There until that has been called.
  const code = 'const waiting = setInterval(() => { if (calls > 0) clearInterval(waiting) }, 1)'
  for (const name of ['readdir', 'lstat', 'unlink']) {
    const { stderr, status } = startWith(
      directory,
      { retainCount: 5 },
      code,
      `let calls = 0; require('node:fs').${name} = () => { calls++; throw new Error('not here') }`
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

t.test('by hand: the directory is read once', async t => {
  const { directory } = dumps(t, 3)
  const { readdirSync } = fs
  t.teardown(() => {
    fs.readdirSync = readdirSync
  })
  let times = 0
  fs.readdirSync = (...args) => {
    times++
    return readdirSync(...args)
  }
  t.equal(pruneDumps(directory, { ...NO_LIMIT, retainCount: 1 }).removed.length, 2)
  t.equal(times, 1)
})

/** Calls `pruneAfterDump` so many times without a turn, says what is left, and waits in vain if nothing comes of it. */
function afterDumps (directory, times, retainCount, before = '') {
  const retention = JSON.stringify({ ...NO_LIMIT, retainCount })
  const script = `${before}
    const { readdirSync } = require('node:fs')
    const { pruneAfterDump } = require(${JSON.stringify(require.resolve('../../lib/dump/prune'))})
    const left = () => readdirSync(${JSON.stringify(directory)}).filter(name => name.endsWith('.ccdump')).length
    for (let i = 0; i < ${times}; i++) pruneAfterDump(${JSON.stringify(directory)}, ${retention})
    process.stdout.write(String(left()))
    const waiting = setInterval(() => {
      if (left() > ${retainCount}) return
      clearInterval(waiting)
      process.stdout.write(' pruned')
    }, 1)`
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8', timeout: TIMEOUT_MS })
  return stdout + stderr
}

t.test('after dumps, in the background, or at once when there are too many for that', async t => {
  t.equal(afterDumps(dumps(t, 6).directory, 9, 5), '6 pruned')
  t.equal(afterDumps(dumps(t, 6).directory, 10, 5), '5 pruned')
})

t.test('after dumps, in the background alone where the directory has very many files', async t => {
  const { directory } = dumps(t, 6)
  for (let i = 0; i < 4994; i++) fs.writeFileSync(path.join(directory, `other-${i}`), '')
  t.equal(afterDumps(directory, 10, 5), '5 pruned')
  for (const name of ['that-makes-5000', 'that-is-one-more']) fs.writeFileSync(path.join(directory, name), '')
  t.equal(afterDumps(directory, 10, 4), '5 pruned')
})

t.test('after dumps, what fails once is done the next time', async t => {
  const { directory } = dumps(t, 6)
  // The next dump comes after the failure, however long all that takes.
  const failing = `
    const fs = require('node:fs')
    const { readdir } = fs
    let times = 0
    fs.readdir = (...args) => {
      if (++times > 1) return readdir(...args)
      const options = ${JSON.stringify({ ...NO_LIMIT, retainCount: 5 })}
      setTimeout(() => pruneAfterDump(${JSON.stringify(directory)}, options))
      throw new Error('not now')
    }`
  t.equal(afterDumps(directory, 1, 5, failing), '6 pruned')
})
