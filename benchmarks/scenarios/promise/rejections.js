'use strict'
// Calls async functions of which a share rejects, as the experiment asked whose suite rejects nothing. Half of the
// rejections are caught by `catch` around an `await`, half by `.catch()`: before the V8 of Node.js 24, it predicts
// only of the first that they will be caught.

/** @param {number} number @param {number} percent */
async function answer (number, percent) {
  await null
  if ((number * percent) % 100 < percent) throw new Error(`no answer to ${number}`)
  return 1
}

/** @param {number} number @param {number} percent */
async function ask (number, percent) {
  if (number % 2 === 0) return answer(number >> 1, percent).catch(() => 1)
  try {
    return await answer(number >> 1, percent)
  } catch {
    return 1
  }
}

/**
 * @param {number} percent of the functions that reject
 * @returns {import('./workloads').Workload}
 */
const rejecting = percent => async iterations => {
  let sum = 0
  for (let i = 0; i < iterations; i++) sum += await ask(i, percent)
  return sum
}

module.exports = { rejecting }
