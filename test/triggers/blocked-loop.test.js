'use strict'
const t = require('tap')
const { crashTests } = require('../helpers/crash')

/** @typedef {import('../helpers/crash').CrashCase} CrashCase */

const env = { CRASH_COLLECTOR_TRIGGERS: 'blockedLoop', CRASH_COLLECTOR_BLOCKED_LOOP_MS: '500' }

/**
 * @param {{ waits: boolean }} expected waits: true if V8 could be interrupted only after a built-in function
 * @returns {NonNullable<CrashCase['check']>}
 */
const wasInterrupted = ({ waits }) => (t, { header, exception }) => {
  const { blockedMs = 0, waitedMs = 0 } = header.interrupt ?? {}
  t.ok(blockedMs >= 500, 'the dump says how long the loop had been blocked', { blockedMs })
  if (waits) t.ok(waitedMs >= 100, 'and how long it took to interrupt the program', { waitedMs })
  t.equal(exception, null, 'nothing was thrown')
}

/** @type {Partial<CrashCase>} */
const lives = { env, exitCode: 0, trigger: 'blockedLoop' }

const AFTERWARDS = 'by a pause the stack is read when the dump is written, and may be empty by then'

t.test('a blocked loop leaves a dump, and the process lives on', async t =>
  crashTests(t, [
    {
      name: 'a loop',
      file: 'blocked/spin.js',
      ...lives,
      stdout: /^bob pays 21\nand lives on\n$/,
      frames: [
        { functionName: 'priceOf', crashLine: true, variables: { rate: 0.5, order: { id: 7, total: 42 } } },
        { functionName: 'checkout', variables: { user: { name: 'bob' }, cart: { order: { id: 7 } } } }
      ],
      check: wasInterrupted({ waits: false })
    },
    {
      name: 'the main script, which may take ten times as long',
      file: 'blocked/top-level.js',
      ...lives,
      stdout: /^started with 3\n$/,
      frames: [{ functionName: '', crashLine: true, variables: { settings: { retries: 3 } } }],
      check: wasInterrupted({ waits: false })
    },
    {
      name: 'a regular expression that backtracks without end',
      file: 'blocked/regexp.js',
      ...lives,
      stdout: /^false 7\n$/,
      frames: [{ functionName: 'validate', crashLine: true, variables: { form: { id: 7 } } }],
      check: wasInterrupted({ waits: false })
    },
    {
      name: 'Atomics.wait()',
      file: 'blocked/wait.js',
      ...lives,
      stdout: /^timed-outdb\n$/,
      frames: [{ functionName: 'acquire', crashLine: true, variables: { lock: { name: 'db' } } }],
      check: wasInterrupted({ waits: false })
    },
    {
      name: 'a child process that is waited for',
      notByPause: AFTERWARDS,
      file: 'blocked/exec.js',
      ...lives,
      stdout: /^v7 done\n$/,
      frames: [{ functionName: 'deploy', crashLine: true, variables: { version: { tag: 'v7' } } }],
      check: wasInterrupted({ waits: true })
    },
    {
      name: 'a huge JSON.parse()',
      notByPause: AFTERWARDS,
      file: 'blocked/json.js',
      ...lives,
      stdout: /^catalog 4000001\n$/,
      frames: [{ functionName: 'load', variables: { file: { name: 'catalog' } } }],
      check: wasInterrupted({ waits: true })
    },
    {
      name: 'microtasks without end',
      file: 'blocked/microtasks.js',
      ...lives,
      stdout: /^mails\n$/,
      check (t, dump) {
        t.ok(dump.callFrames.some(({ functionName }) => functionName === 'poll'))
      }
    },
    {
      name: 'recursion',
      notByPause: AFTERWARDS,
      file: 'blocked/recursion.js',
      ...lives,
      stdout: /^165580141 7\n$/,
      check (t, dump) {
        const names = dump.callFrames.map(({ functionName }) => functionName)
        t.ok(names.length > 3 && names.includes('fibonacci') && names.includes('begin'), { names })
      }
    },
    {
      name: 'functions of Node.js, whose results stay right',
      file: 'blocked/statistics.js',
      ...lives,
      stdout: /^wrong 0\n$/,
      check (t, dump) {
        t.ok(dump.callFrames.some(({ functionName }) => functionName === 'work'))
      }
    },
    {
      name: 'a function with a time limit, which still ends it',
      file: 'blocked/time-limit.js',
      ...lives,
      stdout: /^7 ERR_SCRIPT_EXECUTION_TIMEOUT\n$/,
      check (t, dump) {
        t.ok(dump.callFrames.some(({ functionName }) => functionName === 'evaluate'))
      }
    }
  ])
)

t.test('one dump for each stack', async t =>
  crashTests(t, [
    { name: 'three times, two stacks', file: 'blocked/twice.js', ...lives, dumps: 2, stdout: /^(work true\n){2}other/ }
  ])
)

t.test('nothing is written', async t =>
  crashTests(
    t,
    [
      { name: 'for a loop that turns or waits', file: 'blocked/not-blocked.js', stdout: /^never blocked\n$/ },
      { name: 'for workers', file: 'blocked/worker.js', stdout: /^(worker 0\n){3}$/ },
      {
        name: 'by default',
        file: 'blocked/twice.js',
        env: { CRASH_COLLECTOR_BLOCKED_LOOP_MS: '500' },
        stdout: /^work/
      },
      {
        name: 'below the threshold',
        file: 'blocked/twice.js',
        env: { ...env, CRASH_COLLECTOR_BLOCKED_LOOP_MS: '60000' },
        stdout: /^work/
      },
      {
        name: 'while the inspector is open',
        file: 'blocked/twice.js',
        nodeArgs: ['--inspect=127.0.0.1:0'],
        normalise: text => text.replace(/^Debugger listening on ws:.*\n/gm, ''),
        stdout: /^work/
      }
    ].map(each => ({ env, exitCode: 0, dumps: 0, ...each }))
  )
)

t.test('the line on stderr can be switched off', async t =>
  crashTests(t, [
    {
      name: 'no line',
      file: 'blocked/spin.js',
      ...lives,
      env: { ...env, CRASH_COLLECTOR_STDERR: 'none' },
      stdout: /lives/
    }
  ])
)
