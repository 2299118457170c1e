'use strict'
// Which hot functions V8 has optimised, before and after one handled error:
// node --allow-natives-syntax optimised.js
// It dies of that error, so that a collector shows whether it was captured.

const { functionNamed, names } = require('../functions/functions')
const { startServices } = require('./service-functions')

/** Of %GetOptimizationStatus, which has other bits in places that differ between versions of V8. */
const IS_FUNCTION = 1 << 0

/**
 * A service must have run a while; mode `always` looks no more at handled errors after a hundred, which the others
 * would make.
 */
const REQUESTS = 50
const CALLS = 2

/**
 * Parsed only when they run: without the flag it is no JavaScript.
 * @param {string} call
 * @returns {(f: Function) => any}
 */
// eslint-disable-next-line no-new-func
const native = call => /** @type {any} */ (new Function('f', `return ${call}`))

const statusOf = native('%GetOptimizationStatus(f)')
const prepare = native('%PrepareFunctionForOptimization(f)')
const optimiseNext = native('%OptimizeFunctionOnNextCall(f)')

/** @returns {number} the bit of %GetOptimizationStatus that says that a function is optimised, by whichever compiler */
function optimisedBit () {
  const one = () => 1
  prepare(one)
  one()
  const before = statusOf(one)
  optimiseNext(one)
  one()
  const bits = statusOf(one) & ~before
  // The compilers' own bits are above it.
  return bits & -bits
}

/**
 * @param {Function[]} functions
 * @param {() => unknown} run calls them
 * @param {number} times before
 */
async function optimise (functions, run, times) {
  functions.forEach(prepare)
  for (let i = 0; i < times; i++) await run()
  // One by one, callees first: what is inlined into its caller is called no more.
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
 * @returns {Promise<unknown>} one error, made in an async function, rejected and caught by its caller, as services do
 *   all day
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
  // After all other errors: what their captures would do to optimised functions is to be seen between the readings.
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
