'use strict'

/**
 * Drives a generator that yields promises, as compilers to ES2015 do.
 *
 * @param {(...args: string[]) => Generator<unknown, unknown, unknown>} generator
 * @returns {(...args: string[]) => Promise<unknown>}
 */
function coroutine (generator) {
  return (...args) => new Promise((resolve, reject) => {
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
      else Promise.resolve(result.value).then(value => step('next', value), error => step('throw', error))
    }
    step('next', undefined)
  })
}

module.exports = { coroutine }
