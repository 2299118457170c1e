'use strict'
// Reads dumps into rows. Many or large dumps are read by threads, which bound the time and memory of each.

const os = require('node:os')
const path = require('node:path')
const { Worker } = require('node:worker_threads')

/** @typedef {import('./types').DumpFile} DumpFile */
/** @typedef {Record<string, (string | number | boolean | null)[][]>} Rows */
/** @typedef {{ file: DumpFile, rows: Rows }} Read */

const MAX_THREADS = 2
/** Up to so many dumps a thread would take longer to start than to read them. */
const FEW = 12
/** How many dumps a thread has before it, so that it goes on while rows are written. */
const AHEAD = 16
const MAX_BYTES_HERE = 2 * 1024 ** 2
const READ_MS = 30_000
const LIMITS = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 16 }

/**
 * @param {string} module path of the module that has readRows() and unreadRows()
 * @param {DumpFile[]} files
 * @returns {AsyncGenerator<Read, void, void>} in any order
 */
async function * readDumps (module, files) {
  if (files.length <= FEW && files.every(({ bytes }) => bytes <= MAX_BYTES_HERE)) yield * readHere(module, files)
  else yield * readInThreads(module, files)
}

/**
 * @param {string} module
 * @param {DumpFile[]} files
 * @returns {AsyncGenerator<Read, void, void>}
 */
async function * readHere (module, files) {
  const { readRows, unreadRows } = require(module)
  for (const file of files) {
    try {
      yield { file, rows: await readRows(file.path, file.name) }
    } catch {
      yield { file, rows: unreadRows(file.path, file.name, 'READ_FAILED') }
    }
  }
}

/**
 * @param {string} module
 * @param {DumpFile[]} files
 * @returns {AsyncGenerator<Read, void, void>}
 */
async function * readInThreads (module, files) {
  const left = [...files].reverse()
  /** @type {{ read: Read, goOn: () => void }[]} */
  const done = []
  let wake = () => {}
  const onRead = (/** @type {Read} */ read, /** @type {() => void} */ goOn) => {
    done.push({ read, goOn })
    wake()
  }
  const running = new Set()
  for (let i = 0; i < Math.min(MAX_THREADS, os.availableParallelism(), files.length); i++) {
    const thread = readInThread(module, left, onRead).finally(() => {
      running.delete(thread)
      wake()
    })
    running.add(thread)
  }
  while (running.size > 0 || done.length > 0) {
    for (let next = done.shift(); next !== undefined; next = done.shift()) {
      next.goOn()
      yield next.read
    }
    if (running.size > 0) await new Promise(resolve => { wake = () => resolve(undefined) })
  }
}

/** @param {string} module */
function startThread (module) {
  return new Worker(path.join(__dirname, 'read-worker.js'), {
    workerData: { readRows: module },
    execArgv: [],
    resourceLimits: LIMITS
  })
}

/**
 * Reads files by a thread until none is left. A thread that fails or takes too long is replaced by another.
 * @param {string} module
 * @param {DumpFile[]} left files are taken from its end
 * @param {(read: Read, goOn: () => void) => void} onRead goOn: gives the thread another file
 */
async function readInThread (module, left, onRead) {
  const { unreadRows } = require(module)
  while (left.length > 0) {
    /** @type {DumpFile[]} those that the thread has, in the order in which it reads them */
    const given = []
    const code = await readGiven(startThread(module), given, left, onRead)
    const [file, ...others] = given
    if (file === undefined) continue
    left.push(...others.reverse())
    onRead({ file, rows: unreadRows(file.path, file.name, code) }, () => {})
  }
}

/**
 * @param {Worker} thread
 * @param {DumpFile[]} given
 * @param {DumpFile[]} left
 * @param {(read: Read, goOn: () => void) => void} onRead
 * @returns {Promise<string>} when the thread has ended: the code of the problem, if it still had files
 */
function readGiven (thread, given, left, onRead) {
  return new Promise(resolve => {
    let code = 'READ_FAILED'
    let waiting = 0
    /** @type {NodeJS.Timeout | undefined} */
    let timer
    const watch = () => {
      clearTimeout(timer)
      const reads = ++waiting
      // After a long step of this thread, an answer may already be there when the time is over.
      const look = () => {
        if (reads !== waiting) return
        code = 'READ_TIMEOUT'
        thread.terminate()
      }
      timer = setTimeout(() => setImmediate(look), READ_MS)
    }
    const give = () => {
      const file = left.pop()
      if (file !== undefined) {
        given.push(file)
        thread.postMessage({ path: file.path, name: file.name })
      } else if (given.length === 0) thread.terminate()
    }
    thread.on('message', (/** @type {Rows} */ rows) => {
      watch()
      onRead({ file: /** @type {DumpFile} */ (given.shift()), rows }, give)
    })
    thread.on('error', () => {}) // it ends
    // What it has sent before is delivered first.
    thread.on('exit', () => {
      clearTimeout(timer)
      waiting++
      resolve(code)
    })
    watch()
    for (let i = 0; i < AHEAD; i++) give()
  })
}

module.exports = { readDumps }
