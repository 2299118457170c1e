'use strict'
// Values that a hostile dump may hold in any place.

const { deflateSync } = require('node:zlib')

const LONG = 16_000

/** A map that says that one line of the program has very many places in a source that is not there. */
const WIDE_MAP = JSON.stringify({ version: 3, sources: ['a'], names: [], mappings: 'AAAA,'.repeat(LONG) })
const mapUrl = (/** @type {string} */ json) =>
  `//# sourceMappingURL=data:application/json;base64,${Buffer.from(json).toString('base64')}`

/** Texts that a terminal, a page, a shell or a log takes for commands. */
const COMMANDS = [
  '\u001b]52;c;aGVsbG8=\u0007\u001b[2J',
  '\u009b31m\u202ereversed\u2066',
  '</script><script>alert(1)</script><!--',
  "'\"`;$(id)&|\\",
  '\r::error file=x::text%0A'
]

/** Texts that mean something to a regular expression, a parser or V8, or to those who read names and places. */
const STRINGS = [
  '',
  'x',
  '\u0000',
  '__proto__',
  'constructor',
  'toString',
  '1',
  's1',
  '-1',
  '\ud800',
  'e\u0301'.repeat(2000),
  'a'.repeat(LONG),
  ' '.repeat(LONG) + 'x',
  '\n'.repeat(LONG),
  '('.repeat(LONG),
  '['.repeat(2000),
  '{'.repeat(2000),
  '`${'.repeat(2000),
  'a.'.repeat(LONG / 2),
  'x=>'.repeat(2000),
  '/*'.repeat(LONG / 2),
  '!'.repeat(LONG),
  '    at '.repeat(2000),
  '\n    at a (file:///a.js:1:1)'.repeat(500),
  "Cannot read properties of undefined (reading '".repeat(300),
  "Cannot assign to read only property '".repeat(300),
  "Cannot assign to read only property 'a' of object '" + "' of ".repeat(3000),
  'is not a function'.repeat(900),
  `${'a '.repeat(5000)}is not iterable`,
  'file:///app/checkout.js',
  'file://machine.invalid/share/a.js',
  `file:///${'../'.repeat(3000)}etc/passwd`,
  'file:///%00%ff%2e%2e/a.js',
  'https://machine.invalid/a.js.map',
  'data:application/json,{}',
  'node:internal/a',
  `let a = 1\n${mapUrl('{}')}`,
  `let a = 1\n${mapUrl(WIDE_MAP)}`,
  `let a = 1\n${mapUrl('{"version":3,"sections":[{"offset":{"line":-1,"column":1e9},"map":{}}]}')}`,
  `let a = 1\n${mapUrl('{"version":3,"sources":["../../etc/passwd"],"names":[],"mappings":"gggggggggggggB"}')}`,
  'class {',
  'function () { [native code] }',
  'async ({ a = b => c }) => {'.repeat(300),
  '2026-13-45T99:99:99.999Z',
  '10n',
  'NaN',
  deflateSync(Buffer.alloc(1e6)).toString('base64'),
  Buffer.alloc(LONG, 0xff).toString('base64'),
  '//8='
]

/** Words of the format, in places where they do not belong. */
const WORDS = [
  ...['object', 'function', 'undefined', 'symbol', 'bigint', 'number', 'string', 'boolean', 'null', 'array', 'map'],
  ...['set', 'proxy', 'date', 'regexp', 'typedarray', 'arraybuffer', 'dataview', 'weakref', 'weakmap', 'iterator'],
  ...['error', 'promise', 'generator', 'Array', 'Buffer', 'Float64Array', 'BigInt64Array', 'local', 'closure', 'block'],
  ...['module', 'global', 'with', 'eval', 'script', 'exception', 'cause', 'callFrame', 'process', 'thread'],
  ...['asyncTask'],
  ...['header', 'end', 'signal', 'heapSummary', 'executionPath', 'objectDetails', 'awaiting'],
  ...['uncaughtException', 'outOfMemory', 'unsettledTopLevelAwait', 'testFailure', 'timeout', 'redacted', 'depth'],
  ...['bytes', 'objectCount']
]

const NUMBERS = [0, -1, 1.5, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 53, 1e21, 1e300, -1e300, 4_000_000, 65_536, 255]

/** @type {unknown[]} */
const OTHERS = [
  null,
  true,
  [],
  {},
  [[]],
  [null],
  [{}],
  { type: 'symbol' },
  { type: 'string' },
  { type: 'bigint', unserializableValue: 'xn' },
  { type: 'bigint', unserializableValue: `${'9'.repeat(LONG)}n` },
  { type: 'object', objectId: 'none' },
  { type: 'object', objectId: '__proto__' },
  { type: 'object', subtype: 'array', className: 'Array', length: 4_294_967_295 },
  { type: 'object', intrinsic: 'Object.prototype' },
  [{ type: 'closure', scopeId: 's1', variables: [] }],
  [{ name: '[[Prototype]]', value: { type: 'object', objectId: '2' } }],
  { name: '__proto__', value: { type: 'object', objectId: '2' } }
]

module.exports = { COMMANDS, NUMBERS, OTHERS, STRINGS, WORDS }
