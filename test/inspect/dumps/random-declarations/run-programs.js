'use strict'
// Runs the programs of make-program.js: first without stopping, then to their stop with an argument that asks the
// source for the values, and last with a dump at the same stop. Prints for each program the dump and the values, as
// lines of JSON. Its arguments are the first seed, the number of programs, and `copied` for dumps that are written when
// the program has ended, of an error that was made at the stop.

const vm = require('node:vm')
const collector = require('../../../..')
const { makeProgram } = require('./make-program')

/** Ends a program at its stop. */
const STOPPED = Symbol('stopped')

/**
 * @typedef {(name: string) => unknown} Read
 * @typedef {(number: number, read: Read, capture: () => string) => void} OnStop
 */

/**
 * @param {ReturnType<typeof makeProgram>} program
 * @param {string} argument in place of `R`
 * @param {OnStop} onStop called at each possible stop. May throw STOPPED; `capture` writes a dump in which the script
 *   has a frame
 */
async function run ({ stop, text }, argument, onStop, name = 'counted.js') {
  let number = 0
  const tools = {
    use () {},
    getters: (/** @type {() => unknown} */ ask) => ({
      get a () {
        return ask()
      },
      get b () {
        return ask()
      },
      c: undefined
    }),
    * items (/** @type {() => unknown} */ ask) {
      yield ask()
      yield ask()
    },
    hit (/** @type {Read} */ read) {
      onStop(++number, read, capture)
      return 10 * number
    },
    // The function must be suspended when the stop comes.
    later: async (/** @type {Read} */ read) => {
      await null
      return tools.hit(read)
    }
  }
  const source = `'use strict'; (take, use, getters, items, hit) => [() => take(),
${text.replaceAll('R)', `${argument})`)}]`
  const make = vm.runInThisContext(source, { filename: name })
  const hit = stop === 'await' ? tools.later : tools.hit
  const [capture, subject] = make(() => collector.capture(undefined), tools.use, tools.getters, tools.items, hit)
  try {
    if (stop !== 'yield') return await subject()
    const generator = subject()
    let step = generator.next()
    for (; !step.done; step = generator.next(10 * number)) onStop(++number, step.value, capture)
  } catch (error) {
    if (error !== STOPPED) throw error
  }
}

/**
 * @param {Read} read
 * @param {string} name
 * @returns {string} its value, or `absent`, or `uninitialised`
 */
function valueOf (read, name) {
  try {
    const value = read(name)
    return typeof value === 'number' || typeof value === 'string' ? String(value) : typeof value
  } catch (error) {
    return String(/** @type {Error} */ (error).message).endsWith('is not defined') ? 'absent' : 'uninitialised'
  }
}

/**
 * @param {number} seed
 * @param {boolean} isCopied
 */
async function tryProgram (seed, isCopied) {
  const program = makeProgram(seed)
  if (isCopied && program.stop === 'yield') return // the generator waits for no promise
  let stops = 0
  const most = 2000
  try {
    await run(program, 'n => eval(n)', number => {
      stops = number
      if (number > most) throw STOPPED
    })
  } catch {
    return // a name is declared twice
  }
  if (stops === 0 || stops > most) return
  const target = (program.stopAt % stops) + 1
  /** @type {Record<string, string>} */
  const values = {}
  await run(program, 'n => eval(n)', (number, read) => {
    if (number !== target) return
    for (const name of program.names) values[name] = valueOf(read, name)
    throw STOPPED
  })
  const print = (/** @type {string} */ file) => process.stdout.write(`${JSON.stringify({ seed, values, file })}\n`)
  /** @type {Error | undefined} */
  let error
  await run(
    program,
    '',
    (number, _read, capture) => {
      if (number !== target) return
      if (isCopied) error = new Error('stopped')
      else print(capture())
      throw STOPPED
    },
    `program-${seed}.js`
  )
  if (error !== undefined) print(/** @type {string} */ (collector.capture(error)))
}

async function main () {
  const [first, count] = process.argv.slice(2).map(Number)
  const isCopied = process.argv[4] === 'copied'
  for (let seed = first; seed < first + count; seed++) await tryProgram(seed, isCopied)
}

main()
