'use strict'
// The steps of an optimisation: first a synchronous function, then an asynchronous one. Each step does the same work.

const numbers = Array.from({ length: 1000 }, (_, index) => (index * 7) % 1000)

/** @param {number} num @param {number[]} array */
function withCollections (num, array) {
  try {
    return array.map(item => item / num).reduce((sum, item) => sum + item, 0)
  } catch {
    return 0
  }
}

/** @param {number} num @param {number[]} array */
function withLoop (num, array) {
  let sum = 0
  try {
    for (let i = 0; i < array.length; i++) sum += array[i] / num
  } catch {
    return 0
  }
  return sum
}

/** @param {number} num @param {number[]} array */
function withoutTryCatch (num, array) {
  if (num === 0) return 0
  let sum = 0
  for (let i = 0; i < array.length; i++) sum += array[i] / num
  return sum
}

/** @param {number} item @param {number} num */
const later = async (item, num) => item / num

/** @param {number} num @param {number[]} array */
async function oneAfterAnother (num, array) {
  let sum = 0
  for (const item of array) sum += await later(item, num)
  return sum
}

/** @param {number} num @param {number[]} array */
async function allAtOnce (num, array) {
  const quotients = await Promise.all(array.map(item => later(item, num)))
  return quotients.reduce((sum, item) => sum + item, 0)
}

/** @param {number} num @param {number[]} array */
async function oneAwait (num, array) {
  await null
  return withoutTryCatch(num, array)
}

const SYNCHRONOUS = { 'map and reduce': withCollections, loop: withLoop, 'no try/catch': withoutTryCatch }
const ASYNCHRONOUS = { 'one await after another': oneAfterAnother, 'all at once': allAtOnce, 'one await': oneAwait }

module.exports = { ASYNCHRONOUS, SYNCHRONOUS, numbers }
