'use strict'
// Runs the programs of make-program.js until V8 has optimised all of their functions, and then until they fail. Prints
// for each program the dump and what its variables were, as lines of JSON. Its arguments are the first seed and the
// number of programs.

const fs = require('node:fs')
const path = require('node:path')
const vm = require('node:vm')

const collector = require('../../../..')
const { makeProgram } = require('./make-program')

const WARM_CALLS = 30

// V8's own syntax is in texts of its own, because nothing else can parse it.
const prepare = vm.runInThisContext('(f => { %PrepareFunctionForOptimization(f) })')
const optimise = vm.runInThisContext('(f => { %OptimizeFunctionOnNextCall(f) })')

/** @param {number} seed */
async function tryProgram (seed) {
  const { text, names } = makeProgram(seed)
  const file = path.resolve(`program-${seed}.js`)
  fs.writeFileSync(file, text)
  /** @type {{ name: string, values: Record<string, unknown>, tag: string }[]} */
  let noted = []
  let made = 0
  let tags = 0
  const fails = { now: false }
  const rounds = { left: 0 }
  /** @type {(() => void)[]} */
  const changes = []
  const tools = {
    fails,
    rounds,
    changes,
    on: seed % 2 === 0,
    note: (/** @type {string} */ name, /** @type {Record<string, unknown>} */ values, /** @type {string} */ tag) => {
      if (fails.now) noted.push({ name, values: { ...values }, tag })
    },
    make: () => `made ${++made}`,
    nextTag: () => `tag ${++tags}`,
    use: (/** @type {unknown[]} */ ...values) => values,
    fail: () => { throw new Error('no stock') },
    through: (/** @type {Function} */ f) => (/** @type {unknown[]} */ ...args) => f('through', ...args)
  }
  /** @type {Record<string, Function>} */
  let functions
  try {
    functions = require(file)(tools)
  } catch {
    return // a name is declared twice
  }
  const call = async (/** @type {number} */ left) => {
    rounds.left = left
    changes.length = 0
    await functions[names[0]]('one', { v: 'two' }, 'three', 'four')
  }
  try {
    for (const name of names) prepare(functions[name])
    for (let i = 0; i < WARM_CALLS; i++) await call(i % 3)
    for (const name of names) optimise(functions[name])
    await call(1)
  } catch {
    return // a pattern takes null apart
  }
  fails.now = true
  noted = []
  try {
    await call(seed % 3)
  } catch (error) {
    const dump = /** @type {string} */ (collector.capture(error))
    process.stdout.write(`${JSON.stringify({ seed, noted, file: dump })}\n`)
  }
}

// Promises that a program does not await.
process.on('unhandledRejection', () => {})

async function main () {
  const [first, count] = process.argv.slice(2).map(Number)
  for (let seed = first; seed < first + count; seed++) {
    await tryProgram(seed)
    // Of many errors in a short time only some are captured.
    await new Promise(resolve => setTimeout(resolve, 2))
  }
}

main()
