'use strict'
// A process that ends itself leaves a dump of the error that it caught, and on request of every call of process.exit().
const t = require('tap')
const { crashTests } = require('../helpers/crash')
const { matchValue } = require('../helpers/match-value')

/** @typedef {import('../helpers/crash').CrashCase} CrashCase */
/** @typedef {import('../../packages/inspect/reader').Dump} Dump */

const notByPause = 'at the end of the process nothing can be captured by a pause'
const EVERY_EXIT = { CRASH_COLLECTOR_TRIGGERS: 'exit' }

/**
 * @param {import('../../packages/shared/dump/format').ExitInfo} exit
 * @param {string} [functionName] of the code that called process.exit()
 * @param {Record<string, unknown>} [variables] of that function
 * @returns {NonNullable<CrashCase['check']>}
 */
const endedBy = (exit, functionName, variables = {}) => (t, dump) => {
  t.same(dump.header.exit, exit, 'the header says how the process ended')
  const frame = dump.callFrames.find(({ role, internal }) => role === 'exit' && !internal)
  t.equal(frame?.functionName, functionName, 'the code that ended the process comes after the frames of the error')
  const own = frame?.scopeChain[0].variables ?? []
  for (const [name, expected] of Object.entries(variables)) {
    const found = own.find(variable => variable.name === name)?.value
    t.same(matchValue(dump, found, expected, name), [], `${name} at the end`)
  }
}

/** @type {Pick<CrashCase, 'trigger' | 'notByPause'>} */
const CAUGHT = { trigger: 'caught', notByPause }

t.test('an error that the program caught', async t =>
  crashTests(t, [
    {
      ...CAUGHT,
      name: 'is a variable of the code that calls process.exit()',
      file: 'exit/main-catch.js',
      exitCode: 3,
      exception: { className: 'RangeError', message: 'no orders of 42', handled: undefined },
      frames: [
        { functionName: 'loadOrders', crashLine: true, variables: { query: { customer: 42, limit: 10 } } },
        { functionName: 'main', variables: { customer: { id: 42 } } }
      ],
      check: endedBy({ code: 3, foundBy: 'variable' }, 'end', { code: 3 })
    },
    {
      ...CAUGHT,
      name: 'is a variable of a function that waits for the one that calls process.exit()',
      file: 'exit/awaited.js',
      exitCode: 5,
      exception: { className: 'SyntaxError', message: 'rule at 7' },
      frames: [{ functionName: 'parse', crashLine: true, variables: { position: 7 } }],
      check: endedBy({ code: 5, foundBy: 'variable' }, 'shutdown', { code: 5 })
    },
    {
      ...CAUGHT,
      name: 'was printed before process.exit()',
      file: 'exit/later.js',
      exception: { message: 'db refused' },
      frames: [{ functionName: 'connect', crashLine: true, variables: { attempt: { host: 'db', number: 3 } } }],
      check: endedBy({ code: 1, foundBy: 'printed' }, 'leave', { code: 1 })
    },
    {
      ...CAUGHT,
      name: 'was printed, and the exit code was set',
      file: 'exit/exit-code.js',
      exitCode: 4,
      exception: { message: 'the cache prices is empty' },
      frames: [{ functionName: 'warmUp', crashLine: true, variables: { entry: { cache: 'prices', size: 0 } } }],
      check: endedBy({ code: 4, foundBy: 'printed' })
    },
    {
      ...CAUGHT,
      name: 'in a worker',
      file: 'exit/in-worker.js',
      exitCode: 0,
      inWorker: true,
      stdout: 'worker 9',
      exception: { message: 'too wide: 10000' },
      frames: [{ functionName: 'resize', crashLine: true, variables: { width: 10_000, image: { width: 5000 } } }],
      check: (t, dump) => t.same(dump.header.exit, { code: 9, foundBy: 'variable' })
    }
  ])
)

t.test('nothing is written', async t =>
  crashTests(t, [
    { name: 'two errors were printed', file: 'exit/exit-code.js', args: ['two'], exitCode: 4, dumps: 0 },
    { name: 'no error was printed', file: 'exit/exit-code.js', args: ['quiet'], exitCode: 4, dumps: 0 },
    { name: 'the exit code is 0', file: 'exit/exit-code.js', args: ['fine'], exitCode: 0, dumps: 0 },
    {
      name: 'a test of node:test failed',
      file: 'exit/exit-code.js',
      env: { NODE_TEST_CONTEXT: 'child' },
      exitCode: 4,
      dumps: 0
    },
    { name: 'there was no error', file: 'exit/without-error.js', args: ['2'], exitCode: 2, dumps: 0 },
    {
      name: 'an installed tool calls process.exit()',
      file: 'exit/packaged.js',
      exitCode: 0,
      stdout: '2 false',
      dumps: 0
    },
    {
      name: 'an installed tool sets the exit code',
      file: 'exit/packaged.js',
      args: ['code'],
      exitCode: 0,
      stdout: '2 false',
      dumps: 0
    },
    {
      name: 'the trigger is off',
      file: 'exit/main-catch.js',
      env: { CRASH_COLLECTOR_TRIGGERS: 'uncaughtException' },
      exitCode: 3,
      dumps: 0
    }
  ])
)

t.test('the trigger exit', async t =>
  crashTests(t, [
    ...['0', '2'].map(code => ({
      name: `exit code ${code}`,
      file: 'exit/without-error.js',
      args: [code],
      env: EVERY_EXIT,
      exitCode: Number(code),
      trigger: 'exit',
      notByPause,
      frames: [{ functionName: 'usage', crashLine: true, variables: { options: { verbose: true } } }],
      /** @type {CrashCase['check']} */
      check: (t, dump) => {
        t.same(dump.header.exit, { code: Number(code) })
        t.equal(dump.exception, null)
      }
    }))
  ])
)
