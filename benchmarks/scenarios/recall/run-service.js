'use strict'
// Runs one service from its start to its death, and judges its dump.

const path = require('node:path')

const { dumpsIn } = require('../../lab/process/dumps')
const { launch } = require('../../lab/process/launch')
const { EXPECTED } = require('./expected')
const { judge } = require('./judge')
const { BEFORE } = require('./places')

/** @typedef {import('../../lab/suite').Context} Context */

const SERVICE = path.join(__dirname, 'service.js')
const EARLY = path.join(__dirname, 'early.js')
const TIMEOUT_MS = 60_000

/** Earlier visits of the place, in a process that lives only for a moment. */
const EARLY_VISITS = { [BEFORE.NEW]: 0, [BEFORE.ONCE]: 1, [BEFORE.OFTEN]: 10 }

/**
 * @typedef {object} Life
 * @property {string} flow how the fatal error arises: a name in PLACES
 * @property {string} before how often its place was met before: a value of BEFORE
 *
 * @typedef {{ perSecond: number, seconds: number }} Load handled errors, and how long the service lives
 */

/**
 * @typedef {object} Outcome
 * @property {Life} life
 * @property {string} [otherwise] how it lived, died or was recorded otherwise than planned; then nothing is recalled
 * @property {import('./judge').Judgement} [judgement]
 * @property {number} [atMs] time of the throw since the start
 */

let lives = 0

/** @returns {string} an id that is unique in this measurement and does not look like a secret to redaction */
function nextId () {
  return `${process.pid}-${++lives}`
}

/** @param {Life} life @param {Load} load @param {Context} context @returns {Promise<Outcome>} */
async function runService (life, { perSecond, seconds }, context) {
  const id = nextId()
  return died(life, id, [SERVICE, life.flow, life.before, String(perSecond), String(seconds), id], context)
}

/**
 * @param {Life} life
 * @param {Context} context
 * @returns {Promise<Outcome>} outcome of a process that dies directly after its start
 */
async function runEarly (life, context) {
  const id = nextId()
  return died(life, id, [EARLY, life.flow, String(EARLY_VISITS[life.before]), id], context)
}

/**
 * @param {Life} life
 * @param {string} id
 * @param {string[]} program with its arguments
 * @param {Context} context
 * @returns {Promise<Outcome>}
 */
async function died (life, id, program, { configuration, node, directory, env, signal }) {
  const command = [node, ...configuration.nodeArgs, ...program]
  const { usage, stdout, stderr } = await launch(command, { cwd: directory, env, timeoutMs: TIMEOUT_MS, signal })
  const dumps = dumpsIn(path.join(directory, 'crashes'))
  const otherwise = diedOtherwise(usage.exitCode, stderr) ?? (dumps.length === 1 ? undefined : `${dumps.length} dumps`)
  return {
    life,
    ...(stdout.startsWith('{') ? JSON.parse(stdout) : {}),
    ...(otherwise === undefined ? { judgement: await judge(dumps[0], EXPECTED[life.flow](id)) } : { otherwise })
  }
}

/** @param {number | null} exitCode @param {string} stderr @returns {string | undefined} */
function diedOtherwise (exitCode, stderr) {
  if (exitCode === 1 && /Error: /.test(stderr)) return undefined
  return `ended with ${exitCode}: ${stderr.trim().split('\n').slice(0, 3).join(' ').slice(0, 300)}`
}

module.exports = { EARLY_VISITS, runEarly, runService }
