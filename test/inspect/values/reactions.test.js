'use strict'
// What waits for a promise is shown where there is room for it.

const path = require('node:path')
const t = require('tap')
const { Handles } = require('../../../packages/inspect/cdp/handles')
const { objectProperties } = require('../../../packages/inspect/cdp/properties')
const { childrenOf } = require('../../../packages/inspect/page/browser/model/children')
const { readDump } = require('../../../packages/inspect/reader')
const { findReferrers } = require('../../../packages/inspect/search/find-referrers')
const { placeText } = require('../../../packages/inspect/search/place-text')
const { renderDump } = require('../../../packages/inspect/show')
const { placesIn } = require('../../../packages/inspect/show/screen/function-place')
const { SourceMaps } = require('../../../packages/inspect/source/source-map')
const { formatValue } = require('../../../packages/inspect/values/format-value')
const { callFrame, fn, makeDump, num, object, ref, str, vars } = require('../../helpers/make-dump')

/** @typedef {import('../../../packages/shared/dump/format').Value} Value */
/** @typedef {import('../../../packages/shared/dump/format').ObjectRecord} ObjectRecord */

/**
 * @param {string} objectId
 * @param {Value} [reactions]
 * @returns {ObjectRecord}
 */
const pending = (objectId, reactions) =>
  object(
    objectId,
    {},
    {
      className: 'Promise',
      subtype: 'promise',
      internalProperties: [
        { name: '[[PromiseState]]', value: str('pending') },
        ...(reactions === undefined ? [] : [{ name: '[[PromiseReactions]]', value: reactions }])
      ]
    }
  )

/**
 * A pending promise, the array of its reactions, and these.
 * @param {string} name
 * @param {Record<string, Value>[]} reactions
 * @param {number} [length] how many there were
 * @returns {ObjectRecord[]}
 */
const waitedFor = (name, reactions, length = reactions.length) => [
  pending(name, ref(`${name}All`, 'Array', 'array')),
  object(
    `${name}All`,
    Object.fromEntries(reactions.map((each, i) => [i, ref(`${name}${i}`)])),
    { className: 'Array', subtype: 'array', length }
  ),
  ...reactions.map((each, i) => object(`${name}${i}`, each))
]

/**
 * @param {string} objectId
 * @param {string} name
 * @param {number} lineNumber
 * @returns {ObjectRecord}
 */
const named = (objectId, name, lineNumber) => ({
  ...object(objectId, { name: str(name) }, { className: 'Function' }),
  type: 'function',
  functionLocation: { scriptId: '9', url: 'file:///app/lib/shop.js', lineNumber, columnNumber: 4 }
})

const [onPaid, onRefused, charge, unnamed] = ['onPaid', 'onRefused', 'charge', 'unnamed'].map(fn)
const promise = ref('other', 'Promise', 'promise')
const TEXTS = {
  other: 'Promise { <pending> }',
  two: 'Promise { <pending>, then onPaid (shop.js:12), async charge (shop.js:30) }',
  caught: 'Promise { <pending>, catch onRefused (shop.js:13) }',
  either: 'Promise { <pending>, then onPaid (shop.js:12) or onRefused (shop.js:13) }',
  ended: 'Promise { <pending>, finally shop.js:14 }',
  all: 'Promise { <pending>, Promise.all, another promise }',
  builtin: 'Promise { <pending>, then JSON.parse, then Function }',
  many: 'Promise { <pending>, then onPaid (shop.js:12) × 3, … 997 more reactions }',
  // Records that a dump may lack, or have in another form.
  lost: 'Promise { <pending> }',
  damaged: 'Promise { <pending>, another promise, … 1 more reaction }'
}

const file = makeDump(path.join(t.testdir(), 'a.ccdump'), [
  callFrame(vars(Object.fromEntries(Object.keys(TEXTS).map(name => [name, ref(name, 'Promise', 'promise')])))),
  pending('other'),
  named('onPaid', 'onPaid', 11),
  named('onRefused', 'onRefused', 12),
  named('unnamed', '', 13),
  named('charge', 'charge', 29),
  ...waitedFor('two', [{ onFulfilled: onPaid, promise }, { awaitedBy: charge, promise }]),
  ...waitedFor('caught', [{ onRejected: onRefused, promise }]),
  ...waitedFor('either', [{ onFulfilled: onPaid, onRejected: onRefused, promise }]),
  ...waitedFor('ended', [{ onFinally: unnamed, promise }]),
  ...waitedFor('all', [{ combinator: str('Promise.all'), promise }, { promise }]),
  ...waitedFor('builtin', [
    { onFulfilled: { type: 'function', className: 'Function', intrinsic: 'JSON.parse' } },
    { onFulfilled: fn('notThere') }
  ]),
  ...waitedFor('many', Array.from({ length: 3 }, () => ({ onFulfilled: onPaid, promise })), 1000),
  pending('lost', ref('notThere', 'Array', 'array')),
  pending('damaged', ref('damagedAll', 'Array', 'array')),
  object('damagedAll', { 0: num(1), 1: ref('damaged0') }, { className: 'Array', subtype: 'array', length: 2 }),
  object('damaged0', { combinator: num(7), promise: num(8) }),
  { kind: 'process' }
])

t.test('in a terminal', async t => {
  const dump = await readDump(file)
  const placeOf = placesIn(dump, new SourceMaps(dump))
  for (const [name, text] of Object.entries(TEXTS)) {
    t.equal(formatValue(ref(name), dump, { columns: 200, placeOf }), text)
    t.equal(formatValue(ref(name), dump, { columns: 200 }), 'Promise { <pending> }', 'where there is little room')
  }
})

t.test('show', async t => {
  const dump = await readDump(file)
  const rendered = renderDump(dump, new SourceMaps(dump), { columns: 80, all: true })
  t.match(rendered, 'caught   Promise { <pending>, catch onRefused (shop.js:13) }')
})

t.test('in the page, a debugger and a search, as a property', async t => {
  const dump = await readDump(file)
  const value = ref('two', 'Promise', 'promise')
  const list = childrenOf(/** @type {any} */ (dump), { name: 'two', value }).find(
    ({ name }) => name === '[[PromiseReactions]]'
  )
  t.match(childrenOf(/** @type {any} */ (dump), /** @type {any} */ (list)), [{ name: '0' }, { name: '1' }])
  const found = findReferrers(dump, '#0 two[[PromiseReactions]][1].awaitedBy').map(each => placeText(each))
  t.same(found, ['#0 two[[PromiseReactions]][1].awaitedBy'])

  const promise = /** @type {ObjectRecord} */ (dump.object('two'))
  const { internalProperties = [] } = objectProperties(promise, new Handles(dump), {})
  t.match(internalProperties[1], {
    name: '[[PromiseReactions]]',
    value: { subtype: 'array', description: 'Array(2)' }
  })
})
