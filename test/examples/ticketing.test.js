'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { readDump } = require('../../packages/inspect/reader')
const { PATIENT, ROOT, temporaryDirectory } = require('../helpers/crash')
const { matchFrames } = require('../helpers/match-frames')
const { runNode } = require('../helpers/run-node')
const { validateDump } = require('../helpers/validate-dump')

const SERVER = path.join(ROOT, 'examples/ticketing/server.js')
const NIGHTJAR = path.join(ROOT, 'examples/ticketing/carriers/nightjar.js')
const GOOD = '/search?origin=Vienna&destination=Graz&date=2026-12-01'
const FATAL = '/search?origin=Vienna&destination=Trieste&date=2026-12-01'

/** @typedef {{ status: number, body: any }} Answer */

/**
 * @param {import('tap').Test} t
 * @param {Record<string, string>} env
 * @param {(get: (path: string) => Promise<Answer>, dumps: () => string[]) => Promise<void>} use
 */
async function service (t, env, use) {
  const cwd = temporaryDirectory(t)
  const directory = path.join(cwd, 'dumps')
  const dumps = () =>
    fs.existsSync(directory) ? fs.readdirSync(directory).map(name => path.join(directory, name)) : []
  /** @type {Promise<void> | undefined} */
  let using
  const run = await runNode([SERVER], {
    cwd,
    env: {
      NODE_OPTIONS: `--require ${ROOT}`,
      CRASH_COLLECTOR_DIR: directory,
      CARRIER_TIMEOUT_MS: '120000',
      ...PATIENT,
      ...env
    },
    onSpawn (child) {
      child.stdout?.once('data', text => {
        const port = /port (\d+)/.exec(String(text))?.[1]
        const get = async (/** @type {string} */ path) => {
          // A connection that is kept may be closed by the service, whose clock goes on, just when it is used again.
          const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { connection: 'close' } })
          return { status: response.status, body: await response.json() }
        }
        using = use(get, dumps).finally(() => child.kill('SIGTERM'))
        using.catch(() => {})
      })
    }
  })
  if (using === undefined) t.fail('the service did not start', { stderr: run.stderr })
  await using
  return { run, dumps: dumps() }
}

/**
 * @param {import('tap').Test} t
 * @param {string} file
 */
async function assertDump (t, file) {
  t.same(validateDump(file).problems, [])
  const dump = await readDump(file)
  t.match(dump.exception?.message, /reading 'split'/)
  const frames = [
    { functionName: 'minutesOf', variables: { text: null } },
    { variables: { leaves: null } },
    {
      functionName: 'offersOf',
      variables: { search: { origin: 'Vienna', destination: 'Trieste', date: '2026-12-01' } }
    }
  ]
  t.same(matchFrames(dump, frames, NIGHTJAR), [], 'the dump has the search in it')
}

for (const [where, USE_CHILD_PROCESSES] of [
  ['in-process', ''],
  ['child processes', '1']
]) {
  t.test(`${where}: all carriers in one answer`, async t => {
    const { dumps } = await service(
      t,
      { USE_CHILD_PROCESSES, USE_RANDOM_DELAY: '1', USE_HEAVY_FARES: '1' },
      async get => {
        const { status, body } = await get(GOOD)
        t.equal(status, 200)
        t.equal(body.complete, true)
        t.same(body.missing, {})
        t.same([...new Set(body.offers.map((/** @type {any} */ { carrier }) => carrier))].sort(), [
          'arrow',
          'local',
          'nightjar'
        ])
        for (const offer of body.offers) {
          t.match(offer.departure, /^\d\d:\d\d$/)
          t.match(offer.arrival, /^\d\d:\d\d$/)
          t.ok(
            Number.isInteger(offer.minutes) && offer.minutes > 0 && Number.isInteger(offer.cents) && offer.cents > 0,
            JSON.stringify(offer)
          )
        }
        t.same(
          body.offers,
          [...body.offers].sort((a, b) => a.cents - b.cents),
          'cheapest first'
        )
      }
    )
    t.same(dumps, [])
  })

  t.test(`${where}: wrong searches`, async t => {
    await service(t, { USE_CHILD_PROCESSES }, async get => {
      /** @type {[string, RegExp[]][]} */
      const searches = [
        ['', [/origin is missing/, /destination is missing/, /date is missing/]],
        ['origin=Vienna&destination=Vienna&date=2026-12-01', [/are the same/]],
        ['origin=Vienna&destination=__proto__&date=2026-12-01', [/no station "__proto__"/]],
        ['origin=Vienna&destination=Graz&date=2026-02-30', [/YYYY-MM-DD/]],
        ['origin=Vienna&destination=Graz&date=tomorrow', [/YYYY-MM-DD/]]
      ]
      for (const [query, problems] of searches) {
        const { status, body } = await get(`/search?${query}`)
        t.equal(status, 400, query)
        t.match(body.problems, problems)
        t.equal(body.problems.length, problems.length)
      }
      t.equal((await get('/search?origin=Vienna&destination=Graz&date=2028-02-29')).status, 200, 'a leap day')
      t.equal((await get('/')).status, 404)
    })
  })

  t.test(`${where}: a late carrier degrades the answer`, async t => {
    await service(t, { USE_CHILD_PROCESSES, CARRIER_TIMEOUT_MS: '1' }, async get => {
      const { status, body } = await get(GOOD)
      t.equal(status, 200)
      t.equal(body.complete, false)
      // On a busy machine an answer may come before the service looks at its clock.
      t.ok(Object.keys(body.missing).length > 0)
      t.notOk(body.offers.some((/** @type {{ carrier: string }} */ { carrier }) => carrier in body.missing))
    })
  })
}

t.test('in-process: a carrier takes the service with it', async t => {
  const { run, dumps } = await service(t, {}, async get => {
    await t.rejects(get(FATAL))
  })
  t.equal(run.exitCode, 1)
  t.equal(dumps.length, 1)
  await assertDump(t, dumps[0])
})

t.test('child processes: the carrier dies, the service answers on', async t => {
  const { run, dumps } = await service(t, { USE_CHILD_PROCESSES: '1' }, async (get, dumps) => {
    t.equal((await get(GOOD)).body.complete, true)
    for (const crashes of [1, 2]) {
      const { status, body } = await get(FATAL)
      t.equal(status, 200)
      t.equal(body.complete, false)
      t.same(body.missing, { nightjar: 'nightjar died: exit code 1' })
      t.match(body.offers[0], { carrier: 'local' })
      t.equal(dumps().length, crashes)
      const next = await get(GOOD)
      t.equal(next.body.complete, true, 'the carrier is back', next.body.missing)
    }
  })
  t.equal(run.exitCode, 0, 'the service itself has ended well', { stderr: run.stderr })
  for (const file of dumps) await assertDump(t, file)
})

t.test('the query of the published experiment, with numbers of stations and quotes around the date', async t => {
  await service(t, {}, async get => {
    for (const date of ['"2022-09-01"', '\\"2022-09-01\\"']) {
      const query = new URLSearchParams({ origin: '1000', destination: '2000', date })
      const { status, body } = await get(`/search?${query}`)
      t.match({ status, body }, { status: 200, body: { complete: true } })
      t.same(body.search, { origin: 'Hamburg', destination: 'Berlin', date: '2022-09-01' })
    }
    t.match(await get('/search?origin=9000&destination=2000&date=2022-09-01'), { status: 400 })
    t.match(await get('/search?origin=1000&destination=Hamburg&date=2022-09-01'), { status: 400 })
  })
})

t.test('the pipeline gives the same answers', async t => {
  /** @type {Answer[]} */
  const answers = []
  for (const USE_PIPELINE of ['', '1']) {
    await service(t, { USE_PIPELINE }, async get => {
      answers.push(await get(GOOD))
    })
  }
  t.equal(answers[0].status, 200)
  t.same(answers[1], answers[0])
  await service(t, { USE_PIPELINE: '1', USE_CHILD_PROCESSES: '1' }, async get => {
    const { body } = await get(FATAL)
    t.match(body, { complete: false, missing: { nightjar: /died/ } })
    t.ok(body.offers.length > 0)
  })
})
