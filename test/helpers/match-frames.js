'use strict'
// Compares the call frames of a dump with the expected ones. Lines are found by their mark, never by number.

const fs = require('node:fs')
const path = require('node:path')
const { pathToFileURL } = require('node:url')
const { matchValue } = require('./match-value')

/** @typedef {import('../../packages/inspect/reader').Dump} Dump */
/** @typedef {import('../../packages/shared/dump/format').CallFrameRecord} CallFrameRecord */
/** @typedef {import('../../packages/shared/dump/format').Scope} Scope */

/**
 * @typedef {object} ExpectedFrame
 * @property {string} [functionName]
 * @property {string} [file] if it is not the program of the case
 * @property {boolean|string} [crashLine] true: the line marked `// CRASH`; a string: the line marked with it
 * @property {Record<string, unknown>} [variables] in any scope but the global one, looked up from the innermost
 * @property {Record<string, Record<string, unknown>>} [scopes] scope type -> variables that one scope of that type must
 *   hold
 * @property {unknown} [this]
 */

/**
 * Compares frames. The application's frames must begin with the expected ones, in order and without others between.
 * @param {Dump} dump
 * @param {ExpectedFrame[]} expected
 * @param {string} program
 * @returns {string[]} problems
 */
function matchFrames (dump, expected, program) {
  const frames = dump.callFrames.filter(frame => !frame.internal)
  return expected.flatMap((each, i) => {
    const frame = frames[i]
    if (frame === undefined) {
      return [
        `frame ${i} (${each.functionName ?? ''}): not in the dump, which has ` +
          dump.callFrames.map(f => f.functionName || '(anonymous)').join(' < ')
      ]
    }
    return matchFrame(dump, frame, each, program).map(problem => `frame ${i} (${frame.functionName}): ${problem}`)
  })
}

/**
 * @param {Dump} dump
 * @param {CallFrameRecord} frame
 * @param {ExpectedFrame} expected
 * @param {string} program
 * @returns {string[]}
 */
function matchFrame (dump, frame, expected, program) {
  const problems = []
  const file = path.resolve(path.dirname(program), expected.file ?? program)
  if (expected.functionName !== undefined && frame.functionName !== expected.functionName) {
    problems.push(`functionName: expected ${expected.functionName}`)
  }
  if (expected.crashLine || expected.file !== undefined) {
    const url = frame.url.startsWith('file:') ? frame.url : pathToFileURL(frame.url).href
    if (url !== pathToFileURL(file).href) problems.push(`url: expected ${file}, got ${frame.url}`)
  }
  if (expected.crashLine) {
    const line = markedLine(file, expected.crashLine === true ? '// CRASH' : expected.crashLine)
    if (frame.lineNumber !== line) problems.push(`line: expected ${line}, got ${frame.lineNumber}`)
    if (dump.script(frame.scriptId)?.source?.includes(lines(file)[line]) !== true) {
      problems.push('source: the dump lacks the text of the crash line')
    }
  }
  if ('this' in expected) problems.push(...matchValue(dump, frame.this, expected.this, 'this'))
  for (const [name, value] of Object.entries(expected.variables ?? {})) {
    problems.push(...matchVariable(dump, frame.scopeChain, name, value))
  }
  for (const [type, variables] of Object.entries(expected.scopes ?? {})) {
    problems.push(...matchScope(dump, frame.scopeChain, type, variables))
  }
  return problems
}

/**
 * @param {Dump} dump
 * @param {Scope[]} scopeChain
 * @param {string} name
 * @param {unknown} expected
 * @returns {string[]}
 */
function matchVariable (dump, scopeChain, name, expected) {
  for (const scope of scopeChain) {
    const variable = scope.type === 'global' ? undefined : dump.scope(scope).variables.find(each => each.name === name)
    if (variable === undefined) continue
    if (variable.notCapturedReason !== undefined) return [`${name}: not captured (${variable.notCapturedReason})`]
    return matchValue(dump, variable.value, expected, name)
  }
  return [
    `${name}: no such variable in ${scopeChain
      .map(
        scope =>
          `${scope.type} {${dump
            .scope(scope)
            .variables.map(each => each.name)
            .join(', ')}}`
      )
      .join(', ')}`
  ]
}

/**
 * @param {Dump} dump
 * @param {Scope[]} scopeChain
 * @param {string} type
 * @param {Record<string, unknown>} variables
 * @returns {string[]}
 */
function matchScope (dump, scopeChain, type, variables) {
  const candidates = scopeChain.filter(scope => scope.type === type)
  if (candidates.length === 0) {
    return [`scope ${type}: none, there are ${scopeChain.map(scope => scope.type).join(', ')}`]
  }
  const results = candidates.map(scope =>
    Object.entries(variables).flatMap(([name, expected]) => {
      const variable = dump.scope(scope).variables.find(each => each.name === name)
      return variable === undefined
        ? [`scope ${type}: no ${name}`]
        : matchValue(dump, variable.value, expected, `scope ${type}: ${name}`)
    })
  )
  return results.some(problems => problems.length === 0) ? [] : results[0]
}

/**
 * @param {string} file
 * @returns {string[]}
 */
function lines (file) {
  return fs.readFileSync(file, 'utf8').split('\n')
}

/**
 * @param {string} file
 * @param {string} mark
 * @returns {number} 0-based line
 */
function markedLine (file, mark) {
  const line = lines(file).findIndex(text => text.includes(mark))
  if (line === -1) throw new Error(`${file} has no line marked ${mark}`)
  return line
}

module.exports = { matchFrames, markedLine }
