'use strict'
// Makes many dumps from a few real ones, for measuring: each with a time, process, host, release and service of its
// own, other numbers and texts in its objects, and further objects up to the wanted size.

const fs = require('node:fs')
const path = require('node:path')
const zlib = require('node:zlib')

const { killService } = require('../../examples/ticketing/kill/service')
const { ways } = require('../../examples/ticketing/kill/ways')
const { EXTENSION } = require('../../packages/shared/dump/terms')
const { dumpName } = require('../../packages/shared/dump/store')

/** Ways to kill the example that leave dumps of different sizes, some with a request. */
const WAYS = [
  'throw', 'rejection', 'recursion', 'worker', 'child', 'caught', 'top-level-await', 'status-500', 'exit', 'request',
  'api', 'handled'
]

const SERVICES = 20
const HOSTS = 50
const RELEASES = 12
/** Kinds of crashes that are made of each real dump. */
const KINDS = 10
const DAYS = 30
const DAY_MS = 86_400_000
const START_MS = Date.UTC(2026, 0, 1)
/** The largest dump that can be made. */
const MAX_BYTES = 500_000

/** @typedef {Record<string, any>} Row */
/** @typedef {{ bytes: Buffer, count: number }} Member compressed records */
/** @typedef {{ records: Row[], further: Member[] }} Seed further: objects that no variable leads to */

/**
 * Kills the example in each way.
 * @param {string} directory gets the dumps
 */
async function makeSeeds (directory) {
  for (const way of WAYS) await killService(ways[way], directory)
}

/**
 * @param {string} directory
 * @returns {Seed[]} of its dumps
 */
function readSeeds (directory) {
  const files = fs.readdirSync(directory).filter(name => name.endsWith(EXTENSION))
  return files.map(name => {
    const lines = zlib.gunzipSync(fs.readFileSync(path.join(directory, name))).toString('utf8').trimEnd().split('\n')
    const records = lines.map(line => JSON.parse(line))
    return { records, further: furtherObjects(records) }
  })
}

/**
 * Makes copies of the objects of a dump, each with numbers and texts of its own.
 * @param {Row[]} records
 * @returns {Member[]}
 */
function furtherObjects (records) {
  const random = createRandom(0)
  const below = (/** @type {number} */ count) => Math.floor(random() * count)
  const objects = records.filter(({ kind }) => kind === 'object')
  const members = []
  for (let copy = 0, size = 0; size < MAX_BYTES; copy++) {
    const more = objects.map(record => ({
      ...varied(record, below),
      objectId: `${record.objectId}.${copy}`,
      source: undefined,
      scopes: undefined
    }))
    const bytes = compress(more)
    members.push({ bytes, count: more.length })
    size += bytes.length
  }
  return members
}

/**
 * @param {number} seed
 * @returns {() => number} numbers from 0 up to 1, always the same ones
 */
function createRandom (seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * Writes one dump.
 * @param {string} directory
 * @param {Seed[]} seeds
 * @param {number} number 0 is the first dump; each number has its own contents
 * @param {number} bytes about how large the file shall be
 * @returns {number} size of the file
 */
function writeSynthetic (directory, seeds, number, bytes) {
  const random = createRandom(number + 1)
  const below = (/** @type {number} */ count) => Math.floor(random() * count)
  const seed = seeds[number % seeds.length]
  const timeMs = START_MS + below(DAYS * DAY_MS)
  const pid = 1000 + (number % 4_000_000)
  const service = `service-${below(SERVICES)}`
  const kind = below(KINDS)
  const records = seed.records.slice(0, -1).map(record => {
    if (record.kind === 'header') return { ...record, time: new Date(timeMs).toISOString(), pid }
    if (record.kind === 'exception') return withWord(record, `of kind ${'abcdefghij'[kind]}`)
    if (record.kind === 'object') return varied(record, below)
    if (record.kind !== 'process') return record
    return {
      ...record,
      hostname: `host-${below(HOSTS)}`,
      git: { commit: `release-${Math.floor(((timeMs - START_MS) / (DAYS * DAY_MS)) * RELEASES)}` },
      env: { ...record.env, OTEL_SERVICE_NAME: service }
    }
  })
  /** @type {Buffer[]} */
  const chunks = [compress(records)]
  let size = chunks[0].length
  let count = records.length
  for (const further of seed.further) {
    if (size >= bytes) break
    chunks.push(further.bytes)
    size += further.bytes.length
    count += further.count
  }
  chunks.push(compress([{ ...seed.records[seed.records.length - 1], records: count }]))
  const file = path.join(directory, dumpName({ timeMs, pid, threadId: 0, seq: 1 }))
  fs.writeFileSync(file, Buffer.concat(chunks), { mode: 0o600 })
  return size
}

/** @param {Row[]} records */
function compress (records) {
  return zlib.gzipSync(records.map(record => JSON.stringify(record) + '\n').join(''), { level: 1 })
}

/**
 * @param {Row} exception
 * @param {string} word
 * @returns {Row}
 */
function withWord (exception, word) {
  const { message, description } = exception
  if (message === undefined) return exception
  const other = `${message} ${word}`
  return { ...exception, message: other, description: description.replace(message, () => other) }
}

/**
 * @param {Row} record
 * @param {(count: number) => number} below
 * @returns {Row} the object with other numbers, and other texts where a text is one word
 */
function varied (record, below) {
  const properties = record.properties.map((/** @type {Row} */ property) => {
    const { value } = property
    if (value?.type === 'number' && typeof value.value === 'number') {
      return { ...property, value: { ...value, value: value.value + below(1000) } }
    }
    if (value?.type === 'string' && /^\w{2,40}$/.test(value.value)) {
      return { ...property, value: { ...value, value: `${value.value}-${below(1000)}` } }
    }
    return property
  })
  return { ...record, properties }
}

/**
 * Makes dumps in the folder `dumps` of a directory, unless that is there already; those of the example, which they are
 * made from, are in its folder `seeds`.
 * @param {string} directory
 * @param {number} count
 * @param {number} bytes about the size of each
 */
async function makeDumps (directory, count, bytes) {
  const dumps = path.join(directory, 'dumps')
  if (fs.existsSync(dumps)) return
  fs.mkdirSync(path.join(directory, 'seeds'), { recursive: true })
  await makeSeeds(path.join(directory, 'seeds'))
  const seeds = readSeeds(path.join(directory, 'seeds'))
  fs.mkdirSync(dumps)
  for (let number = 0; number < count; number++) writeSynthetic(dumps, seeds, number, bytes)
}

module.exports = { makeDumps, readSeeds, writeSynthetic }
