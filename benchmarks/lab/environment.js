'use strict'
// Where and when rows were measured: a number without this means nothing.

const { execFileSync } = require('node:child_process')
const { createHash } = require('node:crypto')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')

const REPOSITORY = path.join(__dirname, '..', '..')

/** Of the product, what runs in the process that is measured. */
const PRODUCT = ['index.js', 'lib', 'src', 'binding.gyp']
/** What else decides what a number means. */
const LAB = ['benchmarks/lab', 'benchmarks/peers', 'benchmarks/scenarios', 'benchmarks/stand-ins', 'benchmarks/package-lock.json', 'examples']
/** Never loaded there, or a text for people. */
const WITHOUT_EFFECT = /\t(lib\/inspect\/.*|.*\.md|benchmarks\/lab\/(report|chart|table|summary|verdict|stats).*)$/

/**
 * First row of every measurement; the runs name it by `session`.
 * @typedef {object} EnvironmentRow
 * @property {'environment'} kind
 * @property {string} session
 * @property {string} date ISO 8601, UTC
 * @property {string} suite
 * @property {string} commit
 * @property {string} [code] digest of the files, as committed, that decide what is measured
 * @property {boolean} dirty files of the product differed from the commit
 * @property {string} command
 * @property {boolean} quick true for a trial run: never published
 * @property {string} cpu
 * @property {number} cores
 * @property {number} memoryBytes
 * @property {string} os
 * @property {number[]} load averages of 1, 5 and 15 minutes at the start
 * @property {Record<string, string>} nodes full version by major
 */

/**
 * @param {{ suite: string, command: string, quick: boolean, nodes: Record<string, string> }} run
 * @returns {EnvironmentRow}
 */
function environment ({ suite, command, quick, nodes }) {
  const date = new Date().toISOString()
  return {
    kind: 'environment',
    session: `${date}-${suite}`,
    date,
    suite,
    commit: git('rev-parse', '--short=12', 'HEAD'),
    code: codeDigest(),
    dirty: git('status', '--porcelain', '--', ...PRODUCT) !== '',
    command,
    quick,
    cpu: cpuModel(),
    cores: os.availableParallelism(),
    memoryBytes: os.totalmem(),
    os: `${os.type()} ${os.release()} ${os.arch()}`,
    load: os.loadavg().map(load => Math.round(load * 100) / 100),
    nodes
  }
}

/** @returns {string} */
function codeDigest () {
  const files = git('ls-tree', '-r', 'HEAD', '--', ...PRODUCT, ...LAB).split('\n').filter(line => !WITHOUT_EFFECT.test(line))
  return createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 12)
}

/** @returns {string} */
function cpuModel () {
  const model = os.cpus()[0]?.model.trim()
  return model === undefined || model === '' ? 'unknown' : model
}

/**
 * @param {string[]} args
 * @returns {string} empty outside a git checkout
 */
function git (...args) {
  if (!fs.existsSync(path.join(REPOSITORY, '.git'))) return ''
  try {
    return execFileSync('git', args, { cwd: REPOSITORY, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return '' // No git on this machine: the row says so by its empty commit.
  }
}

module.exports = { REPOSITORY, environment }
