'use strict'
// Whether the stack may be read through V8's debug interface in this build of Node.js. For a published one the addon
// knows. Any other one is tried once, in a process of its own, because a wrong guess about V8's insides ends the
// process.
//
// The process is run by spawnSync(), which waits. The alternative is a child that nobody waits for: its end sends
// SIGCHLD to an application that may count its children, as a grandchild it becomes one of process 1, which in a
// container is the application itself, and it goes on when the application has ended. Waiting costs the time of one
// start of Node.js, once for each build and user, and leaves nothing: no handle, no signal, no descriptor, no child.

const { ownFile } = require('../own-files')
const { claimBuild, findResult, giveUpClaim, writeResult } = require('./tried-builds')

const CHILD = ownFile('lib', 'addon', 'build-trial', 'child.js')
/** An application that starts waits for no more than that; an installation may, on a machine that is busy. */
const TIMEOUT_MS = { whenUntried: 2000, atInstall: 10_000 }
/**
 * What the dynamic linker and the search for a home folder need. NODE_OPTIONS would load this very package, and
 * NODE_CHANNEL_FD talk to the parent.
 */
const KEPT_VARIABLES = ['PATH', 'HOME', 'TMPDIR', 'LD_LIBRARY_PATH', 'LD_PRELOAD', 'CRASH_COLLECTOR_ADDON']

/** @typedef {import('./tried-builds').TrialResult} TrialResult */

/**
 * @typedef {object} TrialOptions
 * @property {'never' | 'whenUntried' | 'atInstall'} tries never: only what is remembered; atInstall: in any case, for
 *   all users
 * @property {string} [node] the executable, for tests
 * @property {string} [child] the script that it runs, for tests
 * @property {number} [timeoutMs] for tests
 */

/**
 * @param {import('../native-types').V8Symbols} symbols of this process
 * @param {TrialOptions} options
 * @returns {TrialResult} never throws; a problem is a short clause
 */
function mayReadStack ({ source, buildId, problem }, { tries, ...how }) {
  if (problem !== '') return { passed: false, problem }
  if (source === 'knownBuild') return { passed: true, problem: '' }
  if (buildId === '') {
    return { passed: false, problem: "this Node.js has no build id, so that a trial can't be remembered" }
  }
  const remembered = tries === 'atInstall' ? null : findResult(buildId)
  if (remembered !== null) return remembered
  if (tries === 'never') return { passed: false, problem: 'this build of Node.js was not tried' }
  const record = claimBuild(buildId, tries === 'atInstall')
  // Without a memory each start would try again, and wait.
  if (record === null) {
    return { passed: false, problem: "a trial of this build of Node.js can't be remembered, or is under way" }
  }
  const result = tryBuild(buildId, { timeoutMs: TIMEOUT_MS[tries], ...how })
  if (result === null) {
    giveUpClaim(record)
    return { passed: false, problem: "a trial of this build of Node.js can't be run" }
  }
  writeResult(record, result)
  return result
}

/**
 * @param {string} buildId
 * @param {{ node?: string, child?: string, timeoutMs: number }} options
 * @returns {TrialResult | null} null when no process could be started
 */
function tryBuild (buildId, { node = process.execPath, child = CHILD, timeoutMs }) {
  const env = Object.fromEntries(
    KEPT_VARIABLES.map(name => [name, process.env[name]]).filter(([, value]) => value !== undefined)
  )
  try {
    const { spawnSync } = require('node:child_process')
    const { pid, status, signal, stdout } = spawnSync(node, [child, buildId], {
      cwd: '/', // not the application's folder: a core file may be written there
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
      maxBuffer: 1024
    })
    if (pid === 0) return null
    if (status === 0 && stdout === buildId) return { passed: true, problem: '' }
    return {
      passed: false,
      problem: `the trial of this build of Node.js ended with ${signal ?? `exit code ${status}`}`
    }
  } catch {
    return null // Node.js's permission model allows no processes
  }
}

module.exports = { mayReadStack }
