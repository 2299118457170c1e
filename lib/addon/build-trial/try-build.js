'use strict'
// Decides if the stack may be read through V8's debug interface in this build of Node.js. The addon has a table of the
// published builds. Any other build is tried once, in a child process, because a wrong guess about V8's insides ends
// the process.
//
// The child is run by spawnSync(), which waits for it. Without waiting, the child's end would send SIGCHLD to an
// application that may count its children. A grandchild would become a child of process 1, which in a container is the
// application itself, and it could outlive the application. Waiting takes the time of one start of Node.js, once for
// each build and user, and leaves nothing behind: no handle, no signal, no descriptor, no child.

const { ownFile } = require('../own-files')
const { claimBuild, findResult, giveUpClaim, writeResult } = require('./tried-builds')

const CHILD = ownFile('lib', 'addon', 'build-trial', 'child.js')
/** The start of an application waits 2 s at most. An installation may wait longer, since the machine may be busy. */
const TIMEOUT_MS = { whenUntried: 2000, atInstall: 10_000 }
/**
 * The variables of the environment that the child gets: those that the dynamic linker and the search for the home
 * folder need. NODE_OPTIONS would load this package in the child, and NODE_CHANNEL_FD would connect it to the parent.
 */
const KEPT_VARIABLES = ['PATH', 'HOME', 'TMPDIR', 'LD_LIBRARY_PATH', 'LD_PRELOAD', 'CRASH_COLLECTOR_ADDON']

/** @typedef {import('./tried-builds').TrialResult} TrialResult */

/**
 * @typedef {object} TrialOptions
 * @property {'never' | 'whenUntried' | 'atInstall'} tries never: only a remembered result counts; whenUntried: a trial
 *   is made if none is remembered; atInstall: a trial is made in any case, for all users
 * @property {string} [node] the executable, for tests
 * @property {string} [child] the script that it runs, for tests
 * @property {number} [timeoutMs] for tests
 */

/**
 * @param {import('../native-types').V8Symbols} symbols of this process
 * @param {TrialOptions} options
 * @returns {TrialResult} problem: a short clause for a message. Never throws
 */
function mayReadStack ({ source, buildId, problem }, { tries, ...how }) {
  if (problem !== '') return { passed: false, problem }
  if (source === 'knownBuild') return { passed: true, problem: '' }
  if (buildId === '') {
    return { passed: false, problem: "this Node.js has no build id, so a trial can't be remembered" }
  }
  const remembered = tries === 'atInstall' ? null : findResult(buildId)
  if (remembered !== null) return remembered
  if (tries === 'never') return { passed: false, problem: 'this build of Node.js was not tried' }
  const record = claimBuild(buildId, tries === 'atInstall')
  // A trial whose result can't be remembered is not made: each start would make it again, and wait.
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
      cwd: '/', // not the application's folder, because a core file may be written there
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
    return null // for example because Node.js's permission model allows no child processes
  }
}

module.exports = { mayReadStack }
