'use strict'
// Computes Fibonacci numbers from an asynchronous sequence by generators that a library drives, to which async
// generators were compiled.

const { LENGTH } = require('./fibonacci')

/**
 * @param {import('./run-generator').Coroutine} coroutine
 * @param {import('./doxbee-store').Promises} promises
 * @returns {import('./workloads').Workload}
 */
function workloadOf (coroutine, promises) {
  /**
   * ES2015 has no asynchronous iterators. Like them, next() here returns a promise and awaits the yielded value.
   */
  function sequence () {
    const numbers = endless()
    return {
      next: coroutine(function * () {
        const { value, done } = numbers.next()
        return { value: yield promises.resolve(value), done }
      })
    }
  }

  const fibonacci = coroutine(function * (/** @type {number} */ length) {
    const numbers = sequence()
    for (let left = length; ; left--) {
      const { value } = /** @type {IteratorYieldResult<number>} */ (yield numbers.next())
      if (left === 0) return value
    }
  })

  return async iterations => {
    const numbers = []
    for (let i = 0; i < iterations; i++) numbers.push(fibonacci(LENGTH))
    let sum = 0
    for (const number of await promises.all(numbers)) sum += Number(number)
    return sum
  }
}

/** @returns {Generator<number, never>} */
function * endless () {
  for (let a = 0, b = 1; ; [a, b] = [b, a + b]) yield a
}

module.exports = { workloadOf }
