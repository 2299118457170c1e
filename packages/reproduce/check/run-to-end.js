'use strict'
// Runs a program for a check: offline, or with its connections written down, with bounds of time and output, in an
// environment of which no test runner around it knows.

const { spawn } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { connectionsIn, waitText } = require('./connections')
const { PRELOADS } = require('./expected')

const MAX_OUTPUT = 16 * 1024 * 1024
/** How long a program may live on after its last text: an error that is thrown then counts as well. */
const LINGER_MS = 1000
/** How often is said what the program waits for. */
const SAY_MS = 1000
/** @type {NodeJS.Signals[]} */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * @typedef {object} Options
 * @property {string} cwd
 * @property {number} timeoutMs the program, and what it has started, is killed then
 * @property {boolean} network true if it may reach the network
 * @property {NodeJS.ProcessEnv} env
 * @property {Record<string, string>} [counting] variables that tell V8 to count what runs
 * @property {string} [lastText] the program has done its work when it prints this; a server that listens may keep it
 *   alive
 * @property {(text: string) => void} [onWait] is told what the program waits for, if it may reach the network
 */

/**
 * @typedef {object} Ended
 * @property {string} output
 * @property {string} errors
 * @property {string} how `exit code 1`, or the name of the signal
 * @property {boolean} isKilled the time was up
 * @property {string[]} refused what it wanted to reach
 * @property {string} waitedFor the service to which its last connection went, if it may reach the network
 */

/**
 * @param {string} program the words of a shell if there are no arguments
 * @param {string[]|null} args
 * @param {Options} options
 * @returns {Promise<Ended>}
 */
async function runToEnd (program, args, { env, counting, network, onWait, ...options }) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'crash-collector-check-'))
  const log = path.join(folder, 'connections')
  // Those of a test runner that runs this process.
  const { NODE_TEST_CONTEXT, NODE_V8_COVERAGE, NODE_OPTIONS = '', ...inherited } = env
  const preload = network ? PRELOADS.watched : PRELOADS.offline
  const words = `--require ${JSON.stringify(preload)} ${NODE_OPTIONS}`.trim()
  const given = { ...inherited, ...counting, NODE_OPTIONS: words, CRASH_COLLECTOR_CONNECTIONS_LOG: log, NO_COLOR: '1' }
  const waiting = () => (network ? waitText(connectionsIn(linesOf(log))) : '')
  const saying = onWait && setInterval(() => onWait(waiting()), SAY_MS)
  try {
    const ended = await run(program, args, { ...options, env: given })
    return { ...ended, refused: network ? [] : [...new Set(linesOf(log))], waitedFor: waiting() }
  } finally {
    clearInterval(saying)
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {string} log @returns {string[]} */
function linesOf (log) {
  const text = fs.existsSync(log) ? fs.readFileSync(log, 'utf8').trim() : ''
  return text === '' ? [] : text.split('\n')
}

/**
 * @param {string} program
 * @param {string[]|null} args
 * @param {{ cwd: string, timeoutMs: number, env: NodeJS.ProcessEnv, lastText?: string }} options
 * @returns {Promise<Omit<Ended, 'refused' | 'waitedFor'>>}
 */
function run (program, args, { cwd, timeoutMs, env, lastText }) {
  return new Promise((resolve, reject) => {
    // In a group of its own, so that what it has started ends with it. On Windows that would open a window.
    const [isGroup, isShell] = [process.platform !== 'win32', args === null]
    const child = spawn(program, args ?? [], {
      cwd, env, shell: isShell, detached: isGroup, stdio: ['ignore', 'pipe', 'pipe']
    })
    const kill = () => {
      try {
        if (isGroup) process.kill(-Number(child.pid), 'SIGKILL')
        else child.kill('SIGKILL')
      } catch {} // all have ended
    }
    let [output, errors] = ['', '']
    let isKilled = false
    /** @type {NodeJS.Timeout|undefined} */
    let lingering
    const timer = setTimeout(() => {
      isKilled = true
      kill()
    }, timeoutMs)
    const interrupt = (/** @type {NodeJS.Signals} */ signal) => {
      kill()
      process.kill(process.pid, signal)
    }
    // A terminal does not send them to another group.
    for (const signal of SIGNALS) process.once(signal, interrupt)
    child.stdout.setEncoding('utf8').on('data', text => {
      if (output.length < MAX_OUTPUT) output += text
      if (lastText !== undefined && text.includes(lastText)) lingering ??= setTimeout(kill, LINGER_MS)
    })
    child.stderr.setEncoding('utf8').on('data', text => {
      if (errors.length < MAX_OUTPUT) errors += text
    })
    child.on('error', reject)
    child.on('exit', kill)
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      clearTimeout(lingering)
      for (const signal of SIGNALS) process.removeListener(signal, interrupt)
      resolve({ output, errors, how: signal ?? `exit code ${code}`, isKilled })
    })
  })
}

module.exports = { runToEnd }
