'use strict'
// Runs a command without and with the preload, and says in what the runs differ.

const { spawn } = require('node:child_process')

/**
 * @typedef {object} Command
 * @property {string[]} argv
 * @property {string} cwd
 * @property {NodeJS.ProcessEnv} env
 * @property {number} timeoutMs
 * @property {string[]} [through] a command that runs the command: `['nice']`
 */

/** @typedef {{ status: string, stdout: string, stderr: string }} Run status: `exit 1`, `SIGSEGV`, `timeout` */

/** @typedef {Record<string, string>} Outcome names of tests and streams, with their results or texts */

/**
 * @typedef {object} Difference
 * @property {string} what
 * @property {string} without
 * @property {string} with
 * @property {boolean} isFirm all runs without the preload agree, and none with it agrees with them
 */

/** Children that have the streams of a process that has ended get so long to end. */
const LINGER_MS = 2000

/** A cause of differences that is no defect. */
const LINE_ON_STDERR = 'the line on stderr'

const OUR_LINE = /^crash-collector: .*\n?/gm

/**
 * Runs a command in a process group of its own, of which nothing is left afterwards. tap puts its hooks into the
 * environment of every child, so env(1) removes them.
 * @param {Command} command
 * @returns {Promise<Run>}
 */
function run ({ argv, cwd, env, timeoutMs, through = [] }) {
  return new Promise((resolve, reject) => {
    const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`)
    const [file, ...args] = [...through, 'env', '-i', ...variables, ...argv]
    const child = spawn(file, args, {
      cwd,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe']
    })
    let isLate = false
    const killGroup = () => {
      try {
        process.kill(-Number(child.pid), 'SIGKILL')
      } catch {} // all of them have ended
    }
    const timer = setTimeout(() => {
      isLate = true
      killGroup()
    }, timeoutMs)
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', text => {
      stdout += text
    })
    child.stderr.setEncoding('utf8').on('data', text => {
      stderr += text
    })
    child.on('error', reject)
    child.on('exit', () => setTimeout(killGroup, LINGER_MS).unref())
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      killGroup()
      resolve({ status: isLate ? 'timeout' : (signal ?? `exit ${code}`), stdout, stderr })
    })
  })
}

/**
 * Compares two runs. If they differ, both are repeated.
 * @param {(collects: boolean) => Promise<Outcome>} runOnce
 * @param {number} [repeats]
 * @returns {Promise<Difference[]>}
 */
async function compare (runOnce, repeats = 3) {
  const without = [await runOnce(false)]
  const collected = [await runOnce(true)]
  const names = new Set([...Object.keys(without[0]), ...Object.keys(collected[0])])
  const differing = [...names].filter(name => without[0][name] !== collected[0][name])
  for (let i = 0; i < repeats && differing.length > 0; i++) {
    without.push(await runOnce(false))
    collected.push(await runOnce(true))
  }
  return differing.map(what => {
    const [first, ...others] = without.map(outcome => outcome[what])
    const isFirm = others.every(each => each === first) && collected.every(outcome => outcome[what] !== first)
    return { what, without: first ?? 'missing', with: collected[0][what] ?? 'missing', isFirm }
  })
}

/**
 * @param {Difference[]} differences
 * @param {(settings: Record<string, string>) => Promise<Outcome>} runCollected runs once more with the preload
 * @returns {Promise<string>} LINE_ON_STDERR if the firm differences are gone when the collector prints nothing, else ''
 */
async function causeOf (differences, runCollected) {
  const firm = differences.filter(({ isFirm }) => isFirm)
  if (firm.length === 0) return ''
  const quiet = await runCollected({ CRASH_COLLECTOR_STDERR: 'none' })
  return firm.every(({ what, without }) => (quiet[what] ?? 'missing') === without) ? LINE_ON_STDERR : ''
}

/**
 * @param {string} text of a stream
 * @returns {string} without the collector's lines, and without what differs between two runs of most programs
 */
function normalised (text) {
  return text
    .replace(OUR_LINE, '')
    .replace(/\(node:\d+\)/g, '(node:<pid>)')
    .replace(/\b\d+(?:\.\d+)? ?ms\b/g, '<time>')
    .replace(/(duration_ms:? )[\d.]+/g, '$1<time>')
    .replace(/\d{4}-\d\d-\d\d[T ][\d:.]+Z?/g, '<time>')
    .replace(/\d{1,2}:\d\d:\d\d [AP]M/g, '<time>')
    .replace(/\b0x[\da-f]{6,}/gi, '<address>')
    .replace(/\b[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\b/g, '<id>')
    .replace(/(127\.0\.0\.1|localhost|::1\]?):\d+/g, '$1:<port>')
}

module.exports = { LINE_ON_STDERR, causeOf, compare, normalised, run }
