'use strict'
// The facts about the process, one line each.

const { cut, plain } = require('./terminal-text')

/** @typedef {import('./text').View} View */

/**
 * @param {View} view
 * @returns {string[]}
 */
function renderProcess ({ dump, columns, paint, all }) {
  if (dump.process === null) return []
  const { kind, ...facts } = dump.process
  const names = Object.keys(facts)
  const width = Math.min(20, Math.max(0, ...names.map((name) => name.length)))
  const lines = names.map((name) => {
    const line = `  ${plain(name).padEnd(width)}  ${plain(factText(facts[name]))}`
    return all ? line : cut(line, columns)
  })
  return lines.length === 0 ? [] : [paint('bold', 'Process'), ...lines]
}

/**
 * JSON with less punctuation.
 * @param {unknown} fact
 * @returns {string}
 */
function factText (fact) {
  if (Array.isArray(fact)) return fact.map((each) => typeof each === 'object' ? JSON.stringify(each) : String(each)).join(' ')
  if (typeof fact !== 'object' || fact === null) return String(fact)
  return Object.entries(fact).map(([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : value}`).join(', ')
}

module.exports = { renderProcess }
