'use strict'
// The setting `onDump`: a command, or a function of a module, that runs after a dump in a process of its own.

const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const { setTimeout: sleep } = require('node:timers/promises')
const t = require('tap')
const { CRASHES, ROOT, collect, crashTests } = require('../helpers/crash')

/** @typedef {import('../helpers/crash').CollectedRun} CollectedRun */

const FILE = 'uncaught/null-property.js'
const FUNCTIONS = path.join(CRASHES, 'on-dump')

/** Adds what the command sees to the file `ran`. */
const COMMAND =
  'echo "$CRASH_COLLECTOR_DUMP,$1,$CRASH_COLLECTOR_DUMP_ATTEMPT,$CRASH_COLLECTOR_MODE,$NODE_OPTIONS" >> ran'

const notOnWindows = process.platform === 'win32' ? 'the addon starts no program on Windows' : undefined

const needsLinux =
  process.platform === 'linux' && process.arch === 'x64' ? undefined : 'the trigger takes Linux on x64'

/** Waits, as the application does not. @param {() => boolean} isTrue */
async function until (isTrue) {
  while (!isTrue()) await sleep(20)
}

/** @param {CollectedRun} run @returns {string[]} names of the marks, and of the lock if the commands run */
const spoolOf = ({ directory }) => {
  const spool = path.join(directory, '.on-dump')
  return fs.existsSync(spool) ? fs.readdirSync(spool).filter(name => !/^(since\.|ending$)/.test(name)) : []
}

/** Waits until the program that runs the commands has ended. @param {CollectedRun} run @param {string} mark */
async function untilMarked (run, mark) {
  const wanted = run.dumps.map(dump => path.basename(dump) + mark).sort()
  await until(() => JSON.stringify(spoolOf(run).sort()) === JSON.stringify(wanted))
}

/** @param {CollectedRun} run @returns {string[][]} what each run of COMMAND saw */
const seenBy = run =>
  fs
    .readFileSync(path.join(run.cwd, 'ran'), 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => line.split(','))

/** Makes the next attempt due. @param {CollectedRun} run */
function comeTime (run) {
  const mark = path.join(run.directory, '.on-dump', `${path.basename(run.dumps[0])}.waiting`)
  const past = new Date(Date.now() - 1000)
  fs.utimesSync(mark, past, past)
}

/**
 * Runs a program that does not crash, in the directory of another run.
 * @param {import('tap').Test} t
 * @param {CollectedRun} run
 * @param {string} command
 */
async function startAgain (t, run, command) {
  const env = { CRASH_COLLECTOR_DIR: run.directory, CRASH_COLLECTOR_ON_DUMP: `cd '${run.cwd}' && ${command}` }
  const { exitCode, stderr } = await collect(t, { file: 'unsettled/settles.mjs', env })
  t.same({ exitCode, stderr }, { exitCode: 0, stderr: '' })
}

/** @param {string[]} args */
function cli (...args) {
  return spawnSync(process.execPath, [path.join(ROOT, 'bin/crash-collector.js'), ...args], { encoding: 'utf8' }).stdout
}

t.test('the command', { skip: notOnWindows }, async t =>
  crashTests(t, [
    {
      name: 'runs after a crash, and knows the dump',
      file: FILE,
      env: { CRASH_COLLECTOR_ON_DUMP: COMMAND, NODE_OPTIONS: '--no-deprecation' },
      async check (t, dump, run) {
        await untilMarked(run, '.done')
        t.same(seenBy(run), [[run.dumps[0], run.dumps[0], '1', 'off', '--no-deprecation']])
        t.notMatch(cli('list', run.directory), /onDump/)
      }
    },
    {
      name: 'is not waited for',
      file: FILE,
      env: { CRASH_COLLECTOR_ON_DUMP: `while [ ! -e go ]; do sleep 0.05; done; ${COMMAND}` },
      async check (t, dump, run) {
        t.notOk(fs.existsSync(path.join(run.cwd, 'ran')), 'the process has ended before the command')
        t.match(cli('list', run.directory), /\(onDump waiting\)/)
        fs.writeFileSync(path.join(run.cwd, 'go'), '')
        await untilMarked(run, '.done')
        t.equal(seenBy(run)[0][0], run.dumps[0])
      }
    },
    {
      name: 'runs again at the next starts if it fails, not before its time, and five times in all',
      file: FILE,
      env: { CRASH_COLLECTOR_ON_DUMP: 'echo no server >&2; exit 7' },
      async check (t, dump, run) {
        await untilMarked(run, '.waiting')
        t.match(JSON.parse(cli('list', run.directory, '--json'))[0].onDump, {
          state: 'waiting',
          attempts: 1,
          reason: 'exit code 7: no server'
        })
        await startAgain(t, run, COMMAND)
        t.notOk(fs.existsSync(path.join(run.cwd, 'ran')), 'the time has not come')
        for (const attempt of ['2', '3', '4']) {
          comeTime(run)
          await startAgain(t, run, `${COMMAND}; exit 1`)
          await until(() => fs.existsSync(path.join(run.cwd, 'ran')) && seenBy(run).at(-1)?.[2] === attempt)
          await untilMarked(run, '.waiting')
        }
        comeTime(run)
        await startAgain(t, run, 'exit 1')
        await untilMarked(run, '.failed')
        t.match(cli('list', run.directory), /\(onDump failed\)/)
      }
    },
    {
      name: 'runs at the next start if it was killed with its process',
      file: FILE,
      env: { CRASH_COLLECTOR_ON_DUMP: 'echo $PPID > parent; while true; do sleep 1; done' },
      async check (t, dump, run) {
        const parent = path.join(run.cwd, 'parent')
        await until(() => fs.existsSync(parent) && fs.readFileSync(parent, 'utf8').endsWith('\n'))
        const program = Number(fs.readFileSync(parent, 'utf8'))
        const [shell] = fs.readFileSync(`/proc/${program}/task/${program}/children`, 'utf8').trim().split(' ')
        process.kill(program, 'SIGKILL')
        process.kill(-Number(shell), 'SIGKILL')
        await until(() => hasEnded(program))
        comeTime(run)
        await startAgain(t, run, COMMAND)
        await untilMarked(run, '.done')
        t.same(seenBy(run)[0].slice(0, 3), [run.dumps[0], run.dumps[0], '2'])
      }
    },
    {
      name: 'may be missing',
      file: FILE,
      env: { CRASH_COLLECTOR_ON_DUMP: 'no-such-command' },
      check: (t, dump, run) => untilMarked(run, '.waiting')
    },
    {
      name: 'runs after the crash of a worker',
      file: 'worker/unlistened.js',
      args: ['crash'],
      inWorker: true,
      env: { CRASH_COLLECTOR_ON_DUMP: COMMAND },
      async check (t, dump, run) {
        await untilMarked(run, '.done')
        t.equal(seenBy(run)[0][0], run.dumps[0])
      }
    }
  ])
)

t.test('a signal handler starts nothing, so the command runs at the next start', { skip: needsLinux }, async t => {
  const run = await collect(t, {
    file: 'signals/abort.js',
    env: { CRASH_COLLECTOR_ON_DUMP: COMMAND, CRASH_COLLECTOR_TRIGGERS: 'signal' }
  })
  t.same([run.signal, run.dumps.length], ['SIGABRT', 1], run.stderr)
  t.same(spoolOf(run), [])
  await startAgain(t, run, COMMAND)
  await untilMarked(run, '.done')
  t.equal(seenBy(run)[0][0], run.dumps[0])
})

t.test('a function of a module', { skip: notOnWindows }, async t =>
  crashTests(t, [
    {
      name: 'is called, which configure() can ask for',
      file: 'on-dump/configures.js',
      env: { TEST_PACKAGE: ROOT },
      args: [path.join(FUNCTIONS, 'note.mjs')],
      async check (t, dump, run) {
        await untilMarked(run, '.done')
        t.equal(fs.readFileSync(path.join(run.cwd, 'noted'), 'utf8'), run.dumps[0])
      }
    },
    {
      name: 'has failed if it rejects',
      file: FILE,
      env: { CRASH_COLLECTOR_ON_DUMP: path.join(FUNCTIONS, 'fails.js') },
      async check (t, dump, run) {
        await untilMarked(run, '.waiting')
        t.match(JSON.parse(cli('list', run.directory, '--json'))[0].onDump.reason, /the store is closed/)
      }
    }
  ])
)

t.test('a process that lives on', { skip: notOnWindows }, async t =>
  crashTests(t, [
    {
      name: 'sees nothing of it',
      file: 'on-dump/lives-on.js',
      exitCode: 0,
      trigger: 'api',
      dumps: 2,
      env: { TEST_PACKAGE: ROOT, CRASH_COLLECTOR_ON_DUMP: COMMAND },
      stdout: 'begins 2\nhooks \nresources \n',
      check: (t, dump, run) => untilMarked(run, '.done')
    }
  ])
)

t.test('a dump that is written while the program ends has its turn', { skip: needsLinux }, async t => {
  const run = await collect(t, {
    file: 'on-dump/at-its-end.js',
    env: { TEST_PACKAGE: ROOT, CRASH_COLLECTOR_ON_DUMP: COMMAND, CRASH_COLLECTOR_RETAIN_SAME: '1000' }
  })
  t.equal(run.exitCode, 0)
  t.ok(run.dumps.length >= 2)
  await untilMarked(run, '.done')
})

t.test('where nothing is to be done, nothing is written', { skip: notOnWindows }, async t => {
  const env = { CRASH_COLLECTOR_ON_DUMP: COMMAND }
  const run = await collect(t, { file: 'unsettled/settles.mjs', env })
  t.equal(run.exitCode, 0)
  t.same(fs.readdirSync(run.cwd), [])
  const off = await collect(t, { file: FILE, env: { ...env, CRASH_COLLECTOR_MODE: 'off' } })
  t.same(fs.readdirSync(off.cwd), [])
})

t.test('dumps that are older than a day when the setting is found first', { skip: notOnWindows }, async t => {
  const run = await collect(t, { file: FILE })
  const [dump] = run.dumps
  const old = path.join(run.directory, 'crash.20260101.120000.1234.0.1.ccdump')
  fs.copyFileSync(dump, old)
  await startAgain(t, run, COMMAND)
  await untilMarked(run, '.done')
  t.same(seenBy(run).map(([seen]) => seen), [dump])
  fs.rmSync(dump)
  fs.copyFileSync(old, path.join(run.directory, 'crash.20990101.120000.1234.0.1.ccdump'))
  await startAgain(t, run, COMMAND)
  await until(() => spoolOf(run).join() === 'crash.20990101.120000.1234.0.1.ccdump.done')
  t.equal(seenBy(run).length, 2, 'the mark of the dump that is gone is gone, too')
})

t.test('a file that others may write to does not set it', { skip: notOnWindows }, async t => {
  const run = await collect(t, {
    file: FILE,
    prepare (cwd) {
      const file = path.join(cwd, 'crash-collector.config.json')
      fs.writeFileSync(file, JSON.stringify({ onDump: 'touch ran' }))
      fs.chmodSync(file, 0o666)
    }
  })
  t.match(run.stderr, /not taken from crash-collector\.config\.json: onDump, because other users may write/)
  t.notOk(fs.existsSync(path.join(run.directory, '.on-dump')))
})

/** @param {number} pid */
function hasEnded (pid) {
  try {
    return /^State:\s+Z/m.test(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return true
  }
}
