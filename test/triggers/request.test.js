'use strict'
const { spawn, spawnSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { collect, crashTests, ROOT } = require('../helpers/crash')
const { runCli } = require('../helpers/run-cli')
const { NODE } = require('../helpers/run-node')
const { readDump } = require('../../packages/inspect/reader')

/** @typedef {import('../helpers/crash').CrashCase} CrashCase */
/** @typedef {import('../helpers/run-node').Run} Run */

const SIGNAL = 47
/** The answers of the command line, by the directory of the program's run. @type {Map<string, Run[]>} */
const answers = new Map()

/**
 * Asks a program for dumps as soon as it says that it is ready, and then lets it end.
 * @param {string[][]} asks arguments of the command besides the pid
 * @returns {NonNullable<CrashCase['onSpawn']>}
 */
const asking = (...asks) => (child, cwd) => {
  let output = ''
  child.stdout?.on('data', async text => {
    const wasReady = output.includes('ready')
    output += text
    if (wasReady || !output.includes('ready')) return
    const runs = asks.map(words => runCli(['capture', String(child.pid), ...words], { cwd }))
    answers.set(cwd, await Promise.all(runs))
    fs.writeFileSync(path.join(cwd, 'done'), '')
  })
}

/**
 * @param {NodeJS.Signals} signal
 * @returns {NonNullable<CrashCase['onSpawn']>}
 */
const signalling = signal => (child, cwd) => {
  child.stdout?.once('data', () => {
    child.kill(signal)
    setTimeout(() => {
      if (child.exitCode === null && child.signalCode === null) fs.writeFileSync(path.join(cwd, 'done'), '')
    }, 1500)
  })
}

/** @type {NonNullable<CrashCase['check']>} */
const wasAnswered = (t, dump, run) => {
  const [answer] = answers.get(run.cwd) ?? []
  t.match(answer, { exitCode: 0, stderr: '' })
  t.equal(answer.stdout, `${run.dumps[0]}\n`, 'the command prints the path of the dump')
  t.equal(dump.exception, null, 'nothing was thrown')
}

/** @type {Partial<CrashCase>} */
const lives = { exitCode: 0, trigger: 'request', env: { CRASH_COLLECTOR_STDERR: 'none' } }

t.test('crash-collector capture', { skip: process.platform !== 'linux' }, async t => {
  crashTests(t, [
    {
      name: 'of a process that waits',
      file: 'request/waits.js',
      ...lives,
      onSpawn: asking(['--tasks']),
      stdout: /^ready \[.*\n14 \[.*\n$/,
      check (t, dump, run) {
        wasAnswered(t, dump, run)
        const [task] = dump.asyncTasks.filter(({ functionName }) => functionName === 'handle')
        const variables = task.scopeChain.flatMap(scope => scope.variables).map(({ name }) => name)
        t.match(variables, ['order', 'coupon'], 'suspended functions have their variables')
      }
    },
    {
      name: 'of a process that is busy',
      file: 'request/spins.js',
      ...lives,
      onSpawn: asking([]),
      stdout: /^ready\n7 true\n$/,
      frames: [{ functionName: 'count', variables: { order: { id: 7 } } }],
      check: wasAnswered
    },
    {
      name: 'of several at once',
      file: 'request/spins.js',
      ...lives,
      onSpawn: asking(...Array.from({ length: 8 }, () => ['--json'])),
      stdout: /^ready\n7 true\n$/,
      dumps: 8,
      check (t, dump, { cwd, dumps }) {
        const files = (answers.get(cwd) ?? []).map(({ stdout }) => JSON.parse(stdout).file)
        t.same(files.sort(), dumps, 'each ask has a dump of its own')
      }
    },
    {
      name: 'of a process in a system call, which answers after it',
      file: 'request/system-call.js',
      ...lives,
      onSpawn: asking(['--timeout', '1000']),
      stdout: /^ready\ndeployed\n$/,
      check (t, dump, { cwd, dumps }) {
        t.match(answers.get(cwd), [{ exitCode: 1, stdout: '', stderr: /has not answered in 1000 ms/ }])
        t.ok((dump.header.interrupt?.waitedMs ?? 0) > 500)
        t.equal(dumps.length, 1)
      }
    }
  ])
})

t.test('nothing is written', { skip: process.platform !== 'linux' }, async t => {
  const refused = (/** @type {Record<string, string>} */ env) => ({
    file: 'request/waits.js',
    env,
    exitCode: 0,
    dumps: 0,
    onSpawn: asking([])
  })
  for (const [name, env] of Object.entries({
    'without the trigger': { CRASH_COLLECTOR_TRIGGERS: 'uncaughtException' },
    'in mode off': { CRASH_COLLECTOR_MODE: 'off' },
    'without the addon': { CRASH_COLLECTOR_ADDON: 'none' },
    'with another trigger only': { CRASH_COLLECTOR_TRIGGERS: 'blockedLoop' }
  })) {
    t.test(name, async t => {
      const run = await collect(t, refused(env))
      t.match(run, { exitCode: 0, dumps: [], stdout: /\n14 / })
      t.match(answers.get(run.cwd), [{ exitCode: 1, stdout: '', stderr: /takes (no )?requests/ }])
    })
  }
  t.test('of a process without the collector, which is not harmed', async t => {
    const run = await collect(t, { ...refused({}), preload: 'none' })
    t.match(run, { exitCode: 0, signal: null })
    t.match(answers.get(run.cwd), [{ exitCode: 1, stderr: /has no collector that takes requests/ }])
  })
})

t.test('a program that has the name of our thread is not harmed', { skip: process.platform !== 'linux' }, async t => {
  const cwd = t.testdir()
  const program = path.join(cwd, 'crash-collector')
  fs.copyFileSync(process.execPath, program)
  const child = spawn(program, ['-e', 'setInterval(() => {}, 1000); console.log(1)'], { env: {} })
  t.teardown(() => child.kill('SIGKILL'))
  await new Promise(resolve => child.stdout.once('data', resolve))
  // From Node.js 24 on the main thread has a name of its own.
  const tasks = fs.readdirSync(`/proc/${child.pid}/task`)
  const names = tasks.map(tid => fs.readFileSync(`/proc/${child.pid}/task/${tid}/comm`, 'utf8'))
  t.ok(names.some(name => name === 'crash-collector\n' || name.endsWith('MainThread\n')), { names })
  t.match(await runCli(['capture', String(child.pid)], { cwd }), { exitCode: 1, stderr: /has no collector/ })
  t.equal(child.exitCode, null)
  t.equal(child.signalCode, null)
})

t.test('wrong usage', async t => {
  const cwd = t.testdir()
  for (const words of [[], ['x'], ['-1'], ['0'], ['1', '2'], ['1', '--timeout', 'x']]) {
    t.match(await runCli(['capture', ...words], { cwd }), { exitCode: 2, stdout: '' }, words.join(' '))
  }
  if (process.platform !== 'linux') return
  t.match(await runCli(['capture', '4194305'], { cwd }), { exitCode: 1, stderr: /there is no process 4194305/ })
})

t.test('a signal of the user', { skip: process.platform !== 'linux' }, async t => {
  const env = { CRASH_COLLECTOR_REQUEST_SIGNAL: 'SIGUSR2' }
  t.test('leaves a dump, named on stderr', async t => {
    const run = await collect(t, { file: 'request/waits.js', env, onSpawn: signalling('SIGUSR2') })
    t.match(run, { exitCode: 0, signal: null, stdout: /\n14 /, stderr: /^crash-collector: dump written to .*\n$/ })
    t.equal(run.dumps.length, 1)
    t.equal((await readDump(run.dumps[0])).header.trigger, 'request')
  })
  crashTests(t, [
    {
      name: 'goes to a listener of the application instead',
      file: 'request/own-listener.js',
      env,
      exitCode: 0,
      dumps: 0,
      onSpawn: signalling('SIGUSR2'),
      stdout: /^ready\nthe application received it\n$/
    },
    {
      name: 'ends the process if it was not chosen',
      file: 'request/waits.js',
      exitCode: null,
      signal: 'SIGUSR2',
      dumps: 0,
      onSpawn: signalling('SIGUSR2'),
      stdout: /^ready/
    }
  ])
})

t.test('the command takes a signal that has its usual effect', { skip: process.platform !== 'linux' }, async t => {
  // Node.js has no name for the signal that has ended a child, but a shell has the number.
  const program = 'setInterval(() => {}, 1000); process.kill(process.pid, 47)'
  for (const preload of [[], ['--require', ROOT]]) {
    const script = '"$0" "$@" & wait $!; echo $?'
    const words = ['-c', script, NODE, ...preload, '-e', program]
    const { stdout, stderr } = spawnSync('sh', words, { cwd: t.testdir(), env: {}, encoding: 'utf8' })
    t.match({ stdout, stderr }, { stdout: `${128 + SIGNAL}\n`, stderr: /^(Real-time signal.*\n)?$/ }, preload.join(' '))
  }
})
