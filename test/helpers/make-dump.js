'use strict'
// Makes dumps by hand, for tests of viewers: without a crash and without the collector, every byte chosen by the test.

const fs = require('node:fs')
const zlib = require('node:zlib')

/** @typedef {import('../../packages/shared/dump/format').DumpRecord} DumpRecord */
/** @typedef {import('../../packages/shared/dump/format').Value} Value */

/** Properties that are not enumerable on functions and errors. */
const HIDDEN = new Set(['name', 'length', 'prototype', 'stack', 'message', 'cause'])

/** @type {import('../../packages/shared/dump/format').HeaderRecord} */
const HEADER = {
  kind: 'header',
  format: 'crash-collector',
  version: 2,
  collectorVersion: '0.1.0',
  trigger: 'unhandledRejection',
  time: '2026-01-02T03:04:05.678Z',
  pid: 4242,
  threadId: 0,
  node: 'v20.20.2',
  platform: 'linux',
  arch: 'x64',
  mode: 'on-demand',
  capture: { hook: 'errorCreated', match: 'identity', ageMs: 1.5, walker: 'native', durationMs: 12 },
  limits: { maxDepth: 5 },
  redaction: { enabled: true }
}

/**
 * @param {number} records
 * @param {Partial<import('../../packages/shared/dump/format').EndRecord>} [more]
 * @returns {import('../../packages/shared/dump/format').EndRecord}
 */
const end = (records, more) => ({
  kind: 'end',
  records,
  notCaptured: [],
  captureErrors: [],
  durations: { captureMs: 12, writeMs: 3 },
  ...more
})

/**
 * The bytes of a dump: a header, the given records, and an end.
 * @param {DumpRecord[]} records
 * @param {{ header?: object, end?: Partial<import('../../packages/shared/dump/format').EndRecord>|null }} [options]
 *   end: null for a dump without an end record
 */
function dumpBytes (records, options = {}) {
  const all = [{ ...HEADER, ...options.header }, ...records]
  const last = options.end === null ? [] : [end(all.length, options.end)]
  return zlib.gzipSync([...all, ...last].map(record => JSON.stringify(record) + '\n').join(''))
}

/**
 * @param {string} file
 * @param {DumpRecord[]} records
 * @param {Parameters<typeof dumpBytes>[1]} [options]
 */
function makeDump (file, records, options) {
  fs.writeFileSync(file, dumpBytes(records, options), { mode: 0o600 })
  return file
}

/** @param {string} value @returns {Value} */
const str = value => ({ type: 'string', value })
/** @param {number} value @returns {Value} */
const num = value => ({ type: 'number', value })
/** @type {Value} */
const undef = { type: 'undefined' }
/** @param {string} objectId @param {string} [className] @param {string} [subtype] @returns {Value} */
const ref = (objectId, className = 'Object', subtype) => ({
  type: 'object',
  ...(subtype && { subtype }),
  className,
  objectId
})
/** @param {string} objectId @returns {Value} */
const fn = objectId => ({ type: 'function', className: 'Function', objectId })

/**
 * @param {string} objectId
 * @param {Record<string, Value>} properties
 * @param {Partial<import('../../packages/shared/dump/format').ObjectRecord>} [more]
 * @returns {import('../../packages/shared/dump/format').ObjectRecord}
 */
const object = (objectId, properties, more) => ({
  kind: 'object',
  objectId,
  type: 'object',
  className: 'Object',
  depth: 0,
  properties: Object.entries(properties).map(([name, value]) => ({
    name,
    value,
    ...(HIDDEN.has(name) && (more?.type === 'function' || more?.subtype === 'error') && { enumerable: false })
  })),
  ...more
})

/** @param {Record<string, Value>} variables */
const vars = variables => Object.entries(variables).map(([name, value]) => ({ name, value }))

/**
 * Makes a frame whose variables are all that matters.
 * @param {import('../../packages/shared/dump/format').Variable[]} variables of its local scope
 * @param {Partial<import('../../packages/shared/dump/format').CallFrameRecord>} [more]
 * @returns {import('../../packages/shared/dump/format').CallFrameRecord}
 */
const callFrame = (variables, more) => ({
  kind: 'callFrame',
  index: 0,
  functionName: '',
  url: '',
  scriptId: '1',
  lineNumber: 0,
  columnNumber: 0,
  internal: false,
  this: undef,
  scopeChain: [{ type: 'local', variables }],
  ...more
})

module.exports = { HEADER, callFrame, end, dumpBytes, makeDump, str, num, undef, ref, fn, object, vars }
