'use strict'
// Makes damaged and hostile dumps out of good ones. The same dumps, seed and index always make the same bytes.

const zlib = require('node:zlib')

const { RandomNumbers } = require('../../native/random-numbers')
const { COMMANDS, NUMBERS, OTHERS, STRINGS, WORDS } = require('./hostile-values')

/**
 * Bytes that a mutation adds. What a file may unpack to at most is a limit of the reader
 * (packages/inspect/reader/read-lines.js).
 */
const MOST_ADDED = 2_000_000
const MOST_COPIES = 20_000
const MOST_NESTED = 20_000
const MOST_CHAINED = 3000
/** How likely it is that a list or a chain is made as long as it may be. Such mutants take most of the time. */
const RARELY = 0.1
/** One of so many mutants is made of a whole dump, the others of a small one. */
const WHOLE_EACH = 16

/** Stands for a text that would be too deep to be made by JSON.stringify(). */
const NESTED = '\u0001nested\u0001'

/**
 * @typedef {string[]} Base the records of a dump, as JSON
 * @typedef {{ whole: Base[], small: Base[] }} Bases small: the first records of each kind of a whole one that is large
 * @typedef {{ random: RandomNumbers, lines: string[] }} Draft
 */

/**
 * Each order of magnitude is as likely as another, so that large sizes occur, but do not take all of the time.
 * @param {RandomNumbers} random
 * @param {number} most
 * @returns {number} from 1 to most
 */
function size (random, most) {
  return Math.floor(Math.max(1, most) ** random.next())
}

/** @param {unknown} node @returns {[any, string][]} every place in it */
function placesIn (node) {
  /** @type {[any, string][]} */
  const places = []
  const holders = [node]
  for (let holder = holders.pop(); holder !== undefined; holder = holders.pop()) {
    for (const key of Object.keys(/** @type {object} */ (holder))) {
      places.push([holder, key])
      const value = /** @type {any} */ (holder)[key]
      if (typeof value === 'object' && value !== null) holders.push(value)
    }
  }
  return places
}

/**
 * Changes one record, unless an earlier mutation has made it something else.
 * @param {Draft} draft
 * @param {(record: any, places: [any, string][]) => void} change
 */
function changeRecord ({ random, lines }, change) {
  const at = random.below(lines.length)
  let record
  try {
    record = JSON.parse(lines[at] ?? '')
  } catch {
    return
  }
  if (typeof record !== 'object' || record === null) return
  const places = placesIn(record)
  if (places.length === 0) return
  change(record, places)
  lines[at] = stringify(record, random)
}

/**
 * @param {unknown} record
 * @param {RandomNumbers} random
 */
function stringify (record, random) {
  const text = JSON.stringify(record)
  if (!text.includes('nested')) return text
  const depth = size(random, MOST_NESTED)
  const [open, close] = random.pick([
    ['[', ']'],
    ['{"a":', '}'],
    ['{"type":"object","value":', '}'],
    ['{"cause":', '}']
  ])
  return text.replace(JSON.stringify(NESTED), open.repeat(depth) + '1' + close.repeat(depth))
}

/** @param {RandomNumbers} random @returns {unknown} */
function strangeValue (random) {
  const roll = random.next()
  if (roll < 0.15) return random.pick(COMMANDS)
  if (roll < 0.45) return random.pick(STRINGS)
  if (roll < 0.65) return random.pick(NUMBERS)
  if (roll < 0.8) return random.pick(WORDS)
  if (roll < 0.85) return NESTED
  return structuredClone(random.pick(OTHERS))
}

/** @type {Record<string, (draft: Draft, bases: Base[]) => void>} */
const RECORD_MUTATIONS = {
  replace: draft =>
    changeRecord(draft, (_, places) => {
      const [holder, key] = draft.random.pick(places)
      holder[key] = strangeValue(draft.random)
    }),

  remove: draft =>
    changeRecord(draft, (_, places) => {
      const [holder, key] = draft.random.pick(places)
      delete holder[key]
    }),

  /** A value of another dump, or of another place. */
  transplant: (draft, bases) =>
    changeRecord(draft, (_, places) => {
      const [holder, key] = draft.random.pick(places)
      const other = JSON.parse(draft.random.pick(draft.random.pick(bases)))
      const [from, name] = draft.random.pick(placesIn(other))
      holder[key] = draft.random.chance(0.1) ? other : from[name]
    }),

  /** References that lead to something else, often back. */
  relink: draft =>
    changeRecord(draft, (_, places) => {
      const ids = draft.lines.flatMap(line => /"(?:object|scope|script|task)Id":"([^"]{1,40})"/.exec(line)?.[1] ?? [])
      const references = places.filter(([, key]) => /Id$/.test(key))
      if (ids.length === 0 || references.length === 0) return
      const all = draft.random.chance(0.3)
      const one = draft.random.pick(ids)
      for (const [holder, key] of all ? references : [draft.random.pick(references)]) holder[key] = one
    }),

  renumber: draft =>
    changeRecord(draft, (_, places) => {
      const numbers = places.filter(([holder, key]) => typeof holder[key] === 'number')
      if (numbers.length === 0) return
      const [holder, key] = draft.random.pick(numbers)
      holder[key] = draft.random.chance(0.3) ? holder[key] + draft.random.below(3) - 1 : draft.random.pick(NUMBERS)
    }),

  lengthen: draft =>
    changeRecord(draft, (_, places) => {
      const texts = places.filter(([holder, key]) => typeof holder[key] === 'string')
      if (texts.length === 0) return
      const [holder, key] = draft.random.pick(texts)
      const text = holder[key]
      const at = draft.random.below(text.length + 1)
      const roll = draft.random.next()
      const more =
        roll < 0.4
          ? draft.random.pick(COMMANDS)
          : roll < 0.7
            ? draft.random.pick(STRINGS)
            : text.repeat(1 + size(draft.random, 50))
      holder[key] = (text.slice(0, at) + more + text.slice(at)).slice(0, MOST_ADDED)
    }),

  widen: draft =>
    changeRecord(draft, (_, places) => {
      const lists = places.filter(([holder, key]) => Array.isArray(holder[key]) && holder[key].length > 0)
      if (lists.length === 0) return
      const [holder, key] = draft.random.pick(lists)
      const item = draft.random.pick(holder[key])
      const most = Math.min(MOST_COPIES, MOST_ADDED / (JSON.stringify(item) ?? 'null').length)
      const copies = size(draft.random, draft.random.chance(RARELY) ? most : most / 100)
      const isNamed = draft.random.chance(0.5) && typeof item?.name === 'string'
      for (let i = 0; i < copies; i++) holder[key].push(isNamed ? { ...item, name: `${item.name}${i}` } : item)
    }),

  renameKey: draft => {
    const at = draft.random.below(draft.lines.length)
    const line = draft.lines[at] ?? ''
    const keys = [...line.matchAll(/"\w+":/g)]
    if (keys.length === 0) return
    const { 0: key, index } = draft.random.pick(keys)
    const name = draft.random.pick(['__proto__', 'constructor', 'toJSON', 'then', 'length', 'kind', 'objectId'])
    draft.lines[at] = `${line.slice(0, index)}"${name}":${line.slice(index + key.length)}`
  },

  copyRecord: (draft, bases) => {
    const from = draft.random.chance(0.5) ? draft.lines : draft.random.pick(bases)
    const copies = draft.random.chance(0.05) ? size(draft.random, 500) : 1
    const at = draft.random.below(draft.lines.length + 1)
    const line = draft.random.pick(from) ?? ''
    const most = Math.max(1, Math.min(copies, Math.floor(MOST_ADDED / (line.length + 1))))
    draft.lines.splice(at, 0, ...new Array(most).fill(line))
  },

  dropRecord: draft => {
    draft.lines.splice(draft.random.below(draft.lines.length), 1)
  },

  moveRecord: draft => {
    const [line] = draft.lines.splice(draft.random.below(draft.lines.length), 1)
    draft.lines.splice(draft.random.below(draft.lines.length + 1), 0, line)
  },

  /** A long chain of objects behind one that the dump has. */
  chain: draft => {
    const { random, lines } = draft
    const ids = lines.flatMap(line => /^\{"kind":"object","objectId":"([^"]{1,40})"/.exec(line)?.[1] ?? [])
    if (ids.length === 0) return
    const length = size(random, random.chance(RARELY) ? MOST_CHAINED : MOST_CHAINED / 30)
    const key = random.pick(['[[Prototype]]', '[[TargetFunction]]', '[[Target]]', '[[PromiseResult]]'])
    const link = random.pick(['property', 'internal', 'entry'])
    const first = lines.findIndex(line => line.startsWith('{"kind":"object"'))
    const ring = random.chance(0.3) ? 'z0' : random.pick(ids)
    /** @type {string[]} */
    const made = []
    for (let i = 0; i < length; i++) {
      const value = { type: 'object', className: 'Object', objectId: i === length - 1 ? ring : `z${i + 1}` }
      made.push(
        JSON.stringify({
          kind: 'object',
          objectId: `z${i}`,
          type: 'object',
          className: 'Object',
          depth: i,
          properties: link === 'property' ? [{ name: 'next', value }] : [],
          ...(link === 'internal' && { internalProperties: [{ name: key, value }] }),
          ...(link === 'entry' && { subtype: 'map', size: 1, entries: [{ key: value, value }] })
        })
      )
    }
    lines.splice(first, 0, ...made)
    const id = random.pick(ids)
    for (let i = 0; i < first; i++) lines[i] = lines[i].replace(`"objectId":"${id}"`, '"objectId":"z0"')
  }
}

const NAMES = Object.keys(RECORD_MUTATIONS)

/**
 * @param {RandomNumbers} random
 * @param {string | Buffer} whole
 * @returns {Buffer} with some bytes changed, added or removed
 */
function damageBytes (random, whole) {
  let bytes = typeof whole === 'string' ? Buffer.from(whole) : whole
  for (let n = 1 + random.below(8); n > 0 && bytes.length > 0; n--) {
    const at = random.below(bytes.length)
    const roll = random.next()
    if (roll < 0.4) bytes[at] = random.below(256)
    else if (roll < 0.6) bytes[at] ^= 1 << random.below(8)
    else if (roll < 0.8) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + random.below(64))])
    else {
      const from = random.below(bytes.length)
      bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(from, from + random.below(64)), bytes.subarray(at)])
    }
  }
  return bytes
}

/**
 * @param {RandomNumbers} random
 * @param {Buffer} plain
 * @returns {Buffer} gzip members, cut anywhere, as a collector writes them section by section
 */
function pack (random, plain) {
  /** @type {Buffer[]} */
  const members = []
  for (let start = 0, left = random.below(4); start < plain.length; left--) {
    const end = left <= 0 ? plain.length : start + random.below(plain.length - start) + 1
    members.push(zlib.gzipSync(plain.subarray(start, end), { level: 1 }))
    if (random.chance(0.05)) members.push(zlib.gzipSync(''))
    start = end
  }
  return Buffer.concat(members)
}

/**
 * @param {Bases} bases
 * @param {number} seed
 * @param {number} index
 * @returns {Buffer} the file
 */
function makeMutant ({ whole, small }, seed, index) {
  const random = new RandomNumbers(Math.imul(seed, 0x9e3779b1) ^ index)
  /** @type {Draft} */
  const draft = { random, lines: [...random.pick(random.below(WHOLE_EACH) === 0 ? whole : small)] }
  const roll = random.next()
  const changes = roll < 0.8 ? 1 + random.below(4) : random.below(2)
  for (let n = 0; n < changes && draft.lines.length > 0; n++) {
    try {
      RECORD_MUTATIONS[random.pick(NAMES)](draft, whole)
    } catch (error) {
      // An earlier mutation has nested a value deeper than the stack, so that it stays as it is.
      if (!(error instanceof RangeError)) throw error
    }
  }
  const text = draft.lines.join('\n') + '\n'
  const plain = roll > 0.85 && roll < 0.95 ? damageBytes(random, text) : Buffer.from(text)
  const file = pack(random, plain)
  if (roll < 0.95) return random.chance(0.03) ? file.subarray(0, random.below(file.length)) : file
  return damageBytes(random, file)
}

module.exports = { makeMutant }
