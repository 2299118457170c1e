'use strict'
// Tells which hot functions V8 has optimised, before and after one handled error:
// node --allow-natives-syntax optimised.js
// The program then dies of that error, so that a dump shows if the error was captured.

const { functionNamed, names } = require('../functions/functions')
const { startServices } = require('./service-functions')

/** A bit of %GetOptimizationStatus. Positions of its other bits differ between versions of V8. */
const IS_FUNCTION = 1 << 0

/**
 * Requests before the measurement; a service must have run a while. There are few, because mode `always` stops looking
 * at handled errors after a hundred, and requests make some.
 */
const REQUESTS = 50
const CALLS = 2

/**
 * Compiles a call of a native function when it is needed, since without the flag it is not JavaScript.
 * @param {string} call
 * @returns {(f: Function) => any}
 */
// eslint-disable-next-line no-new-func
const native = call => /** @type {any} */ (new Function('f', `return ${call}`))

const statusOf = native('%GetOptimizationStatus(f)')
const prepare = native('%PrepareFunctionForOptimization(f)')
const optimiseNext = native('%OptimizeFunctionOnNextCall(f)')

/** @returns {number} the bit of %GetOptimizationStatus that is set if any compiler has optimised the function */
function optimisedBit () {
  const one = () => 1
  prepare(one)
  one()
  const before = statusOf(one)
  optimiseNext(one)
  one()
  const bits = statusOf(one) & ~before
  // The bits of the single compilers are above it.
  return bits & -bits
}

/**
 * @param {Function[]} functions
 * @param {() => unknown} run calls the functions
 * @param {number} times calls before the functions are optimised
 */
async function optimise (functions, run, times) {
  functions.forEach(prepare)
  for (let i = 0; i < times; i++) await run()
  // Functions are optimised one by one, callees first, because a function that is inlined into its caller is not
  // called.
  for (const one of functions) {
    optimiseNext(one)
    await run()
  }
}

/** @param {string} orderId @returns {Promise<never>} */
async function lookUpOrder (orderId) {
  await null
  throw new Error(`no order ${orderId}`)
}

/**
 * @returns {Promise<unknown>} one error that is made in an async function, rejected and caught by its caller, as in
 *   services
 */
async function handledError () {
  try {
    return await lookUpOrder('17')
  } catch (error) {
    return error
  }
}

async function main () {
  /** @type {Record<string, Function>} */
  const functions = {}
  for (const name of names.filter(name => /^divide|JSON|throw and catch a string/.test(name))) {
    functions[name] = functionNamed(name)
    await optimise([functions[name]], functionNamed(name), CALLS)
  }
  // The services come after all other errors. Only one error is made between the readings of the status.
  const services = await startServices()
  await optimise(Object.values(services.functions), services.request, REQUESTS)
  Object.assign(functions, services.functions)
  const hot = Object.values(functions)
  const optimised = optimisedBit()
  const before = hot.map(statusOf)
  const error = await handledError()
  const after = hot.map(statusOf)
  if (before.some(status => (status & IS_FUNCTION) === 0)) process.exit(2)
  console.log(
    JSON.stringify({
      metrics: {
        hot: hot.length,
        optimisedHot: before.filter(status => (status & optimised) !== 0).length,
        changed: before.filter((status, index) => status !== after[index]).length
      },
      details: {
        optimisedBit: optimised,
        status: Object.fromEntries(Object.keys(functions).map((name, index) => [name, [before[index], after[index]]]))
      }
    })
  )
  throw error
}

main()
