'use strict'
// The part of the oracle that looks at what objects of the built-in classes hold.

const { types } = require('node:util')

const { internalOf } = require('./walk-graph')

/** @typedef {import('../../packages/shared/dump/format').ObjectRecord} ObjectRecord */

const FLAGS = {
  hasIndices: 'd',
  global: 'g',
  ignoreCase: 'i',
  multiline: 'm',
  dotAll: 's',
  unicode: 'u',
  unicodeSets: 'v',
  sticky: 'y'
}

/**
 * @type
 *   {Record<string, (oracle: import('./graph-oracle').GraphOracle, record: ObjectRecord, object: any,
 *     where: string) => void>}
 */
const CHECKS = {
  array (oracle, record, object, where) {
    same(oracle, record.length, object.length, `${where}.length`)
  },

  map (oracle, record, object, where) {
    same(oracle, record.size, sizeOf(object), `${where}.size`)
    checkEntries(
      oracle,
      record,
      [...Map.prototype.entries.call(object)].map(([key, value]) => ({ key, value })),
      where
    )
  },

  set (oracle, record, object, where) {
    same(oracle, record.size, sizeOf(object), `${where}.size`)
    checkEntries(
      oracle,
      record,
      [...Set.prototype.values.call(object)].map(value => ({ value })),
      where
    )
  },

  weakmap (oracle, record, object, where) {
    const [key, value] = oracle.facts.get(object)?.weakEntries ?? []
    checkEntries(oracle, record, [{ key, value }], where)
  },

  weakset (oracle, record, object, where) {
    const [value] = oracle.facts.get(object)?.weakEntries ?? []
    checkEntries(oracle, record, [{ value }], where)
  },

  iterator (oracle, record, object, where) {
    const known = oracle.facts.get(object)?.iteratorEntries
    if (known !== undefined) checkEntries(oracle, record, known, where)
  },

  date (oracle, record, object, where) {
    const time = Date.prototype.getTime.call(object)
    oracle.compare(internalOf(record, '[[DateValue]]'), time, `${where}.[[DateValue]]`)
    same(
      oracle,
      record.description,
      Number.isNaN(time) ? 'Invalid Date' : Date.prototype.toISOString.call(object),
      `${where} date`
    )
  },

  regexp (oracle, record, object, where) {
    const source = getterOf(RegExp.prototype, 'source').call(object)
    const flags = Object.entries(FLAGS)
      .filter(([name]) => getterOf(RegExp.prototype, name)?.call(object))
      .map(([, letter]) => letter)
      .join('')
    same(oracle, record.regexp?.source, source.slice(0, oracle.limits.maxStringLength), `${where} source`)
    same(oracle, record.regexp?.flags, flags, `${where} flags`)
  },

  promise (oracle, record, object, where) {
    const { promiseState, promiseResult } = oracle.facts.get(object) ?? {}
    if (promiseState === undefined) return
    oracle.compare(internalOf(record, '[[PromiseState]]'), promiseState, `${where}.[[PromiseState]]`)
    if (promiseState !== 'pending') {
      oracle.compare(internalOf(record, '[[PromiseResult]]'), promiseResult, `${where}.[[PromiseResult]]`)
    }
  },

  boxed (oracle, record, object, where) {
    for (const type of /** @type {any[]} */ ([Number, String, Boolean, Symbol, BigInt])) {
      try {
        return oracle.compare(
          internalOf(record, '[[PrimitiveValue]]'),
          type.prototype.valueOf.call(object),
          `${where}.[[PrimitiveValue]]`
        )
      } catch {
        // of another type
      }
    }
  },

  weakref (oracle, record, object, where) {
    oracle.compare(
      internalOf(record, '[[WeakRefTarget]]'),
      WeakRef.prototype.deref.call(object),
      `${where}.[[WeakRefTarget]]`
    )
  },

  typedarray (oracle, record, object, where) {
    same(oracle, record.length, typedArrayGet(object, 'length'), `${where}.length`)
    const byteLength = typedArrayGet(object, 'byteLength')
    const bytes =
      byteLength === 0
        ? Buffer.alloc(0)
        : Buffer.from(typedArrayGet(object, 'buffer'), typedArrayGet(object, 'byteOffset'), byteLength)
    checkBytes(oracle, record, bytes, where)
  },

  dataview (oracle, record, object, where) {
    let bytes = Buffer.alloc(0)
    try {
      const [buffer, offset, length] = ['buffer', 'byteOffset', 'byteLength'].map(name =>
        getterOf(DataView.prototype, name).call(object)
      )
      bytes = Buffer.from(buffer, offset, length)
    } catch {
      // detached, or out of its buffer's bounds
    }
    same(oracle, record.length, bytes.length, `${where}.length`)
    checkBytes(oracle, record, bytes, where)
  },

  arraybuffer (oracle, record, object, where) {
    const type = types.isSharedArrayBuffer(object) ? SharedArrayBuffer : ArrayBuffer
    const byteLength = getterOf(type.prototype, 'byteLength').call(object)
    same(oracle, record.length, byteLength, `${where}.length`)
    checkBytes(oracle, record, byteLength === 0 ? Buffer.alloc(0) : Buffer.from(new Uint8Array(object)), where)
  },

  function (oracle, record, object, where) {
    const source = Function.prototype.toString.call(object)
    const isNative = source.endsWith('{ [native code] }')
    const isOfNode = record.functionLocation?.url?.startsWith('node:')
    same(oracle, record.source, isNative || isOfNode ? undefined : source.slice(0, 4000), `${where} source`)
    same(oracle, record.functionLocation === undefined, isNative, `${where} has no location`)
    const target = oracle.facts.get(object)?.boundTarget
    if (target !== undefined) {
      oracle.compare(internalOf(record, '[[TargetFunction]]'), target, `${where}.[[TargetFunction]]`)
    }
  },

  error (oracle, record, object, where) {
    if (typeof record.description !== 'string' || record.description.includes('\n')) {
      oracle.say(`${where}: description ${record.description}`)
    }
  }
}

/**
 * @param {import('./graph-oracle').GraphOracle} oracle
 * @param {ObjectRecord} record
 * @param {object} object
 * @param {string} kind
 * @param {string} where
 */
function checkContents (oracle, record, object, kind, where) {
  CHECKS[kind]?.(oracle, record, object, where)
}

/**
 * @param {import('./graph-oracle').GraphOracle} oracle
 * @param {unknown} actual
 * @param {unknown} expected
 * @param {string} where
 */
function same (oracle, actual, expected, where) {
  if (!Object.is(actual, expected)) oracle.say(`${where}: ${String(actual)}, expected ${String(expected)}`)
}

/**
 * @param {import('./graph-oracle').GraphOracle} oracle
 * @param {ObjectRecord} record
 * @param {{ key?: unknown, value: unknown }[]} expected
 * @param {string} where
 */
function checkEntries (oracle, record, expected, where) {
  const entries = record.entries ?? []
  const { maxEntries } = oracle.limits
  same(oracle, entries.length, Math.min(expected.length, maxEntries), `${where} entries`)
  for (let i = 0; i < entries.length && i < expected.length; i++) {
    if ('key' in expected[i]) oracle.compare(entries[i].key, expected[i].key, `${where} key ${i}`)
    oracle.compare(entries[i].value, expected[i].value, `${where} value ${i}`)
  }
  const count = record.notCaptured?.find(({ reason }) => reason === 'collectionSize')?.count
  same(
    oracle,
    count,
    expected.length > maxEntries ? expected.length - maxEntries : undefined,
    `${where} entries left out`
  )
}

/**
 * @param {import('./graph-oracle').GraphOracle} oracle
 * @param {ObjectRecord} record
 * @param {Buffer} bytes
 * @param {string} where
 */
function checkBytes (oracle, record, bytes, where) {
  same(oracle, record.bytes?.byteLength, bytes.length, `${where} byteLength`)
  same(
    oracle,
    record.bytes?.base64,
    bytes.subarray(0, oracle.limits.maxBufferBytes).toString('base64'),
    `${where} bytes`
  )
}

/** @param {object} prototype @param {string} name */
function getterOf (prototype, name) {
  return /** @type {() => any} */ (Object.getOwnPropertyDescriptor(prototype, name)?.get)
}

/** @param {object} object @param {string} name */
function typedArrayGet (object, name) {
  return getterOf(Object.getPrototypeOf(Int8Array.prototype), name).call(object)
}

/** @param {object} object */
function sizeOf (object) {
  return getterOf(types.isMap(object) ? Map.prototype : Set.prototype, 'size').call(object)
}

module.exports = { checkContents }
