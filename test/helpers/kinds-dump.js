'use strict'
// Makes a dump with one value of each kind in the format.

const { str, num, ref, fn, object, vars } = require('./make-dump')

/** @typedef {import('../../packages/shared/dump/format').DumpRecord} DumpRecord */
/** @typedef {import('../../packages/shared/dump/format').Value} Value */

/** @type {Value} */
const nothing = { type: 'object', subtype: 'null', value: null }
/** @param {string} text @returns {Value} */
const special = text => ({ type: 'number', unserializableValue: text })
/** @param {...number} bytes */
const base64 = (...bytes) => Buffer.from(bytes).toString('base64')

/**
 * @param {string} objectId
 * @param {string} source
 * @param {Partial<import('../../packages/shared/dump/format').ObjectRecord>} [more]
 */
const func = (objectId, source, more) =>
  object(objectId, {}, { type: 'function', className: 'Function', source, scopes: [], ...more })

/** @type {DumpRecord[]} */
const KINDS_RECORDS = [
  { kind: 'exception', value: str('thrown'), description: 'thrown' },
  {
    kind: 'callFrame',
    index: 0,
    functionName: 'kinds',
    url: 'file:///app/kinds.js',
    scriptId: '1',
    lineNumber: 0,
    columnNumber: 0,
    internal: false,
    this: ref('key'),
    scopeChain: [
      {
        type: 'local',
        variables: vars({
          minusZero: special('-0'),
          nan: special('NaN'),
          huge: special('Infinity'),
          big: { type: 'bigint', unserializableValue: '10n' },
          nothing,
          empty: { type: 'undefined' },
          holes: ref('holes', 'Array', 'array'),
          date: ref('date', 'Date', 'date'),
          regexp: ref('regexp', 'RegExp', 'regexp'),
          key: ref('key'),
          map: ref('map', 'Map', 'map'),
          set: ref('set', 'Set', 'set'),
          weak: ref('weak', 'WeakRef', 'weakref'),
          weakMap: ref('weakMap', 'WeakMap', 'weakmap'),
          floats: ref('floats', 'Float64Array', 'typedarray'),
          buffer: ref('buffer', 'Buffer', 'typedarray'),
          bytes: ref('bytes', 'Uint8Array', 'typedarray'),
          cutMap: ref('cutMap', 'Map', 'map'),
          symbolKeys: ref('symbolKeys'),
          unique: { type: 'symbol', description: 'Symbol(unique)', objectId: 'y1' },
          registered: { type: 'symbol', description: 'Symbol(app)', objectId: 'y2', registryKey: 'app' },
          boxed: ref('boxed', 'Number'),
          bare: ref('bare'),
          error: ref('error', 'TypeError', 'error'),
          wide: ref('wide'),
          proxy: ref('proxy', 'Object', 'proxy'),
          generator: ref('generator', 'Object', 'generator'),
          bound: fn('bound'),
          promise: ref('promise', 'Promise', 'promise'),
          accessors: ref('accessors'),
          derived: ref('derived', 'Derived'),
          array: ref('array', 'Array', 'array'),
          intrinsic: { type: 'object', intrinsic: 'Array.prototype' },
          native: fn('native'),
          server: ref('server', 'Server'),
          sloppy: fn('sloppy'),
          strict: fn('strict'),
          arguments: ref('arguments', 'Arguments')
        })
      },
      { type: 'global', variables: vars({ appGlobal: str('added') }) }
    ]
  },
  object('holes', { 1: num(1) }, { className: 'Array', subtype: 'array', length: 4 }),
  object('array', { 0: num(1), 1: num(2) }, { className: 'Array', subtype: 'array', length: 2 }),
  object(
    'date',
    {},
    {
      className: 'Date',
      subtype: 'date',
      internalProperties: [{ name: '[[DateValue]]', value: num(Date.UTC(2026, 0, 2, 3, 4, 5, 678)) }]
    }
  ),
  object('regexp', {}, { className: 'RegExp', subtype: 'regexp', regexp: { source: 'a+b', flags: 'g' } }),
  object('key', { id: num(1) }),
  object(
    'map',
    {},
    {
      className: 'Map',
      subtype: 'map',
      size: 2,
      entries: [
        { key: ref('key'), value: str('by identity') },
        { key: str('text'), value: num(2) }
      ]
    }
  ),
  object(
    'set',
    {},
    { className: 'Set', subtype: 'set', size: 2, entries: [{ value: str('a') }, { value: ref('key') }] }
  ),
  object(
    'weak',
    {},
    { className: 'WeakRef', subtype: 'weakref', internalProperties: [{ name: '[[WeakRefTarget]]', value: ref('key') }] }
  ),
  object('weakMap', {}, { className: 'WeakMap', subtype: 'weakmap', entries: [{ key: ref('key'), value: num(5) }] }),
  object(
    'floats',
    {},
    {
      className: 'Float64Array',
      subtype: 'typedarray',
      length: 2,
      bytes: { base64: Buffer.from(Float64Array.of(1.5, -0).buffer).toString('base64'), byteLength: 16 }
    }
  ),
  object(
    'buffer',
    {},
    {
      className: 'Buffer',
      subtype: 'typedarray',
      length: 3,
      bytes: { base64: Buffer.from('hé').toString('base64'), byteLength: 3 },
      internalProperties: [{ name: '[[Prototype]]', value: { type: 'object', intrinsic: 'Buffer.prototype' } }]
    }
  ),
  object(
    'bytes',
    {},
    {
      className: 'Uint8Array',
      subtype: 'typedarray',
      length: 70000,
      bytes: { base64: base64(1, 2, 3), byteLength: 70000 }
    }
  ),
  object(
    'cutMap',
    {},
    {
      className: 'Map',
      subtype: 'map',
      size: 500,
      entries: [{ key: str('a'), value: num(1) }],
      notCaptured: [{ reason: 'collectionSize', count: 499 }]
    }
  ),
  object(
    'symbolKeys',
    {},
    {
      properties: [
        {
          name: 'Symbol(Symbol.iterator)',
          symbol: { type: 'symbol', description: 'Symbol(Symbol.iterator)', objectId: 'y3' },
          value: num(1)
        },
        {
          name: 'Symbol(unique)',
          symbol: { type: 'symbol', description: 'Symbol(unique)', objectId: 'y1' },
          value: num(2)
        }
      ]
    }
  ),
  object('boxed', {}, { className: 'Number', internalProperties: [{ name: '[[PrimitiveValue]]', value: num(5) }] }),
  object('bare', { a: num(1) }, { internalProperties: [{ name: '[[Prototype]]', value: nothing }] }),
  object(
    'error',
    { stack: str('TypeError: bad\n    at app.js:1:1'), message: str('bad'), cause: ref('cause') },
    { className: 'TypeError', subtype: 'error', description: 'TypeError: bad' }
  ),
  object('cause', { code: num(7) }),
  object('wide', { a: num(1) }, { notCaptured: [{ reason: 'fieldCount', count: 300 }] }),
  object('proxy', {}, { subtype: 'proxy', internalProperties: [{ name: '[[Target]]', value: ref('key') }] }),
  object(
    'generator',
    {},
    { subtype: 'generator', internalProperties: [{ name: '[[GeneratorState]]', value: str('suspended') }] }
  ),
  object(
    'bound',
    {},
    {
      type: 'function',
      className: 'Function',
      internalProperties: [
        { name: '[[TargetFunction]]', value: fn('add') },
        { name: '[[BoundThis]]', value: nothing },
        { name: '[[BoundArgs]]', value: ref('boundArgs', 'Array', 'array') }
      ]
    }
  ),
  object('boundArgs', { 0: num(10) }, { className: 'Array', subtype: 'array', length: 1 }),
  func('add', '(a, b) => a + b'),
  object(
    'promise',
    {},
    {
      className: 'Promise',
      subtype: 'promise',
      internalProperties: [{ name: '[[PromiseState]]', value: str('pending') }]
    }
  ),
  object(
    'accessors',
    {},
    {
      properties: [
        { name: 'once', get: fn('once') },
        { name: 'both', get: fn('once'), set: fn('once') }
      ]
    }
  ),
  func('once', "get once () { return 'read' }"),
  object(
    'derived',
    {},
    { className: 'Derived', internalProperties: [{ name: '[[Prototype]]', value: ref('derivedPrototype') }] }
  ),
  object(
    'derivedPrototype',
    {},
    {
      properties: [{ name: 'greet', value: fn('derivedGreet'), enumerable: false }],
      internalProperties: [{ name: '[[Prototype]]', value: ref('basePrototype') }]
    }
  ),
  object('basePrototype', {}, { properties: [{ name: 'greet', value: fn('baseGreet'), enumerable: false }] }),
  func('derivedGreet', "greet () { return super.greet() + ' derived' }"),
  func('baseGreet', "greet () { return 'base' }"),
  object('native', { name: str('readFile') }, { type: 'function', className: 'Function' }),
  object(
    'server',
    { listening: { type: 'boolean', value: true } },
    {
      className: 'Server',
      internalProperties: [{ name: '[[Prototype]]', value: { type: 'object', intrinsic: 'EventEmitter.prototype' } }]
    }
  ),
  func('sloppy', 'function () { return this === globalThis }'),
  func('strict', "function () { 'use strict'; return this === undefined }"),
  object('arguments', { 0: str('first'), 1: num(2), length: num(2) }, { className: 'Arguments' }),
  { kind: 'process' },
  { kind: 'script', scriptId: '1', url: 'file:///app/kinds.js', length: 8, source: 'kinds();' }
]

module.exports = { KINDS_RECORDS, func }
