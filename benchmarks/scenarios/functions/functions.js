'use strict'
// The measured functions. Each returns a value that depends on its work, so that V8 can't optimise the work away.

const fs = require('node:fs')

const numbers = Array.from({ length: 1000 }, (_, index) => index + 1)

/** @param {number} number @param {number} divisor */
function divide (number, divisor) {
  if (divisor === 0) throw new RangeError('division by zero')
  return number / divisor
}

/** @param {number} divisor */
function divideByAndSumMapReduce (divisor) {
  return numbers
    .map(number => {
      try {
        return divide(number, divisor)
      } catch {
        return 0
      }
    })
    .reduce((sum, quotient) => sum + quotient, 0)
}

/** @param {number} divisor */
function divideByAndSumLoop (divisor) {
  let sum = 0
  for (let i = 0; i < numbers.length; i++) {
    try {
      sum += divide(numbers[i], divisor)
    } catch {
      sum += 0
    }
  }
  return sum
}

/** @param {number} divisor */
function divideByAndSumBareLoop (divisor) {
  let sum = 0
  for (let i = 0; i < numbers.length; i++) sum += divide(numbers[i], divisor)
  return sum
}

/** @param {() => unknown} attempt */
function caught (attempt) {
  try {
    return attempt()
  } catch (error) {
    return error
  }
}

/** @param {number} depth @returns {Promise<number>} */
async function nested (depth) {
  return depth === 0 ? 0 : 1 + (await nested(depth - 1))
}

/** @param {number} depth @returns {Promise<number>} */
async function nestedFailure (depth) {
  if (depth === 0) throw new Error('deep')
  return 1 + (await nestedFailure(depth - 1))
}

/** @type {Record<string, () => unknown>} */
const FUNCTIONS = {
  'divideByAndSum, map and reduce, try/catch': () => divideByAndSumMapReduce(7),
  'divideByAndSum, loop, try/catch': () => divideByAndSumLoop(7),
  'divideByAndSum, loop': () => divideByAndSumBareLoop(7),
  'new Error': () => new Error('made'),
  'throw and catch an Error': () =>
    caught(() => {
      throw new Error('thrown')
    }),
  'throw and catch a string': () =>
    caught(() => {
      throw 'thrown' // eslint-disable-line no-throw-literal
    }),
  'JSON.parse failure': () => caught(() => JSON.parse('{ "a": ')),
  'TypeError of V8': () => caught(() => /** @type {any} */ (undefined).name),
  'a system call that fails': () => caught(() => fs.statSync('/no/such/file')),
  'Promise.reject, caught': () => Promise.reject(new Error('rejected')).catch(error => error),
  'nested async, 5 deep': () => nested(5),
  'nested async failure, 5 deep': () => nestedFailure(5).catch(error => error)
}

/** @param {string} name @returns {() => unknown} */
function functionNamed (name) {
  if (!Object.hasOwn(FUNCTIONS, name)) throw new Error(`no function "${name}"`)
  return FUNCTIONS[name]
}

/** @param {string} name @returns {boolean} true if a call handles one error */
function handlesAnError (name) {
  return !/^divideByAndSum|^nested async, /.test(name)
}

module.exports = { functionNamed, handlesAnError, names: Object.keys(FUNCTIONS) }
