'use strict'
// Finds what the dumps of a group share and the others do not, and ranks it.

const { CALLED, RAN, parentOf } = require('./facts')
const { fisher, wilsonLower } = require('./statistics')

/** @typedef {import('./facts').Facts} Facts */
/** @typedef {import('./facts').Fact} Fact */
/** @typedef {{ count: number, of: number }} Share of: number of dumps that tell whether it is so */

/**
 * @typedef {object} CommonFact
 * @property {string} path
 * @property {string} is what it is in the group: a value, or its form
 * @property {Share & { atLeast: number }} here in the group. atLeast: lower end of Wilson's interval of 95 %
 * @property {Share} elsewhere in the other dumps
 * @property {number|null} chance probability that any of the compared facts is so unevenly distributed by chance; null
 *   if no other dump tells whether it is so there
 * @property {string[]} also facts that hold in exactly the same dumps, further from the throw
 */

/** @typedef {CommonFact & { distance: number, key: string }} Ranked */

/** The share of the group's dumps that a fact must hold in. */
const MIN_SHARE = 0.8
/** A fact that is by chance more often than this is not told, unless there is nothing to compare it with. */
const MAX_CHANCE = 0.5
const MAX_ALSO = 20
/** How many paths are compared, for dumps that were made to be slow. */
const MAX_PATHS = 20_000
/** How many characters at the end of a path are searched for a name that the failing expression has. */
const MAX_HINT = 200
const MISSING = 'missing'
/** Forms of values that are seldom meant. */
const EMPTY = new Set(['undefined', 'null', 'NaN', '""', MISSING])

/**
 * @param {Facts[]} group
 * @param {Facts[]} others
 * @param {{ hints?: string, frames?: string[] }} [options] hints: source at the throw; what it names comes first;
 *   frames: functions that all crashes of the group have by definition
 * @returns {{ facts: CommonFact[], uncompared: CommonFact[], compared: number }} the surest first. uncompared: what all
 *   dumps of the group share, and no other dump has such a variable; compared: number of facts that were tried
 */
function compareFacts (group, others, { hints = '', frames = [] } = {}) {
  const least = Math.ceil(group.length * MIN_SHARE)
  /** @type {Ranked[]} */
  const found = []
  let tried = 0
  for (const path of pathsOf(group, others, least)) {
    const [here, elsewhere] = [group, others].map(set => set.map(facts => factAt(facts, path)))
    for (const test of testsOf(here, elsewhere)) {
      const ranked = rank(path, test, here, elsewhere, hints)
      if (ranked.elsewhere.of > 0) tried++
      if (ranked.here.count >= least && !isGiven(ranked, frames)) found.push(ranked)
    }
  }
  const compared = found.filter(({ elsewhere }) => elsewhere.of > 0)
  for (const each of compared) each.chance = Math.min(1, fisher(each.here, each.elsewhere) * tried)
  const facts = compared.filter(({ chance }) => Number(chance) <= MAX_CHANCE)
  const uncompared = found.filter(
    ({ path, here, elsewhere }) =>
      elsewhere.of === 0 && here.count === group.length && !path.startsWith(CALLED) && !path.startsWith(RAN)
  )
  return { facts: merged(facts), uncompared: merged(uncompared), compared: tried }
}

/**
 * @param {Ranked} fact
 * @param {string[]} frames `function file`
 * @returns {boolean} true for a function that makes the group what it is, and for one that only other crashes have
 */
function isGiven ({ path, is }, frames) {
  if (!path.startsWith(CALLED)) return false
  const [functionName] = path.slice(CALLED.length).split(' ')
  return is === MISSING || frames.some(frame => frame.startsWith(`${functionName} `))
}

/**
 * @param {Facts[]} group
 * @param {Facts[]} others
 * @param {number} least
 * @returns {string[]} paths of which so many dumps of the group tell the value, or that there is none
 */
function pathsOf (group, others, least) {
  /** @type {Map<string, number>} */
  const counts = new Map()
  /** @type {Map<string, number>} */
  const wholes = new Map()
  for (const { values, whole } of group) {
    for (const path of values.keys()) counts.set(path, (counts.get(path) ?? 0) + 1)
    for (const path of whole.keys()) wholes.set(path, (wholes.get(path) ?? 0) + 1)
  }
  // A fact that only others have is missing in the group.
  for (const { values } of others) for (const path of values.keys()) counts.set(path, counts.get(path) ?? 0)
  return [...counts]
    .filter(([path, count]) => count + (wholes.get(parentOf(path)) ?? 0) >= least)
    .slice(0, MAX_PATHS)
    .flatMap(([path, count]) => (count >= least || knownIn(group, path) >= least ? path : []))
}

/**
 * @param {Facts[]} group
 * @param {string} path
 */
function knownIn (group, path) {
  return group.filter(facts => factAt(facts, path) !== undefined).length
}

/**
 * @param {Facts} facts
 * @param {string} path
 * @returns {Fact|undefined} undefined if the dump does not tell
 */
function factAt ({ values, whole, unknown }, path) {
  const fact = values.get(path)
  const distance = fact === undefined && !unknown.has(path) ? whole.get(parentOf(path)) : undefined
  return distance === undefined ? fact : { text: MISSING, distance }
}

/** @typedef {{ is: string, holds: (fact: Fact) => boolean }} Test */

/**
 * @param {(Fact|undefined)[]} here
 * @param {(Fact|undefined)[]} elsewhere
 * @returns {Test[]} the most frequent value of the group, and a bound that all its numbers exceed
 */
function testsOf (here, elsewhere) {
  /** @type {Map<string, number>} */
  const counts = new Map()
  for (const fact of here) if (fact !== undefined) counts.set(fact.text, (counts.get(fact.text) ?? 0) + 1)
  const [value] = [...counts].reduce((most, each) => (each[1] > most[1] ? each : most))
  /** @type {Test[]} */
  const tests = [{ is: value, holds: ({ text }) => text === value }]
  if (counts.size === 1) return tests
  const text = here.find(fact => fact !== undefined)?.text ?? ''
  if (text.startsWith('"')) tests.push({ is: 'a string', holds: fact => fact.text.startsWith('"') })
  const numbers = numbersOf(here)
  if (numbers.length === 0) return tests
  tests.push({ is: 'less than 0', holds: ({ number = 0 }) => number < 0 })
  const bounds = numbersOf(elsewhere)
  if (bounds.length === 0) return tests
  const [most, fewest] = [bounds.reduce((a, b) => Math.max(a, b)), bounds.reduce((a, b) => Math.min(a, b))]
  tests.push(
    { is: `more than ${most}`, holds: ({ number = most }) => number > most },
    { is: `less than ${fewest}`, holds: ({ number = fewest }) => number < fewest }
  )
  return tests
}

/** @param {(Fact|undefined)[]} facts */
function numbersOf (facts) {
  return facts.flatMap(fact => (fact?.number === undefined || Number.isNaN(fact.number) ? [] : fact.number))
}

/**
 * @param {string} path
 * @param {Test} test
 * @param {(Fact|undefined)[]} here
 * @param {(Fact|undefined)[]} elsewhere
 * @param {string} hints
 * @returns {Ranked}
 */
function rank (path, { is, holds }, here, elsewhere, hints) {
  const marks = [...here, ...elsewhere].map(fact => (fact === undefined ? '?' : holds(fact) ? '1' : '0')).join('')
  const share = (/** @type {string} */ part) => ({
    count: part.split('1').length - 1,
    of: part.length - (part.split('?').length - 1)
  })
  const inGroup = share(marks.slice(0, here.length))
  const nearest = Math.min(...here.map(fact => fact?.distance ?? Infinity))
  // A name may be as long as a file, and the search begins anew at each of its characters.
  const last = /[\p{ID_Continue}$]+(?=\W*$)/u.exec(path.slice(-MAX_HINT))?.[0]
  return {
    path,
    is,
    here: { ...inGroup, atLeast: wilsonLower(inGroup) },
    elsewhere: share(marks.slice(here.length)),
    chance: null,
    also: [],
    // A value that the failing expression names, or that is seldom meant, is probably the cause.
    distance: nearest - (last !== undefined && hints.includes(last) ? 4 : 0) - (EMPTY.has(is) ? 2 : 0),
    key: marks
  }
}

/**
 * If several facts hold in the same dumps, tells the nearest to the throw, and the others with it.
 * @param {Ranked[]} facts
 * @returns {CommonFact[]}
 */
function merged (facts) {
  facts.sort((a, b) => Number(a.chance) - Number(b.chance) || a.distance - b.distance || a.path.length - b.path.length)
  /** @type {Map<string, CommonFact>} */
  const kept = new Map()
  for (const { distance, key, ...fact } of facts) {
    const same = kept.get(key)
    if (same === undefined) kept.set(key, fact)
    else if (same.also.length < MAX_ALSO && same.path !== fact.path) same.also.push(`${fact.path}: ${fact.is}`)
  }
  return [...kept.values()]
}

module.exports = { compareFacts }
