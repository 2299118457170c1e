'use strict'

const { execFileSync } = require('node:child_process')

const { isFunction, parseProgram, walk } = require('../../../packages/inspect/source/syntax')

/**
 * A function that a fix changed. from, to: the lines, from 1, at which V8 may say that it begins.
 * @typedef {{ file: string, name: string, from: number, to: number }} ChangedFunction
 */

/**
 * @param {string} repository
 * @param {string} faulty a revision
 * @param {string} fixed another
 * @param {(file: string) => boolean} isTest
 * @returns {ChangedFunction[]} the innermost functions of the faulty code around each change; code of a module's top
 *   level is in none
 */
function changedFunctions (repository, faulty, fixed, isTest) {
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', ['-C', repository, ...args], { encoding: 'utf8', maxBuffer: 2 ** 28 })
  /** @type {Map<string, ChangedFunction>} */
  const found = new Map()
  for (const { file, lines } of changedLines(git('diff', '-U0', faulty, fixed, '--', '*.js'))) {
    if (isTest(file)) continue
    const source = git('show', `${faulty}:${file}`)
    const program = parseProgram(source)
    if (program === null) continue
    const lineAt = (/** @type {number} */ offset) => source.slice(0, offset).split('\n').length
    for (const at of lines) {
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

/**
 * @param {string} diff without lines of context
 * @returns {{ file: string, lines: number[] }[]} for each hunk, the lines of the old file
 */
function changedLines (diff) {
  const hunks = []
  let file = ''
  for (const line of diff.split('\n')) {
    if (line.startsWith('--- ')) file = line.startsWith('--- a/') ? line.slice('--- a/'.length) : ''
    const hunk = /^@@ -(\d+)(?:,(\d+))? /.exec(line)
    if (hunk === null || file === '') continue
    const [first, count] = [Number(hunk[1]), Math.max(Number(hunk[2] ?? 1), 1)]
    hunks.push({ file, lines: Array.from({ length: count }, (_, i) => first + i) })
  }
  return hunks
}

module.exports = { changedFunctions }
