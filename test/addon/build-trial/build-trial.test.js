'use strict'
// An unknown build of Node.js is tried once, in a process of its own, and the result is stored where only the user can
// write.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')

const { mayReadStack } = require('../../../lib/addon/build-trial/try-build')
const { loadNative } = require('../../../lib/addon/native')
const { NODE, runNode } = require('../../helpers/run-node')

const CHILD = path.join(__dirname, '../../fixtures/build-trial/child.js')
const UNKNOWN = { source: /** @type {const} */ ('symbolTable'), buildId: 'ab12', problem: '' }
const PASSED = { passed: true, problem: '' }
const DAY_MS = 24 * 60 * 60 * 1000
const isSupported = process.platform === 'linux'

/** @param {Record<string, string | undefined>} variables of the real environment, which os.homedir() reads */
function setVariables (variables) {
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
}

/**
 * A user with a home of their own, for whom trials end like this.
 * @param {import('tap').Test} t
 * @param {string} ending
 */
function user (t, ending) {
  const home = t.testdir({ ending, '.cache': {}, tmp: {} })
  fs.chmodSync(path.join(home, '.cache'), 0o700)
  const changed = {
    XDG_CACHE_HOME: undefined,
    HOME: home,
    TMPDIR: path.join(home, 'tmp'),
    CRASH_COLLECTOR_ADDON: undefined
  }
  const before = Object.fromEntries(Object.keys(changed).map(name => [name, process.env[name]]))
  t.teardown(() => setVariables(before))
  setVariables(changed)
  const cache = path.join(home, '.cache', 'crash-collector')
  return {
    home,
    cache,
    mayRead: (tries = 'whenUntried', options = {}) =>
      mayReadStack(
        { ...UNKNOWN, ...options.symbols },
        { tries, node: NODE, child: CHILD, timeoutMs: 60_000, ...options }
      ),
    runs: () =>
      fs.existsSync(path.join(home, 'log')) ? fs.readFileSync(path.join(home, 'log'), 'utf8').trim().split('\n') : [],
    records: (folder = cache) => fs.readdirSync(folder)
  }
}

t.test('what needs no trial has none', async t => {
  const { mayRead, runs } = user(t, 'passes')
  t.same(mayRead('whenUntried', { symbols: { source: 'knownBuild' } }), PASSED)
  t.same(mayRead('whenUntried', { symbols: { source: 'none', problem: 'not Linux on x64' } }), {
    passed: false,
    problem: 'not Linux on x64'
  })
  t.match(mayRead('whenUntried', { symbols: { buildId: '' } }), { passed: false, problem: /no build id/ })
  t.match(mayRead('never'), { passed: false, problem: 'this build of Node.js was not tried' })
  t.same(runs(), [])
})

t.test('a trial is made once, and leaves nothing but its result', { skip: !isSupported && 'Linux only' }, async t => {
  const { cache, mayRead, runs, records } = user(t, 'passes')
  const handles = process.getActiveResourcesInfo().length
  t.same(mayRead(), PASSED)
  t.equal(process.getActiveResourcesInfo().length, handles)
  t.same(mayRead(), PASSED)
  t.same(mayRead('never'), PASSED)
  t.equal(runs().length, 1)
  t.equal(fs.statSync(cache).mode & 0o777, 0o700)
  t.equal(records().length, 1)
  t.same(mayRead('whenUntried', { symbols: { buildId: 'cd34' } }), PASSED)
  t.equal(runs().length, 2, 'another build')
})

t.test(
  'the child gets neither the options of its parent nor its channel',
  { skip: !isSupported && 'Linux only' },
  async t => {
    const { home, runs } = user(t, 'passes')
    const script = `console.log(require(${JSON.stringify(require.resolve('../../../lib/addon/build-trial/try-build'))})
    .mayReadStack(
      ${JSON.stringify(UNKNOWN)}, { tries: 'whenUntried', child: ${JSON.stringify(CHILD)}, timeoutMs: 60_000 }
    ).passed)`
    const { stdout, stderr } = await runNode(['-e', script], {
      cwd: home,
      env: { NODE_OPTIONS: '--no-warnings', CRASH_COLLECTOR_MODE: 'off' }
    })
    t.same({ stdout, stderr }, { stdout: 'true\n', stderr: '' })
    t.same(runs(), ['HOME PATH TMPDIR'])
  }
)

for (const [ending, problem] of Object.entries({
  crashes: /SIGSEGV/,
  exits: /exit code 3/,
  hangs: /SIGKILL/,
  'prints another build': /exit code 0/
})) {
  t.test(`a trial that ${ending} is a failure, for a day`, { skip: !isSupported && 'Linux only' }, async t => {
    const { home, cache, mayRead, runs, records } = user(t, ending)
    const timeoutMs = ending === 'hangs' ? 3000 : 60_000
    t.match(mayRead('whenUntried', { timeoutMs }), { passed: false, problem })
    t.match(mayRead('whenUntried', { timeoutMs }), { passed: false, problem })
    t.equal(runs().length, 1)

    const record = path.join(cache, records()[0])
    const setAge = ms => fs.utimesSync(record, new Date(Date.now() - ms), new Date(Date.now() - ms))
    fs.writeFileSync(path.join(home, 'ending'), 'passes')
    setAge(DAY_MS - 60_000)
    t.match(mayRead(), { passed: false })
    setAge(DAY_MS + 60_000)
    t.same(mayRead(), PASSED)
    setAge(400 * DAY_MS)
    t.same(mayRead(), PASSED, 'a success holds')
    t.equal(runs().length, 2)
  })
}

t.test(
  'a trial that another process makes, or that ended with it, is not made again',
  { skip: !isSupported && 'Linux only' },
  async t => {
    const { cache, mayRead, runs, records } = user(t, 'passes')
    mayRead()
    fs.writeFileSync(
      path.join(cache, records()[0]),
      JSON.stringify({ passed: false, problem: 'the trial did not end' })
    )
    t.same(mayRead(), { passed: false, problem: 'the trial did not end' })
    t.equal(runs().length, 1)
  }
)

t.test('where no process can be started nothing is remembered', { skip: !isSupported && 'Linux only' }, async t => {
  const { mayRead, records } = user(t, 'passes')
  t.match(mayRead('whenUntried', { node: '/nowhere/node' }), { passed: false, problem: /can't be run/ })
  t.same(records(), [])
  t.same(mayRead(), PASSED)
})

t.test('a result is believed only where nobody else can write', { skip: !isSupported && 'Linux only' }, async t => {
  const { home, cache, mayRead, runs, records } = user(t, 'exits')
  mayRead()
  const record = path.join(cache, records()[0])
  fs.writeFileSync(record, JSON.stringify({ passed: true, problem: '' }))
  t.same(mayRead('never'), PASSED)
  fs.chmodSync(record, 0o666)
  t.match(mayRead('never'), { passed: false }, 'a file')
  fs.chmodSync(record, 0o644)
  fs.chmodSync(cache, 0o770)
  t.match(mayRead('never'), { passed: false }, 'a folder')
  fs.chmodSync(cache, 0o700)
  fs.renameSync(record, `${record}.moved`)
  fs.symlinkSync(`${record}.moved`, record)
  t.match(mayRead('never'), { passed: false }, 'a link')

  fs.chmodSync(path.join(home, '.cache'), 0o777)
  t.match(mayRead(), { passed: false, problem: /exit code 3/ }, 'then it is remembered with the temporary files')
  t.equal(runs().length, 2)
  t.equal(records(path.join(home, 'tmp', `crash-collector-${process.getuid()}`)).length, 1)
})

const { native } = loadNative()
const cannotWalk =
  native?.tryWalk === undefined || !['knownBuild', 'dynamicLinker', 'symbolTable'].includes(native.v8Symbols().source)

t.test('the real child reads its stack', { skip: cannotWalk && 'this addon reads no stack' }, async t => {
  const { mayRead } = user(t, '')
  t.same(mayRead('whenUntried', { symbols: { buildId: native.v8Symbols().buildId }, child: undefined }), PASSED)
})
