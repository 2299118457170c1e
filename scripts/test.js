'use strict'
// npm test: runs tap without its plugin for TypeScript, which compiles our JavaScript and so changes the text and lines
// of functions that tests look for in dumps. tap generates a class from its plugins. The installed class contains that
// plugin, so a fresh clone generates its own.

const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')

const { PACKAGE } = require('./build/node-gyp')

const MODULES = path.join(PACKAGE, 'node_modules')
const TAP = path.join(MODULES, 'tap', 'dist', 'esm', 'run.mjs')
const TEST_CLASS = path.join(MODULES, '@tapjs', 'test', 'test-built', 'dist', 'esm', 'index.js')

/**
 * Files and folders that only `npm run test:all` runs, which is what CI runs: tests of what others have made, and tests
 * that take long. All others are run by `npm test`, which has to end within five minutes on two cores. One that takes
 * more than five seconds there belongs here, unless nothing else tries its trigger.
 */
const ONLY_ALL = [
  // With frameworks, test runners, libraries and editors of others (most need `npm run ecosystem:install`).
  'test/compat',
  'test/editors',
  'test/examples',
  'test/execution-path/exact.test.js',
  'test/execution-path/oracle.test.js',
  'test/execution-path/twins.test.js',
  'test/execution-path/weaving.test.js',
  'test/inspect/cdp/devtools.test.js',
  'test/inspect/cdp/vscode.test.js',
  'test/inspect/explain/headlines.test.js',
  'test/triggers/failing-services.test.js',
  'test/triggers/failing-tools.test.js',
  'test/triggers/handled-500',
  'test/triggers/pm2.test.js',
  'test/triggers/test-failure',
  // Of how the package is packed, installed and measured.
  'test/addon/build-trial',
  'test/benchmarks',
  'test/package/bundle.test.js',
  'test/package/ci-dumps.test.js',
  'test/package/install.test.js',
  'test/package/platforms.test.js',
  'test/package/tarball.test.js',
  'test/package/published.test.js',
  // Long: many programs, big heaps, or waiting.
  'test/capture/process-state/heap.test.js',
  'test/capture/redaction/personal.test.js',
  'test/capture/redaction/plants.test.js',
  'test/capture/snapshot/async-stores.test.js',
  'test/execution-path/dump.test.js',
  'test/execution-path/threads.test.js',
  'test/faults',
  'test/host/watchers.test.js',
  'test/inspect/cdp/heap-snapshot.test.js',
  'test/inspect/cdp/targets.test.js',
  'test/inspect/cli/command-line.test.js',
  'test/inspect/cli/manner.test.js',
  'test/inspect/cli/unreadable-dumps.test.js',
  'test/inspect/common',
  'test/inspect/dumps/random-calls.test.js',
  'test/inspect/dumps/random-declarations.test.js',
  'test/inspect/evaluate/big.test.js',
  'test/inspect/evaluate/crashes.test.js',
  'test/inspect/evaluate/evaluate.test.js',
  'test/inspect/evaluate/untrusted-code.test.js',
  'test/inspect/evaluate/ways-out.test.js',
  'test/inspect/evaluate/world.test.js',
  'test/inspect/execution-path/original-scripts.test.js',
  'test/inspect/explain/blocked-expression.test.js',
  'test/inspect/explain/rules.test.js',
  'test/inspect/hostile',
  'test/inspect/origin/origin.test.js',
  'test/inspect/page/accessible.test.js',
  'test/inspect/page/hostile.test.js',
  'test/inspect/report/report.test.js',
  'test/inspect/reproduce/module-members.test.js',
  'test/inspect/reproduce/offline.test.js',
  'test/inspect/reproduce/private-members.test.js',
  'test/inspect/reproduce/reproduce.test.js',
  'test/inspect/reproduce/runners.test.js',
  'test/inspect/reproduce/verify-run.test.js',
  'test/inspect/reproduce/verify.test.js',
  'test/inspect/scheduling/scheduling.test.js',
  'test/inspect/search/search-values.test.js',
  'test/inspect/show/first-sight.test.js',
  'test/inspect/source/original-names.test.js',
  'test/inspect/usual/unlike.test.js',
  'test/native/graph-fuzz.test.js',
  'test/package/opened-files.test.js',
  'test/packages/agent-loop.test.js',
  'test/packages/fleet.test.js',
  'test/packages/mcp.test.js',
  'test/soak',
  'test/triggers/always-mode.test.js',
  'test/triggers/api.test.js',
  'test/triggers/application-functions.test.js',
  'test/triggers/blocked-loop.test.js',
  'test/triggers/debuggers.test.js',
  'test/triggers/handled-errors.test.js',
  'test/triggers/handlers.test.js',
  'test/triggers/held-memory.test.js',
  'test/triggers/memory-limit.test.js',
  'test/triggers/modes.test.js',
  'test/triggers/never-lost.test.js',
  'test/triggers/nothing-else-changes.test.js',
  'test/triggers/on-dump.test.js',
  'test/triggers/optimised-waiting.test.js',
  'test/triggers/out-of-memory.test.js',
  'test/triggers/repeated-crashes.test.js',
  'test/triggers/retention.test.js',
  'test/triggers/tampered-prototypes.test.js',
  'test/triggers/terminated.test.js',
  'test/triggers/thrown-values.test.js',
  'test/triggers/uncaught-language.test.js',
  'test/triggers/values.test.js',
  'test/triggers/when-it-cannot.test.js',
  'test/triggers/without-addon.test.js',
  'test/triggers/worker-terminated.test.js',
  'test/workarounds'
]

/**
 * @param {string[]} args
 * @param {string} [node] runs tap and the tests
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {number} exit code
 */
function tap (args, node = process.execPath, env = process.env) {
  if (fs.readFileSync(TEST_CLASS, 'utf8').includes('@tapjs/typescript')) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [TAP, 'build'], { cwd: PACKAGE, encoding: 'utf8' })
    if (status !== 0) throw new Error(`tap could not make its class of plugins\n${stdout}${stderr}`)
  }
  // Node.js 20 reads this file at each start, which takes longer than the rest of the start. No test uses the network.
  const { NODE_EXTRA_CA_CERTS: _, ...testEnv } = env
  const { status, signal } = spawnSync(node, [TAP, ...args], { cwd: PACKAGE, stdio: 'inherit', env: testEnv })
  if (signal !== null) console.error(`tap was ended by ${signal}`)
  return status ?? 1
}

/**
 * @param {string[]} words of the command line: options of tap, then files and folders; `--all` for all of them
 * @returns {string[]} arguments of tap, which runs all files if it is given none
 */
function tapArguments (words) {
  if (words.includes('--all')) return words.filter(word => word !== '--all')
  if (words.some(word => !word.startsWith('-'))) return words
  return [...words, ...testFiles().filter(file => !isOnlyOfAll(file))]
}

/** @returns {string[]} */
function testFiles () {
  return fs
    .readdirSync(path.join(PACKAGE, 'test'), { recursive: true, encoding: 'utf8' })
    .map(name => path.posix.join('test', ...name.split(path.sep)))
    .filter(file => /\.test\.m?js$/.test(file) && !/\/(?:fixtures|ecosystem)\//.test(file))
    .sort()
}

/** @param {string} file */
function isOnlyOfAll (file) {
  return ONLY_ALL.some(each => file === each || file.startsWith(`${each}/`))
}

if (require.main === module) process.exitCode = tap(tapArguments(process.argv.slice(2)))

module.exports = { ONLY_ALL, tap, testFiles }
