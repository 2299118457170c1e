'use strict'
// examples/ticketing is killed in each of its ways, and the dump has the search that killed it.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { readDump } = require('../../packages/inspect/reader')
const { ways } = require('../../examples/ticketing/kill/ways')
const { PATIENT, ROOT, temporaryDirectory } = require('../helpers/crash')
const { noteHeld } = require('../helpers/dump-holds')
const { matchFrames } = require('../helpers/match-frames')
const { runNode } = require('../helpers/run-node')
const { validateDump } = require('../helpers/validate-dump')

/** @typedef {import('../helpers/match-frames').ExpectedFrame} ExpectedFrame */

const TICKETING = path.join(ROOT, 'examples/ticketing')
const KILL = path.join(TICKETING, 'kill')
const SEARCH = { origin: 'Vienna', destination: 'Trieste', date: '2026-12-01' }
const NIGHTJAR = { functionName: 'minutesOf', variables: { text: null } }

/**
 * @typedef {object} Expected
 * @property {string} ended
 * @property {string} [file] of the frame, below examples/ticketing; by default that of the broken carrier
 * @property {ExpectedFrame} [frame] the innermost one of the application
 * @property {RegExp} [shown]
 */

/** @type {Record<string, Expected>} */
const EXPECTED = {
  throw: { ended: 'ended with exit code 1', frame: NIGHTJAR },
  rejection: {
    ended: 'ended with exit code 1',
    frame: { functionName: 'countSeats', crashLine: true, variables: { search: SEARCH, plan: undefined } }
  },
  recursion: { ended: 'ended with exit code 1', shown: /^`countChanges` called itself until the stack was full/m },
  storm: {
    ended: 'ended with exit code 1',
    frame: { functionName: 'retry', crashLine: true, variables: { destination: 'Trieste', attempt: 0 } },
    shown: /^9999 more promises were rejected and not handled$/m
  },
  worker: {
    ended: 'ended with exit code 0',
    frame: { functionName: 'offersOf', crashLine: true, variables: { search: SEARCH } },
    shown: /pid \d+, worker 1/
  },
  child: { ended: 'ended with exit code 0', frame: NIGHTJAR },
  caught: {
    ended: 'ended with exit code 1',
    frame: { functionName: 'surcharge', crashLine: true, variables: { destination: 'Trieste' } }
  },
  'top-level-await': {
    ended: 'ended with exit code 13',
    file: 'kill/waits-forever.mjs',
    frame: { functionName: 'timetable', crashLine: true, variables: { carrier: 'local' } },
    shown: /never settled/
  },
  'status-500': {
    ended: 'was ended by SIGTERM',
    file: 'kill/with-express.js',
    frame: { functionName: 'discount', crashLine: true, variables: { destination: 'Trieste', offer: undefined } },
    shown: /\/search/
  },
  terminated: { ended: 'ended with exit code 0', shown: /SIGTERM/ },
  exit: {
    ended: 'ended with exit code 70',
    frame: {
      functionName: 'checkLicence',
      crashLine: true,
      variables: { licence: { customer: 'acme', ends: '2026-12-01' } }
    }
  },
  'out-of-memory': { ended: 'was ended by SIGABRT', shown: /\bTimetable\b/ },
  'blocked-loop': {
    ended: 'ended with exit code 0',
    frame: { functionName: 'centsOf', variables: { price: '1111111111111111111111111111 CHF' } },
    shown: /^waiting for what runs above:$/m
  },
  abort: { ended: 'was ended by SIGABRT', shown: /^ +\d+ {2}check {2}carriers.broken.aborts\.js:/m },
  segv: { ended: 'was ended by SIGSEGV', shown: /^SIGSEGV sent by process \d+/m },
  request: { ended: 'ended with exit code 0', shown: /^somebody asked for a dump/m },
  api: {
    ended: 'ended with exit code 0',
    frame: { functionName: 'checkPrice', crashLine: true, variables: { destination: 'Trieste' } }
  },
  handled: { ended: 'ended with exit code 0', frame: NIGHTJAR },
  test: { ended: 'ended with exit code 1', shown: /^`cents` was 4510 where 5590 was expected$/m }
}

// The budget is the usual one, because with one without end each of the 10,000 errors of the storm is read at once.
const { CRASH_COLLECTOR_BUDGET_PERCENT, ...env } = PATIENT

t.jobs = 2
t.test('each way is tested', async t => t.same(Object.keys(EXPECTED).sort(), Object.keys(ways).sort()))

for (const [name, { trigger, brokenCarrier }] of Object.entries(ways)) {
  t.test(name, async t => {
    const { ended, file: source = `carriers/broken/${brokenCarrier}.js`, frame, shown } = EXPECTED[name]
    const cwd = temporaryDirectory(t)
    const run = await runNode([KILL, name], { cwd, env })
    t.equal(run.exitCode, 0, 'there is a dump', { stderr: run.stderr })
    t.ok(run.stdout.includes(`The process ${ended}.`), ended, { stdout: run.stdout })
    const directory = path.join(cwd, fs.readdirSync(cwd).find(each => each.startsWith('ticketing-')) ?? '')
    const dumps = fs.readdirSync(directory).filter(name => name.endsWith('.ccdump'))
    t.equal(dumps.length, 1, 'one dump', { dumps })
    const file = path.join(directory, dumps[0])
    t.same(validateDump(file).problems, [])
    const dump = await readDump(file)
    t.equal(dump.header.trigger, trigger)
    if (frame !== undefined) {
      t.same(matchFrames(dump, [frame], path.join(TICKETING, source)), [], 'the dump has the search in it')
    }
    if (shown !== undefined) t.match(run.stdout, shown)
    if (t.passing()) noteHeld(name, dump)
  })
}

t.test('without a way', async t => {
  const run = await runNode([KILL], { cwd: temporaryDirectory(t) })
  t.equal(run.exitCode, 2)
  for (const name of Object.keys(ways)) t.match(run.stderr, `  ${name} `)
})
