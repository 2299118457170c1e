'use strict'
// Names what waits for a promise, in a few words for each: `then onPaid (shop.js:12)`, `async charge (shop.js:30)`.

const { describeValue, functionName, internalProperty } = require('./describe-value')
const { plain } = require('../text/terminal-text')

/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/** @typedef {import('crash-collector-shared/dump/format').ObjectRecord} ObjectRecord */
/** @typedef {import('./types').ObjectSource} ObjectSource */
/** @typedef {import('./types').PlaceOf} PlaceOf */

/** Promises that more wait for are caches and locks, where the first ones tell as much as all. */
const MAX_REACTIONS = 10

/**
 * @param {ObjectRecord} promise
 * @param {ObjectSource} source
 * @param {PlaceOf} placeOf
 * @returns {string[]} in the order in which they would run; equal neighbours are one
 */
function reactionTexts (promise, source, placeOf) {
  const list = source.object(internalProperty(promise, '[[PromiseReactions]]')?.objectId ?? '')
  if (list === undefined) return []
  /** @type {{ text: string, count: number }[]} */
  const groups = []
  let shown = 0
  for (const { value } of list.properties) {
    const reaction = source.object(value?.objectId ?? '')
    if (reaction === undefined) continue
    const text = reactionText(reaction, source, placeOf)
    const last = groups.at(-1)
    if (last?.text === text) last.count++
    else if (groups.length === MAX_REACTIONS) break
    else groups.push({ text, count: 1 })
    shown++
  }
  const more = (list.length ?? shown) - shown
  return [
    ...groups.map(({ text, count }) => count === 1 ? text : `${text} × ${count}`),
    ...more > 0 ? [`… ${more} more reaction${more === 1 ? '' : 's'}`] : []
  ]
}

/**
 * @param {ObjectRecord} reaction
 * @param {ObjectSource} source
 * @param {PlaceOf} placeOf
 */
function reactionText (reaction, source, placeOf) {
  const member = (/** @type {string} */ name) => reaction.properties.find(each => each.name === name)?.value
  const combinator = member('combinator')?.value
  if (typeof combinator === 'string') return plain(combinator)
  const [awaitedBy, onFinally] = [member('awaitedBy'), member('onFinally')]
  if (awaitedBy !== undefined) return `async ${functionText(awaitedBy, source, placeOf)}`
  if (onFinally !== undefined) return `finally ${functionText(onFinally, source, placeOf)}`
  const [onFulfilled, onRejected] = [member('onFulfilled'), member('onRejected')]
  const texts = [onFulfilled, onRejected].flatMap(each => each === undefined ? [] : functionText(each, source, placeOf))
  if (texts.length === 0) return 'another promise'
  return `${onFulfilled === undefined ? 'catch' : 'then'} ${texts.join(' or ')}`
}

/**
 * @param {Value} value
 * @param {ObjectSource} source
 * @param {PlaceOf} placeOf
 */
function functionText (value, source, placeOf) {
  const record = source.object(value.objectId ?? '')
  if (record === undefined) return describeValue(value, source).replace(/^\[(.*)\]$/, '$1')
  const name = functionName(record)
  const place = placeOf(record)
  if (place === undefined) return name === '' ? 'an anonymous function' : name
  return name === '' ? place : `${name} (${place})`
}

module.exports = { reactionTexts }
