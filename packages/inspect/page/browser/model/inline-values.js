'use strict'
// Finds the variables that a line names, whose values the page shows behind the code, as debuggers do.

const { isModule, isOwn } = require('./scopes')

/** @typedef {import('./dump').PageDump} PageDump */
/** @typedef {import('./tokens').Token} Token */
/** @typedef {import('crash-collector-shared/dump/format').Scope} Scope */
/** @typedef {import('crash-collector-shared/dump/format').Variable} Variable */

/**
 * The variables that code of a call can name, inner ones before outer ones. Functions are left out, because they would
 * say nothing behind a line.
 * @param {PageDump} dump
 * @param {Scope[]} scopeChain
 * @returns {Map<string, Variable>}
 */
function visibleVariables (dump, scopeChain) {
  /** @type {Map<string, Variable>} */
  const variables = new Map()
  for (const scope of scopeChain) {
    if (!isOwn(scope) && scope.type !== 'closure' && !isModule(scope)) continue
    for (const variable of dump.scope(scope).variables) {
      if (!variables.has(variable.name)) variables.set(variable.name, variable)
    }
  }
  return variables
}

/**
 * @param {Token[]} tokens of a line
 * @param {Map<string, Variable>} variables
 * @returns {Variable[]} the variables on the line, in its order, each once
 */
function variablesOfLine (tokens, variables) {
  /** @type {Map<string, Variable>} */
  const named = new Map()
  let before = ''
  tokens.forEach(({ kind, text }, i) => {
    if (kind === 'other' && text.trim() === '') return
    const isMember = before === '.' && tokens[i - 2]?.text !== '.'
    const isKey = tokens[i + 1]?.text === ':' && (before === '{' || before === ',' || before === '')
    before = text
    if (kind !== 'name' || isMember || isKey) return
    const variable = variables.get(text)
    if (variable?.value !== undefined && variable.value.type !== 'function') named.set(text, variable)
  })
  return [...named.values()]
}

module.exports = { visibleVariables, variablesOfLine }
