'use strict'
// Starts a program in a new process and waits for its end.

const { spawn, spawnSync } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')

const LAUNCHER = path.join(__dirname, 'launch.py')

/**
 * @typedef {object} Usage
 * @property {number} wallMs
 * @property {number} [cpuUserMs] CPU time of the process and of the children for which it waited
 * @property {number} [cpuSystemMs]
 * @property {number} [maxRssKb]
 * @property {number} endMs time on the clock of process.hrtime
 * @property {number | null} exitCode a negative number is the signal that ended it
 */

/**
 * @typedef {object} Launched
 * @property {Usage} usage
 * @property {string} stdout
 * @property {string} stderr
 */

/** @type {string | null | undefined} */
let python

/** @returns {string | null} null if there is no Python; then the CPU time of children is not known */
function findPython () {
  if (python === undefined) {
    python =
      ['python3', 'python'].find(
        name => spawnSync(name, ['-c', 'import os; os.waitstatus_to_exitcode']).status === 0
      ) ?? null
  }
  return python
}

/**
 * @param {string[]} command
 * @param {{ cwd?: string, env: NodeJS.ProcessEnv, timeoutMs: number, signal?: AbortSignal }} options
 * @returns {Promise<Launched>}
 * @throws if the process could not be started, or did not end in time
 */
async function launch (command, { cwd, env, timeoutMs, signal }) {
  const report = path.join(os.tmpdir(), `crash-collector-bench.${process.pid}.${process.hrtime.bigint()}.json`)
  const launcher = findPython()
  const [file, ...args] = launcher === null ? command : [launcher, LAUNCHER, report, ...command]
  const begin = process.hrtime.bigint()
  // The process has its own group, so that ctrl-C in the terminal reaches only the lab, which then decides.
  const child = spawn(file, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const kill = () => {
    if (child.pid !== undefined) killGroup(child.pid)
  }
  let late = false
  const timer = setTimeout(() => {
    late = true
    kill()
  }, timeoutMs)
  signal?.addEventListener('abort', kill)
  try {
    const [stdout, stderr, exitCode] = await finished(child)
    if (signal?.aborted) throw new Error('interrupted')
    if (late) throw new Error(`${command.join(' ')}: not finished after ${timeoutMs} ms\n${stderr}`)
    const usage =
      launcher === null
        ? {
            wallMs: Number(process.hrtime.bigint() - begin) / 1e6,
            endMs: Number(process.hrtime.bigint()) / 1e6,
            exitCode
          }
        : JSON.parse(fs.readFileSync(report, 'utf8'))
    return { usage, stdout, stderr }
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', kill)
    fs.rmSync(report, { force: true })
  }
}

/**
 * @param {import('node:child_process').ChildProcessByStdio<null, import('node:stream').Readable,
 *   import('node:stream').Readable>} child
 * @returns {Promise<[string, string, number | null]>}
 */
function finished (child) {
  return new Promise((resolve, reject) => {
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', text => {
      stdout += text
    })
    child.stderr.setEncoding('utf8').on('data', text => {
      stderr += text
    })
    child.on('error', reject)
    child.on('close', code => resolve([stdout, stderr, code]))
  })
}

/** @param {number} pid pid of the group's leader */
function killGroup (pid) {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The group has ended in the meantime.
  }
}

module.exports = { killGroup, launch }
