'use strict'
// Profiles a process with Linux perf: the stacks have the frames of V8 and Node.js, and V8's names of JavaScript
// functions.

const { execFileSync, spawnSync } = require('node:child_process')
const path = require('node:path')

const { launch } = require('../process/launch')

const HERTZ = 1999

/**
 * Stacks, and how often each was seen.
 * @typedef {Map<string, number>} Stacks keys: frames, outermost first, joined by `;`
 */

/** These flags make V8 describe its compiled code to perf, and give interpreted functions frames of their own. */
const NODE_ARGS = ['--perf-basic-prof', '--interpreted-frames-native-stack']

/** @returns {boolean} */
function perfWorks () {
  return (
    process.platform === 'linux' &&
    spawnSync('perf', ['record', '-e', 'cpu-clock:u', '-o', '/dev/null', 'true']).status === 0
  )
}

/**
 * @param {string[]} command without NODE_ARGS
 * @param {{ cwd: string, env: NodeJS.ProcessEnv, signal: AbortSignal, mapsCode?: boolean }} options mapsCode: false
 *   leaves JavaScript functions without names
 * @returns {Promise<{ stacks: Stacks, stdout: string }>} stacks: those of the main thread
 * @throws if perf or the command fails
 */
async function profile ([node, ...args], { cwd, env, signal, mapsCode = true }) {
  const data = path.join(cwd, 'perf.data')
  const { usage, stdout, stderr } = await launch(
    [
      '/usr/bin/env',
      'perf',
      'record',
      '-q',
      '-e',
      'cpu-clock:u',
      '-F',
      String(HERTZ),
      '-g',
      '-o',
      data,
      node,
      ...(mapsCode ? NODE_ARGS : []),
      ...args
    ],
    { cwd, env, timeoutMs: 300_000, signal }
  )
  if (usage.exitCode !== 0) throw new Error(`perf record: exit code ${usage.exitCode} ${stderr.slice(-500)}`)
  const script = execFileSync('perf', ['script', '-i', data, '-F', 'comm,ip,sym'], {
    encoding: 'utf8',
    maxBuffer: 1 << 30,
    stdio: ['ignore', 'pipe', 'ignore']
  })
  return { stacks: collapse(script), stdout }
}

/**
 * @param {string} script output of `perf script`
 * @param {{ withMarks?: boolean }} [options] withMarks: names keep the mark of their tier, such as `*`
 * @returns {Stacks}
 */
function collapse (script, { withMarks = false } = {}) {
  /** @type {Stacks} */
  const stacks = new Map()
  for (const sample of script.split('\n\n')) {
    const [thread, ...frames] = sample.trim().split('\n')
    if (frames.length === 0 || !/^(node|MainThread)\b/.test(thread)) continue
    const key = frames
      .map(line => frameName(line.trim().replace(/^[0-9a-f]+ /, ''), withMarks))
      .reverse()
      .join(';')
    stacks.set(key, (stacks.get(key) ?? 0) + 1)
  }
  return stacks
}

/**
 * @param {Stacks} sum the stacks are added to it
 * @param {Stacks} stacks
 */
function addStacks (sum, stacks) {
  for (const [key, count] of stacks) sum.set(key, (sum.get(key) ?? 0) + count)
}

/**
 * @param {string} symbol
 * @param {boolean} withMarks
 * @returns {string} the name without addresses and paths of this machine, and without marks of tiers unless wanted
 */
function frameName (symbol, withMarks) {
  return symbol
    .replace(/;/g, ':')
    .replace(/\(anonymous namespace\)::/g, '')
    .replace(/^(LazyCompile|Function|Eval|Script|JS|Builtin|BytecodeHandler):([~^*+]?)/, (_, kind, mark) =>
      /Builtin|Bytecode/.test(kind) ? '' : `JS:${withMarks ? mark : ''}`
    )
    .replace(/ (file:\/\/)?\/[^ ]*\/([^/ ]+:\d+:\d+)$/, ' $2')
}

/**
 * @param {Stacks} stacks
 * @param {(frames: string[]) => string | null} nameOf null leaves the sample out
 * @returns {Record<string, number>} share of the counted samples by name, largest first
 */
function shares (stacks, nameOf) {
  /** @type {Map<string, number>} */
  const sums = new Map()
  let total = 0
  for (const [key, count] of stacks) {
    const name = nameOf(key.split(';'))
    if (name === null) continue
    sums.set(name, (sums.get(name) ?? 0) + count)
    total += count
  }
  return Object.fromEntries(
    [...sums].sort((a, b) => b[1] - a[1]).map(([name, count]) => [name, Math.round((count / total) * 1000) / 1000])
  )
}

module.exports = { addStacks, collapse, perfWorks, profile, shares }
