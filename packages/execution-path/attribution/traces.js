'use strict'
// Keeps what each request has run. Code holds the number of a trace, not the trace, so that code which runs long after
// its request's end finds nothing.

const { WeakMapGet, WeakMapSet, newWeakMap, types } = require('../preload').reflection
const { TraceList } = require('./trace-list')

/**
 * A trace takes 8 bytes for each block, and 16 KB at most for the bits that say which blocks have run: 64 KB together.
 */
const MAX_BLOCKS = 4096
const MAX_PAGES = 64
const PAGE_BITS = 10
/** V8 keeps arrays of 64 bytes within the object itself, which is quicker to reach. */
const FIRST_CAPACITY = 16
/** To search so few blocks is quicker than to look at a bit. */
const MAX_SEARCHED = 32
/** A trace that has more blocks or pages leaves no memory to the one that comes after it. */
const MAX_REUSED_BLOCKS = 1024
const MAX_REUSED_PAGES = 8

const MAX_LIVE = 256
/** Traces of requests that have ended go on for a while, because work after the response belongs to them, too. */
const MAX_ENDED = 256

const MAX_CHANGES = 16

/**
 * Numbers that no value of an application has by chance, so that they are known in a dump. The last bits say in which
 * slot the trace is, the others how many traces the slot has had before.
 */
const FIRST_NUMBER = 2 ** 30
const SLOT_BITS = 9
const SLOTS = 2 ** SLOT_BITS
const GENERATIONS = FIRST_NUMBER / SLOTS

const now = performance.now.bind(performance)

/**
 * A place where the path of a request may lack something, or have too much.
 * @typedef {object} ContextChange
 * @property {number} id of the function, or of the block that awaits
 * @property {string | null} other name of the other request; null for none
 * @property {'here' | 'elsewhere' | 'shared'} ran here: a function that the other request made ran in this one;
 *   elsewhere: the other way round; shared: both await the same promise, and one path has what ran for it
 */

class Trace {
  /** @param {number} slot */
  constructor (slot) {
    this.slot = slot
    this.generation = 0
    /** The next newer one of its list. @type {Trace | null} */
    this.newer = null
    /** @type {Trace | null} */
    this.older = null
    /** 0 when it was released. */
    this.number = 0
    /** Turns of `Traces`: its first, and the last in which it has run something. */
    this.startTurn = 0
    this.lastTurn = 0
    this.name = ''
    this.startedAt = 0
    this.length = 0
    this.isTruncated = false
    this.hasEnded = false
    /** True when it was answered, and not with an error, or when the job has returned, or its promise is fulfilled. */
    this.hasSucceeded = false
    /** True when what goes on belongs to it, but is not recorded any more. */
    this.isClosed = false
    /** What V8 carries along in this request, if that is only its number. @type {unknown} */
    this.onlyNumber = undefined
    /** @type {ContextChange[]} */
    this.changes = []
    this.ids = new Int32Array(FIRST_CAPACITY)
    /** Milliseconds since the start, of each id. */
    this.times = new Float32Array(FIRST_CAPACITY)
    this.pages = 0
    /** A bit for each block, by 1,024 ids, once blocks have to be looked for. @type {(Int32Array | undefined)[]} */
    this.bits = []
    this.hasBits = false
  }

  /** @param {number} number @param {string} name @param {number} turn */
  start (number, name, turn) {
    this.number = number
    this.startTurn = this.lastTurn = turn
    this.name = name
    this.startedAt = now()
    this.isTruncated = false
    this.hasEnded = false
    this.hasSucceeded = false
    this.isClosed = false
    this.onlyNumber = undefined
    if (this.changes.length > 0) this.changes = []
    if (this.length > MAX_REUSED_BLOCKS || this.pages > MAX_REUSED_PAGES) this.shrink()
    else if (this.hasBits) this.clearBits()
    this.hasBits = false
    this.length = 0
  }

  shrink () {
    this.ids = new Int32Array(FIRST_CAPACITY)
    this.times = new Float32Array(FIRST_CAPACITY)
    this.pages = 0
    this.bits = []
  }

  clearBits () {
    for (let i = 0; i < this.length; i++) {
      const id = this.ids[i]
      const page = this.bits[id >> PAGE_BITS]
      if (page !== undefined) page[(id >> 5) & 31] = 0
    }
  }

  makeBits () {
    const { isTruncated, length } = this
    this.hasBits = true
    for (let i = 0; i < length; i++) this.mark(this.ids[i])
    this.isTruncated = isTruncated
  }

  /** @param {number} id @param {boolean} isNew false if the trace may have it */
  add (id, isNew) {
    const { ids, length } = this
    if (!isNew && length <= MAX_SEARCHED) {
      for (let i = 0; i < length; i++) if (ids[i] === id) return
    } else {
      if (!isNew && !this.hasBits) this.makeBits()
      if (this.hasBits && !this.mark(id)) return
      if (length === MAX_BLOCKS) return this.truncate()
    }
    if (length === ids.length) this.grow()
    this.ids[length] = id
    this.times[length] = now() - this.startedAt
    this.length = length + 1
  }

  /**
   * @param {number} id
   * @returns {boolean} false if it was marked, or there is no room for it
   */
  mark (id) {
    const index = id >> PAGE_BITS
    let page = this.bits[index]
    if (page === undefined) {
      if (this.pages === MAX_PAGES) return this.truncate()
      page = this.bits[index] = new Int32Array(1 << (PAGE_BITS - 5))
      this.pages++
    }
    const word = (id >> 5) & 31
    const bit = 1 << (id & 31)
    if ((page[word] & bit) !== 0) return false
    page[word] |= bit
    return true
  }

  /** @param {number} id @returns {boolean} true if it has run this block */
  has (id) {
    const { ids, length } = this
    if (length <= MAX_SEARCHED) {
      for (let i = 0; i < length; i++) if (ids[i] === id) return true
      return false
    }
    if (!this.hasBits) this.makeBits()
    const page = this.bits[id >> PAGE_BITS]
    return page !== undefined && (page[(id >> 5) & 31] & (1 << (id & 31))) !== 0
  }

  truncate () {
    this.isTruncated = true
    return false
  }

  grow () {
    const ids = new Int32Array(this.length * 2)
    const times = new Float32Array(this.length * 2)
    ids.set(this.ids)
    times.set(this.times)
    this.ids = ids
    this.times = times
  }

  /** @param {ContextChange} change */
  noteChange (change) {
    const { changes } = this
    for (let i = 0; i < changes.length; i++) {
      if (changes[i].id === change.id && changes[i].ran === change.ran) return
    }
    if (changes.length < MAX_CHANGES) changes.push(change)
  }
}

/**
 * The addon's functions for promises.
 * @typedef {Pick<import('../../../lib/addon/native-functions').Native, 'isPending' | 'watchPromise' | 'takeSettled'>}
 *   Promises
 */

/** @type {Promises} */
const NO_PROMISES = { isPending: () => false, watchPromise () {}, takeSettled: () => [] }

class Traces {
  /** @param {Promises} [promises] */
  constructor ({ isPending, watchPromise, takeSettled } = NO_PROMISES) {
    this.isPending = isPending
    this.watchPromise = watchPromise
    this.takeSettled = takeSettled
    /** @type {WeakMap<object, number>} the request that was the first to await a promise */
    this.awaiting = newWeakMap()
    /** @type {TraceList<Trace>} */
    this.live = new TraceList()
    /** @type {TraceList<Trace>} */
    this.ended = new TraceList()
    /** @type {Trace[]} by the last bits of their numbers */
    this.slots = []
    /** Traces that were released, for the next requests. @type {Trace[]} */
    this.free = []
    /** Called when numbers begin again. */
    this.onWrap = () => {}
    /** Counts how often another request has gone on, or one has begun. */
    this.turn = 0
    /** Number of the request whose turn it is; 0: none with a path; -1: nothing has run in this turn. */
    this.running = -1
    /** The last turn of code that belongs to no trace. */
    this.othersTurn = 0
    /** Number of the test under way, to which the requests belong that begin meanwhile; 0: none. */
    this.test = 0
  }

  /** @param {string} name @returns {number} of a new trace */
  begin (name) {
    if (this.live.size === MAX_LIVE) this.releaseOldest(this.live)
    const trace = this.free.pop() ?? this.addSlot()
    if (trace.generation === GENERATIONS) {
      trace.generation = 0
      this.onWrap()
      this.othersTurn = this.turn + 1
    }
    // `| 0` makes it one of V8's small integers. The result of `**` is none, nor is what is computed of it, and code
    // that compares numbers of which V8 does not know that they are small takes three times as many instructions.
    const number = (FIRST_NUMBER + trace.generation++ * SLOTS + trace.slot) | 0
    trace.start(number, name, ++this.turn)
    this.running = -1
    this.live.add(trace)
    return number
  }

  /** There are as many slots as traces that are live or have ended. */
  addSlot () {
    const trace = new Trace(this.slots.length)
    this.slots.push(trace)
    return trace
  }

  /** @param {string} name @returns {number} of a new trace, which takes the requests until the next test begins */
  beginTest (name) {
    const before = this.test
    this.test = 0
    this.end(before)
    this.test = this.begin(name)
    return this.test
  }

  /** @param {number} number @param {boolean} [hasSucceeded] */
  end (number, hasSucceeded = false) {
    const trace = this.find(number)
    // One of its requests has ended, but not the test.
    if (trace === undefined || trace.hasEnded || number === this.test) return
    trace.hasEnded = true
    trace.hasSucceeded = hasSucceeded
    this.live.remove(trace)
    if (this.ended.size === MAX_ENDED) this.releaseOldest(this.ended)
    this.ended.add(trace)
  }

  /**
   * Ends the job when its promise has settled, or is gone.
   * @param {number} number
   * @param {unknown} result that the job has returned
   */
  endWith (number, result) {
    if (types.isPromise(result)) this.watchPromise(result, number)
  }

  /** Ends the jobs whose promises have settled. To be told by the promise itself would handle its rejection. */
  endSettled () {
    const settled = this.takeSettled()
    for (let i = 0; i < settled.length; i++) this.end(settled[i] > 0 ? settled[i] : -settled[i], settled[i] > 0)
  }

  /** From now on nothing is added to the traces that have ended, so that none has a gap. */
  closeEnded () {
    for (let trace = this.ended.newest; trace !== null && !trace.isClosed; trace = trace.older) trace.isClosed = true
  }

  /** @param {TraceList<Trace>} traces */
  releaseOldest (traces) {
    const { oldest } = traces
    if (oldest === null) return
    traces.remove(oldest)
    oldest.number = 0
    this.free.push(oldest)
  }

  /** @param {number | undefined} number @returns {Trace | undefined} undefined when it was released */
  find (number) {
    if (number === undefined || number === 0) return undefined // 0: a trace that was released
    const trace = this.slots[number & (SLOTS - 1)]
    return trace !== undefined && trace.number === number ? trace : undefined
  }

  /**
   * Call this when a block runs that another request, or none, has run last.
   * @param {number} number 0 if it runs on behalf of none
   * @param {number} id
   * @param {number} [last] number of the request that has run it last, if that is known; 0 for none
   */
  add (number, id, last) {
    const trace = this.slots[number & (SLOTS - 1)]
    const isFound = number !== 0 && trace !== undefined && trace.number === number
    if (number !== this.running) {
      this.running = number
      this.turn++
      if (isFound) trace.lastTurn = this.turn
    }
    if (!isFound) this.othersTurn = this.turn
    else if (!trace.isClosed) trace.add(id, this.#isNew(trace, last))
  }

  /**
   * True if the trace cannot have a block yet: who has run it last has not run since the trace began, so it has run
   * before.
   * @param {Trace} trace
   * @param {number | undefined} last
   */
  #isNew ({ startTurn }, last) {
    if (last === undefined || this.othersTurn >= startTurn) return false
    return last === 0 || this.slots[last & (SLOTS - 1)].lastTurn <= startTurn
  }

  /**
   * Call this when a function runs on behalf of another request than the function around it did.
   * @param {number} id of the function
   * @param {number} made number of the request in which the function was made
   * @param {number} ran number of the request in which it runs; 0 for none
   */
  noteChange (id, made, ran) {
    const maker = this.find(made)
    if (maker === undefined || maker.hasEnded) return
    const runner = this.find(ran)
    maker.noteChange({ id, other: runner?.name ?? null, ran: 'elsewhere' })
    runner?.noteChange({ id, other: maker.name, ran: 'here' })
  }

  /**
   * Call this with each value that a request awaits. Work that several requests share, as one query for all that ask
   * at the same time, shows by a promise that several of them await.
   * @param {number} number
   * @param {number} id of the block that awaits
   * @param {unknown} value
   */
  noteAwait (number, id, value) {
    if (typeof value !== 'object' || !types.isPromise(value)) return
    const first = WeakMapGet(this.awaiting, value)
    if (first === undefined) return WeakMapSet(this.awaiting, value, number)
    // A promise that has settled keeps no request waiting. For example, every request awaits the connection that is
    // made once at the start.
    if (first === number || !this.isPending(value)) return
    const [one, other] = [this.find(first), this.find(number)]
    one?.noteChange({ id, other: other?.name ?? null, ran: 'shared' })
    other?.noteChange({ id, other: one?.name ?? null, ran: 'shared' })
  }
}

module.exports = { FIRST_NUMBER, Trace, Traces, now }
