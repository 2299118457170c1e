'use strict'
// Crashes whose fix is known. Each is a project that is written into a directory and crashes when it is run.

const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { dumpsIn } = require('../../../benchmarks/lab/process/dumps')
const { FIXTURES, mutatedServices, serviceNames } = require('../mutated-services')
const { ROOT, runNode } = require('../run-program')

const PROGRAM_MS = 30_000

/**
 * @typedef {object} Case
 * @property {string} name
 * @property {string[]} run arguments of `node`, in the project
 * @property {string[]} test arguments of `node`, in the project: ends with 0 if the code is right
 * @property {string|null} fix text of a patch
 * @property {(directory: string) => void} write
 */

/**
 * @param {number} seed
 * @returns {Generator<Case, void, void>} services of the tests with one value made wrong, in an order that the seed
 *   gives; not all of them crash
 */
function * seededCases (seed) {
  const all = mutatedServices(serviceNames())
  for (let left = all.length; left > 0; left--) {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0
    const [{ service, file, source, mutation }] = all.splice(Math.floor((seed / 2 ** 32) * left), 1)
    const mutated = source.slice(0, mutation.start) + mutation.text + source.slice(mutation.end)
    const name = `${service}/${file}`
    const main = [path.join(service, 'main.js')]
    yield {
      name: `${name}:${mutation.line} ${mutation.kind}`,
      run: main,
      test: main,
      fix: patchOf(name, mutated, source),
      write (directory) {
        for (const each of [service, 'drive.js']) {
          fs.cpSync(path.join(FIXTURES, each), path.join(directory, each), { recursive: true })
        }
        fs.writeFileSync(path.join(directory, 'package.json'), '{ "private": true }\n')
        fs.symlinkSync(path.join(ROOT, 'test/ecosystem/node_modules'), path.join(directory, 'node_modules'))
        fs.writeFileSync(path.join(directory, name), mutated)
      }
    }
  }
}

/**
 * @param {string} folder with a folder for each case: `project/`, and `case.json` with `{ run, test }`; `fix.patch` if
 *   the fix is known
 * @returns {Case[]}
 */
function casesIn (folder) {
  return fs.readdirSync(folder).filter(name => fs.existsSync(path.join(folder, name, 'case.json'))).map(name => {
    const { run, test } = JSON.parse(fs.readFileSync(path.join(folder, name, 'case.json'), 'utf8'))
    const fix = path.join(folder, name, 'fix.patch')
    return {
      name,
      run,
      test,
      fix: fs.existsSync(fix) ? fs.readFileSync(fix, 'utf8') : null,
      write: directory => fs.cpSync(path.join(folder, name, 'project'), directory, { recursive: true })
    }
  })
}

/**
 * @typedef {object} Crash
 * @property {Case} one
 * @property {string} project directory, as it crashed
 * @property {string} dump path
 * @property {string} stderr
 */

/**
 * Lets the cases crash, one after the other.
 * @param {{ count: number, seed: number, folder?: string }} options folder: of other cases than the seeded ones
 * @param {string} home directory that gets the projects and the dumps
 * @returns {Promise<{ crashes: Crash[], tried: number, dumps: string }>} the first ones that left a dump
 */
async function crashesOf ({ count, seed, folder }, home) {
  const dumps = path.join(home, 'dumps')
  /** @type {Crash[]} */
  const crashes = []
  let tried = 0
  for (const one of folder === undefined ? seededCases(seed) : casesIn(folder)) {
    if (crashes.length === count) break
    const project = path.join(home, 'projects', String(tried++))
    const crashed = await crash(one, project, dumps)
    if (crashed !== null) crashes.push({ one, project, ...crashed })
  }
  return { crashes, tried, dumps }
}

/**
 * @param {Case} one
 * @param {string} directory that does not exist: gets the project
 * @param {string} dumps directory
 * @returns {Promise<{ dump: string, stderr: string }|null>} null if it left no dump
 */
async function crash ({ run, write }, directory, dumps) {
  fs.mkdirSync(directory, { recursive: true })
  write(directory)
  const known = dumpsIn(dumps)
  // The crashes of one service may be of one kind, and each is needed.
  const env = { CRASH_COLLECTOR_DIR: dumps, CRASH_COLLECTOR_RETAIN_SAME: '100' }
  const { stderr } = await runNode(['--require', ROOT, ...run], { cwd: directory, env, timeoutMs: PROGRAM_MS })
  const dump = dumpsIn(dumps).find(each => !known.includes(each))
  return dump === undefined ? null : { dump, stderr }
}

/**
 * @param {string} file relative to the project
 * @param {string} before
 * @param {string} after
 * @returns {string} a unified diff
 */
function patchOf (file, before, after) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'agent-loop-patch-'))
  try {
    for (const [side, text] of [['a', before], ['b', after]]) {
      fs.mkdirSync(path.dirname(path.join(folder, side, file)), { recursive: true })
      fs.writeFileSync(path.join(folder, side, file), text)
    }
    return diffOf(folder)
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * @param {string} folder with two projects, `a` and `b`
 * @returns {string} what differs in b; '' if nothing does
 */
function diffOf (folder) {
  const words = ['diff', '--no-index', '--no-color', '--no-ext-diff', '--no-prefix', 'a', 'b']
  return spawnSync('git', words, { cwd: folder, encoding: 'utf8' }).stdout
}

module.exports = { PROGRAM_MS, crashesOf, diffOf, patchOf }
