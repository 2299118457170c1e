'use strict'
// node test/native/stress.js <errors> <seconds>: makes errors of many shapes, each of which is captured, until there
// are so many or the time is over. Some are written down and read again: their variables must be those of their own
// call. Beside that, workers start, capture and are terminated. scripts/long-tests/test-stress.js runs it under V8's
// stress flags.

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { setImmediate: turn } = require('node:timers/promises')
const vm = require('node:vm')
const { Worker, isMainThread, parentPort, workerData } = require('node:worker_threads')

const { capture } = require('../..')

/** Errors that are held at once, so that their captures are collected later than they are made. */
const HELD = 60
/** From one error that is written down to the next. */
const CHECK_EVERY_MS = 1500
const BATCH = 40
const WORKER_ERRORS = 300

/** @param {number} id @param {(text: string) => Error} make */
function makeInBlocks (id, make) {
  const label = `block ${id}`
  const items = [{ id, tags: new Set([label]) }]
  /** @type {Error | undefined} */
  let made
  for (const item of items) {
    const inner = `${label}, ${item.id}`
    made = [() => inner, make(inner)][1]
  }
  return made
}

class Account {
  #balance
  constructor (/** @type {string} */ label) {
    this.label = label
    this.#balance = { amount: 7 }
  }

  withdraw () {
    const { amount } = this.#balance
    return new RangeError(`${this.label}: ${amount}`)
  }
}

const inContext = vm.runInNewContext(
  '(function outer (label) { const seen = [label]; return (() => new Error(seen[0]))() })'
)
const sloppy = vm.runInThisContext(
  '(function sloppy (label) { with ({ label }) { return eval("var made = label; new Error(made)") } })'
)

/** @type {Record<string, (label: string, id: number) => Error | Promise<Error>>} */
const SHAPES = {
  blocks: (label, id) => /** @type {Error} */ (makeInBlocks(id, text => new Error(text))),
  privateMembers: label => new Account(label).withdraw(),
  generator: label => {
    const steps = (function * steps (/** @type {string} */ text) {
      yield new TypeError(text)
    })(label)
    return /** @type {Error} */ (steps.next().value)
  },
  async awaits (label) {
    const before = { label }
    await null
    return new Error(before.label)
  },
  async rejects (label) {
    const fails = async (/** @type {string} */ text) => {
      await null
      throw new Error(text)
    }
    return fails(label).catch(error => error)
  },
  builtins: label =>
    [3, 1, 2]
      .map(n => ({ n, label }))
      .sort((a, b) => a.n - b.n)
      .map(one => new Error(one.label))[0],
  v8Throws: label => {
    const nothing = /** @type {any} */ ({ label, deep: undefined })
    try {
      return nothing.deep.er
    } catch (error) {
      return error
    }
  },
  stackOnly: label => {
    const error = Object.create(Error.prototype, { message: { value: label } })
    Error.captureStackTrace(error)
    return error
  },
  cause: label => new AggregateError([new Error(`${label}, inner`)], label, { cause: new Error(`${label}, cause`) }),
  context: label => inContext(label),
  sloppy: label => sloppy(label),
  closures: label => {
    const map = new Map([[label, () => label]])
    return ((/** @type {() => string} */ get) => new Error(get()))(/** @type {any} */ (map.get(label)))
  }
}
const SHAPE_NAMES = Object.keys(SHAPES)

/**
 * @param {number} depth of the stack below
 * @param {() => Error | Promise<Error>} make
 * @returns {Error | Promise<Error>}
 */
function below (depth, make) {
  const level = { depth }
  return depth === 0 ? make() : [below(level.depth - 1, make)][0]
}

/** @param {number} id */
function makeError (id) {
  const token = `token ${id}`
  const shape = SHAPE_NAMES[id % SHAPE_NAMES.length]
  return below(id % 13, () => SHAPES[shape](token, id))
}

/**
 * @param {Error} error
 * @param {number} id
 * @returns {Promise<{ problem: string | null, shown: boolean }>} what is wrong with its dump, and whether its frames
 *   have a variable of this very call: of a function that is optimised V8 may not know them any more
 */
async function problemOf (error, id) {
  const written = capture(error)
  const name = `${id}, ${SHAPE_NAMES[id % SHAPE_NAMES.length]}`
  if (written === null) return { problem: `${name}: no dump`, shown: false }
  const { open } = require('../../packages/inspect')
  const text = JSON.stringify((await open(written)).toJSON().callFrames)
  fs.rmSync(written)
  const ids = [...text.matchAll(/"value":"(?:token|block) (\d+)/g)].map(([, number]) => Number(number))
  const other = ids.find(number => number !== id)
  const shown = ids.includes(id)
  if (other !== undefined) return { problem: `${name}: has a variable of ${other}`, shown }
  return { problem: text === '[]' ? `${name}: no frames` : null, shown }
}

/** @param {() => boolean} isOver */
async function keepWorkers (isOver) {
  let started = 0
  while (!isOver()) {
    const worker = new Worker(__filename, { workerData: started, stdout: true, stderr: true })
    worker.on('error', () => {})
    const exited = new Promise(resolve => worker.once('exit', resolve))
    await Promise.race([new Promise(resolve => worker.once('message', resolve)), exited])
    // Every other one is ended wherever it is.
    await (started++ % 2 === 0 ? worker.terminate() : exited)
    await new Promise(resolve => setTimeout(resolve, 200))
  }
  return started
}

async function main () {
  const [errors, seconds] = process.argv.slice(2).map(Number)
  const end = performance.now() + seconds * 1000
  let made = 0
  let over = false
  const workers = keepWorkers(() => over)
  /** @type {string[]} */
  const problems = []
  /** @type {Error[]} */
  const held = []
  let checks = 0
  let withVariables = 0
  let nextCheck = performance.now() + CHECK_EVERY_MS
  while (made < errors && performance.now() < end) {
    for (let i = 0; i < BATCH && performance.now() < end; i++, made++) held[made % HELD] = await makeError(made)
    await turn()
    if (performance.now() < nextCheck) continue
    const id = made - 1 - (checks % Math.min(HELD, made))
    const { problem, shown } = await problemOf(held[id % HELD], id)
    if (problem !== null) problems.push(problem)
    checks++
    if (shown) withVariables++
    nextCheck = performance.now() + CHECK_EVERY_MS
  }
  over = true
  console.log(JSON.stringify({ errors: made, workers: await workers, checks, withVariables, problems }))
}

async function work () {
  for (let i = 0; i < WORKER_ERRORS; i++) {
    await makeError(i)
    if (i === WORKER_ERRORS / 3) parentPort?.postMessage(workerData)
  }
}

if (isMainThread) {
  process.env.CRASH_COLLECTOR_DIR ??= fs.mkdtempSync(path.join(os.tmpdir(), 'crash-collector-stress-'))
  main()
} else {
  work()
}
