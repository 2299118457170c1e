'use strict'
// The faults that processes are tried with.

const { UNLIMITED } = require('../../benchmarks/lab/configurations/rationing')
const { countCalls } = require('./run-fault')

/** @typedef {import('./run-fault').FaultCase} FaultCase */
/** @typedef {import('../native/random-numbers').RandomNumbers} RandomNumbers */

/** Errors of a broken disk, a full disk, a process without descriptors, and missing rights. */
const CODES = ['EIO', 'ENOSPC', 'EMFILE', 'EACCES', 'EROFS', 'EDQUOT']
const DYING = ['uncaught/top-level.js', 'rejection/async-after-await.js']
const DAY_MS = 24 * 60 * 60 * 1000
/** How long a process throws before it gets a signal, at most. */
const THROWING_MS = 300

/**
 * A call of the file system fails, once or from then on.
 * @returns {Promise<FaultCase[]>}
 */
async function failingCalls () {
  /** @type {FaultCase[]} */
  const cases = []
  for (const file of DYING) {
    const calls = await countCalls({ name: file, file })
    for (let at = 1; at <= calls; at++) {
      for (const code of CODES) {
        for (const stays of [false, true]) {
          const how = stays ? 'and all later ones' : ''
          cases.push({ name: `${file}, ${code} at call ${at} ${how}`, file, fault: { at, code, stays } })
        }
      }
    }
  }
  return cases
}

/**
 * The process is killed at a call of the file system.
 * @returns {Promise<FaultCase[]>}
 */
async function killsAtCalls () {
  const file = DYING[0]
  const calls = await countCalls({ name: file, file })
  return Array.from({ length: calls }, (_, i) => i + 1).flatMap(at =>
    ['before', 'half', 'after'].map(kill => ({
      name: `SIGKILL ${kill} call ${at}`,
      file,
      fault: { at, kill },
      isKilled: true
    }))
  )
}

/**
 * The process is killed at a random moment.
 * @param {RandomNumbers} random
 * @param {number} count
 * @param {number} longestMs
 * @returns {FaultCase[]}
 */
function killsAtMoments (random, count, longestMs) {
  return Array.from({ length: count }, () => {
    const delayMs = random.below(longestMs)
    return {
      name: `SIGKILL after ${delayMs} ms`,
      file: 'faults/captures.js',
      isKilled: true,
      onSpawn: child => {
        const timer = setTimeout(() => child.kill('SIGKILL'), delayMs)
        child.on('exit', () => clearTimeout(timer))
      }
    }
  })
}

/**
 * The process gets SIGTERM while it captures, and dies of it or listens to it.
 * @param {RandomNumbers} random
 * @param {number} count
 * @returns {FaultCase[]}
 */
function terminations (random, count) {
  return Array.from({ length: count }, (_, i) => {
    const delayMs = random.below(THROWING_MS)
    return {
      name: `SIGTERM after ${delayMs} ms`,
      file: 'faults/throws-on.js',
      args: [i % 2 === 0 ? 'dies' : 'listens'],
      env: UNLIMITED,
      onSpawn: child => child.stdout?.once('data', () => setTimeout(() => child.kill('SIGTERM'), delayMs))
    }
  })
}

/**
 * V8 runs out of memory while it captures, with heaps of several sizes.
 * @param {number} count
 * @returns {FaultCase[]}
 */
function fullHeaps (count) {
  return Array.from({ length: count }, (_, i) => ({
    name: `a heap of ${24 + 3 * i} MB`,
    file: 'faults/throws-on.js',
    args: ['keeps'],
    nodeArgs: [`--max-old-space-size=${24 + 3 * i}`],
    env: UNLIMITED,
    verdict: reasonOfFullHeap
  }))
}

/**
 * V8's report has addresses and times.
 * @param {string} stderr
 */
function reasonOfFullHeap (stderr) {
  return String(/FATAL ERROR: [^\n]*heap limit[^\n]*|JavaScript heap out of memory/.test(stderr))
}

/** Each worker that dies has a dump, and so has the main thread. @type {FaultCase} */
const WORKERS = { name: 'workers end', file: 'faults/workers-end.js', env: UNLIMITED, lines: 3 }

/** Programs whose dumps the addon writes. @type {FaultCase[]} */
const WRITTEN_BY_ADDON = [
  {
    name: 'a heap that fills within one allocation',
    file: 'out-of-memory/builtin.js',
    nodeArgs: ['--max-old-space-size=30'],
    verdict: reasonOfFullHeap
  },
  ...(process.arch === 'x64' ? ['dumps', 'missing/dumps'] : []).map(directory => ({
    name: `SIGSEGV, ${directory}`,
    file: 'signals/kill.js',
    args: ['SIGSEGV'],
    env: { CRASH_COLLECTOR_TRIGGERS: 'signal' },
    directory
  }))
]

/**
 * A system call of the addon fails, once or from then on, or the process is killed there.
 * @returns {Promise<FaultCase[]>}
 */
async function failingSystemCalls () {
  /** @type {FaultCase[]} */
  const cases = []
  for (const program of WRITTEN_BY_ADDON) {
    const calls = await countCalls({ ...program, systemCall: { at: 0, how: 'once' } })
    /** @type {(call: import('./system-calls').FailingCall, isKilled?: boolean) => void} */
    const add = (systemCall, isKilled = false) => {
      const { at, how, code = '' } = systemCall
      cases.push({ ...program, name: `${program.name}, call ${at}: ${how} ${code}`, systemCall, isKilled })
    }
    for (let at = 1; at <= calls; at++) {
      for (const code of CODES) {
        add({ at, code, how: 'once' })
        add({ at, code, how: 'from then on' })
      }
      add({ at, code: 'EINTR', how: 'once' })
      add({ at, how: 'short' })
      for (const how of /** @type {const} */ (['killed before', 'killed half', 'killed after'])) add({ at, how }, true)
    }
  }
  return cases
}

/** @returns {FaultCase[]} */
function jumpingClocks () {
  return DYING.flatMap(file =>
    [-1000, 60_000, DAY_MS, 3650 * DAY_MS].map(clockMs => ({
      name: `${file}, the clock jumps by ${clockMs} ms`,
      file,
      fault: { clockMs }
    }))
  )
}

module.exports = {
  WORKERS,
  WRITTEN_BY_ADDON,
  failingCalls,
  failingSystemCalls,
  fullHeaps,
  jumpingClocks,
  killsAtCalls,
  killsAtMoments,
  terminations
}
