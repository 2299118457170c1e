'use strict'
// Reads the rules by which `scrub` takes values out of a dump.

const fs = require('node:fs')
const { CrashCollectorError } = require('crash-collector-shared/errors')

/**
 * @typedef {object} Rules
 * @property {string[]} names of properties, variables, Map keys and environment variables, whose values go
 * @property {string[]} texts that go wherever they stand; `/…/flags` is a regular expression
 * @property {import('./personal').Personal} [personal] takes personal data, too
 * @property {string[]} parts of the dump that go as a whole: `sources`, kinds of records, or facts about the process
 */

const KINDS = /** @type {const} */ (['names', 'texts', 'parts'])
const MAX_BYTES = 1024 * 1024

/**
 * @param {string} file JSON
 * @returns {Rules}
 * @throws {CrashCollectorError} RULES_INVALID
 */
function readRules (file) {
  const invalid = (/** @type {string} */ why, /** @type {unknown} */ cause = undefined) =>
    new CrashCollectorError('RULES_INVALID', `the rules in ${file} can't be used: ${why}`, {
      hint: 'they are JSON: { "names": ["email"], "texts": ["ACME", "/ORD-[0-9]+/"], "parts": ["sources"] }',
      cause
    })
  /** @type {unknown} */
  let parsed
  try {
    if (fs.statSync(file).size > MAX_BYTES) throw new Error('the file is too large')
    parsed = JSON.parse(fs.readFileSync(file, 'utf8'))
  } catch (error) {
    throw invalid(error instanceof Error ? error.message : String(error), error)
  }
  if (typeof parsed !== 'object' || parsed === null) throw invalid('they are not an object')
  /** @type {Rules} */
  const rules = { names: [], texts: [], parts: [] }
  for (const [kind, list] of Object.entries(parsed)) {
    const known = KINDS.find(each => each === kind)
    if (known === undefined) throw invalid(`unknown kind of rules: ${kind}`)
    if (!Array.isArray(list) || list.some(each => typeof each !== 'string' || each === '')) {
      throw invalid(`${kind} is not a list of texts`)
    }
    rules[known] = list
  }
  try {
    for (const text of rules.texts) expressionOf(text)
  } catch (error) {
    throw invalid(error instanceof Error ? error.message : String(error), error)
  }
  return rules
}

/**
 * @param {string} text a rule
 * @returns {RegExp|undefined} undefined if the rule is a text and not `/regular expression/flags`
 * @throws {SyntaxError}
 */
function expressionOf (text) {
  const found = /^\/(.+)\/([dgimsuvy]*)$/s.exec(text)
  return found === null ? undefined : new RegExp(found[1], `${found[2].replace(/[gy]/g, '')}g`)
}

module.exports = { expressionOf, readRules }
