'use strict'
// Primitive values of every kind, with those that a serializer gets wrong.

// eslint-disable-next-line symbol-description -- having none is a case of its own
const SYMBOLS = [Symbol('private'), Symbol(''), Symbol(), Symbol.for('registered'), Symbol.iterator, Symbol('\ud800')]
const NUMBERS = [
  0,
  -0,
  1,
  -1,
  0.1,
  1e21,
  1e-7,
  123456789012345680000,
  5e-324,
  Number.MAX_VALUE,
  2 ** 31,
  -(2 ** 31),
  2 ** 53,
  NaN,
  Infinity,
  -Infinity
]
const BIGINTS = [0n, -1n, 10n ** 20n, -(2n ** 64n), 2n ** 4000n]
const TEXTS = [
  '',
  'plain',
  'quotes " and \\ and /',
  'line\nbreak\r\t\b\f\u0000\u001f\u007f',
  'Grüße',
  '日本語',
  '👩‍👩‍👧',
  '\ud800',
  'x\udc00y',
  '\udc00\ud800',
  '\u2028\u2029',
  '</script>'
]

/** Whole only at some distance: V8 keeps it as a tree of pieces. */
const ROPE = 'rope'.repeat(100) + 'ß'.repeat(300) + '日'

/**
 * @param {import('./random-numbers').RandomNumbers} random
 * @returns {unknown}
 */
function randomPrimitive (random) {
  switch (random.below(10)) {
    case 0:
      return undefined
    case 1:
      return null
    case 2:
      return random.chance(0.5)
    case 3:
      return random.pick(NUMBERS)
    case 4:
      return random.below(1e6) / random.pick([1, 3, 1000])
    case 5:
      return random.pick(BIGINTS)
    case 6:
      return random.pick(SYMBOLS)
    case 7:
      return random.pick(TEXTS)
    case 8:
      return randomText(random)
    default:
      return ROPE.slice(random.below(50)) + random.below(1000)
  }
}

/** @param {import('./random-numbers').RandomNumbers} random */
function randomText (random) {
  const highest = random.pick([0x7f, 0xff, 0xffff])
  let text = ''
  for (let i = random.below(40); i > 0; i--) text += String.fromCharCode(random.below(highest + 1))
  return text
}

/**
 * A key of a property.
 * @param {import('./random-numbers').RandomNumbers} random
 * @returns {string | symbol}
 */
function randomKey (random) {
  switch (random.below(8)) {
    case 0:
      return random.pick(SYMBOLS)
    case 1:
      return String(random.below(20))
    case 2:
      return random.pick([
        '__proto__',
        'constructor',
        'toJSON',
        'then',
        'length',
        'name',
        'message',
        'stack',
        'get',
        'value',
        'caller',
        '-1',
        '007',
        '4294967294',
        '4294967295',
        '',
        'toString'
      ])
    case 3:
      return randomText(random)
    default:
      return `key${random.below(100)}`
  }
}

module.exports = { randomKey, randomPrimitive }
