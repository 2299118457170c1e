'use strict'

/**
 * @typedef {<Args extends unknown[]>(generator: (...args: Args) => Generator<unknown, unknown, unknown>) =>
 *   (...args: Args) => PromiseLike<unknown>} Coroutine
 */

/**
 * Drives a generator that yields promises, as the output of compilers to ES2015 does.
 *
 * @template {unknown[]} Args
 * @param {(...args: Args) => Generator<unknown, unknown, unknown>} generator
 * @returns {(...args: Args) => Promise<unknown>}
 */
function coroutine (generator) {
  return (...args) =>
    new Promise((resolve, reject) => {
      const running = generator(...args)
      /** @param {'next' | 'throw'} method @param {unknown} value */
      const step = (method, value) => {
        let result
        try {
          result = running[method](value)
        } catch (error) {
          reject(error)
          return
        }
        if (result.done) resolve(result.value)
        else {
          Promise.resolve(result.value).then(value => step('next', value), error => step('throw', error))
        }
      }
      step('next', undefined)
    })
}

module.exports = { coroutine }
