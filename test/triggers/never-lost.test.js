'use strict'
// A dump is never lost: whatever takes no file, the error, its stack and the nearest values are to be had.
const t = require('tap')
const { spawn } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const { markText } = require('../../packages/shared/dump/crash-mark')
const { dumpName } = require('../../packages/shared/dump/store')
const { readDump } = require('../../packages/inspect/reader')
const { CRASHES, PATIENT, ROOT, collect, crashTests, temporaryDirectory } = require('../helpers/crash')
const { runCli } = require('../helpers/run-cli')
const { NODE, runNode } = require('../helpers/run-node')

const PROGRAM = path.join(CRASHES, 'uncaught/top-level.js')
const STATE = '.local/state/crash-collector'
const FRAMES = [{ functionName: 'priceOf', crashLine: true, variables: { total: 42, user: { name: 'bob' } } }]
const UID = process.getuid?.() ?? 0

/**
 * Runs a program that may not write files of more than so many bytes.
 * @param {import('tap').Test} t
 * @param {number} kilobytes
 * @param {Record<string, string>} [env]
 * @param {string} [program]
 * @returns {Promise<{ cwd: string, exitCode: number|null, signal: string|null, stdout: string, stderr: string }>}
 */
function runLimited (t, kilobytes, env = {}, program = PROGRAM) {
  const cwd = temporaryDirectory(t)
  const variables = { PATH: process.env.PATH ?? '', HOME: cwd, TMPDIR: cwd, ...PATIENT, ...env }
  const command = ['-c', `ulimit -f ${kilobytes}; exec "$@"`, 'bash', NODE, '--require', ROOT, program]
  return new Promise((resolve, reject) => {
    // env(1) removes the hooks that tap puts into the environment of each child.
    const assignments = Object.entries(variables).map(([name, value]) => `${name}=${value}`)
    const child = spawn('env', ['-i', ...assignments, 'bash', ...command], { cwd })
    const [stdout, stderr] = [child.stdout, child.stderr].map(stream => {
      /** @type {Buffer[]} */
      const parts = []
      stream.on('data', part => parts.push(part))
      return () => Buffer.concat(parts).toString()
    })
    child.on('error', reject)
    child.on('close', (exitCode, signal) => resolve({ cwd, exitCode, signal, stdout: stdout(), stderr: stderr() }))
  })
}

/** @param {string} stderr */
const withoutOurs = stderr => stderr.replace(/^crash-collector: .*\n/gm, '')

t.test('the directory in /tmp, if there is no home', async t =>
  crashTests(t, [
    {
      name: 'no home',
      file: 'uncaught/top-level.js',
      env: { CRASH_COLLECTOR_DIR: '/proc/no-such-directory', HOME: '/no-such-home' },
      dumpsIn: `crash-collector-${UID}`,
      frames: FRAMES,
      notices: UID === 0 ? [] : [/no dump can be written to/],
      check (t, dump, run) {
        t.equal(fs.statSync(run.directory).mode & 0o777, 0o700)
        t.notOk(fs.existsSync('/no-such-home'), 'no home is made')
      }
    }
  ])
)

const link = (/** @type {string} */ cwd) => {
  fs.mkdirSync(path.join(cwd, 'elsewhere'))
  fs.symlinkSync('elsewhere', path.join(cwd, 'dumps'))
}

t.test('a link is not followed', async t =>
  crashTests(t, [
    {
      name: 'of this user, as a checkout may have one',
      file: 'uncaught/top-level.js',
      prepare: link,
      dumpsIn: STATE,
      frames: FRAMES,
      check (t, dump, run) {
        t.same(fs.readdirSync(path.join(run.cwd, 'elsewhere')), [])
        t.match(run.stderr, /; not to .*: it is a link; name its target instead$/m)
      }
    }
  ])
)

/** @param {(directory: string) => void} change */
const ofOthers = change => (/** @type {string} */ cwd) => {
  fs.mkdirSync(path.join(cwd, 'dumps'))
  change(path.join(cwd, 'dumps'))
}

t.test('a directory to which all users may write is not used', async t =>
  crashTests(
    t,
    [0o777, 0o1777].map(mode => ({
      name: mode.toString(8),
      file: 'uncaught/top-level.js',
      prepare: ofOthers(directory => fs.chmodSync(directory, mode)),
      dumpsIn: STATE,
      frames: FRAMES,
      check: (/** @type {import('tap').Test} */ t, _, run) =>
        t.match(run.stderr, /; not to .*: all users may write to it$/m)
    }))
  )
)

t.test('a directory of another user', { skip: UID !== 0 && 'only root can make one' }, async t =>
  crashTests(t, [
    {
      name: 'the line says so',
      file: 'uncaught/top-level.js',
      prepare: ofOthers(directory => fs.chownSync(directory, 12345, 12345)),
      frames: FRAMES,
      check: (t, dump, run) => t.match(run.stderr, /ccdump; others may remove it: user 12345 owns the directory$/m)
    }
  ])
)

t.test('a umask that takes everything from the owner', async t =>
  crashTests(t, [
    {
      name: 'of the process',
      file: 'uncaught/umask.js',
      env: { CRASH_COLLECTOR_HEAP: 'snapshot', CRASH_COLLECTOR_DIR: 'deep/dumps' },
      frames: FRAMES,
      check (t, dump, run) {
        const mode = (/** @type {string} */ file) => fs.statSync(file).mode & 0o777
        t.equal(mode(run.directory), 0o700)
        t.equal(mode(path.dirname(run.directory)), 0o700)
        t.equal(mode(run.dumps[0].replace(/ccdump$/, 'heapsnapshot.gz')), 0o600)
      }
    }
  ])
)

t.test('no directory takes a file: a line on stderr has the error, the stack and the nearest values', async t => {
  const { cwd, exitCode, signal, stdout, stderr } = await runLimited(t, 0)
  const without = await runNode([PROGRAM], { cwd })
  t.equal(exitCode, without.exitCode)
  t.equal(signal, null)
  t.equal(stdout, without.stdout)
  t.equal(withoutOurs(stderr), without.stderr)
  const [line, ...others] = stderr.match(/^crash-collector: .*$/gm) ?? []
  t.same(others, [])
  t.match(line, /^crash-collector: no dump: EFBIG: file too large \(\S+\); pass this line to /)
  t.ok(line.length < 16_000, 'Docker does not cut the line')
  const log = `2026-01-01T00:00:00Z stderr F ${line}\n2026-01-01T00:00:01Z stderr F the next line\n`
  const cli = path.join(ROOT, 'bin/crash-collector.js')
  const shown = await runNode([cli, 'show', '-'], { cwd, input: `before\n${log}` })
  t.equal(shown.stderr, '')
  t.equal(shown.exitCode, 0)
  for (const text of ['Error: no price', '#0  priceOf', "name: 'bob'", 'total  42', 'everything after the cut']) {
    t.ok(shown.stdout.includes(text), text, { stdout: shown.stdout })
  }
  const answer = await runNode([cli, 'eval', '-', 'total + 1'], { cwd, input: log })
  t.equal(answer.stdout, '43\n', answer.stderr)
  t.same(fs.readdirSync(cwd).filter(name => /ccdump|^crash-collector-[^0-9]/.test(name)), [], 'no file is left')
  const none = await runNode([cli, 'show', '-'], { cwd, input: 'nothing\n' })
  t.equal(none.exitCode, 1)
  t.match(none.stderr, /there is no dump in the input/)
})

/** Programs that put functions of their own in the place of built-in ones, and print who calls them. */
const CANARIES = ['unchanged/replaced-builtins.js', 'unchanged/replaced-module-functions.js']

t.test('no code of the application runs on these ways', async t => {
  for (const file of CANARIES) {
    const moved = await collect(t, {
      file,
      env: { CRASH_COLLECTOR_DIR: 'file/dumps' },
      dumpsIn: STATE,
      prepare (cwd) {
        fs.writeFileSync(path.join(cwd, 'file'), '')
        fs.mkdirSync(path.join(cwd, STATE), { recursive: true, mode: 0o700 })
        // Its mark is read, to see if it is of the same kind.
        const earlier = dumpName({ timeMs: Date.now(), pid: 1, threadId: 0, seq: 1 })
        const mark = markText({ key: '0'.repeat(16), notKept: 0, finished: true })
        fs.writeFileSync(path.join(cwd, STATE, earlier), mark, 'latin1')
      }
    })
    t.equal(moved.exitCode, 1, moved.stderr)
    t.equal(moved.dumps.length, 2, moved.stderr)
    t.notMatch(moved.stdout, 'canary', file)
    const lost = await runLimited(t, 0, {}, path.join(CRASHES, file))
    t.equal(lost.exitCode, 1, lost.stderr)
    t.match(lost.stderr, / ccdump:/)
    t.notMatch(lost.stdout, 'canary', file)
  }
})

t.test('neither if no line is wanted, nor if secrets stay in dumps', async t => {
  for (const [name, value] of [['CRASH_COLLECTOR_STDERR', 'none'], ['CRASH_COLLECTOR_REDACT', 'off']]) {
    const { exitCode, stderr } = await runLimited(t, 0, { [name]: value })
    t.equal(exitCode, 1)
    t.notMatch(stderr, 'ccdump', name)
  }
})

t.test('capture() throws, since its caller can do something about it', async t => {
  const program = path.join(CRASHES, 'api/capture-fails.js')
  const { exitCode, stdout, stderr } = await runLimited(t, 0, { TEST_PACKAGE: ROOT }, program)
  t.equal(exitCode, 0)
  t.equal(stdout, 'DUMP_NOT_WRITTEN string\n')
  t.equal(stderr, '')
})

t.test('as JSON', async t => {
  const { exitCode, stderr } = await runLimited(t, 0, { CRASH_COLLECTOR_STDERR: 'json' })
  t.equal(exitCode, 1)
  const said = JSON.parse(stderr.trimEnd().split('\n').at(-1) ?? '')
  t.match(said, { source: 'crash-collector', dump: null, problem: /EFBIG/, log: /^ccdump:/ })
})

t.test('the disk is full: what was written stays, and list says so', async t => {
  const { cwd, exitCode, stderr } = await runLimited(t, 4, { CRASH_COLLECTOR_DIR: 'crashes' })
  t.equal(exitCode, 1)
  const directory = path.join(cwd, 'crashes')
  const names = fs.readdirSync(directory)
  t.equal(names.length, 1, stderr)
  t.match(names[0], /^crash\.\d{8}\.\d{6}\.\d+\.0\.\d+\.ccdump$/)
  t.match(stderr, `dump written to ${path.join(directory, names[0])}; cut short: EFBIG: file too large`)
  t.equal(fs.statSync(path.join(directory, names[0])).size, 4096)
  const dump = await readDump(path.join(directory, names[0]))
  t.equal(dump.truncated, true)
  t.equal(dump.exception?.message, 'no price')
  const env = { CRASH_COLLECTOR_DIR: 'crashes' }
  t.match((await runCli(['list'], { cwd, env })).stdout, /Error: no price {2}\(cut short\)/)
  t.match(JSON.parse((await runCli(['list', '--json'], { cwd, env })).stdout), [{ cutShort: true }])
  t.match((await runCli(['show'], { cwd, env })).stdout, /everything after the cut/)
})

t.test('a dump that is cut short replaces no whole one of its kind', async t => {
  const limit = { CRASH_COLLECTOR_RETAIN_SAME: '1' }
  const cwd = temporaryDirectory(t)
  await runNode(['--require', ROOT, PROGRAM], { cwd, env: { ...PATIENT, ...limit, CRASH_COLLECTOR_DIR: 'crashes' } })
  const [whole] = fs.readdirSync(path.join(cwd, 'crashes'))
  const env = { ...limit, CRASH_COLLECTOR_DIR: path.join(cwd, 'crashes') }
  await runLimited(t, 4, env)
  t.equal(fs.readdirSync(path.join(cwd, 'crashes')).length, 2)
  t.ok(fs.existsSync(path.join(cwd, 'crashes', whole)))
})

/**
 * Kills the process as soon as it has begun to write its dump.
 * @param {import('node:child_process').ChildProcess} child
 * @param {string} cwd
 */
function killWhileWriting (child, cwd) {
  const directory = path.join(cwd, 'dumps')
  const timer = setInterval(() => {
    const names = fs.existsSync(directory) ? fs.readdirSync(directory) : []
    const partial = names.find(name => name.endsWith('.partial'))
    if (partial === undefined || fs.statSync(path.join(directory, partial)).size < 2000) return
    clearInterval(timer)
    child.kill('SIGKILL')
  }, 1)
  child.on('close', () => clearInterval(timer))
}

t.test('SIGKILL while writing: the dump is listed, and the next process gives it its name', async t => {
  const cwd = temporaryDirectory(t)
  const env = { CRASH_COLLECTOR_DIR: 'dumps', ...PATIENT, CRASH_COLLECTOR_HEAP: 'classes' }
  const { signal } = await runNode(['--require', ROOT, PROGRAM], {
    cwd,
    env,
    onSpawn: child => killWhileWriting(child, cwd)
  })
  t.equal(signal, 'SIGKILL')
  const directory = path.join(cwd, 'dumps')
  const [partial, ...others] = fs.readdirSync(directory)
  t.same(others, [])
  t.match(partial, /\.ccdump\.partial$/)
  t.match((await runCli(['list'], { cwd, env })).stdout, /Error: no price {2}\(cut short\)/)
  t.match((await runCli(['show'], { cwd, env })).stdout, /#0 {2}priceOf/)

  // A process that is alive may be writing this one.
  const alive = partial.replace(/\.\d+(\.\d+\.\d+\.ccdump\.partial)$/, `.${process.pid}$1`)
  fs.copyFileSync(path.join(directory, partial), path.join(directory, alive))
  t.equal(JSON.parse((await runCli(['list', '--json'], { cwd, env })).stdout).length, 1)

  const minutesAgo = new Date(Date.now() - 2 * 60 * 1000)
  for (const name of [partial, alive]) fs.utimesSync(path.join(directory, name), minutesAgo, minutesAgo)
  const finished = partial.replace('.partial', '')
  const waits = `
    const fs = require('node:fs')
    const patience = setTimeout(() => process.exit(3), 60000)
    const waiting = setInterval(() => {
      const names = fs.readdirSync('dumps')
      if (!names.includes(${JSON.stringify(finished)}) || names.includes(${JSON.stringify(partial)})) return
      clearInterval(waiting)
      clearTimeout(patience)
    }, 5)`
  const next = await runNode(['--require', ROOT, '-e', waits], { cwd, env })
  t.equal(next.exitCode, 0, next.stderr)
  t.equal(next.stderr, '')
  t.same(fs.readdirSync(directory).sort(), [alive, finished].sort())
  t.equal((await readDump(path.join(directory, finished))).exception?.message, 'no price')
})

t.test('list and show find the dumps of this user from any directory', async t => {
  const { cwd, dumps } = await collect(t, { file: 'uncaught/top-level.js' })
  t.equal(dumps.length, 1)
  const other = path.join(cwd, 'other')
  fs.mkdirSync(other)
  const env = { HOME: cwd, CRASH_COLLECTOR_DIR: 'crashes' }
  const listed = await runCli(['list'], { cwd: other, env })
  const elsewhere = 'one dump of yours is elsewhere; npx crash-collector list --everywhere shows it'
  t.equal(listed.stdout, `no dumps in crashes\n${elsewhere}\n`)
  t.ok((await runCli(['list', '--everywhere'], { cwd: other, env })).stdout.includes(dumps[0]))
  t.match((await runCli(['show', '1'], { cwd: other, env })).stdout, /#0 {2}priceOf/)
  const index = path.join(cwd, STATE, 'dumps.jsonl')
  t.equal(fs.statSync(index).mode & 0o777, 0o600)
  t.equal(fs.statSync(path.dirname(index)).mode & 0o777, 0o700)

  // Lines that are damaged, and dumps that are gone, are left out.
  const gone = '{"file":"/gone/crash.20260101.000000.1.0.1.ccdump","dir":"/gone"}'
  fs.writeFileSync(index, `{"file":\n7\nnull\n${gone}\n${fs.readFileSync(index)}`)
  t.equal(JSON.parse((await runCli(['list', '--everywhere', '--json'], { cwd: other, env })).stdout).length, 1)

  // A dump of another directory is in the list of its own directory only, and in that of all.
  fs.mkdirSync(path.join(other, 'crashes'))
  const own = path.join(other, 'crashes', 'crash.20260101.000000.1.0.1.ccdump')
  fs.copyFileSync(dumps[0], own)
  t.match(JSON.parse((await runCli(['list', '--json'], { cwd: other, env })).stdout), [{ file: own }])
  const all = JSON.parse((await runCli(['list', '--everywhere', '--json'], { cwd: other, env })).stdout)
  t.same(all.map((/** @type {{ file: string }} */ { file }) => file), [dumps[0], own])
  t.equal((await runCli(['list', 'crashes', '--everywhere'], { cwd: other, env })).exitCode, 2)
})

t.test('a dump that went elsewhere is in the list of the directory in which it should be', async t => {
  const cwd = temporaryDirectory(t)
  fs.writeFileSync(path.join(cwd, 'file'), '')
  const env = { CRASH_COLLECTOR_DIR: 'file/dumps', ...PATIENT }
  await runNode(['--require', ROOT, PROGRAM], { cwd, env })
  const [{ file }] = JSON.parse((await runCli(['list', '--json'], { cwd, env: { ...env, HOME: cwd } })).stdout)
  t.equal(path.dirname(file), path.join(cwd, STATE))
})

t.test('without the index everything else works', async t =>
  crashTests(t, [
    {
      name: 'its directory is a file',
      file: 'uncaught/top-level.js',
      frames: FRAMES,
      prepare: cwd => fs.writeFileSync(path.join(cwd, '.local'), '')
    },
    {
      name: 'it is a directory',
      file: 'uncaught/top-level.js',
      frames: FRAMES,
      prepare: cwd => fs.mkdirSync(path.join(cwd, STATE, 'dumps.jsonl'), { recursive: true, mode: 0o700 })
    },
    {
      name: 'it is too long: another one is begun',
      file: 'uncaught/top-level.js',
      frames: FRAMES,
      prepare (cwd) {
        fs.mkdirSync(path.join(cwd, STATE), { recursive: true, mode: 0o700 })
        fs.writeFileSync(path.join(cwd, STATE, 'dumps.jsonl'), 'x'.repeat(128 * 1024 + 1))
      },
      check (t, dump, run) {
        t.ok(fs.statSync(path.join(run.cwd, STATE, 'dumps.jsonl')).size < 1000)
        t.equal(fs.statSync(path.join(run.cwd, STATE, 'dumps.before.jsonl')).size, 128 * 1024 + 1)
      }
    }
  ])
)
