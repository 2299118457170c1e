'use strict'

const t = require('tap')
const { rangesOfMap } = require('../../../packages/inspect/source/map-scopes')

const NAMES = ['order', 'address', 'o', 'a', 'module', 'total', 'o.a']

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** @param {number} number without a sign */
function unsigned (number) {
  const rest = Math.floor(number / 32)
  return DIGITS[(number % 32) + (rest > 0 ? 32 : 0)] + (rest > 0 ? unsigned(rest) : '')
}

/** @param {number} number */
const signed = number => unsigned(number < 0 ? -2 * number + 1 : 2 * number)

/** @param {...string} numbers */
const item = (...numbers) => numbers.join('')

const SCOPES = [
  // A module with the variable `order`, and in it the function `total` with the variable `address`.
  item('B', unsigned(0), unsigned(0), unsigned(0)),
  item('D', signed(0)),
  item('B', unsigned(1 | 4), unsigned(1), unsigned(4), signed(5)),
  item('D', signed(1)),
  item('C', unsigned(2), unsigned(1)),
  item('C', unsigned(1), unsigned(0))
]

/** @param {...string} ranges */
const map = (...ranges) => ({ names: NAMES, scopes: [...SCOPES, ...ranges].join(',') })

t.test('names variables and functions of ranges', async t => {
  const ranges = rangesOfMap(
    map(
      item('E', unsigned(2), unsigned(0), signed(0)),
      item('G', unsigned(3)),
      item('E', unsigned(1 | 2 | 4), unsigned(40), unsigned(7), signed(1)),
      item('G', unsigned(4)),
      item('F', unsigned(60)),
      item('F', unsigned(2), unsigned(5))
    )
  )
  t.same(ranges, [
    {
      start: { lineNumber: 0, columnNumber: 0 },
      end: { lineNumber: 42, columnNumber: 5 },
      isFunction: false,
      bindings: [{ name: 'order', expression: 'o' }]
    },
    {
      start: { lineNumber: 40, columnNumber: 7 },
      end: { lineNumber: 40, columnNumber: 67 },
      isFunction: true,
      functionName: 'total',
      bindings: [{ name: 'address', expression: 'a' }]
    }
  ])
})

t.test('leaves out what is not so in the whole range', async t => {
  const [unavailable, changing, hidden] = rangesOfMap(
    map(
      item('E', unsigned(2), unsigned(0), signed(0)),
      item('G', unsigned(0)),
      item('F', unsigned(9)),
      item('E', unsigned(2), unsigned(1), signed(0)),
      item('G', unsigned(3)),
      item('H', unsigned(0), unsigned(4), unsigned(0), unsigned(3)),
      item('F', unsigned(9)),
      item('E', unsigned(2 | 4 | 8), unsigned(1), signed(1)),
      item('F', unsigned(9))
    )
  )
  t.same(unavailable.bindings, [], 'without an expression')
  t.same(changing.bindings, [], 'with another expression in a part of it')
  t.equal(hidden.functionName, undefined, 'a function that a compiler has added')
})

t.test('sections begin where they stand', async t => {
  const section = map(item('E', unsigned(2), unsigned(3), signed(0)), item('G', unsigned(3)), item('F', unsigned(4)))
  const ranges = rangesOfMap({ sections: [{ offset: { line: 7, column: 11 }, map: section }] })
  t.match(ranges, [{ start: { lineNumber: 7, columnNumber: 14 }, end: { lineNumber: 7, columnNumber: 18 } }])
})

t.test('damaged maps tell nothing', async t => {
  for (const scopes of ['ä', 'B', 'F,F,C,C,G,H', '////////////////////', 'E,G', ',,,', 7, null, {}]) {
    for (const range of rangesOfMap({ names: NAMES, scopes })) t.same(range.bindings, [])
  }
  t.same(rangesOfMap({ sections: 7 }), [])
  t.same(rangesOfMap({ sections: [{}] }), [])
  t.same(rangesOfMap({ names: 7, scopes: SCOPES.join(',') }), [])
  t.same(rangesOfMap({ names: NAMES, scopes: 'E,'.repeat(2 ** 20) + 'EA' }), [], 'one that is too long')
})
