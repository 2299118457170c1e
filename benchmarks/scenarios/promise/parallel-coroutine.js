'use strict'
// Asks 25 questions at once in each iteration and waits for all answers, as generators that a library drives.

const { QUESTIONS } = require('./parallel')

/**
 * @param {import('./run-generator').Coroutine} coroutine
 * @param {import('./doxbee-store').Promises} promises
 * @returns {import('./workloads').Workload}
 */
function workloadOf (coroutine, promises) {
  const answer = coroutine(function * (/** @type {number} */ question) {
    yield promises.resolve(null)
    return question + 1
  })

  const ask = coroutine(function * () {
    const answers = []
    for (let i = 0; i < QUESTIONS; i++) answers.push(answer(i))
    return /** @type {unknown[]} */ (yield promises.all(answers)).length
  })

  return async iterations => {
    const asked = []
    for (let i = 0; i < iterations; i++) asked.push(ask())
    let sum = 0
    for (const count of await promises.all(asked)) sum += Number(count)
    return sum
  }
}

module.exports = { workloadOf }
