'use strict'
// Describes where and when rows were measured. Without this, numbers mean nothing.

const { execFileSync } = require('node:child_process')
const { createHash } = require('node:crypto')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')

const REPOSITORY = path.join(__dirname, '..', '..')
/** The addon, the bundle and its code caches, which are measured and not in git. */
const BUILT = path.join(REPOSITORY, 'prebuilds')

/** Files of the product that run in measured processes. */
const PRODUCT =
  ['index.js', 'lib', 'packages/shared', 'packages/execution-path', 'src', 'test-runners', 'binding.gyp']
/** Files of these that run only if a setting or an integration is on, and the suites that turn it on. */
const PARTS = [
  { files: /^packages\/execution-path\//, suites: ['critical-path', 'services'] },
  { files: /^(test-runners\/|src\/hooks\/test_errors\.)/, suites: ['test-runs'] }
]
/** Of these, what reads and writes the evidence. */
const CAPTURE = ['src', 'lib/capture']
/** Files of the lab that decide what a number means. */
const LAB = [
  'benchmarks/lab',
  'benchmarks/peers',
  'benchmarks/scenarios',
  'benchmarks/stand-ins',
  'benchmarks/package-lock.json',
  'examples'
]
/** Files that are never loaded during a measurement, and texts. The preload writes dumps without their schema. */
const WITHOUT_EFFECT = new RegExp(
  '^(packages/inspect/.*|packages/shared/dump/(event-types|format|record-shape|schema)\\.js(on)?|.*\\.md|' +
    'benchmarks/lab/(report|conclusions|plan)/.*)$'
)

/**
 * The first row of every measurement. The run rows refer to it by `session`.
 * @typedef {object} EnvironmentRow
 * @property {'environment'} kind
 * @property {string} session
 * @property {string} date ISO 8601, UTC
 * @property {string} suite
 * @property {string} commit
 * @property {string} [code] digest of the files, as committed, that decide what is measured
 * @property {string} [built] digest of the built files of the package, which git does not have; empty if there are none
 * @property {boolean} dirty files that decide what is measured differed from the commit
 * @property {'shuffled'} [order] order of the configurations within a round; missing: rotated by one from round to
 *   round
 * @property {string} command
 * @property {boolean} quick true for a trial run, which is never published
 * @property {string} cpu
 * @property {number} cores
 * @property {number} memoryBytes
 * @property {string} os
 * @property {number[]} load load averages of 1, 5 and 15 minutes at the start
 * @property {Record<string, string>} nodes full version by major version
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
    code: codeDigest(suite),
    built: builtDigest(),
    dirty: changedFiles().some(file => hasEffect(file, suite)),
    order: 'shuffled',
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

/** @param {string} suite @returns {string} */
function codeDigest (suite) {
  const files = git('ls-tree', '-r', 'HEAD', '--', ...PRODUCT, ...LAB)
    .split('\n')
    .filter(line => hasEffect(line.slice(line.indexOf('\t') + 1), suite))
  return createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 12)
}

/** @returns {string[]} files of the product and the lab that differ from the commit or are not in git */
function changedFiles () {
  return [
    git('diff', '--name-only', '--no-renames', 'HEAD', '--', ...PRODUCT, ...LAB),
    git('ls-files', '--others', '--exclude-standard', '--', ...PRODUCT, ...LAB)
  ]
    .flatMap(files => files.split('\n'))
    .filter(file => file !== '')
}

/**
 * @param {string} commit
 * @param {string} suite
 * @param {string[]} [paths] in the repository
 * @returns {string[] | null} files of the product that the suite measures and that changed between it and HEAD; null if
 *   it is not in this clone
 */
function changedSince (commit, suite, paths = PRODUCT) {
  if (commit === '' || git('cat-file', '-t', commit) !== 'commit') return null
  return git('diff', '--name-only', commit, 'HEAD', '--', ...paths)
    .split('\n')
    .filter(file => file !== '' && hasEffect(file, suite))
}

/** @param {string} file path in the repository @param {string} suite */
function hasEffect (file, suite) {
  return !WITHOUT_EFFECT.test(file) && PARTS.every(({ files, suites }) => suites.includes(suite) || !files.test(file))
}

/**
 * @param {string} [directory]
 * @returns {string} digest of names and contents; empty if there are no files
 */
function builtDigest (directory = BUILT) {
  if (!fs.existsSync(directory)) return ''
  const files = fs
    .readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter(name => fs.statSync(path.join(directory, name)).isFile())
    .sort()
  const hash = createHash('sha256')
  for (const name of files) hash.update(name).update(fs.readFileSync(path.join(directory, name)))
  return files.length === 0 ? '' : hash.digest('hex').slice(0, 12)
}

/** @returns {string} */
function cpuModel () {
  const model = os.cpus()[0]?.model.trim()
  return model === undefined || model === '' ? 'unknown' : model
}

/**
 * @param {string[]} args
 * @returns {string} empty outside of a git checkout
 */
function git (...args) {
  if (!fs.existsSync(path.join(REPOSITORY, '.git'))) return ''
  try {
    return execFileSync('git', args, { cwd: REPOSITORY, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return '' // no git on this machine; the empty commit in the row shows it
  }
}

module.exports = { CAPTURE, REPOSITORY, builtDigest, changedSince, environment, hasEffect }
