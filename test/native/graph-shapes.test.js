'use strict'
// The walk remembers the shape of an object for others of the same shape, and never applies it to other shapes.

const t = require('tap')

const { loadAddon, ROOMY, takeRecords, walkGraph } = require('./walk-graph')

class Point {
  /** @param {number} x @param {number} y */
  constructor (x, y) {
    this.x = x
    this.y = y
  }
}

class Secretive {
  #hidden = 1
  constructor () {
    this.shown = this.#hidden
  }
}

/** @param {object} object @param {PropertyKey} key @param {PropertyDescriptor} descriptor */
const define = (object, key, descriptor) => Object.defineProperty(object, key, { configurable: true, ...descriptor })

/** @param {Record<string, unknown>} object @param {string} key */
function without (object, key) {
  delete object[key]
  return object
}

/** @param {number} count */
const wide = count => Object.fromEntries(Array.from({ length: count }, (_, i) => [`wide${i}`, i]))

/** Each makes an object; `n` tells those of one kind apart. Only primitives in them, so that records can be compared.
 * @type {Record<string, (n: number) => object>}
 */
const KINDS = {
  literal: n => ({ x: n, y: 'text' }),
  'literal, other values': n => ({ x: `${n}`, y: null }),
  'literal, an element more': n => Object.assign({ x: n, y: 'text' }, { 7: 'seven' }),
  'literal, a property more': n => Object.assign({ x: n, y: 'text' }, { [`z${n}`]: n }),
  'literal, a property less': n => without({ x: n, y: 'text' }, n % 2 === 0 ? 'x' : 'y'),
  'literal, the last one less': n => without({ x: n, y: 'text' }, 'y'),
  'literal, frozen': n => Object.freeze({ x: n, y: 'text' }),
  'literal, hidden': n => define({ x: n }, 'y', { value: n, enumerable: false }),
  'literal, getter': n => ({
    x: n,
    get y () {
      throw new Error('a getter ran')
    }
  }),
  'literal, symbol': n => ({ x: n, y: 'text', [Symbol.for('s')]: n }),
  'literal, named by a tag': n => ({ x: n, [Symbol.toStringTag]: `Tag${n}` }),
  'literal, stack': n => ({ x: n, stack: `text ${n}` }),
  'name and value': n => ({ name: n % 2 === 0 ? 'password' : 'colour', value: `value ${n}` }),
  instance: n => new Point(n, n),
  'instance, prototype changed': n => Object.setPrototypeOf(new Point(n, n), Object.prototype),
  'instance, own constructor': n => Object.assign(new Point(n, n), { constructor: `C${n}` }),
  'private field': () => new Secretive(),
  'no prototype': n => Object.assign(Object.create(null), { x: n }),
  empty: () => ({}),
  'wide, in the object': n => Object.assign(wide(4), { n }),
  'wide, beside it': n => Object.assign(wide(40), { n }),
  'wide, a table': n => Object.assign(wide(2000), { [`n${n}`]: n }),
  list: n => [n, 'text'],
  'list, empty': () => [],
  'list with holes': n => Object.assign([], { 3: n }),
  'list with a name': n => Object.assign([n], { index: n }),
  'list with another name': n => Object.assign([n], { input: n }),
  'list with a tag': n => Object.assign([n], { [Symbol.toStringTag]: `Tag${n}` }),
  'list, frozen': n => Object.freeze([n, n]),
  'a list of another class': n => new (class List extends Array {})(n % 3, 1),
  error: n => Object.assign(new TypeError(`message ${n}`), { code: n }),
  map: n => Object.assign(new Map([[n, n]]), { extra: n }),
  date: n => new Date(n),
  boxed: n => Object.assign(Object(`text ${n}`), { extra: n }),
  arguments: n =>
    (function () {
      return arguments
    })(n, 'text')
}

/** Without what depends on the place in the graph.
 * @param {import('../../packages/shared/dump/format').ObjectRecord | undefined} record
 */
function plain (record) {
  const text = JSON.stringify(record, (key, value) => (key === 'objectId' || key === 'depth' ? undefined : value))
  return JSON.parse(text)
}

/** @param {object[]} objects in one walk, in this order */
function walkTogether (objects) {
  const { value, records, recordOf } = walkGraph(Object.fromEntries(objects.map((object, i) => [`o${i}`, object])))
  const root = recordOf(value)
  if (root === undefined || records.size <= objects.length) {
    throw new Error(`${records.size} records of ${objects.length} objects and their holder`)
  }
  return objects.map((_, i) => plain(recordOf(root.properties.find(({ name }) => name === `o${i}`)?.value)))
}

t.test('an object among others of its shape has the same record as alone', async t => {
  const objects = [0, 1, 2].flatMap(n => Object.values(KINDS).map(make => make(n)))
  const names = [0, 1, 2].flatMap(n => Object.keys(KINDS).map(name => `${name} ${n}`))
  const alone = objects.map(object => {
    const { value, recordOf } = walkGraph(object)
    return plain(recordOf(value))
  })
  for (const reversed of [false, true]) {
    const together = walkTogether(reversed ? [...objects].reverse() : objects)
    if (reversed) together.reverse()
    for (const [i, name] of names.entries()) t.strictSame(together[i], alone[i], name)
  }
})

t.test('more shapes than are remembered', async t => {
  const objects = Array.from({ length: 3000 }, (_, i) => ({ [`only${i % 1500}`]: i }))
  const together = walkTogether(objects)
  for (const [i, record] of together.entries()) {
    if (
      record.properties.length !== 1 ||
      record.properties[0].name !== `only${i % 1500}` ||
      record.properties[0].value.value !== i
    ) {
      t.fail(`object ${i}`, record)
    }
  }
})

t.test('what changes between two steps of a walk', async t => {
  const writer = loadAddon().snapshot(ROOMY)
  /** @type {any[]} */
  const objects = [
    { a: 1, b: 2 },
    { a: 3, b: 4 },
    { a: 5, b: 6 }
  ]
  for (const object of objects) writer.value(object)
  objects[0].c = 7
  Object.defineProperty(objects[1], 'a', { enumerable: false })
  writer.walk()
  const later = [
    { a: 8, b: 9 },
    { a: 10, b: 11, c: 12 }
  ]
  define(objects[2], 'a', {
    get () {
      throw new Error('a getter ran')
    }
  })
  for (const object of later) writer.value(object)
  writer.walk()
  const { records } = takeRecords(writer)
  const shown = [...records.values()].map(({ properties }) =>
    properties.map(({ name, value, enumerable }) => [name, value?.value, enumerable])
  )
  t.strictSame(shown, [
    [
      ['a', 1, undefined],
      ['b', 2, undefined],
      ['c', 7, undefined]
    ],
    [
      ['a', 3, false],
      ['b', 4, undefined]
    ],
    [
      ['a', 5, undefined],
      ['b', 6, undefined]
    ],
    [
      ['a', 8, undefined],
      ['b', 9, undefined]
    ],
    [
      ['a', 10, undefined],
      ['b', 11, undefined],
      ['c', 12, undefined]
    ]
  ])
})
