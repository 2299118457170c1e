'use strict'
// Runs tests that fail with a real test runner, in a project that has the package installed, and compares the dumps
// with the tests that failed.

const fs = require('node:fs')
const path = require('node:path')
const { readDump } = require('../../packages/inspect/reader')
const { PATIENT, ROOT, temporaryDirectory } = require('./crash')
const { matchValue } = require('./match-value')
const { runNode, testedVersion } = require('./run-node')
const { validateDump } = require('./validate-dump')

/** @typedef {import('tap').Test} Test */
/** @typedef {import('../../packages/inspect/reader').Dump} Dump */
/** @typedef {import('./run-node').Run & { dumps: Dump[], files: string[], cwd: string }} TestRun */

const FIXTURES = path.join(ROOT, 'test/fixtures/test-runners')
const RUNNERS = ['mocha', 'jest', 'vitest', 'tap', 'ava', '@playwright/test', 'playwright']

/** What an installed package has; the bundle of the preload may be older than lib/. */
const ADDONS = ['build/Release', `prebuilds/${process.platform}-${process.arch}`]
const PACKAGE_FILES = ['index.js', 'package.json', 'lib', 'packages/shared', 'test-runners', ...ADDONS]

/**
 * @param {Test} t
 * @returns {string} directory of a project with the fixtures, the package and the runners
 */
function installProject (t) {
  const directory = temporaryDirectory(t)
  fs.cpSync(FIXTURES, directory, { recursive: true })
  const modules = path.join(directory, 'node_modules')
  for (const file of PACKAGE_FILES) {
    if (!fs.existsSync(path.join(ROOT, file))) continue
    fs.cpSync(path.join(ROOT, file), path.join(modules, 'crash-collector', file), {
      recursive: true,
      filter: from => !/[\\/](obj\.target|\.deps)([\\/]|$)/.test(from)
    })
  }
  for (const name of [...RUNNERS, ...Object.keys(require('../../package.json').dependencies)]) {
    const link = path.join(modules, name)
    fs.mkdirSync(path.dirname(link), { recursive: true })
    fs.symlinkSync(path.join(ROOT, 'node_modules', name), link, 'junction')
  }
  return directory
}

/**
 * @param {Test} t
 * @param {string[]} argv of Node.js
 * @param {{ cwd: string, env?: Record<string, string> }} options cwd: the project
 * @returns {Promise<TestRun>}
 */
async function runTests (t, argv, { cwd, env = {} }) {
  const directory = fs.mkdtempSync(path.join(cwd, 'dumps-'))
  const run = await runNode(argv, {
    cwd,
    env: { CRASH_COLLECTOR_DIR: directory, ...PATIENT, NO_COLOR: '1', CI: 'true', ...env }
  })
  const files = fs
    .readdirSync(directory)
    .sort()
    .map(name => path.join(directory, name))
  for (const file of files) t.same(validateDump(file).problems, [], 'the dump is valid')
  const dumps = []
  for (const file of files) dumps.push(await readDump(file))
  for (const { header, end } of dumps) {
    t.equal(header.trigger, 'testFailure')
    t.equal(header.node, await testedVersion())
    t.same(end?.captureErrors, [], 'no error inside the collector')
  }
  return { ...run, cwd, dumps, files }
}

/**
 * @typedef {object} FailedTest
 * @property {string} name
 * @property {string} [file] of the test; default: that of all
 * @property {number} [attempt]
 * @property {string} [mark] text in the line at which the error was made
 * @property {Record<string, unknown>[]} [variables] of the application's innermost frame, and of its callers
 */

/**
 * Compares the dumps with the tests that failed: one dump for each, with the line and the variables.
 * @param {Test} t
 * @param {TestRun} run
 * @param {{ runner: string, file: string, failed: FailedTest[] }} expected
 */
function assertDumps (t, run, { runner, file: usual, failed }) {
  const key = (/** @type {{ name?: string, attempt?: number }} */ { name, attempt = 1 }) => `${name} #${attempt}`
  const found = new Map(run.dumps.map(dump => [key(dump.header.test ?? {}), dump]))
  t.same([...found.keys()].sort(), failed.map(key).sort(), 'a dump for each failed test', {
    stdout: run.stdout,
    stderr: run.stderr
  })
  t.equal(run.dumps.length, failed.length, 'one dump for each')
  for (const each of failed) {
    const dump = found.get(key(each))
    if (dump === undefined) continue
    t.equal(dump.header.test?.runner, runner)
    t.equal(dump.header.test?.file, path.join(run.cwd, each.file ?? usual), `file of ${each.name}`)
    const frames = dump.callFrames.filter(({ internal, url }) => !internal && !url.includes('node_modules'))
    if (each.mark !== undefined) t.match(sourceLine(dump, frames[0]), each.mark, `line of ${each.name}`)
    for (const [i, variables] of (each.variables ?? []).entries()) {
      for (const [name, expected] of Object.entries(variables)) {
        const variable = frames[i]?.scopeChain.flatMap(scope => dump.scope(scope).variables).find(v => v.name === name)
        t.same(matchValue(dump, variable?.value, expected, name), [], `${name} in frame ${i} of ${each.name}`)
      }
    }
  }
  // Some runners print paths relative to the project.
  const printed = run.stdout + run.stderr
  for (const file of run.files) t.match(printed, path.relative(run.cwd, file), 'the path is printed')
}

/**
 * Checks the dumps of a test that provokes 40 errors by what the runner has for that, and then fails. Such errors are
 * not captured.
 * @param {Test} t
 * @param {string} runner
 * @param {string} file the test file
 * @param {TestRun} run
 */
function assertUncaptured (t, runner, file, run) {
  const name = 'fails after it has provoked errors'
  const attempts = run.dumps.map(({ header }) => header.test?.attempt ?? 1)
  assertDumps(t, run, {
    runner,
    file,
    failed: attempts.map(attempt => ({ name, attempt, mark: '// LAST', variables: [{ count: 40 }] }))
  })
  t.ok(attempts.length > 0, 'the test has failed', { stdout: run.stdout, stderr: run.stderr })
  const { captures, errorsSeen } = /** @type {Record<string, any>} */ (run.dumps[0]?.process?.errorHooks ?? {})
  // The runner's own errors may be captured.
  t.ok(captures > 0 && captures <= errorsSeen - 40, 'the provoked errors were not captured', { errorsSeen, captures })
}

/**
 * @param {Dump} dump
 * @param {import('../../packages/shared/dump/format').CallFrameRecord | undefined} frame
 */
function sourceLine (dump, frame) {
  if (frame === undefined) return '(no frame)'
  for (const { scriptId, source } of dump.scripts()) {
    if (scriptId === frame.scriptId) return source?.split('\n')[frame.lineNumber] ?? '(no source)'
  }
  return '(no script)'
}

module.exports = { assertDumps, assertUncaptured, installProject, runTests }
