'use strict'
// The ways in which the service can die, hang, or fail, and what each of them needs.

/**
 * @typedef {object} Way
 * @property {string} says what goes wrong
 * @property {string} trigger that writes the dump
 * @property {string} [brokenCarrier] one of carriers/broken/, asked instead of nightjar
 * @property {boolean} [isOff] the trigger is off by default
 * @property {string[]} [nodeArgs]
 * @property {string} [main] the program, if it is not server.js
 * @property {Record<string, string>} [env]
 * @property {'SIGSEGV' | 'SIGTERM' | 'capture'} [whileSearching] what is done to the service while it searches
 */

/** @type {Record<string, Way>} */
const ways = {
  throw: { says: 'the night train has no departure, and a callback throws', trigger: 'uncaughtException' },
  rejection: {
    says: 'a promise that nobody waits for is rejected',
    trigger: 'unhandledRejection',
    brokenCarrier: 'forgets-await'
  },
  recursion: {
    says: 'the connections of a station go in a circle',
    trigger: 'uncaughtException',
    brokenCarrier: 'recurses'
  },
  storm: {
    says: '10,000 promises are rejected in one turn',
    trigger: 'unhandledRejection',
    brokenCarrier: 'storms'
  },
  worker: {
    says: 'a worker thread throws; the service lives on',
    trigger: 'uncaughtException',
    brokenCarrier: 'in-worker'
  },
  child: {
    says: 'a carrier in a process of its own dies; the service lives on',
    trigger: 'uncaughtException',
    env: { USE_CHILD_PROCESSES: '1' }
  },
  caught: {
    says: 'an error is caught and logged, then process.exit(1)',
    trigger: 'caught',
    brokenCarrier: 'gives-up'
  },
  'top-level-await': {
    says: 'the program waits at its top level for a timetable that never comes',
    trigger: 'unsettledTopLevelAwait',
    main: 'kill/waits-forever.mjs'
  },
  'status-500': {
    says: 'a route of express throws, and express answers with 500; the service lives on',
    trigger: 'handled500',
    isOff: true,
    main: 'kill/with-express.js'
  },
  exit: { says: 'a carrier calls process.exit(70)', trigger: 'exit', isOff: true, brokenCarrier: 'leaves' },
  'out-of-memory': {
    says: 'a carrier keeps everything',
    trigger: 'outOfMemory',
    brokenCarrier: 'keeps-all',
    nodeArgs: ['--max-old-space-size=60']
  },
  'blocked-loop': {
    says: 'a regular expression takes seconds; the service lives on',
    trigger: 'blockedLoop',
    isOff: true,
    brokenCarrier: 'backtracks',
    env: { CRASH_COLLECTOR_BLOCKED_LOOP_MS: '300' }
  },
  abort: { says: 'process.abort()', trigger: 'signal', isOff: true, brokenCarrier: 'aborts' },
  segv: { says: 'SIGSEGV while it searches', trigger: 'signal', isOff: true, whileSearching: 'SIGSEGV' },
  terminated: {
    says: 'SIGTERM while it searches',
    trigger: 'terminated',
    isOff: true,
    whileSearching: 'SIGTERM'
  },
  request: {
    says: '`crash-collector capture <pid>` while it searches; the service lives on',
    trigger: 'request',
    whileSearching: 'capture'
  },
  api: {
    says: 'an offer that cannot be right makes a carrier call capture(); the service lives on',
    trigger: 'api',
    brokenCarrier: 'asks-for-a-dump'
  },
  handled: {
    says: 'a listener of uncaughtException carries on; the service lives on',
    trigger: 'handled',
    isOff: true,
    brokenCarrier: 'carries-on'
  },
  test: {
    says: 'a test fails',
    trigger: 'testFailure',
    main: 'kill/fares.test.js',
    nodeArgs: ['--test', '--import', 'crash-collector/node-test']
  }
}

module.exports = { ways }
