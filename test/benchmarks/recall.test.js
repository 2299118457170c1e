'use strict'
// The service of the suite `recall` fails as often as it should, and dumps are judged correctly.

const { spawnSync } = require('node:child_process')
const path = require('node:path')

const t = require('tap')
const { dumpsIn } = require('../../benchmarks/lab/process/dumps')
const { UNLIMITED } = require('../../benchmarks/lab/configurations/rationing')
const { shareInterval } = require('../../benchmarks/lab/conclusions/share')
const { EXPECTED } = require('../../benchmarks/scenarios/recall/expected')
const { judge, judgeFrame } = require('../../benchmarks/scenarios/recall/judge')
const { CLOSED_PORT, KINDS } = require('../../benchmarks/scenarios/recall/kinds')
const { BEFORE, PLACES } = require('../../benchmarks/scenarios/recall/places')
const { isDecided, measuredFrom, recalledText, report, targetRows } =
  require('../../benchmarks/scenarios/recall/report')
const { makeRoutes } = require('../../benchmarks/scenarios/recall/routes')
const { run } = require('../helpers/measured')

const SCENARIO = path.join(__dirname, '..', '..', 'benchmarks', 'scenarios', 'recall')
const PACKAGE = path.join(__dirname, '..', '..')

t.test('forty kinds of errors, each of which is one', async t => {
  t.equal(Object.keys(KINDS).length, 40)
  for (const [name, fail] of Object.entries(KINDS)) {
    await t.rejects(async () => fail({ id: 'A17', lines: ['tea', 'cup'], closedPort: CLOSED_PORT }), name)
  }
})

t.test('sixty routes that answer, or fail as they are told', async t => {
  const routes = makeRoutes()
  t.equal(routes.size, 60)
  const order = { id: 'A17', lines: ['tea'], closedPort: 0 }
  for (const route of routes.values()) await t.resolves(route(order, undefined))
  const [first] = routes.values()
  await t.rejects(
    first(order, () => {
      throw new Error('full')
    }),
    /full/
  )
})

t.test('a service makes the errors that it should, visits the place as often, and dies there', async t => {
  const service = path.join(SCENARIO, 'service.js')
  const visits = (/** @type {string} */ before) => {
    const places = JSON.stringify(path.join(SCENARIO, 'places.js'))
    const counting = `const { PLACES } = require(${places})
      const { handled } = PLACES.sync
      const visited = []
      PLACES.sync.handled = id => { visited.push(id); return handled(id) }
      process.on('exit', () => console.log(JSON.stringify(visited)))`
    const preload = path.join(t.testdir({ 'counting.js': counting }), 'counting.js')
    const args = ['--require', preload, service, 'sync', before, '40', '1', '7-4']
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    t.equal(status, 1)
    t.match(stderr, /^Error: no seat of booking 7-4$/m)
    return JSON.parse(stdout)
  }
  t.same(visits(BEFORE.NEW), [])
  t.same(visits(BEFORE.ONCE), ['7-4.20'])
  const often = visits(BEFORE.OFTEN)
  t.same(often.slice(0, 20), Array.from({ length: 20 }, (_, index) => `7-4.${2 * index + 1}`))
})

t.test('a variable is shown, missing, or wrong', async t => {
  const frame = (/** @type {Record<string, object>} */ variables) => ({
    functionName: 'pay',
    scopeChain: [{ variables: {} }, { variables }]
  })
  const expected = { functionName: 'pay', variables: { id: '17', card: { owner: 'Ada' } } }
  const objects = {
    one: { properties: [{ name: 'owner', value: { value: 'Ada' } }] },
    two: { properties: [{ name: 'owner', value: { value: 'Bob' } }] }
  }
  const good = frame({ id: { type: 'string', value: '17' }, card: { type: 'object', objectId: 'one' } })
  const other = frame({ id: { type: 'string', value: '16' }, card: { type: 'object', objectId: 'two' } })
  t.same(judgeFrame(expected, [good], objects), { recalled: true, wrong: [] })
  t.same(judgeFrame(expected, [{ ...good, functionName: 'ship' }], objects), { recalled: false, wrong: [] })
  const empty = frame({ id: { type: 'undefined' }, card: { notCapturedReason: 'bytes' } })
  t.same(judgeFrame(expected, [empty], objects), { recalled: false, wrong: [] })
  const wrong = ['pay.id', 'pay.card.owner']
  t.same(judgeFrame(expected, [other], objects), { recalled: false, wrong })
  t.same(judgeFrame(expected, [good, other], objects), { recalled: true, wrong }, 'right beside wrong is wrong')
})

/**
 * @param {import('tap').Test} t
 * @param {string[]} args
 * @returns {string} the dump of a process that died of it
 */
function dumpOf (t, args) {
  const directory = t.testdir({})
  const { status, stderr } = spawnSync(process.execPath, ['--require', PACKAGE, ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...UNLIMITED, CRASH_COLLECTOR_DIR: directory }
  })
  t.equal(status, 1, stderr)
  return dumpsIn(directory)[0]
}

for (const flow of ['sync', 'async', 'callback']) {
  t.test(`what is expected of ${flow} is what its place has`, async t => {
    const dump = dumpOf(t, [path.join(SCENARIO, 'early.js'), flow, '0', '7-1'])
    t.match(await judge(dump, EXPECTED[flow]('7-1')), { throwing: true, callers: true, wrong: [] })
    const ofAnother = await judge(dump, EXPECTED[flow]('7-2'))
    t.match(ofAnother, { throwing: false, callers: false, wrong: /./ }, 'of another call it would be wrong')
  })
}

t.test('what is expected of cause is what its place has, of the original, too', async t => {
  const places = JSON.stringify(path.join(SCENARIO, 'places.js'))
  const program = `require(${places}).PLACES.cause.handled('7-1').catch(error => {
    setImmediate(() => { throw error.cause })
  })`
  t.match(await judge(dumpOf(t, ['-e', program]), EXPECTED.cause('7-1')), { throwing: true, wrong: [] })
  const wrapper = dumpOf(t, [path.join(SCENARIO, 'early.js'), 'cause', '0', '7-1'])
  const [, ...outer] = EXPECTED.cause('7-1').callers
  const [throwing, ...callers] = outer
  t.match(await judge(wrapper, { throwing, callers }), { throwing: true, callers: true, wrong: [] })
})

/** @param {string} before @param {string} flow @param {object} judged */
const outcome = (before, flow, judged) => ({
  life: { before, flow },
  judgement: {
    throwing: true,
    callers: true,
    wrong: [],
    notCaptured: [],
    errorHooks: { errorsSeen: 30, captures: 4, way: 'native' },
    ...judged
  }
})

t.test('outcomes become a row', async t => {
  const { metrics, details } = measuredFrom([
    outcome(BEFORE.NEW, 'sync', {}),
    outcome(BEFORE.NEW, 'sync', { throwing: false, notCaptured: ['frames: rationed'] }),
    outcome(BEFORE.NEW, 'async', { wrong: ['pay.id'] }),
    { life: { before: BEFORE.NEW, flow: 'async' }, otherwise: 'ended with SIGSEGV' }
  ], 60)
  t.same(metrics, { runs: 4, recalledPercent: 25, wrong: 1, otherwise: 1, errorsSeen: 30, captures: 4 })
  t.match(details, {
    perSecond: 60,
    cells: [
      { before: BEFORE.NEW, flow: 'sync', runs: 2, throwing: 1, callers: 2, recalled: 1, wrong: 0, otherwise: 0 },
      { before: BEFORE.NEW, flow: 'async', runs: 2, throwing: 1, callers: 1, recalled: 0, wrong: 1, otherwise: 1 }
    ],
    counters: { captures: 4 },
    states: { 'way: native': 3 },
    notCaptured: { 'frames: rationed': 1 },
    otherwise: { [`${BEFORE.NEW}, async: ended with SIGSEGV`]: 1 }
  })
})

/**
 * @param {number} recalled of the deaths of one kind; of the other kind all are
 * @param {number} runs
 * @param {number} [perSecond]
 */
function twoRows (recalled, runs, perSecond = 60) {
  const cell = { before: BEFORE.NEW, wrong: 0, otherwise: 0, runs, callers: runs }
  const cells = [
    { ...cell, flow: 'sync', throwing: runs, recalled: runs },
    { ...cell, flow: 'cause', throwing: recalled, recalled }
  ]
  const scenario = `${perSecond} errors/s`
  return [1, 2].map(round => run({ scenario, round, configuration: 'on-demand', details: { cells, perSecond } }))
}

t.test('rows become a table, and scenarios up to 200 errors a second have the target together', async t => {
  const text = report(twoRows(49, 50))
  t.match(text, `**crash-collector, at ${BEFORE.NEW}**`)
  t.match(text, '| 60 errors/s | 24 | 100 / 100 of 100 |  |  | 98 / 100 of 100 | 0 | 0 |')
  const what = 'up to 200 errors/s: variables shown'
  const undecided = 'not decided: the interval holds the target'
  t.same(targetRows(twoRows(49, 50)), [
    ['24', what, 'at least 99 %', '2', '99.0 % of 200', '96.4 to 99.9', undecided],
    ['24', 'deaths with a wrong variable', 'at most 0', '2', '0 of 200', '', 'met']
  ])
  t.same(targetRows([...twoRows(50, 50), ...twoRows(50, 50, 200), ...twoRows(25, 50, 1000)]), [
    ['24', what, 'at least 99 %', '2', '100.0 % of 400', '99.1 to 100.0', 'met'],
    ['24', '1000 errors/s: variables shown', 'at least 99 %', '2', '75.0 % of 200', '68.4 to 80.8', 'missed'],
    ['24', 'deaths with a wrong variable', 'at most 0', '2', '0 of 600', '', 'met']
  ])
  t.same(targetRows(twoRows(1, 1).map(row => ({ ...row, configuration: 'pause' }))), [])
})

t.test('a scenario ends with enough deaths, or when its share is below the target', async t => {
  t.equal(isDecided(twoRows(11, 11)), false, '44 deaths')
  t.equal(isDecided(twoRows(12, 12)), true)
  t.equal(isDecided(twoRows(9, 10)), false, 'two of forty may be chance')
  t.equal(isDecided(twoRows(3, 10)), true)
  t.equal(isDecided([]), false)
})

t.test('the share of an interval is that of Clopper and Pearson', async t => {
  const rounded = (/** @type {number} */ count, /** @type {number} */ runs) => {
    const { low, high } = shareInterval(count, runs)
    return [low, high].map(end => Math.round(end * 1e4) / 1e4)
  }
  t.same(rounded(0, 10), [0, 0.3085])
  t.same(rounded(100, 100), [0.9638, 1])
  t.same(rounded(15, 20), [0.509, 0.9134])
  t.same(rounded(11_900, 12_000), [0.9899, 0.9932])
})

t.test('README.md says up to which rate the variables are there, and what is lost beyond it', async t => {
  const rows = [...twoRows(50, 50, 1), ...twoRows(50, 50, 200), ...twoRows(25, 50, 1000)]
  const upTo200 = '400 of 400 crashes beside up to 200 errors a second'
  t.equal(recalledText(rows), `${upTo200}, 150 of 200 beside 1,000`)
  t.equal(recalledText(rows.slice(0, 4)), upTo200)
  t.equal(recalledText(rows.slice(4)), '150 of 200 crashes beside 1,000 errors a second')
})

t.test('each place can be visited and survived', async t => {
  for (const { handled } of Object.values(PLACES)) await t.rejects(handled('7-3'))
})
