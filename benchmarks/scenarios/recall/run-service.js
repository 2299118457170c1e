'use strict'
// Runs one service from its start to its death, and judges its dump.

const path = require('node:path')

const { dumpsIn } = require('../../lab/process/dumps')
const { halfCpu } = require('../../lab/process/half-cpu')
const { launch } = require('../../lab/process/launch')
const { startService } = require('../../lab/service/service')
const { BEFORE, drive } = require('./client')
const { EXPECTED } = require('./expected')
const { judge } = require('./judge')

/** @typedef {import('../../lab/suite').Context} Context */

const SERVICE = path.join(__dirname, 'service.js')
const EARLY = path.join(__dirname, 'early.js')

/** Earlier visits of the place, in a process that lives only for a moment. */
const EARLY_VISITS = { [BEFORE.NEW]: 0, [BEFORE.ONCE]: 1, [BEFORE.OFTEN]: 10 }

/**
 * @typedef {object} Life
 * @property {string} flow how the fatal error arises: a name in PLACES
 * @property {string} before how often its place was met before: a value of BEFORE
 *
 * @typedef {object} Load
 * @property {number} seconds
 * @property {number} perSecond
 * @property {number} every
 * @property {number} modules
 * @property {number} heapMb
 * @property {boolean} half true: the service has half a CPU
 */

/**
 * @typedef {object} Outcome
 * @property {Life} life
 * @property {string} [otherwise] how it lived, died or was recorded otherwise than planned; then nothing is recalled
 * @property {number} errors number of errors handled before the fatal one
 * @property {import('./judge').Judgement} [judgement]
 * @property {number} [atMs] time of the throw since the start
 * @property {string} [how] how half a CPU was provided
 */

let lives = 0

/** @returns {string} an id that is unique in this measurement and does not look like a secret to redaction */
function nextId () {
  return `${process.pid}-${++lives}`
}

/**
 * @param {Life} life
 * @param {Load} load
 * @param {import('../../lab/process/pool').Limiter} starting limits how many services start at the same time
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
 * @returns {Promise<Outcome>} outcome of a process that dies directly after its start
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
