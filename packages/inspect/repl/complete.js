'use strict'
// Completes names of variables and properties from the dump alone, without evaluating anything.

const { lookUp } = require('../explain/properties')
const { namesOf } = require('../explain/names-of')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/** @typedef {import('crash-collector-shared/dump/format').CallFrameRecord} CallFrameRecord */
/** @typedef {import('crash-collector-shared/dump/format').AsyncTaskRecord} AsyncTaskRecord */

/** Matches the end of a line that can be completed: a path of names, indices and quoted keys, and a partial name. */
const PATH = new RegExp(
  [
    /(?:^|[^\w$.#\])])/u, // the character before the path
    /((?:[\p{ID_Start}$_][\p{ID_Continue}$]*(?:\??\.#?[\p{ID_Continue}$]+|\[\d+\]|\['[^']*'\])*\??\.)?)/u,
    /(#?[\p{ID_Continue}$]*)$/u
  ]
    .map(({ source }) => source)
    .join(''),
  'u'
)
const STEP = /#?[\p{ID_Continue}$]+|\['([^']*)'\]/gu
const IDENTIFIER = /^#?[\p{ID_Start}$_][\p{ID_Continue}$]*$/u

/**
 * @param {Dump} dump
 * @param {CallFrameRecord|AsyncTaskRecord} place
 * @param {string} line up to the cursor
 * @param {string[]} words words that may begin a line
 * @param {string[]} [declared] names of further variables
 * @returns {[string[], string]} completions of the end of the line, and that end
 */
function complete (dump, place, line, words, declared = []) {
  const match = PATH.exec(line)
  if (match === null) return [[], line]
  const [, path, start] = match
  const names =
    path === ''
      ? [...variableNames(dump, place), ...declared, ...(line === start ? words : [])]
      : propertyNames(dump, valueOf(dump, place, path))
  const fitting = [...new Set(names)].filter(name => name.startsWith(start) && IDENTIFIER.test(name)).sort()
  return [fitting, start]
}

/**
 * @param {Dump} dump
 * @param {CallFrameRecord|AsyncTaskRecord} place
 */
function variableNames (dump, { scopeChain, this: self }) {
  const names = scopeChain.flatMap(scope => dump.scope(scope).variables.map(({ name }) => name))
  return self === undefined ? names : [...names, 'this']
}

/**
 * @param {Dump} dump
 * @param {Value|undefined} value
 * @returns {string[]}
 */
function propertyNames (dump, value) {
  if (value === undefined) return []
  const record = value.objectId === undefined || value.type === 'symbol' ? undefined : dump.object(value.objectId)
  return [...namesOf(dump, value), ...(record?.privateProperties ?? []).map(({ name }) => name)]
}

/**
 * @param {Dump} dump
 * @param {CallFrameRecord|AsyncTaskRecord} place
 * @param {string} path
 * @returns {Value|undefined}
 */
function valueOf (dump, place, path) {
  const [first, ...steps] = [...path.matchAll(STEP)].map(([text, quoted]) => quoted ?? text)
  let value =
    first === 'this'
      ? place.this
      : place.scopeChain.flatMap(scope => dump.scope(scope).variables).find(({ name }) => name === first)?.value
  for (const step of steps) {
    if (value === undefined) return undefined
    const record = value.objectId === undefined ? undefined : dump.object(value.objectId)
    const found = lookUp(dump, value, step)
    value = step.startsWith('#')
      ? record?.privateProperties?.find(({ name }) => name === step)?.value
      : found.status === 'value'
        ? found.value
        : undefined
  }
  return value
}

module.exports = { complete }
