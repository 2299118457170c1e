'use strict'
// pm2 7 runs programs in fork mode and in cluster mode; both leave a dump of an uncaught exception.
const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { readDump } = require('../../packages/inspect/reader')
const { CRASHES, ROOT, temporaryDirectory } = require('../helpers/crash')
const { matchFrames } = require('../helpers/match-frames')
const { runNode } = require('../helpers/run-node')
const { validateDump } = require('../helpers/validate-dump')

/** @type {{ name: string, program?: string, mode: 'fork' | 'cluster', preload: string, exitCode: number }[]} */
const CASES = [
  { name: 'fork mode', mode: 'fork', preload: ROOT, exitCode: 1 },
  // pm2's handler disconnects the worker, and Node.js ends disconnected workers with the exit code 0.
  { name: 'cluster mode', mode: 'cluster', preload: ROOT, exitCode: 0 },
  {
    name: 'cluster mode, started by the application',
    program: 'app-requires.js',
    mode: 'cluster',
    preload: '',
    exitCode: 0
  }
]

for (const { name, program = 'app.js', mode, preload, exitCode } of CASES) {
  t.test(name, async t => {
    const cwd = temporaryDirectory(t)
    // The daemon does not have the settings: pm2 passes them to the program.
    const settings = { CRASH_COLLECTOR_DIR: 'dumps', CRASH_COLLECTOR_DEADLINE_MS: '60000', TEST_PACKAGE: ROOT }
    const home = path.join(cwd, 'pm2')
    t.teardown(() => endDaemon(home))
    const run = await runNode(
      [path.join(CRASHES, 'pm2/run.js'), program, mode, preload, JSON.stringify(settings)],
      { cwd, env: { PM2_HOME: home } }
    )
    t.equal(run.exitCode, 0, 'pm2 has run it', { stdout: run.stdout, stderr: run.stderr })
    const pid = daemonOf(home)
    t.ok(pid === null || hasEnded(pid), 'no daemon is left')
    t.match(run.stdout, `{"exitCode":${exitCode}}`)
    const directory = path.join(cwd, 'dumps')
    const dumps = fs.existsSync(directory) ? fs.readdirSync(directory) : []
    if (!t.equal(dumps.length, 1, 'one dump, where the settings of the program want it')) return
    const file = path.join(directory, dumps[0])
    t.same(validateDump(file).problems, [], 'the dump is valid')
    const dump = await readDump(file)
    t.equal(dump.header.trigger, 'uncaughtException')
    t.equal(dump.exception?.message, 'no price for 2 items')
    const expected = { functionName: 'checkout', crashLine: true, variables: { total: 2, cart: { items: ['a', 'b'] } } }
    t.same(matchFrames(dump, [expected], path.join(CRASHES, 'pm2', program)), [], 'frames and variables')
  })
}

/** @param {string} home */
function daemonOf (home) {
  const file = path.join(home, 'pm2.pid')
  return fs.existsSync(file) ? Number(fs.readFileSync(file, 'utf8')) : null
}

/**
 * True also if nobody has asked for its exit status yet.
 * @param {number} pid
 */
function hasEnded (pid) {
  try {
    return / Z /.test(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return true
  }
}

/** @param {string} home */
function endDaemon (home) {
  const pid = daemonOf(home)
  if (pid !== null && !hasEnded(pid)) process.kill(pid, 'SIGKILL')
}
