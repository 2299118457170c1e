'use strict'
// node --require ./keep-addon.js --require crash-collector program.js <captures> <seconds>: makes errors of many shapes
// at many places until the collector has captured so many, or the time is over. Some errors are kept for a while; all
// the time some are written down and read again, and the variables of their frames must be those of their own call.
// Beside that, workers make errors and end or are terminated. Prints a line of JSON. scripts/long-tests/test-stress.js
// runs it under V8's stress flags.

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { setImmediate: turn } = require('node:timers/promises')
const vm = require('node:vm')
const { Worker, isMainThread, parentPort } = require('node:worker_threads')

const { capture } = require('../../..')
const { problemsOf } = require('./check')
const { counters } = require('./keep-addon')

/** Times that the shapes are compiled. The text of the last of them is a bundle's: longer than 100 kB. */
const COPIES_OF_SHAPES = isMainThread ? 40 : 5
const BUNDLE_PADDING = 120_000
/** Errors that are held at once, so that their captures are collected later than they are made. */
const HELD = 60
const BATCH = 40
const WORKER_ERRORS = 1500
/** Share of the time for reading. */
const READING = 0.25
const OVERFLOW_EVERY = 4096
const SURVIVED_EVERY = 2048
/** With --expose-gc. */
const YOUNG_COLLECTION_EVERY = 20
const FULL_COLLECTION_EVERY = 1000

/** @typedef {import('./shapes').Made} Made */

const SHAPES_FILE = path.join(__dirname, 'shapes.js')
const text = fs.readFileSync(SHAPES_FILE, 'utf8')
const modules = Array.from({ length: COPIES_OF_SHAPES }, (_, i) => {
  const padding = i === COPIES_OF_SHAPES - 1 ? `/*${'padding '.repeat(BUNDLE_PADDING / 8)}*/` : ''
  const filename = `${SHAPES_FILE}-${i}.js`
  const load = vm.compileFunction(text + padding, ['require', 'module', 'exports'], { filename })
  const module = { exports: /** @type {any} */ ({}) }
  load(require, module, module.exports)
  return /** @type {typeof import('./shapes')} */ (module.exports)
})
const SHAPE_NAMES = Object.keys(modules[0].SHAPES)

/** @param {number} id @returns {Made | Promise<Made>} */
function make (id) {
  const mark = `mark ${id}`
  // The first texts run most often, so that V8 optimises their functions.
  const which = Math.floor(COPIES_OF_SHAPES * (((id * 7919) % 1000) / 1000) ** 3)
  const { OVERFLOW, SHAPES } = modules[which]
  if (id % OVERFLOW_EVERY === OVERFLOW_EVERY - 1) return OVERFLOW(mark, id)
  return SHAPES[SHAPE_NAMES[id % SHAPE_NAMES.length]](mark, id)
}

/** @param {() => boolean} isOver @returns {Promise<number>} how many were started */
async function keepWorkers (isOver) {
  let started = 0
  while (!isOver()) {
    const worker = new Worker(__filename, { stdout: true, stderr: true })
    worker.on('error', () => {})
    const exited = new Promise(resolve => worker.once('exit', resolve))
    await Promise.race([new Promise(resolve => worker.once('message', resolve)), exited])
    // Every other one is ended wherever it is.
    await (started++ % 2 === 0 ? worker.terminate() : exited)
    await new Promise(resolve => setTimeout(resolve, 200))
  }
  return started
}

/** An error that the process reports, and survives by its handler. @param {number} id */
function survive (id) {
  setImmediate(() => {
    const { error } = /** @type {Made} */ (modules[0].SHAPES.descend(`mark ${id}`, id))
    throw error
  })
}

/** @typedef {Made & { id: number, name: string }} Held */

async function main () {
  const [wanted, seconds] = process.argv.slice(2).map(Number)
  const begin = performance.now()
  const isTimeOver = () => performance.now() - begin > seconds * 1000
  let over = false
  process.on('uncaughtException', () => survived++)
  process.on('unhandledRejection', () => {})
  const workers = keepWorkers(() => over)
  let survived = 0
  let made = 0
  /** @type {Held[]} */
  const held = []
  /** @type {Held | undefined} */
  let newest
  /** @type {string[]} */
  const problems = []
  const counts = { checks: 0, variables: 0, missing: 0, dropped: 0 }
  let readingMs = 0

  /** @param {Held} one @param {boolean} isNew */
  const check = async (one, isNew) => {
    const started = performance.now()
    const written = capture(one.error)
    const found = written === null ? null : await problemsOf(written, one)
    readingMs += performance.now() - started
    const say = (/** @type {string} */ text) => problems.push(`${one.id}, ${one.name}: ${text}`)
    counts.checks++
    if (found === null) return say('no dump')
    // One that is older may have made room for others.
    if (found.isEmpty && !isNew) return counts.dropped++
    if (found.isEmpty) say('no frames')
    counts.variables += found.variables
    counts.missing += found.missing.length
    if (isNew) for (const name of found.missing) say(`${name} is missing`)
    for (const text of found.wrong) say(text)
  }

  while (counters().captures < wanted && !isTimeOver() && problems.length < 20) {
    for (let i = 0; i < BATCH; i++) {
      const id = made++
      const before = counters()
      const one = await make(id)
      const { captures, notLookedAt } = counters()
      // Of many errors in a second some are passed over.
      if (captures > before.captures && notLookedAt === before.notLookedAt) {
        newest = { ...one, id, name: SHAPE_NAMES[id % SHAPE_NAMES.length] }
        held[held.length < HELD ? held.length : id % HELD] = newest
      }
      if (id % SURVIVED_EVERY === 0) survive(id)
      if (id % FULL_COLLECTION_EVERY === 0) globalThis.gc?.()
      else if (id % YOUNG_COLLECTION_EVERY === 0) globalThis.gc?.({ type: 'minor' })
    }
    if (held.length > 0 && readingMs < READING * (performance.now() - begin)) {
      if (newest?.id === made - 1) await check(newest, true)
      await turn()
      await check(held[Math.floor(Math.random() * held.length)], false)
    }
    await turn()
  }
  over = true
  const { captures, copies, copyMs } = counters()
  console.log(
    JSON.stringify({
      errors: made,
      ownCaptures: captures,
      ownCopies: copies,
      copyUs: Math.round((copyMs * 1000) / copies),
      workers: await workers,
      survived,
      ...counts,
      problems
    })
  )
}

async function work () {
  for (let i = 0; i < WORKER_ERRORS; i++) {
    await make(i)
    if (i === WORKER_ERRORS / 3) parentPort?.postMessage('some are made')
  }
}

if (isMainThread) {
  process.env.CRASH_COLLECTOR_DIR ??= fs.mkdtempSync(path.join(os.tmpdir(), 'crash-collector-stress-'))
  main()
} else {
  work()
}
