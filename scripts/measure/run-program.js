'use strict'
// Runs a program of Node.js to its end, and lets `crash-collector reproduce --check` try its dump.

const { spawn } = require('node:child_process')
const path = require('node:path')

const ROOT = path.join(__dirname, '../..')
const CLI = path.join(ROOT, 'bin/crash-collector.js')
const TEST_MS = 10_000
const CHECK_MS = 300_000
/** Patient limits, as in the tests, because several programs run at once. */
const PATIENT = {
  CRASH_COLLECTOR_DEADLINE_MS: '60000',
  CRASH_COLLECTOR_BUDGET_PERCENT: '100',
  NO_PROXY: '*'
}

/**
 * @typedef {object} Run
 * @property {string} stdout
 * @property {string} stderr
 * @property {number|null} exitCode
 * @property {NodeJS.Signals|null} signal
 */

/**
 * @param {string[]} args of `node`
 * @param {{ cwd: string, env?: Record<string, string>, timeoutMs: number }} options env: added to this process's, but
 *   for NODE_OPTIONS; timeoutMs: the program, and what it has started, is killed then
 * @returns {Promise<Run>}
 */
function runNode (args, { cwd, env = {}, timeoutMs }) {
  return new Promise((resolve, reject) => {
    const { NODE_OPTIONS, ...inherited } = process.env
    const child = spawn(process.execPath, args, {
      cwd,
      env: { ...inherited, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, so that what the program has started ends with it.
      detached: true
    })
    let [stdout, stderr] = ['', '']
    child.stdout.setEncoding('utf8').on('data', text => {
      stdout += text
    })
    child.stderr.setEncoding('utf8').on('data', text => {
      stderr += text
    })
    const end = () => {
      try {
        process.kill(-Number(child.pid), 'SIGKILL')
      } catch {} // all have ended
    }
    const timer = setTimeout(end, timeoutMs)
    child.on('error', reject)
    child.on('exit', end)
    child.on('close', (exitCode, signal) => {
      clearTimeout(timer)
      resolve({ stdout, stderr, exitCode, signal })
    })
  })
}

/**
 * @typedef {object} Reproduced
 * @property {string} outcome a verdict of the check; byStub: reproduced, by a stand-in that throws; noTest: no function
 *   can be called; noDump: nothing was thrown
 * @property {string} [way] module: by the module's export; excerpt: by a copy of the code
 * @property {string} [detail] what the test threw, or why there is none
 */

/**
 * @param {string} dump
 * @param {{ cwd: string, out: string, env?: Record<string, string> }} options out: an existing folder for the test
 * @returns {Promise<Reproduced>}
 */
async function reproduceDump (dump, { cwd, out, env }) {
  const options = ['--check', '--json', '--force', '--out', out, '--timeout', String(TEST_MS)]
  const { stdout, stderr } = await runNode([CLI, 'reproduce', dump, ...options], { cwd, env, timeoutMs: CHECK_MS })
  if (stdout === '') {
    return { outcome: stderr.includes('no error was thrown') ? 'noDump' : 'noTest', detail: stderr.trim() }
  }
  const { verdict, throwsByStub, thrown, way } = JSON.parse(stdout)
  const outcome = verdict === 'reproduced' && throwsByStub ? 'byStub' : verdict
  return { outcome, way, detail: thrown === null ? '' : `${thrown.className}: ${thrown.message}` }
}

module.exports = { PATIENT, ROOT, reproduceDump, runNode }
