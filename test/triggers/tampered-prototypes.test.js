'use strict'
// Whatever an application has put on built-in prototypes, the dump of its crash has all variables, and none of the
// application's code runs.
const t = require('tap')
const { crashTests } = require('../helpers/crash')

const CHECKOUT = {
  functionName: 'checkout',
  crashLine: true,
  variables: { total: 42, lines: [1, { sku: 'a' }], cart: { id: 7, owner: { name: 'bob' } } }
}

/**
 * Node.js itself may run what it finds there when the process dies, in one of the two runs only: with the collector it
 * has loaded more before.
 * @param {string} text
 */
const withoutNodesOwn = text =>
  text.replace(/^canary: .* of (value|get|set|writable|configurable|enumerable|text)\n/gm, '')

/**
 * @type {Record<string, string[]>} by sort, on Object.prototype: names that the collector, Node.js and V8 read of
 *   objects that may lack them
 */
const OF_OBJECTS = {
  value: ['value', 'json', 'then', 'reason', 'toString', 'constructor', 'id'],
  fixed: [
    'value',
    'get',
    'set',
    'json',
    'name',
    'then',
    'reason',
    'objectId',
    'missing',
    'redactor',
    'idPrefix',
    'writesHeapSnapshot',
    'writable'
  ],
  frozen: ['value', 'get', 'json', 'near'],
  getter: ['json', 'name', 'scriptId', '0', '1', 'match', 'toJSON'],
  accessor: [
    'json',
    'name',
    'scriptId',
    'lineNumber',
    '0',
    '1',
    'match',
    'near',
    'tasks',
    'params',
    'error',
    'url',
    'id'
  ],
  setter: ['json', 'name', 'scriptId', '0', 'text', 'mode']
}

/**
 * Modules of Node.js that describe accessors in literals: the inspector's.
 * @type {(sort: string, key: string) => string | undefined}
 */
const notByPause = (sort, key) =>
  ['fixed', 'frozen'].includes(sort) && ['value', 'writable'].includes(key)
    ? 'node:inspector does not load, or tells no entries, where descriptors inherit that'
    : undefined

/** @type {Record<string, string[]>} */
const OF_ARRAYS = {
  value: ['@@iterator', '@@isConcatSpreadable', 'get'],
  method: ['@@iterator', 'push', 'slice', 'map', 'join', 'indexOf', 'then', 'toJSON'],
  accessor: ['@@iterator', 'push', '0', '1', 'value']
}

/** @type {Record<string, string[]>} */
const OF_MAPS = { value: ['set'], method: ['set', 'get', 'has', '@@iterator'] }

/**
 * @param {string} holder
 * @param {Record<string, string[]>} names
 */
const cases = (holder, names) =>
  Object.entries(names).flatMap(([sort, keys]) =>
    keys.map(key => ({
      name: `${sort} ${key} on ${holder}.prototype`,
      file: 'unchanged/tampered-prototypes.js',
      args: [sort, key, holder],
      notByPause: notByPause(sort, key),
      frames: [CHECKOUT],
      normalise: withoutNodesOwn,
      check (/** @type {import('tap').Test} */ t, /** @type {import('../../packages/inspect/reader').Dump} */ dump) {
        t.same(dump.notCaptured, [], 'nothing is missing')
        t.match([...dump.objects()].find(({ className }) => className === 'Map')?.entries, [{ key: { value: 'a' } }])
      }
    }))
  )

t.test('Object.prototype', async t => crashTests(t, cases('Object', OF_OBJECTS)))
t.test('Array.prototype', async t => crashTests(t, cases('Array', OF_ARRAYS)))
t.test('Map.prototype', async t => crashTests(t, cases('Map', OF_MAPS)))
