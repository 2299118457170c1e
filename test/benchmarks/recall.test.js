'use strict'
// The suite `recall` sends the intended requests to its service, and judges dumps correctly.

const { spawnSync } = require('node:child_process')
const path = require('node:path')

const t = require('tap')
const { dumpsIn } = require('../../benchmarks/lab/process/dumps')
const { UNLIMITED } = require('../../benchmarks/lab/configurations/rationing')
const { BEFORE, requestsOf } = require('../../benchmarks/scenarios/recall/client')
const { EXPECTED } = require('../../benchmarks/scenarios/recall/expected')
const { judge, judgeFrame } = require('../../benchmarks/scenarios/recall/judge')
const { CLOSED_PORT, KINDS } = require('../../benchmarks/scenarios/recall/kinds')
const { PLACES } = require('../../benchmarks/scenarios/recall/places')
const { measuredFrom, report, targetRows } = require('../../benchmarks/scenarios/recall/report')
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

t.test('as many requests fail as wanted, and at the place of the fatal one as often as it was seen before', async t => {
  for (const every of [100, 20, 5]) {
    const requests = (/** @type {string} */ before) =>
      requestsOf({ id: '1-1', seconds: 60, perSecond: 50, every, before })
    const failing = requests(BEFORE.NEW).filter(({ fails }) => fails)
    t.equal(failing.length, 3000 / every)
    t.equal(new Set(failing.map(({ path }) => /fails=(.*)/.exec(path)?.[1])).size, Math.min(40, 3000 / every))
    const visits = (/** @type {string} */ before) =>
      requests(before).filter(({ path }) => path.startsWith('/handled')).length
    t.same(Object.values(BEFORE).map(visits), [0, 1, 1500 / every])
    t.ok(
      requests(BEFORE.ONCE).every(({ path }) => path.includes('id=1-1.')),
      'none has the id of the fatal one'
    )
  }
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
  errors: 30,
  judgement: {
    throwing: true,
    callers: true,
    wrong: [],
    notCaptured: [],
    errorHooks: { captures: 4, way: 'native' },
    ...judged
  }
})

t.test('outcomes become a row', async t => {
  const { metrics, details } = measuredFrom([
    outcome(BEFORE.NEW, 'sync', {}),
    outcome(BEFORE.NEW, 'sync', { throwing: false, notCaptured: ['frames: rationed'] }),
    outcome(BEFORE.NEW, 'async', { wrong: ['pay.id'] }),
    { life: { before: BEFORE.NEW, flow: 'async' }, errors: 30, otherwise: 'ended with SIGSEGV' }
  ])
  t.same(metrics, { runs: 4, recalledPercent: 25, wrong: 1, otherwise: 1, errorsHandled: 30, captures: 4 })
  t.match(details, {
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

t.test('rows become a table, and the worst death is held against the target', async t => {
  const cell = { before: BEFORE.NEW, wrong: 0, otherwise: 0 }
  const rows = (/** @type {number} */ recalled, /** @type {number} */ runs) =>
    [1, 2].map(round =>
      run({
        round,
        configuration: 'on-demand',
        details: {
          cells: [
            { ...cell, flow: 'sync', runs, throwing: runs, callers: runs, recalled: runs },
            { ...cell, flow: 'cause', runs, throwing: recalled, callers: runs, recalled }
          ]
        }
      })
    )
  const text = report(rows(49, 50))
  t.match(text, `**crash-collector, at ${BEFORE.NEW}**`)
  t.match(text, '| long | 24 | 100 / 100 of 100 |  |  | 98 / 100 of 100 | 0 | 0 |')
  const results = (/** @type {number} */ recalled, /** @type {number} */ runs) =>
    targetRows(rows(recalled, runs)).map(row => row[row.length - 1])
  t.match(targetRows(rows(49, 50))[0], [
    '24',
    /the worst of 2 deaths: a new place, cause/,
    'at least 99 %',
    '2',
    '98.0 % of 100',
    '',
    'missed'
  ])
  t.same(results(50, 50), ['met', 'met'])
  t.same(results(10, 10), ['not decided: fewer than 100 runs', 'met'])
  t.same(results(9, 10), ['missed', 'met'], 'two of twenty are more than one of a hundred')
  t.same(targetRows(rows(1, 1).map(row => ({ ...row, configuration: 'pause' }))), [])
})

t.test('each place can be visited and survived', async t => {
  for (const { handled } of Object.values(PLACES)) await t.rejects(handled('7-3'))
})
