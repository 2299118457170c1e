'use strict'
// Makes suspended functions and promises whose contents are known, from which the addon learns how V8 lays them out in
// the heap (src/v8_internals/heap/heap_layout.h). They are made before the application runs, because async hooks of the
// application would be called for promises that are made later.

// Taken from the global object, because require('node:timers') would lengthen the start.
const { clearTimeout, setTimeout } = globalThis

/** The longest delay of a timer, in milliseconds: the application's own timers are never due later. */
const LONGEST_MS = 2 ** 31 - 1

/**
 * @typedef {object} TaskProbes
 * @property {Promise<void>} awaited
 * @property {Function} asyncFunction
 * @property {Promise<void>} asyncPromise
 * @property {Generator} generator
 * @property {Function} generatorFunction
 * @property {AsyncGenerator} asyncGenerator
 * @property {Promise<unknown>} asyncNext
 * @property {Promise<void>} awaitedByAll
 * @property {Promise<void[]>} all
 * @property {NodeJS.Timeout} timer
 */

/** @returns {TaskProbes} */
function makeTaskProbes () {
  const never = () => /** @type {Promise<void>} */ (new Promise(() => {}))
  const awaited = never()
  const awaitedByAll = never()
  const asyncFunction = async () => {
    await awaited
  }
  const generatorFunction = function * () {
    yield 0
  }
  const generator = generatorFunction()
  generator.next()
  const asyncGenerator = (async function * () {
    await never()
  })()
  const timer = setTimeout(() => {}, LONGEST_MS)
  clearTimeout(timer)
  return {
    awaited,
    asyncFunction,
    asyncPromise: asyncFunction(),
    generator,
    generatorFunction,
    asyncGenerator,
    asyncNext: asyncGenerator.next(),
    awaitedByAll,
    all: Promise.all([awaitedByAll]),
    timer
  }
}

module.exports = { makeTaskProbes }
