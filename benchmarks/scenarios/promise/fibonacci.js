'use strict'
// Computes Fibonacci numbers from an asynchronous sequence: by async generators, and by promises.

const LENGTH = 20

/** @returns {AsyncGenerator<number, never>} */
async function * sequence () {
  for (let a = 0, b = 1; ; [a, b] = [b, a + b]) yield a
}

/** @param {number} length */
async function fibonacciAsync (length) {
  let left = length
  for await (const value of sequence()) {
    if (left-- === 0) return value
  }
  return NaN
}

/** @param {number} left @param {number} a @param {number} b @returns {Promise<number>} */
function fibonacciPromises (left, a = 0, b = 1) {
  return left === 0 ? Promise.resolve(a) : Promise.resolve(b).then(next => fibonacciPromises(left - 1, next, a + next))
}

/** @type {import('./workloads').Workload} */
async function async (iterations) {
  const numbers = []
  for (let i = 0; i < iterations; i++) numbers.push(fibonacciAsync(LENGTH))
  return sum(await Promise.all(numbers))
}

/** @type {import('./workloads').Workload} */
async function promises (iterations) {
  const numbers = []
  for (let i = 0; i < iterations; i++) numbers.push(fibonacciPromises(LENGTH))
  return sum(await Promise.all(numbers))
}

/** @param {number[]} numbers */
function sum (numbers) {
  return numbers.reduce((total, number) => total + number, 0)
}

module.exports = { async, promises }
