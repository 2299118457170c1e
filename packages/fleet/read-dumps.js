'use strict'
// Reads dumps into rows. Many or large dumps are read by threads, which bound the time and memory of each.

const os = require('node:os')
const path = require('node:path')
const { Worker } = require('node:worker_threads')

/** @typedef {import('./fleet').DumpFile} DumpFile */
/** @typedef {Record<string, (string | number | boolean | null)[][]>} Rows */
/** @typedef {{ file: DumpFile, rows: Rows }} Read */

const MAX_THREADS = 2
/** Up to so many dumps a thread would take longer to start than to read them. */
const FEW = 12
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
  const { unreadRows } = require(module)
  const left = [...files].reverse()
  /** @type {Map<number, Promise<{ key: number, read: Read, thread: Worker | null }>>} */
  const running = new Map()
  const start = (/** @type {number} */ key, /** @type {Worker | null} */ thread) => {
    const file = left.pop()
    if (file === undefined) {
      thread?.terminate()
      return
    }
    const reader = thread ?? startThread(module)
    running.set(
      key,
      readIn(reader, file).then(
        rows => ({ key, read: { file, rows }, thread: reader }),
        error => ({ key, read: { file, rows: unreadRows(file.path, file.name, error.message) }, thread: null })
      )
    )
  }
  for (let key = 0; key < Math.min(MAX_THREADS, os.availableParallelism(), files.length); key++) start(key, null)
  while (running.size > 0) {
    const { key, read, thread } = await Promise.race(running.values())
    running.delete(key)
    start(key, thread)
    yield read
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
 * @param {Worker} thread
 * @param {DumpFile} file
 * @returns {Promise<Rows>}
 * @throws {Error} whose message is the code of the problem; the thread has ended then
 */
function readIn (thread, file) {
  return new Promise((resolve, reject) => {
    const fail = (/** @type {string} */ code) => {
      end()
      thread.once('error', () => {}) // it may run out of memory while it ends
      thread.terminate()
      reject(new Error(code))
    }
    const onError = () => fail('READ_FAILED')
    const onMessage = (/** @type {Rows} */ rows) => {
      end()
      resolve(rows)
    }
    const timer = setTimeout(() => fail('READ_TIMEOUT'), READ_MS)
    const end = () => {
      clearTimeout(timer)
      thread.off('message', onMessage)
      thread.off('error', onError)
      thread.off('exit', onError)
    }
    thread.on('message', onMessage)
    thread.on('error', onError)
    thread.on('exit', onError)
    thread.postMessage({ path: file.path, name: file.name })
  })
}

module.exports = { readDumps }
