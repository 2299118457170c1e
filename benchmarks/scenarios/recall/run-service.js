'use strict'
// One service from its start to its death, and what its dump shows.

const path = require('node:path')

const { dumpsIn } = require('../../lab/dumps')
const { halfCpu } = require('../../lab/half-cpu')
const { launch } = require('../../lab/launch')
const { startService } = require('../../lab/service')
const { BEFORE, drive } = require('./client')
const { EXPECTED } = require('./expected')
const { judge } = require('./judge')

/** @typedef {import('../../lab/suite').Context} Context */

const SERVICE = path.join(__dirname, 'service.js')
const EARLY = path.join(__dirname, 'early.js')

/** Visits of the place before, in a process that lives for a moment only. */
const EARLY_VISITS = { [BEFORE.NEW]: 0, [BEFORE.ONCE]: 1, [BEFORE.OFTEN]: 10 }

/**
 * @typedef {object} Life
 * @property {string} flow how the fatal error comes about, a name of PLACES
 * @property {string} before how often its place was met, of BEFORE
 *
 * @typedef {object} Load
 * @property {number} seconds
 * @property {number} perSecond
 * @property {number} every
 * @property {number} modules
 * @property {number} heapMb
 * @property {boolean} half whether it has half a CPU
 */

/**
 * @typedef {object} Outcome
 * @property {Life} life
 * @property {string} [otherwise] how else than planned it lived, died or was written down; nothing is recalled then
 * @property {number} errors handled before the fatal one
 * @property {import('./judge').Judgement} [judgement]
 * @property {number} [atMs] when it threw, since its start
 * @property {string} [how] half a CPU was had
 */

let lives = 0

/** @returns {string} that no other call in this measurement has, and no rule of redaction takes for a secret */
function nextId () {
  return `${process.pid}-${++lives}`
}

/**
 * @param {Life} life
 * @param {Load} load
 * @param {import('../../lab/pool').Limiter} starting lets few start at a time
 * @param {Context} context
 * @returns {Promise<Outcome>}
 */
async function runService (life, load, starting, { configuration, node, directory, env, signal }) {
  const id = nextId()
  const held = load.half ? halfCpu() : null
  try {
    const program = [SERVICE, life.flow, String(load.modules), String(load.heapMb)]
    const command = [...held?.prefix ?? [], node, ...configuration.nodeArgs, '--max-old-space-size=4096', ...program]
    const service = await starting(() => startService(command, { cwd: directory, env, signal }))
    held?.hold(service.pid)
    const { failed, unexpected } = await drive(service, { id, before: life.before, ...load })
    const { exitCode, signal: killedBy, stderr } = await service.ended
    const died = diedOtherwise(exitCode, killedBy, stderr)
    const otherwise = died ?? (unexpected > 0 ? `${unexpected} answers were not as expected` : undefined)
    const result = await outcome({ life, errors: failed }, id, otherwise, directory)
    return { ...result, ...(held === null ? {} : { how: held.how }) }
  } finally {
    held?.release()
  }
}

/**
 * @param {Life} life
 * @param {Context} context
 * @returns {Promise<Outcome>} of a process that dies as soon as it has begun
 */
async function runEarly (life, { configuration, node, directory, env, signal }) {
  const id = nextId()
  const visits = EARLY_VISITS[life.before]
  const command = [node, ...configuration.nodeArgs, EARLY, life.flow, String(visits), id]
  const { usage, stdout, stderr } = await launch(command, { cwd: directory, env, timeoutMs: 60_000, signal })
  const { atMs } = stdout.startsWith('{') ? JSON.parse(stdout) : { atMs: NaN }
  const otherwise = diedOtherwise(usage.exitCode, null, stderr)
  return { ...(await outcome({ life, errors: visits }, id, otherwise, directory)), atMs }
}

/**
 * @param {number | null} exitCode
 * @param {NodeJS.Signals | null} signal
 * @param {string} stderr
 * @returns {string | undefined}
 */
function diedOtherwise (exitCode, signal, stderr) {
  if (exitCode === 1 && /Error: /.test(stderr)) return undefined
  return `ended with ${exitCode ?? signal}: ${stderr.trim().split('\n').slice(0, 3).join(' ').slice(0, 300)}`
}

/**
 * @param {{ life: Life, errors: number }} lived
 * @param {string} id
 * @param {string | undefined} otherwise
 * @param {string} directory
 * @returns {Promise<Outcome>}
 */
async function outcome ({ life, errors }, id, otherwise, directory) {
  const dumps = dumpsIn(path.join(directory, 'crashes'))
  if (otherwise !== undefined || dumps.length !== 1) {
    return { life, errors, otherwise: otherwise ?? `${dumps.length} dumps` }
  }
  return { life, errors, judgement: await judge(dumps[0], EXPECTED[life.flow](id)) }
}

module.exports = { EARLY_VISITS, runEarly, runService }
