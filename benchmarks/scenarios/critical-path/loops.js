'use strict'
// Prints the time of a loop in nanoseconds for each turn, the best of many: of a program without counters, or, with the
// collector preloaded and paths on, before the first job, within a job and outside of it: loops.js <name of the loop>

const { createRequire } = require('node:module')

const ROUNDS = 60
const CALLS = 200
const TEXT = JSON.stringify(Array.from({ length: 8 }, (_, i) => ({ name: `Product ${i}`, price: i * 377 })))
const NUMBERS = Array.from({ length: 400 }, (_, i) => i)

/** @type {Record<string, () => number>} */
const LOOPS = {
  // The loop of the CPU-bound handler that runs most often.
  checksum () {
    let sum = 0
    for (let i = 0; i < TEXT.length; i++) {
      sum = (sum * 31 + TEXT.charCodeAt(i)) | 0
      if (sum < 0) sum = -sum
    }
    return TEXT.length
  },
  callback () {
    return NUMBERS.filter(number => number >= 0).length
  },
  // A loop that ends at its second turn, so that what the call itself costs shows.
  call () {
    for (const number of NUMBERS) twice(number)
    return NUMBERS.length
  }
}

/** @param {number} number */
function twice (number) {
  let sum = 0
  for (let i = 0; i < 2; i++) sum += number
  return sum
}

/** @param {() => number} loop @param {(fn: () => unknown) => unknown} within */
function bestOf (loop, within) {
  let best = Infinity
  for (let round = 0; round < ROUNDS; round++) {
    within(() => {
      let turns = 0
      const begin = process.hrtime.bigint()
      for (let call = 0; call < CALLS; call++) turns += loop()
      best = Math.min(best, Number(process.hrtime.bigint() - begin) / turns)
    })
  }
  return best.toFixed(2)
}

const { COLLECTOR } = process.env
const paths = COLLECTOR === undefined ? null : createRequire(__filename)(COLLECTOR).executionPath
const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(LOOPS)
for (const name of names) {
  const loop = LOOPS[name]
  console.log(name, paths === null ? 'without counters:' : 'while there is no path:', bestOf(loop, fn => fn()))
  if (paths === null) continue
  console.log(name, 'within a job:', bestOf(loop, fn => paths.run('loops', fn)))
  console.log(name, 'outside of it:', bestOf(loop, fn => fn()))
}
