'use strict'
// Runs the addon's graph writer on a value and gives its records as objects.

const { noteIntrinsics } = require('../../lib/capture/values/intrinsics')
const { loadNative } = require('../../lib/addon/native')

/** @typedef {import('../../packages/shared/dump/format').ObjectRecord} ObjectRecord */
/** @typedef {import('../../packages/shared/dump/format').Value} Value */

/** Limits that nothing in a test reaches by chance. */
const ROOMY = Object.freeze({
  maxObjects: 100000,
  maxDepth: 1000,
  maxProperties: 100000,
  maxEntries: 100000,
  maxStringLength: 1 << 20,
  maxBufferBytes: 256,
  maxBytes: 1 << 30,
  deadlineMs: 60000
})

/** By name: what the fuzzer walks each graph with. The tight ones cut something in most graphs. */
const FUZZ_LIMITS = Object.freeze({
  roomy: ROOMY,
  tight: Object.freeze({
    ...ROOMY,
    maxDepth: 3,
    maxProperties: 4,
    maxEntries: 3,
    maxStringLength: 20,
    maxBufferBytes: 16
  }),
  few: Object.freeze({ ...ROOMY, maxObjects: 12 })
})

const { native, problem } = loadNative()

/** The addon, which these tests are about: without it they fail. */
function loadAddon () {
  if (native === null) throw new Error(`the addon can't be loaded: ${problem}`)
  noteIntrinsics(native)
  return native
}

/**
 * @typedef {object} Walked
 * @property {Value} value of the root
 * @property {Map<string, ObjectRecord>} records by objectId, in the order of the output
 * @property {ObjectRecord[]} near
 * @property {ObjectRecord[]} far
 * @property {Record<string, number>} missing
 * @property {(value: Value | undefined) => ObjectRecord | undefined} recordOf
 */

/**
 * @param {unknown} root
 * @param {object} [limits] over ROOMY
 * @returns {Walked}
 */
function walkGraph (root, limits) {
  const writer = loadAddon().snapshot({ ...ROOMY, ...limits })
  const value = JSON.parse(writer.value(root))
  writer.walk()
  return { value, ...takeRecords(writer) }
}

/** @param {import('../../lib/addon/native-types').GraphWriter} writer */
function takeRecords (writer) {
  const { near, far, missing } = writer.take()
  const nearRecords = parseRecords(near)
  const farRecords = parseRecords(far)
  /** @type {Map<string, ObjectRecord>} */
  const records = new Map()
  for (const record of [...nearRecords, ...farRecords]) {
    if (records.has(record.objectId)) throw new Error(`two records of ${record.objectId}`)
    records.set(record.objectId, record)
  }
  /** @param {Value | undefined} value */
  const recordOf = value => (value?.objectId === undefined ? undefined : records.get(value.objectId))
  return { records, near: nearRecords, far: farRecords, missing, recordOf }
}

/**
 * @param {Buffer} bytes
 * @returns {ObjectRecord[]}
 */
function parseRecords (bytes) {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  if (text !== '' && !text.endsWith('\n')) throw new Error('the last record has no end')
  return text
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line))
}

/**
 * Value of a property of a record.
 * @param {ObjectRecord | undefined} record
 * @param {string} name
 */
function propertyOf (record, name) {
  return record?.properties.find(property => property.name === name && property.symbol === undefined)
}

/**
 * @param {ObjectRecord | undefined} record
 * @param {string} name `[[Prototype]]`
 */
function internalOf (record, name) {
  return record?.internalProperties?.find(property => property.name === name)?.value
}

module.exports = { FUZZ_LIMITS, ROOMY, internalOf, loadAddon, propertyOf, takeRecords, walkGraph }
