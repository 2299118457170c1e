'use strict'
// SIGTERM and SIGINT while something is under way: a dump, and then the usual effect.

const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { CRASHES, PATIENT, ROOT, collect, crashTests } = require('../helpers/crash')
const { NODE } = require('../helpers/run-node')

/** @typedef {import('../helpers/crash').CrashCase} CrashCase */

const env = { CRASH_COLLECTOR_TRIGGERS: 'terminated' }

/**
 * @param {NodeJS.Signals[]} signals sent when the program is ready
 * @returns {NonNullable<CrashCase['onSpawn']>}
 */
const sending = (...signals) => child => {
  child.stdout?.once('data', () => {
    for (const signal of signals) process.kill(Number(child.pid), signal)
  })
}

/** Sends SIGTERM when the program waits for its event loop. @type {NonNullable<CrashCase['onSpawn']>} */
const sendingToWaiting = child => {
  let before = ''
  const look = () => {
    const stat = fs.readFileSync(`/proc/${child.pid}/stat`, 'utf8')
    // State, and the CPU time that was used (https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html).
    const [, state, used] = /\) (\S)(?: \S+){10} (\S+ \S+)/.exec(stat) ?? []
    const now = `${state} ${used}`
    if (state === 'S' && now === before) return child.kill('SIGTERM')
    before = now
    setTimeout(look, 100)
  }
  child.stdout?.once('data', look)
}

/**
 * @param {'SIGTERM' | 'SIGINT'} signal
 * @returns {NonNullable<CrashCase['check']>}
 */
const isBusyWithRequest = signal => (t, dump) => {
  t.equal(dump.exception, null, 'nothing was thrown')
  t.equal(dump.header.interrupt?.signal, signal)
  t.match(
    dump.process.httpRequests?.requests.filter(({ side }) => side === 'server'),
    [{ method: 'GET', url: '/orders/7' }],
    'the request under way'
  )
  const [task] = dump.asyncTasks.filter(({ functionName }) => functionName === 'loadOrder')
  const variables = task.scopeChain.flatMap(scope => scope.variables)
  t.match(variables, [{ name: 'id', value: { value: 7 } }, { name: 'tries', value: { value: 3 } }])
}

/** @type {Pick<CrashCase, 'file' | 'env' | 'trigger'>} */
const serves = { file: 'terminated/serves.js', env, trigger: 'terminated' }
/** @type {Partial<CrashCase>} */
const killed = { exitCode: null, signal: 'SIGTERM', onSpawn: sending('SIGTERM') }

t.test('a signal with something under way', { skip: process.platform !== 'linux' }, async t => {
  crashTests(t, [
    {
      name: 'SIGTERM, to which nobody listens',
      ...serves,
      ...killed,
      stdout: /^ready 0,0,/,
      check: isBusyWithRequest('SIGTERM')
    },
    {
      name: 'SIGINT, to which nobody listens',
      ...serves,
      args: ['none', 'SIGINT'],
      exitCode: null,
      signal: 'SIGINT',
      onSpawn: sending('SIGINT'),
      check: isBusyWithRequest('SIGINT')
    },
    {
      name: 'SIGTERM, after the listener was removed',
      ...serves,
      ...killed,
      args: ['removed'],
      stdout: /^ready 0,0,/,
      check: isBusyWithRequest('SIGTERM')
    },
    {
      name: 'SIGTERM, to which the application listens',
      ...serves,
      args: ['graceful'],
      exitCode: 0,
      onSpawn: sending('SIGTERM'),
      stdout: /^ready 1,1,.*\nlistener SIGTERM 15\nclosed\n$/,
      check: isBusyWithRequest('SIGTERM')
    },
    {
      name: 'SIGINT, to which the application listens',
      ...serves,
      args: ['graceful', 'SIGINT'],
      exitCode: 0,
      onSpawn: sending('SIGINT'),
      stdout: /^ready 1,1,.*\nlistener SIGINT 2\nclosed\n$/,
      check: isBusyWithRequest('SIGINT')
    },
    {
      name: 'a listener that ends the process',
      ...serves,
      args: ['exits'],
      exitCode: 3,
      onSpawn: sending('SIGTERM'),
      check: isBusyWithRequest('SIGTERM')
    },
    {
      name: 'JavaScript runs and never returns',
      ...serves,
      ...killed,
      file: 'terminated/spins.js',
      frames: [{ functionName: 'count', variables: { order: { id: 7 } } }]
    },
    {
      name: 'a suspended function, without a request',
      ...serves,
      ...killed,
      file: 'terminated/suspended.js',
      check (t, dump) {
        t.match(dump.asyncTasks, [{ functionName: 'work' }])
      }
    }
  ])
})

t.test('a second signal while the dump is written', { skip: process.platform !== 'linux' }, async t => {
  t.test('nobody listens', async t => {
    const run = await collect(t, { ...serves, onSpawn: sending('SIGTERM', 'SIGINT', 'SIGTERM') })
    t.match(run, { exitCode: null, signal: /^SIG(TERM|INT)$/ })
    t.equal(run.dumps.length, 1)
  })
  t.test('the application listens, and gets both', async t => {
    const args = ['graceful']
    const both = { ...env, SIGNALS: '2' }
    const run = await collect(t, { ...serves, env: both, args, onSpawn: sending('SIGTERM', 'SIGINT') })
    t.match(run, { exitCode: 0, signal: null })
    const received = run.stdout.split('\n').filter(line => line.startsWith('listener'))
    t.same(received.sort(), ['listener SIGINT 2', 'listener SIGTERM 15'])
    t.match(run.dumps, [/./])
  })
})

t.test('nothing is written', { skip: process.platform !== 'linux' }, async t => {
  crashTests(t, [
    {
      name: 'nothing is under way',
      ...serves,
      ...killed,
      file: 'terminated/idle.js',
      dumps: 0,
      onSpawn: sendingToWaiting
    },
    { name: 'V8 cannot be entered in time', ...serves, ...killed, file: 'terminated/system-call.js', dumps: 0 },
    { name: 'the trigger is off', ...serves, ...killed, env: {}, dumps: 0, stdout: /^ready 0,0,/ },
    { name: 'mode off', ...serves, ...killed, env: { ...env, CRASH_COLLECTOR_MODE: 'off' }, dumps: 0 }
  ])
})

t.test('the first process of a container lives on, as without the collector', async t => {
  const unshare = ['--user', '--pid', '--fork', '--kill-child']
  if (process.platform !== 'linux' || spawnSync('unshare', [...unshare, 'true']).status !== 0) {
    return t.plan(0, 'the test takes a namespace of processes')
  }
  for (const [preload, count] of /** @type {const} */ ([[[], 0], [['--require', ROOT], 1]])) {
    const cwd = t.testdir()
    const variables = { PATH: process.env.PATH, HOME: cwd, CRASH_COLLECTOR_DIR: 'dumps', ...PATIENT, ...env }
    const program = [NODE, ...preload, path.join(CRASHES, 'terminated/first-process.js'), String(count)]
    // The hooks that tap puts into NODE_OPTIONS listen to SIGTERM (test/helpers/run-node.js).
    const clean = ['env', '-i', ...Object.entries(variables).map(([name, value]) => `${name}=${value}`)]
    const run = spawnSync('unshare', [...unshare, ...clean, ...program], {
      cwd,
      encoding: 'utf8',
      timeout: 60_000,
      killSignal: 'SIGKILL'
    })
    t.match(run, { status: 0, signal: null, stdout: '1 lives on 7\n' })
    t.equal((run.stderr.match(/dump written/g) ?? []).length, count, 'one line for each dump', { stderr: run.stderr })
  }
})
