'use strict'
// The values of a dump, alive again in a process in which expressions run. What expressions change and declare stays
// until the world is reset; the dump does not change.

const { CrashCollectorError } = require('crash-collector-shared/errors')
const { describeSyntaxError } = require('../code/syntax-error')
const { planAssignment, planEvaluation, planExpression, MAX_OBJECTS } = require('../plan')
const { Changes } = require('./changes')
const { ChildProcess } = require('./child-process')
const { findPlace, framesOf } = require('./places')
const { namingOtherFrame } = require('../other-frames')
const { knownResult, resultOf, thrown } = require('./result')

/** @typedef {import('../../reader').Dump} Dump */
/** @typedef {import('../child').Answer} Answer */
/** @typedef {import('../child').Request} Request */
/** @typedef {import('../plan').Preparation} Preparation */
/** @typedef {import('./result').Evaluation} Evaluation */

const DEFAULT_TIMEOUT_MS = 2000
/**
 * One day. A timer of Node.js takes 31 bits of milliseconds; a longer one ends at once
 * (test/workarounds/timer-overflow.js, Node.js 20 to 26).
 */
const MAX_TIMEOUT_MS = 24 * 60 * 60 * 1000
/** How many objects are rebuilt: at first few, which is quick, and enough for nearly all expressions. */
const ATTEMPTS = [5000, MAX_OBJECTS]
/** How many functions are made one by one, each in a new process, before all are made. */
const MAX_FUNCTIONS = 5

/** @typedef {(preparation: Preparation) => Request} MakeRequest */
/** @typedef {{ make: MakeRequest, options: RunOptions, idPrefix: string }} Step */

/**
 * @typedef {object} RunOptions
 * @property {number} [timeoutMs]
 * @property {boolean} [keepsResult] later expressions can refer to the result as `_` and `$_`
 * @property {boolean} [identitiesSuffice] the caller looks up objects of the result in the dump
 * @property {boolean} [prefersGenerated] as for generateExpression()
 * @property {boolean} [awaitsResult] if the result is a promise, its value is wanted
 * @property {'always'|'ifChanged'} [isRepeated] whether the expression is repeated when the world must be built again
 */

let worlds = 0

class World {
  #dump
  #allowFunctions
  #isSession
  #places
  #names
  #calls
  #changes
  #attempt = 0
  /** @type {import('../plan').Functions} */ #functions
  #idPrefix = ''
  /** The steps since the start, to be repeated in a new process. @type {Step[]} */ #log = []
  #steps = 0
  /** @type {Preparation|null} */ #preparation = null
  /** @type {ChildProcess|null} */ #process = null
  /** @type {Promise<unknown>} */ #last = Promise.resolve()
  /** Worlds that evaluate apart from this one. @type {Set<World>} */ #apart = new Set()
  #isClosed = false

  /**
   * @param {Dump} dump
   * @param {{ allowFunctions?: boolean, places?: string[], isSession?: boolean, calls?: Set<string>|null,
   *   names?: Set<string>|null }} [options] places: indexes of call frames and ids of async tasks whose variables are
   *   rebuilt at the start; the others are when an expression needs them. isSession: `dump` shows what expressions
   *   change. calls: functions of these names are made at the start, and others when they are called, which is quicker
   *   for one expression; null: all are made. names: all variables that expressions will name
   */
  constructor (dump, options = {}) {
    const { allowFunctions = false, places = framesOf(dump), isSession = true } = options
    const { calls = null, names = null } = options
    this.#names = names
    this.#calls = calls
    this.#functions = calls === null ? 'all' : new Set()
    this.#isSession = isSession
    this.#dump = dump
    this.#allowFunctions = allowFunctions
    this.#places = places
    this.#changes = new Changes(dump)
    this.reset()
  }

  /** The dump as the expressions have changed it. */
  get dump () {
    return this.#changes.view()
  }

  /** @returns {string[]} names of the variables that expressions have declared */
  get declared () {
    return this.#changes.declared
  }

  /** @returns {boolean} true if something may differ from the dump */
  get isUsed () {
    return this.#log.length > 0
  }

  /**
   * @param {number|string} frame index of a call frame, or id of an async task
   * @param {string} expression
   * @param {RunOptions} [options]
   * @returns {Promise<Evaluation>}
   * @throws {import('crash-collector-shared/errors').CrashCollectorError} NO_SUCH_FRAME, EVALUATION_TIMEOUT,
   *   EVALUATION_FAILED
   */
  async evaluate (frame, expression, options = {}) {
    const place = this.#place(frame)
    const result = await this.#evaluate(
      expression,
      preparation => planExpression(preparation, place, expression, options),
      options
    )
    return namingOtherFrame(result, this.#dump, place)
  }

  /**
   * Evaluates with objects as the variables `object_0_of_call`, `object_1_of_call` and so on, and no others.
   * @param {string[]} ids
   * @param {string} expression
   * @param {RunOptions} options
   * @returns {Promise<Evaluation|undefined>} undefined if one of the objects is not alive
   */
  async evaluateWith (ids, expression, options) {
    const { preparation } = await this.#start()
    if (!ids.every(id => preparation.holds(id) || id.startsWith(this.#idPrefix))) return undefined
    return await this.#evaluate(expression, planned => planExpression(planned, null, expression, { ...options, ids }), {
      ...options,
      isRepeated: 'ifChanged'
    })
  }

  /**
   * Sets a variable of the program.
   * @param {number|string} frame
   * @param {import('crash-collector-shared/dump/format').Scope} scope of that frame
   * @param {string} name in the code that ran
   * @param {string} expression
   * @param {string[]} [ids] as for evaluateWith()
   */
  async assign (frame, scope, name, expression, ids = []) {
    this.#place(frame)
    return await this.#evaluate(expression, planned => planAssignment(planned, scope, name, expression, ids), {})
  }

  /**
   * Evaluates in a copy of this world, where changes are lost.
   * @param {number|string} frame
   * @param {string} expression
   * @param {RunOptions} [options]
   * @returns {Promise<Evaluation>}
   */
  async peek (frame, expression, options) {
    const copy = new World(this.#dump, {
      allowFunctions: this.#allowFunctions,
      places: this.#places,
      isSession: false
    })
    copy.#log = [...this.#log]
    copy.#attempt = this.#attempt
    return await this.#takeFrom(copy, frame, expression, options)
  }

  /**
   * Evaluates apart from this world, and keeps the result.
   * @param {Dump} dump another view of the dump
   * @param {number|string} frame of that dump
   * @param {string} expression
   * @param {RunOptions} [options]
   * @returns {Promise<Evaluation>}
   */
  async evaluateApart (dump, frame, expression, options) {
    const other = new World(dump, {
      allowFunctions: this.#allowFunctions,
      isSession: false
    })
    return await this.#takeFrom(other, frame, expression, options)
  }

  /**
   * @param {World} other
   * @param {number|string} frame
   * @param {string} expression
   * @param {RunOptions} [options]
   */
  async #takeFrom (other, frame, expression, options) {
    if (this.#isClosed) throw closed()
    this.#apart.add(other)
    other.#idPrefix = `world ${++worlds} object `
    try {
      const result = await other.evaluate(frame, expression, options)
      this.#changes.add(result.objects)
      return result
    } finally {
      other.close()
      this.#apart.delete(other)
    }
  }

  /** Forgets what was changed and declared. */
  reset () {
    this.#stop()
    this.#log = []
    this.#changes.clear()
    this.#idPrefix = this.#isSession ? `world ${++worlds} object ` : 'e'
  }

  /** Ends what runs and what waits. */
  close () {
    this.#isClosed = true
    this.#stop()
    for (const other of this.#apart) other.close()
  }

  #stop () {
    this.#process?.end()
    this.#process = null
  }

  /**
   * @param {string} expression
   * @param {MakeRequest} make
   * @param {RunOptions} options
   */
  async #evaluate (expression, make, options) {
    try {
      return await this.#run(make, options)
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      return thrown(describeSyntaxError(expression, error))
    }
  }

  /**
   * @param {number|string} frame
   * @returns {string} the name of the place
   */
  #place (frame) {
    const name = String(frame)
    findPlace(this.#dump, name)
    if (!this.#places.includes(name)) {
      this.#places = [...this.#places, name]
      this.#stop()
    }
    return name
  }

  /**
   * One expression runs at a time.
   * @param {MakeRequest} make
   * @param {RunOptions} options
   * @returns {Promise<Evaluation>}
   */
  #run (make, options) {
    const result = this.#last.then(() => this.#runNow(make, options))
    this.#last = result.catch(() => {})
    return result
  }

  /**
   * @param {MakeRequest} make
   * @param {RunOptions} options
   * @returns {Promise<Evaluation>}
   */
  async #runNow (make, options) {
    /** @type {Step} */
    const step = { make, options, idPrefix: this.#idPrefix }
    if (this.#isSession) step.idPrefix += `${++this.#steps}.`
    for (;;) {
      const { process, preparation } = await this.#start()
      const answer = await this.#send(process, preparation, step)
      if (this.#makesFunction(answer)) continue
      const isLast = this.#preparation?.plan.isPartial !== true || this.#attempt === ATTEMPTS.length - 1
      if (isLast || !this.#needsMore(answer, options.identitiesSuffice === true)) {
        if (options.isRepeated !== 'ifChanged' || hasChanged(answer)) this.#log.push(step)
        return resultOf(answer, this.#dump, this.#changes, options.timeoutMs ?? DEFAULT_TIMEOUT_MS)
      }
      this.#attempt++
      this.#stop()
    }
  }

  /**
   * @param {Answer} answer
   * @returns {boolean} true if the expression called a function that the next process will have
   */
  #makesFunction ({ wantedFunction }) {
    if (wantedFunction === undefined || this.#functions === 'all') return false
    const isLast =
      wantedFunction === this.#preparation?.plan.notCalled ||
      this.#functions.has(wantedFunction) ||
      this.#functions.size === MAX_FUNCTIONS
    if (isLast) this.#functions = 'all'
    else this.#functions.add(wantedFunction)
    this.#stop()
    return true
  }

  /**
   * @param {Answer} answer
   * @param {boolean} identitiesSuffice
   */
  #needsMore (answer, identitiesSuffice) {
    if (knownResult(answer, this.#dump) !== undefined) return !identitiesSuffice
    return answer.wantsMore === true || (answer.isComplete === false && !identitiesSuffice)
  }

  /**
   * @param {ChildProcess} process
   * @param {Preparation} preparation
   * @param {Step} step
   */
  async #send (process, preparation, { make, options, idPrefix }) {
    const { timeoutMs = DEFAULT_TIMEOUT_MS, keepsResult = false } = options
    const answer = await process.ask({
      ...make(preparation),
      idPrefix,
      keepsResult,
      tellsChanges: this.#isSession,
      timeoutMs: Math.min(timeoutMs, MAX_TIMEOUT_MS)
    })
    if (this.#isSession) this.#changes.add(answer.objects, answer.changes, preparation.scopeKeys)
    return answer
  }

  /** Starts a process if there is none, and repeats in it what ran in the one before. */
  async #start () {
    if (this.#isClosed) throw closed()
    if (this.#process !== null && this.#preparation !== null && !this.#process.isOver) {
      return { process: this.#process, preparation: this.#preparation }
    }
    const preparation = planEvaluation(
      this.#dump,
      new Map(this.#places.map(name => [name, findPlace(this.#dump, name)])),
      {
        allowFunctions: this.#allowFunctions,
        functions: this.#functions,
        calls: this.#calls,
        names: this.#names,
        idPrefix: this.#idPrefix,
        maxObjects: ATTEMPTS[this.#attempt]
      }
    )
    const process = new ChildProcess(preparation)
    this.#preparation = preparation
    this.#process = process
    this.#changes.clear()
    try {
      for (const step of this.#log) await this.#send(process, preparation, step)
    } catch (error) {
      this.reset()
      throw error
    }
    return { process, preparation }
  }
}

function closed () {
  return new CrashCollectorError('EVALUATION_FAILED', 'the expression could not be evaluated: the session has ended')
}

/** @param {Answer} answer */
function hasChanged ({ changes }) {
  return changes !== undefined && (changes.objects.length > 0 || changes.variables.length > 0)
}

module.exports = { World }
