'use strict'
// Which hot functions V8 has optimised, before and after one handled error:
// node --allow-natives-syntax optimised.js

const { rejectedOnce } = require('../promise/one-error')
const { functionNamed, names } = require('../functions/functions')

/** Bits of %GetOptimizationStatus that have kept their place from Node.js 20 to 26. */
const IS_FUNCTION = 1 << 0
const OPTIMISED = 1 << 4

const NAMES = names.filter(name => /^divide|JSON|throw and catch a string/.test(name))
const HOT = NAMES.map(functionNamed)

/** Parsed only when it runs: without the flag it is no JavaScript. @type {(f: Function) => number} */
// eslint-disable-next-line no-new-func
const statusOf = /** @type {any} */ (new Function('f', 'return %GetOptimizationStatus(f)'))

/** @type {(f: Function) => unknown} */
// eslint-disable-next-line no-new-func
const optimise = /** @type {any} */ (new Function('f', '%PrepareFunctionForOptimization(f); f(); f(); %OptimizeFunctionOnNextCall(f); return f()'))

async function main () {
  for (const hot of HOT) optimise(hot)
  const before = HOT.map(statusOf)
  await rejectedOnce()
  const after = HOT.map(statusOf)
  if (before.some(status => (status & IS_FUNCTION) === 0)) throw new Error('no functions')
  console.log(JSON.stringify({
    metrics: {
      hot: HOT.length,
      optimisedHot: before.filter(status => (status & OPTIMISED) !== 0).length,
      changed: before.filter((status, index) => status !== after[index]).length
    },
    details: { status: Object.fromEntries(NAMES.map((name, index) => [name, [before[index], after[index]]])) }
  }))
}

main()
