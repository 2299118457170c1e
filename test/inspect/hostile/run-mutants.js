'use strict'
// Has mutants read in child processes, which have a limit on their heap and are watched. What a child says about a
// mutant counts only if a second child, which reads no other one, says it too.

const { spawn } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')

const { loadBases } = require('./bases')
const { makeMutant } = require('./mutate-dump')
const { WAYS } = require('./read-everything')

const CHILD = path.join(__dirname, 'read-mutants.js')
const MOST_BYTES = 512 * 2 ** 20
const MOST_CPU_MS = 2000
/**
 * V8's limit is below the limit of the process, so that a child that reads many mutants collects its garbage. Threads
 * that collect it together take a fifth more processor time.
 */
const FLAGS = ['--max-old-space-size=320', '--max-semi-space-size=16', '--single-threaded-gc', '--no-warnings']
/** Memory as a file system, where there is one. Each mutant is a file. */
const IN_MEMORY = '/dev/shm'
const MOST_ERROR_TEXT = 4000

/**
 * @typedef {object} Run
 * @property {number} seed
 * @property {number} from index of the first mutant
 * @property {number} count
 * @property {string} [bases] directory of further good dumps
 * @property {number} [ways] number of ways in which each mutant is read; default: all
 * @property {number} [slowEach] one of so many mutants is evaluated against
 * @property {number} [endMs] when no further mutant is read; default: never
 */

/**
 * @typedef {object} Finding
 * @property {number} seed
 * @property {number} index
 * @property {string|null} way null if the process was ended or died
 * @property {string} error
 * @property {boolean} alone true if it comes again in a process that reads nothing else
 */

/**
 * @param {Run & { work: string }} run
 * @returns {Promise<{ problems: Omit<Finding, 'seed' | 'alone'>[], next: number, mostBytes: number }>} next: index of
 *   the first mutant that was not read
 */
function readMutants ({ bases = '', ways = WAYS.length, slowEach = 500, ...run }) {
  const settings = { ...run, bases, ways, slowEach, mostCpuMs: MOST_CPU_MS, mostBytes: MOST_BYTES }
  const { work } = run
  return new Promise((resolve, reject) => {
    // env(1) removes the hooks that tap puts into the environment of each child.
    const environment = [`PATH=${process.env.PATH}`, `HOME=${work}`, `TMPDIR=${work}`]
    const child = spawn('env', ['-i', ...environment, process.execPath, ...FLAGS, CHILD, JSON.stringify(settings)], {
      cwd: work,
      stdio: ['ignore', 'pipe', 'pipe']
    })
    let text = ''
    let errors = ''
    child.stdout.setEncoding('utf8').on('data', more => {
      text += more
    })
    child.stderr.setEncoding('utf8').on('data', more => {
      errors = (errors + more).slice(-MOST_ERROR_TEXT)
    })
    child.on('error', reject)
    child.on('close', (exitCode, signal) => {
      const lines = text
        .split('\n')
        .filter(line => line !== '')
        .map(line => JSON.parse(line))
      const problems = lines.filter(({ finished }) => finished === undefined)
      const last = lines.find(({ finished }) => finished === true)
      if (last !== undefined) return resolve({ problems, next: last.next, mostBytes: last.mostBytesUsed })
      const progress = path.join(work, 'progress')
      const noted = fs.existsSync(progress) ? fs.readFileSync(progress, 'utf8') : ''
      if (noted === '') return reject(new Error(`no mutant was read: ${errors}`))
      const index = Number(noted)
      if (!problems.some(each => each.index === index && each.way === null)) {
        problems.push({ index, way: null, error: `the process ended with ${signal ?? exitCode}: ${errors}` })
      }
      resolve({ problems, next: index + 1, mostBytes: 0 })
    })
  })
}

/** @returns {string} a new directory */
function makeWork () {
  try {
    return fs.mkdtempSync(path.join(IN_MEMORY, 'mutants-'))
  } catch {
    return fs.mkdtempSync(path.join(os.tmpdir(), 'mutants-'))
  }
}

/**
 * @param {Run} run
 * @param {(finding: Finding, bytes: Buffer) => void} found
 * @returns {Promise<{ read: number, mostBytes: number }>} read: number of mutants; mostBytes: of memory, in a child
 */
async function runMutants (run, found) {
  const work = makeWork()
  const { seed, from, count, endMs = Infinity } = run
  const bases = loadBases(run.bases ?? '')
  let most = 0
  let next = from
  try {
    while (next < from + count && Date.now() < endMs) {
      const read = await readMutants({ ...run, from: next, count: from + count - next, work })
      for (const problem of read.problems) {
        const again = await readMutants({ ...run, from: problem.index, count: 1, endMs: undefined, work })
        const alone = again.problems.some(({ way }) => way === problem.way)
        found({ seed, ...problem, alone }, makeMutant(bases, seed, problem.index))
      }
      next = read.next
      most = Math.max(most, read.mostBytes)
    }
  } finally {
    fs.rmSync(work, { recursive: true, force: true })
  }
  return { read: next - from, mostBytes: most }
}

module.exports = { runMutants }
