'use strict'
// Runs a program without and with the preload, and checks the five facts of a crash: the same exit code and signal, the
// same output except for our line, exactly one valid dump, the dump's trigger and crash line, and values in the
// throwing frame and its callers.

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { projectDirectory } = require('../../packages/shared/config/project-directory')
const { readDump } = require('../../packages/inspect/reader')
const { skippedWithout } = require('./ecosystem')
const { runNode, testedVersion } = require('./run-node')
const { matchFrames } = require('./match-frames')
const { matchValue } = require('./match-value')
const { validateDump } = require('./validate-dump')

/** @typedef {import('./run-node').Run} Run */
/** @typedef {import('./match-frames').ExpectedFrame} ExpectedFrame */
/** @typedef {import('../../packages/inspect/reader').Dump} Dump */
/** @typedef {import('tap').Test} Test */

const CHECKOUT = path.resolve(__dirname, '../..')
/** The package under test; `npm run test:platform` sets the variable to an installed one. */
const ROOT = process.env.TEST_PACKAGE ?? CHECKOUT
const CRASHES = path.join(CHECKOUT, 'test/fixtures/crashes')
const OUR_LINE = /^crash-collector: .*\n/gm
const BETWEEN_TIMERS_FRAMES =
new RegExp(
  [
    String.raw`(\n {4}at process\.processTicksAndRejections \(node:[^)]*\))?`,
    String.raw`\n {4}at runNextTicks \(node:[^)]*\)`,
    String.raw`(\n {4}at listOnTimeout \(node:[^)]*\))?`,
    String.raw`\n {4}at process\.processTimers \(node:[^)]*\)`
  ].join(''),
  'g'
)
const WORKER_EXIT_FRAMES = /\n {4}at (\[kOnExit\]|Worker\.<computed>\.onexit) \(node:internal\/worker:[^)]*\)/g
const DUMP_LINE = /^crash-collector: dump written to (.+?)(?:; (?:no heap snapshot|not to|cut short|others may).*)?$/
const DUMP_NAME = /^crash\.\d{8}\.\d{6}\.\d+\.\d+\.\d+\.ccdump$/

/**
 * @typedef {object} CrashCase
 * @property {string} name
 * @property {string} file below test/fixtures/crashes
 * @property {string[]} [args] arguments of the program
 * @property {string[]} [nodeArgs]
 * @property {Record<string, string>} [env]
 * @property {'NODE_OPTIONS'|'flag'|'none'} [preload] how the collector is loaded; default: NODE_OPTIONS
 * @property {string} [root] path of the package, if it is another copy
 * @property {number|null} [exitCode] default: 1
 * @property {NodeJS.Signals|null} [signal]
 * @property {boolean} [stderrDiffers] mode `always`: V8 reads the stack at the pause, so Node.js does not know its
 *   first line or a method's name any more
 * @property {string|RegExp} [stdout] the program must print this
 * @property {string} [trigger] default: uncaughtException
 * @property {boolean} [inWorker] the dump is that of a worker
 * @property {boolean} [inChild] the dump is that of a child process
 * @property {number} [dumps] number of dumps; default: 1
 * @property {string} [dumpsIn] where they are, if that is not the configured directory; below the directory of the run
 * @property {ExpectedFrame[]} [frames] frames of the application, innermost first
 * @property {{ className?: string, message?: string|RegExp, description?: RegExp, value?: unknown, handled?: boolean }}
 *   [exception]
 * @property {RegExp[]} [notices] our other lines on stderr, besides the one that names the dump
 * @property {(text: string) => string} [normalise] removes what differs between two runs without the collector
 * @property {(t: Test, dump: Dump, run: CollectedRun) => void|Promise<void>} [check] further checks
 * @property {(child: import('node:child_process').ChildProcess, cwd: string) => void} [onSpawn]
 * @property {(cwd: string) => void} [prepare] prepares the directory of the run
 * @property {Record<string, string>} [notOn] major version -> reason why the case can't run on it
 * @property {string[]} [needs] packages of test/ecosystem
 * @property {string} [notByPause] reason why the case can't run if the stack is read by a pause of the debugger
 * @property {string} [todo] reason why the case is known to fail
 */

/** @typedef {Run & { cwd: string, dumps: string[], directory: string }} CollectedRun */

/**
 * Settings with generous time limits. A machine that runs the whole suite is busy, so a limit ends only in tests that
 * set a limit themselves. Benchmarks measure time; tests don't.
 */
const PATIENT = {
  CRASH_COLLECTOR_BUDGET_PERCENT: '100',
  CRASH_COLLECTOR_DEADLINE_MS: '600000'
}

/** `npm run test:copies`: no stack is read at the throw, but for uncaught throws; all others are read from copies. */
const BY_COPY = process.env.TEST_WAY === 'copy'
if (BY_COPY) PATIENT.CRASH_COLLECTOR_BUDGET_PERCENT = '0'

/** Settings of a process that also captures throws of what is no error, or was made before. */
const UNCAUGHT_THROWS = { CRASH_COLLECTOR_UNCAUGHT_THROWS: 'on' }

/** True under `npm run test:fallback`, which captures the same programs by a pause of the debugger. */
const BY_PAUSE = process.env.TEST_WAY === 'pause'
/** @type {Record<string, string>} */
// By a pause at its construction an error is read in part; a throw that nobody catches is read in full.
const WAY = BY_PAUSE ? { CRASH_COLLECTOR_FALLBACK: 'on', ...UNCAUGHT_THROWS } : {}

/** @type {Map<string, Promise<Run>>} runs without the preload; cases that differ only in the collector share them */
const baselines = new Map()

/**
 * @param {Test} t
 * @param {CrashCase[]} cases
 */
function crashTests (t, cases) {
  for (const each of cases) t.test(each.name, { todo: each.todo }, t => crashTest(t, each))
}

/**
 * @param {Test} t
 * @param {CrashCase} crashCase
 */
async function crashTest (t, crashCase) {
  if (skippedWithout(t, ...(crashCase.needs ?? []))) return
  const version = await testedVersion()
  const whyNot = crashCase.notOn?.[version.slice(1).split('.')[0]] ?? (BY_PAUSE ? crashCase.notByPause : undefined)
  if (whyNot !== undefined) return t.plan(0, whyNot)
  const without = await baseline(t, crashCase)
  const run = await collect(t, crashCase)
  assertSameProcess(t, crashCase, without, run)
  assertNotices(t, crashCase, run)
  const { dumps: expectedDumps = 1 } = crashCase
  if (!t.equal(run.dumps.length, expectedDumps, `${expectedDumps} dumps`, { dumps: run.dumps, stderr: run.stderr })) {
    return
  }
  for (const file of run.dumps) await assertDump(t, crashCase, run, file, version)
}

/**
 * @param {Test} t
 * @param {CrashCase} crashCase
 * @returns {Promise<Run>}
 */
function baseline (t, { file, args = [], nodeArgs = [], env = {}, normalise, onSpawn, prepare }) {
  const ofApplication = Object.entries(env).map(([name, value]) =>
    name.startsWith('CRASH_COLLECTOR_') ? [name] : [name, value]
  )
  const key = JSON.stringify([file, args, nodeArgs, ofApplication, String(prepare)])
  let run = baselines.get(key)
  if (run === undefined) {
    const cwd = temporaryDirectory(t)
    prepare?.(cwd)
    // The collector's variables are set here as well, although nothing reads them, so that both environments have the
    // same keys.
    run = runNode([...nodeArgs, path.join(CRASHES, file), ...args], {
      cwd,
      env: { CRASH_COLLECTOR_DIR: 'dumps', ...PATIENT, ...WAY, ...env, NODE_OPTIONS: env.NODE_OPTIONS ?? '' },
      onSpawn: onSpawn && (child => onSpawn(child, cwd))
    }).then(each => normalised(each, cwd, normalise))
    baselines.set(key, run)
  }
  return run
}

/**
 * Runs the program with the preload.
 * @param {Test} t
 * @param {Partial<CrashCase> & Pick<CrashCase, 'file'>} crashCase
 * @returns {Promise<CollectedRun>}
 */
async function collect (t, crashCase) {
  const { file, args = [], nodeArgs = [], env = {}, preload = 'NODE_OPTIONS', root = ROOT } = crashCase
  const { normalise, onSpawn, prepare, dumpsIn: place } = crashCase
  const cwd = temporaryDirectory(t)
  prepare?.(cwd)
  const byFlag = preload === 'flag' ? ['--require', root] : []
  const options = [env.NODE_OPTIONS, preload === 'NODE_OPTIONS' ? `--require ${root}` : undefined]
    .filter(Boolean)
    .join(' ')
  const allEnv = { CRASH_COLLECTOR_DIR: 'dumps', ...PATIENT, ...WAY, ...env, NODE_OPTIONS: options }
  const run = await runNode([...byFlag, ...nodeArgs, path.join(CRASHES, file), ...args], {
    cwd,
    env: allEnv,
    onSpawn: onSpawn && (child => onSpawn(child, cwd))
  })
  const configured = allEnv.CRASH_COLLECTOR_DIR || projectDirectory(cwd, { HOME: cwd, ...env })
  const directory = path.resolve(cwd, place ?? configured)
  return { ...normalised(run, cwd, normalise), cwd, directory, dumps: dumpsIn(t, directory) }
}

/**
 * @param {Test} t
 * @param {string} directory
 * @returns {string[]} paths of the dumps, oldest first
 */
function dumpsIn (t, directory) {
  if (!fs.existsSync(directory) || !fs.statSync(directory).isDirectory()) return []
  const names = fs.readdirSync(directory).sort()
  t.same(
    names.filter(name => name.includes('.partial')),
    [],
    'no partial file is left'
  )
  const dumps = names.filter(name => name.endsWith('.ccdump'))
  t.same(
    dumps.filter(name => !DUMP_NAME.test(name)),
    [],
    'dumps are named after time, process and thread'
  )
  return dumps.map(name => path.join(directory, name))
}

/**
 * @param {Test} t
 * @param {CrashCase} crashCase
 * @param {Run} without
 * @param {Run} run
 */
function assertSameProcess (t, { exitCode = 1, signal = null, stdout, stderrDiffers = false }, without, run) {
  t.equal(without.exitCode, exitCode, 'exit code without the collector', {
    stderr: without.stderr,
    stdout: without.stdout
  })
  t.equal(run.exitCode, exitCode, 'exit code', { stderr: run.stderr, stdout: run.stdout })
  t.equal(without.signal, signal, 'signal without the collector')
  t.equal(run.signal, signal, 'signal')
  t.equal(run.stdout, without.stdout, 'stdout')
  // Our line is removed from both runs, because a program that requires the package has a collector in the first, too.
  if (!stderrDiffers) t.equal(run.stderr.replace(OUR_LINE, ''), without.stderr.replace(OUR_LINE, ''), 'stderr')
  else t.equal(reportOf(run), reportOf(without), 'the error on stderr')
  if (stdout !== undefined) t.match(without.stdout, stdout, 'the program did what it is for')
}

/**
 * The part of Node.js's report that stays the same if V8 has read the stack before: the error and its place.
 * @param {Run} run
 */
function reportOf ({ stderr }) {
  const lines = stderr
    .replace(OUR_LINE, '')
    .replace(/ \[as \w+\]/g, '')
    .split('\n')
  return lines.slice(lines.findIndex(line => /^(\[?\w*Error|Uncaught|Node\.js)/.test(line))).join('\n')
}

/**
 * @param {Test} t
 * @param {CrashCase} crashCase
 * @param {CollectedRun} run
 */
function assertNotices (t, { notices = [], dumps = 1, env = {}, trigger }, run) {
  const ours = (run.stderr.match(OUR_LINE) ?? []).map(line => line.trimEnd())
  const named = ours.flatMap(line => DUMP_LINE.exec(line)?.[1] ?? [])
  // capture() returns the path to its caller, so no line names that dump.
  const announced = env.CRASH_COLLECTOR_STDERR !== 'none' && trigger !== 'api' ? run.dumps : []
  t.same(
    named.map(file => path.resolve(run.cwd, file.replaceAll('<cwd>', run.cwd))).sort(),
    announced,
    'one line for each dump names it',
    { stderr: run.stderr }
  )
  // Without the addon, none of our code runs after Node.js has printed the error.
  const mayBeLast =
    env.CRASH_COLLECTOR_ADDON !== 'none' && !notices.some(notice => notice.source.includes('addon could not'))
  if (dumps === 1 && named.length === 1 && mayBeLast) {
    t.match(run.stderr.trimEnd().split('\n').at(-1), DUMP_LINE, 'the line is the last one')
  }
  const others = ours.filter(line => !DUMP_LINE.test(line))
  t.equal(others.length, notices.length, 'number of other lines of ours', { others })
  for (const [i, notice] of notices.entries()) t.match(others[i], notice)
}

/**
 * @param {Test} t
 * @param {CrashCase} crashCase
 * @param {CollectedRun} run
 * @param {string} file
 * @param {string} version
 */
async function assertDump (t, crashCase, run, file, version) {
  t.same(validateDump(file).problems, [], 'the dump is valid')
  t.equal(fs.statSync(file).mode & 0o777, 0o600, 'only its owner reads the dump')
  const dump = await readDump(file)
  t.equal(dump.truncated, false, 'the dump has its end')
  t.same(dump.end?.captureErrors, [], 'no error inside the collector')
  const { header, exception } = dump
  t.equal(header.trigger, crashCase.trigger ?? 'uncaughtException', 'trigger')
  t.equal(header.node, version, 'version of Node.js')
  t.equal(header.pid !== run.pid, crashCase.inChild ?? false, 'process', { pid: header.pid })
  if (run.dumps.length === 1) {
    t.equal(header.threadId !== 0, crashCase.inWorker ?? false, 'thread', { threadId: header.threadId })
  }
  const expected = crashCase.exception ?? {}
  if (expected.className !== undefined) t.equal(exception?.className, expected.className, 'class of the exception')
  // The whole message is compared, because t.match() accepts a part of a text.
  if (typeof expected.message === 'string') t.equal(exception?.message, expected.message, 'message of the exception')
  else if (expected.message !== undefined) t.match(exception?.message, expected.message, 'message of the exception')
  if (expected.description !== undefined) {
    t.match(exception?.description, expected.description, 'description of the exception')
  }
  if (expected.handled !== undefined) t.equal(exception?.handled ?? false, expected.handled, 'handled')
  if ('value' in expected) t.same(matchValue(dump, exception?.value, expected.value, 'exception'), [], 'thrown value')
  const problems = matchFrames(dump, crashCase.frames ?? [], path.join(CRASHES, crashCase.file))
  t.same(problems, [], 'frames and variables', { capture: header.capture, notCaptured: dump.notCaptured })
  await crashCase.check?.(t, dump, run)
}

/**
 * Removes from the output what differs between two runs without the preload: the pid; the directory; the frames that
 * tell if Node.js found a worker's error in the worker's last messages or (in one of 25 runs) while it handled the
 * worker's end; and the frames that tell if another timer was due in the same turn of the event loop, so that Node.js
 * ran promise reactions between the two timers.
 * @template {Run} R
 * @param {R} run
 * @param {string} cwd
 * @param {((text: string) => string)} [normalise]
 * @returns {R}
 */
function normalised (run, cwd, normalise = text => text) {
  const clean = (/** @type {string} */ text) =>
    normalise(
      text
        .replaceAll(`(node:${run.pid})`, '(node:<pid>)')
        .replaceAll(cwd, '<cwd>')
        .replace(BETWEEN_TIMERS_FRAMES, '')
        .replace(WORKER_EXIT_FRAMES, '')
    )
  return { ...run, stdout: clean(run.stdout), stderr: clean(run.stderr) }
}

/**
 * @param {Test} t
 * @returns {string}
 */
function temporaryDirectory (t) {
  const directory = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'crash-')))
  t.teardown(() => fs.rmSync(directory, { recursive: true, force: true }))
  return directory
}

module.exports = {
  BY_PAUSE,
  CRASHES,
  PATIENT,
  ROOT,
  UNCAUGHT_THROWS,
  collect,
  crashTest,
  crashTests,
  temporaryDirectory
}
