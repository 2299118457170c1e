'use strict'
// Bugs of BugsJS (Gyimesi and others: https://bugsjs.github.io), whose projects are repositories of their own, with the
// tags Bug-<n>-test (the faulty code with the tests of the fix) and Bug-<n>-full (the fix): is a function that the fix
// changed in the dumps of the failing tests?

const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')

const { dumpsIn } = require('../../../benchmarks/lab/process/dumps')
const { factsOf } = require('../../../packages/inspect/crash/facts')
const { openDump } = require('../../../packages/inspect/dumps/open-dump')
const { isFunction, parseProgram, walk } = require('../../../packages/inspect/source/syntax')
const { PATIENT, ROOT, runNode } = require('../run-program')
const { installPackages } = require('./install-packages')

const RUN_MS = 60_000
const MAX_DUMPS = 10
const RUNNER = path.join(ROOT, 'test-runners/mocha.js')

/** How the tests of a project are started. @type {Record<string, string[]>} */
const PROJECTS = { express: ['--require', 'test/support/env'] }

/**
 * A bug.
 * @typedef {object} Bug
 * @property {string} part
 * @property {string} name
 * @property {string} repository
 * @property {number} number
 * @property {string[]} options of mocha
 */

/**
 * @param {string} corpus a folder with the git directories of the projects, such as `express`
 * @returns {Bug[]}
 */
function bugsOf (corpus) {
  return Object.entries(PROJECTS).flatMap(([project, options]) => {
    const repository = path.join(corpus, project)
    if (!fs.existsSync(repository)) return []
    const tags = git(repository, 'tag', '--list', 'Bug-*-test').split('\n').filter(Boolean)
    const numbers = tags.map(tag => Number(tag.split('-')[1])).sort((one, other) => one - other)
    return numbers.map(number => ({ part: 'bugsjs', name: `${project}-${number}`, repository, number, options }))
  })
}

/**
 * @param {string} repository
 * @param {...string} args
 */
function git (repository, ...args) {
  return execFileSync('git', ['-C', repository, ...args], { encoding: 'utf8', maxBuffer: 2 ** 28 })
}

/**
 * @param {Bug} bug
 * @param {string} work
 */
async function measureBug ({ part, name, repository, number, options }, work) {
  const [cwd, faulty, fixed] = [path.join(work, name), `Bug-${number}-test`, `Bug-${number}-full`]
  const row = { part, name }
  if (!fs.existsSync(path.join(cwd, 'node_modules'))) {
    fs.mkdirSync(cwd, { recursive: true })
    const archive = execFileSync('git', ['-C', repository, 'archive', faulty], { maxBuffer: 2 ** 28 })
    execFileSync('tar', ['x', '-C', cwd], { input: archive })
    try {
      installPackages(cwd)
    } catch {
      return { ...row, outcome: 'notInstalled' }
    }
  }
  const tests = git(repository, 'diff', '--name-only', `${faulty}^`, faulty, '--', 'test').split('\n').filter(Boolean)
  const changed = changedFunctions(repository, faulty, fixed)
  const dumps = path.join(cwd, 'dumps')
  fs.rmSync(dumps, { recursive: true, force: true })
  const mocha = path.join(cwd, 'node_modules/mocha/bin/_mocha')
  const args = ['--require', ROOT, mocha, ...options, '--require', RUNNER, '--reporter', 'json', ...tests]
  await runNode(args, { cwd, env: { ...PATIENT, CRASH_COLLECTOR_DIR: dumps }, timeoutMs: RUN_MS })
  const files = dumpsIn(dumps).sort()
  const found = { inFrames: false, inAwaiting: false, inHeadline: false }
  for (const each of files.slice(0, MAX_DUMPS)) {
    const dump = await openDump(each)
    const text = factsOf(dump).diagnosis?.text ?? ''
    for (const { file, name: changedName, from, to } of changed) {
      const isIt = (/** @type {any} */ { url, functionLocation: at }) =>
        url.endsWith(`/${file}`) && at !== undefined && from <= at.lineNumber + 1 && at.lineNumber + 1 <= to
      found.inFrames ||= dump.callFrames.some(frame => frame.role === undefined && isIt(frame))
      found.inAwaiting ||= [...dump.callFrames.filter(({ role }) => role !== undefined), ...dump.asyncTasks].some(isIt)
      found.inHeadline ||= changedName !== '' && new RegExp(`\\b${changedName}\\b`).test(text)
    }
  }
  const functions = changed.map(({ file, name: each }) => `${file}: ${each}`)
  return { ...row, outcome: files.length === 0 ? 'noDump' : 'dumps', dumps: files.length, functions, ...found }
}

/**
 * @param {string} repository
 * @param {string} faulty
 * @param {string} fixed
 * @returns {{ file: string, name: string, from: number, to: number }[]} the innermost functions of the faulty code that
 *   the fix changed; from, to: the lines at which V8 may say that the function begins
 */
function changedFunctions (repository, faulty, fixed) {
  const diff = git(repository, 'diff', '-U0', faulty, fixed, '--', 'lib')
  const found = new Map()
  let file = ''
  for (const line of diff.split('\n')) {
    file = /^--- a\/(.*)$/.exec(line)?.[1] ?? file
    const hunk = /^@@ -(\d+)(?:,(\d+))? /.exec(line)
    if (hunk === null || !file.endsWith('.js')) continue
    const source = git(repository, 'show', `${faulty}:${file}`)
    const program = parseProgram(source)
    if (program === null) continue
    const [first, count] = [Number(hunk[1]), Number(hunk[2] ?? 1)]
    const lineAt = (/** @type {number} */ offset) => source.slice(0, offset).split('\n').length
    for (let at = first; at <= first + Math.max(count, 1) - 1; at++) {
      /** @type {any} */ let innermost
      walk(program, (/** @type {any} */ node) => {
        if (isFunction(node) && lineAt(node.start) <= at && at <= lineAt(node.end)) innermost = node
      }, { intoFunctions: true })
      if (innermost === undefined) continue
      const [from, to] = [lineAt(innermost.start), lineAt(innermost.body.start)]
      found.set(`${file}:${innermost.start}`, { file, name: innermost.id?.name ?? '', from, to })
    }
  }
  return [...found.values()]
}

module.exports = { bugsOf, measureBug }
