'use strict'
// Defines the functions that woven code calls, and the one place where the number of the request under way is kept: an
// AsyncLocalStorage of the collector's own.

const { AsyncLocalStorage, executionAsyncId } = require('node:async_hooks')
const vm = require('node:vm')

const { uncurryThis } = require('../preload').primordials

/** Blocks with a higher id are recorded more slowly. 1 MB, of which only what is used becomes resident. */
const FAST_BLOCKS = 2 ** 18

/** Index in the array of blocks, of which none has this id: 0 while no request has a path. */
const AWAKE = 0

/**
 * Node.js enters its first turn, and work of addons that has no id, with 0 or 1 and more than one resource. Each other
 * id is of one resource.
 */
const LAST_SHARED_ID = 1

const getStore = uncurryThis(/** @type {(this: any) => any} */ (AsyncLocalStorage.prototype.getStore))
const enterWith = uncurryThis(/** @type {(this: any, store: any) => void} */ (AsyncLocalStorage.prototype.enterWith))
const disable = uncurryThis(/** @type {(this: any) => void} */ (AsyncLocalStorage.prototype.disable))
const run = uncurryThis(/** @type {(this: any, store: any, fn: () => any) => any} */ (AsyncLocalStorage.prototype.run))

/**
 * @param {import('./traces').Traces} traces
 * @param {[() => unknown, (data: unknown) => void] | undefined} continuationData read and write the value that V8
 *   carries along with async code
 */
function defineCounters (traces, continuationData) {
  const storage = new AsyncLocalStorage()
  const lastRun = new Int32Array(FAST_BLOCKS)
  traces.onWrap = () => lastRun.fill(0, AWAKE + 1)

  const current = () => /** @type {number} */ (getStore(storage) ?? 0)
  const isCached = continuationData !== undefined && cachesContext(storage, continuationData)
  // Fields of a known object are quicker to reach than variables of a closure. NaN equals nothing that can be read.
  /** @type {Known} */
  const known = { key: NaN, number: 0 }
  const readKey = isCached ? continuationData[0] : executionAsyncId
  const look = lookInto(known, isCached ? readKey : ownId, current)
  const read = () => (readKey() === known.key ? known.number : look())
  const forget = () => {
    known.key = NaN
  }
  const awake = () => {
    lastRun[AWAKE] = 1
  }
  /** @param {number} number */
  const enter = number => {
    if (number !== 0) awake()
    enterWith(storage, number === 0 ? undefined : number)
    forget()
  }

  /** @param {number} number @param {number} id */
  const hit = (number, id) => {
    const last = lastRun[id]
    lastRun[id] = number
    traces.add(number, id, last)
  }
  /**
   * @param {number} id
   * @param {number} made number of the request in which the closure was made
   * @param {number} number
   */
  const enterClosure = (id, made, number) => {
    if (number !== made && made !== 0) traces.noteChange(id, made, number)
    if (lastRun[id] !== number) hit(number, id)
    return number
  }
  // While no request has a path, code looks at one element of an array, because to look at the context takes longer
  // (benchmarks/scenarios/critical-path/loops.js).
  define({
    _$a: lastRun,
    _$b (/** @type {number} */ id) {
      if (lastRun[AWAKE] === 0) return
      const number = read()
      if (number !== 0 && lastRun[id] !== number) hit(number, id)
    },
    _$c: () => (lastRun[AWAKE] === 0 ? 0 : read()),
    _$e (/** @type {number} */ id) {
      const number = readKey() === known.key ? known.number : look()
      if (lastRun[id] !== number) hit(number, id)
      return number
    },
    _$f (/** @type {number} */ id, /** @type {number} */ made) {
      if (readKey() === known.key && known.number === made && lastRun[id] === made) return made
      return enterClosure(id, made, read())
    },
    _$h: hit,
    _$w (/** @type {number} */ number, /** @type {number} */ id, /** @type {unknown} */ value) {
      if (number !== 0) traces.noteAwait(number, id, value)
      return value
    }
  })
  return {
    storage,
    /** What dumps leave out. The functions are known by their script. */
    counterObjects: isCached ? [lastRun, known, readKey] : [lastRun, known],
    current: read,
    ...(isCached ? frames({ enter, awake, current: read, traces }, continuationData) : numbers(enter, read)),
    /** Nothing is recorded until a request is entered again. */
    rest () {
      if (lastRun[AWAKE] === 0) return
      lastRun[AWAKE] = 0
      // Without V8's data an AsyncLocalStorage has a price at each promise, until it is disabled.
      if (!isCached) disable(storage)
      forget()
    },
    /** @param {number} number @param {() => any} fn */
    runIn (number, fn) {
      awake()
      forget()
      try {
        return run(storage, number, fn)
      } finally {
        forget()
      }
    }
  }
}

/**
 * True if Node.js keeps the stores in V8's data of the continuation, as Node.js 24 and later do by default: then equal
 * data means equal stores.
 * @param {AsyncLocalStorage<unknown>} storage
 * @param {[() => unknown, (data: unknown) => void]} continuationData
 */
function cachesContext (storage, [readData, writeData]) {
  // One that keeps its stores on the resources has this symbol. To run it would begin its price at each promise.
  if ('kResourceStore' in storage) return false
  const before = readData()
  const isData = run(storage, 1, () => readData() !== before && getStore(storage) === 1)
  // Node.js leaves a map that has no number in it, of which it would make a copy for each request from now on.
  writeData(before)
  return isData
}

/** @typedef {{ key: unknown, number: number }} Known key: what was read last; number: what belongs to it */

/**
 * @param {Known} known
 * @param {() => unknown} readKey
 * @param {() => number} current
 */
function lookInto (known, readKey, current) {
  return () => {
    known.key = readKey()
    known.number = current()
    return known.number
  }
}

/**
 * The key where Node.js keeps the stores on the resource of each asynchronous operation, to find which takes longer
 * than to read the id of the operation. Only the collector changes the store of one that is under way, and forgets what
 * is known then.
 * @returns {number} NaN, which equals nothing, for an id of several resources
 */
function ownId () {
  const id = executionAsyncId()
  return id > LAST_SHARED_ID ? id : NaN
}

/**
 * @param {(number: number) => void} enterNumber
 * @param {() => number} current
 */
function numbers (enterNumber, current) {
  return {
    /** @param {number} number from now on, in the operation under way; 0 for none @returns {unknown} for `goBack` */
    enter (number) {
      const before = current()
      enterNumber(number)
      return before
    },
    goBack: /** @type {(before: any) => void} */ (enterNumber)
  }
}

/**
 * The same where Node.js keeps the stores in V8's data: it makes a new map of all stores for each number.
 * @param {object} attribution
 * @param {(number: number) => void} attribution.enter
 * @param {() => void} attribution.awake
 * @param {() => number} attribution.current
 * @param {import('./traces').Traces} attribution.traces
 * @param {[() => unknown, (data: unknown) => void]} continuationData
 */
function frames ({ enter: enterNumber, awake, current, traces }, [readData, writeData]) {
  return {
    /** @param {number} number */
    enter (number) {
      const data = readData()
      const before = current()
      // A map that has only the number keeps nothing of the application alive, and is made once for each trace.
      const isOwn = data === undefined || data === traces.find(before)?.onlyNumber
      const trace = isOwn ? traces.find(number) : undefined
      if (isOwn && number === 0) {
        writeData(undefined)
      } else if (trace?.onlyNumber !== undefined) {
        awake()
        writeData(trace.onlyNumber)
      } else {
        if (isOwn) writeData(undefined)
        enterNumber(number)
        if (trace !== undefined) trace.onlyNumber = readData()
      }
      return { data, before, entered: readData() }
    },
    /** @param {any} left that `enter` has returned */
    goBack ({ data, before, entered }) {
      // An AsyncLocalStorage of the application has another store since, which stays.
      if (readData() === entered) writeData(data)
      else enterNumber(before)
    }
  }
}

/**
 * Declares names that all scripts of this context see, and that are no properties of the global object. V8 takes them
 * for constants.
 * @param {Record<string, unknown>} values
 */
function define (values) {
  const names = Object.keys(values)
  const declare = vm.runInThisContext('let _$d; (values => { _$d = values })')
  declare(values)
  vm.runInThisContext(names.map(name => `const ${name} = _$d.${name};`).join(''))
  declare(undefined)
}

module.exports = { defineCounters }
