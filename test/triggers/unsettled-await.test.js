'use strict'
// A process whose event loop is empty while a top-level await is pending (exit code 13) leaves a dump of the functions
// that wait.
const t = require('tap')
const { crashTests } = require('../helpers/crash')
const { runCli } = require('../helpers/run-cli')

/** @typedef {import('../helpers/crash').CrashCase} CrashCase */

/** @type {Pick<CrashCase, 'trigger' | 'exitCode' | 'notByPause'>} */
const UNSETTLED = {
  trigger: 'unsettledTopLevelAwait',
  exitCode: 13,
  notByPause: 'at the end of the process nothing can be captured by a pause'
}

/** @type {Pick<CrashCase, 'frames'>} */
const LOST = { frames: [{ functionName: '', crashLine: true, variables: { settings: { region: 'eu' } } }] }

/** @param {Record<string, string>} env @returns {Partial<CrashCase>} */
const none = (env = {}) => ({ dumps: 0, env })

t.test('a pending top-level await', async t =>
  crashTests(t, [
    {
      ...UNSETTLED,
      name: 'waits for functions, which are the frames',
      file: 'unsettled/awaited-row.mjs',
      stdout: 'nothing is left\n',
      frames: [
        { functionName: 'load', crashLine: true, variables: { id: 7, query: { id: 7, table: 'orders' } } },
        { functionName: 'main', variables: { id: 7, started: 'yes' } },
        { functionName: '', variables: { order: { id: 7 } } }
      ],
      async check (t, dump, run) {
        t.equal(dump.exception, null, 'nothing was thrown')
        t.equal(dump.header.capture.hook, 'loopEmpty')
        t.same(
          dump.callFrames.map(({ role }) => role),
          [undefined, 'awaiting', 'awaiting']
        )
        const { stdout } = await runCli(['show', run.dumps[0]], { cwd: run.cwd })
        t.match(
          stdout.replace(/\n/g, ' '),
          /^The top-level await in awaited-row\.mjs never settled: it waits for main\(\), which waits for load\(\), /,
          'show says in a sentence who waits for whom'
        )
      }
    },
    {
      ...UNSETTLED,
      name: 'waits for what a listener on exit rejects',
      file: 'unsettled/rejected-at-exit.mjs',
      frames: [
        { functionName: 'choose', crashLine: true, variables: { release: { name: 'billing-4.2.0' } } },
        { functionName: 'deploy', variables: { release: { name: 'billing-4.2.0' } } },
        { functionName: '' }
      ]
    },
    { ...UNSETTLED, ...LOST, name: 'waits for a promise that nothing refers to', file: 'unsettled/lost-promise.mjs' },
    {
      ...UNSETTLED,
      name: 'is that of an imported module',
      file: 'unsettled/imports.mjs',
      frames: [{ functionName: '', variables: { settings: { region: 'eu' } } }],
      check: (t, dump) => t.match(dump.callFrames[0].url, /lost-promise\.mjs$/)
    },
    {
      ...UNSETTLED,
      name: 'waits for import()',
      file: 'unsettled/imports-later.mjs',
      check: (t, dump) =>
        t.same(
          dump.asyncTasks.map(({ url }) => url.slice(url.lastIndexOf('/') + 1)).sort(),
          ['imports-later.mjs', 'lost-promise.mjs'],
          'both modules are among the suspended functions'
        )
    },
    {
      ...UNSETTLED,
      name: 'is that of --eval',
      file: 'unsettled/settles.mjs',
      nodeArgs: ['--input-type=module', '-e', 'const answer = 42; await new Promise(() => {})'],
      frames: [{ functionName: '', variables: { answer: 42 } }]
    },
    {
      ...UNSETTLED,
      name: 'is that of a worker',
      file: 'unsettled/in-worker.js',
      exitCode: 0,
      inWorker: true,
      stdout: 'worker ended with 13\n',
      check: (t, dump) => t.match(dump.callFrames[0].url, /lost-promise\.mjs$/)
    }
  ])
)

t.test('nothing is written', async t =>
  crashTests(t, [
    { ...none(), name: 'if the program itself sets the exit code', file: 'unsettled/own-code.mjs', exitCode: 13 },
    {
      ...none(),
      name: "if a listener on 'exit' sets the exit code",
      file: 'unsettled/own-code-in-listener.mjs',
      exitCode: 13
    },
    { ...none(), name: 'if the exit code is another one', file: 'unsettled/other-code.mjs', exitCode: 3 },
    { ...none(), name: 'if the await settles', file: 'unsettled/settles.mjs', exitCode: 0, stdout: 'settled\n' },
    { ...none(), name: 'if a script imports the module', file: 'unsettled/imported-by-script.js', exitCode: 0 },
    { ...none(), name: 'if the program calls process.exit()', file: 'unsettled/exits.mjs', exitCode: 0 },
    {
      ...none({ CRASH_COLLECTOR_TRIGGERS: 'uncaughtException' }),
      name: 'if the trigger is off',
      file: 'unsettled/lost-promise.mjs',
      exitCode: 13
    }
  ])
)

t.test('an error that ends the process is its reason', async t =>
  crashTests(t, [
    {
      name: 'while a top-level await is pending',
      file: 'unsettled/throws.mjs',
      exception: { message: 'eu' },
      frames: [{ crashLine: true, variables: { settings: { region: 'eu' } } }]
    }
  ])
)
