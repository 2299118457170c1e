'use strict'
// Node.js's own tests, each file a program that ends with 0 when it passes.

const fs = require('node:fs')
const path = require('node:path')

const { explanationOf } = require('./explained')
const { LINE_ON_STDERR, compare, normalised, run } = require('./run-both')

const FOLDERS = ['parallel', 'sequential']
const TEST = /^test-.+\.(?:js|mjs|cjs)$/
const TIMEOUT_MS = 60_000
/** Tests of two jobs must not listen on the same port. */
const FIRST_PORT = 12_346
const PORTS_OF_A_JOB = 100

/** Any preload makes a difference if so many runs with an empty one all differ. */
const EMPTY_PRELOADS = 3

/** Causes of differences that are no defects. */
const ANY_PRELOAD = 'any preload'
const KNOWN = 'known'

/** @typedef {import('./run-both').Difference} Difference */

/**
 * @typedef {object} Surroundings
 * @property {string} checkout of nodejs/node; its folder `test` is enough
 * @property {string} node
 * @property {string} preload path of the package
 * @property {string} dumps directory
 * @property {string} empty path of a preload that does nothing
 * @property {string} options of Node.js, in all runs
 * @property {number} job number of the job, from 0 on
 */

/**
 * @param {string} checkout
 * @returns {string[]} test files, relative to `test`
 */
function nodeTests (checkout) {
  return FOLDERS.flatMap(folder =>
    fs
      .readdirSync(path.join(checkout, 'test', folder))
      .filter(name => TEST.test(name))
      .sort()
      .map(name => `${folder}/${name}`)
  )
}

/**
 * Runs a test as Node.js's own runner does: with the flags that its text names.
 * @param {string} test
 * @param {Surroundings} surroundings
 * @param {string} nodeOptions
 * @param {Record<string, string>} [settings]
 */
function runTest (test, { checkout, node, dumps, job }, nodeOptions, settings = {}) {
  const file = path.join(checkout, 'test', test)
  const text = fs.readFileSync(file, 'utf8')
  const flags = [...text.matchAll(/^\/\/\s+Flags:(.*)$/gm)].flatMap(([, words]) => words.trim().split(/\s+/))
  const variables = [...text.matchAll(/^\/\/\s+Env:(.*)$/gm)].flatMap(([, words]) => words.trim().split(/\s+/))
  return run({
    argv: [node, ...flags, file],
    cwd: checkout,
    env: {
      PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}`,
      HOME: dumps,
      LANG: 'C.UTF-8',
      TEST_THREAD_ID: String(job),
      NODE_COMMON_PORT: String(FIRST_PORT + job * PORTS_OF_A_JOB),
      ...(test.startsWith('parallel/') && { TEST_PARALLEL: '1' }),
      ...Object.fromEntries(variables.map(each => each.split('=', 2))),
      ...(nodeOptions !== '' && { NODE_OPTIONS: nodeOptions }),
      CRASH_COLLECTOR_DIR: dumps,
      ...settings
    },
    timeoutMs: TIMEOUT_MS
  })
}

/**
 * Compares a test without and with the preload. One whose difference is known is repeated once, because some of these
 * only end by the limit of time.
 * @param {string} test
 * @param {Surroundings} surroundings
 * @returns {Promise<{ passes: boolean, differences: Difference[], cause: string }>} cause: what makes the firm
 *   differences; empty if there are none
 */
async function compareTest (test, surroundings) {
  const outcomeOf = async (/** @type {string} */ nodeOptions, /** @type {Record<string, string>} */ settings = {}) => {
    const { status, stdout, stderr } = await runTest(test, surroundings, nodeOptions, settings)
    return { status, stdout: normalised(stdout), stderr: normalised(stderr) }
  }
  /** @param {string[]} preloads */
  const optionsWith = (...preloads) =>
    [surroundings.options, ...preloads.map(each => `--require ${each}`)].filter(Boolean).join(' ')
  const options = optionsWith(surroundings.preload)
  const isKnown = explanationOf(test) !== undefined
  let passes = false
  const differences = await compare(async collects => {
    const outcome = await outcomeOf(collects ? options : optionsWith())
    if (!collects) passes = outcome.status === 'exit 0'
    return outcome
  }, isKnown ? 1 : undefined)
  const firm = differences.filter(({ isFirm }) => isFirm)
  /** @type {(...args: Parameters<typeof outcomeOf>) => Promise<boolean>} */
  const isAsWithout = async (...args) => {
    /** @type {import('./run-both').Outcome} */
    const outcome = await outcomeOf(...args)
    return firm.every(({ what, without }) => outcome[what] === without)
  }
  const anyPreloadDiffers = async () => {
    // Once is not enough: some tests differ by chance.
    for (let i = 0; i < EMPTY_PRELOADS; i++) if (await isAsWithout(optionsWith(surroundings.empty))) return false
    return true
  }
  const causeOf = async () => {
    if (firm.length === 0) return ''
    if (isKnown) return KNOWN
    if (await anyPreloadDiffers()) return ANY_PRELOAD
    if (await isAsWithout(options, { CRASH_COLLECTOR_STDERR: 'none' })) return LINE_ON_STDERR
    const isOff = await isAsWithout(options, { CRASH_COLLECTOR_MODE: 'off' })
    return isOff ? 'the collector' : 'the collector, even if off'
  }
  return { passes, differences, cause: await causeOf() }
}

module.exports = { ANY_PRELOAD, compareTest, nodeTests }
