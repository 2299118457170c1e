'use strict'
// Evaluates expressions of a front end, and converts the results to values that the front end can refer to later.

const { CrashCollectorError } = require('../../errors')
const { evaluate } = require('../evaluate')

/** @typedef {import('../../dump/reader').Dump} Dump */
/** @typedef {import('../../dump/format').Value} Value */
/** @typedef {import('./handles').Handles} Handles */
/** @typedef {{ value: Value, error?: string, threw: boolean }} Outcome */

/** How many processes evaluate at a time; a front end's console evaluates at each key. */
const MAX_RUNNING = 2
const MAX_CACHED = 200

class Evaluations {
  /** @type {Map<string, Promise<Outcome>>} */ #cache = new Map()
  /** @type {(() => void)[]} */ #waiting = []
  #running = 0
  #results = 0
  #dump
  #handles
  #options

  /**
   * @param {Dump} dump
   * @param {Handles} handles
   * @param {{ allowFunctions: boolean, signal?: AbortSignal, timeoutMs?: number }} options signal: the front end has
   *   left
   */
  constructor (dump, handles, options) {
    this.#dump = dump
    this.#handles = handles
    this.#options = options
  }

  /**
   * Evaluates from the dump's values each time, so the same question has the same answer and answers can be cached.
   * @param {string} frame index of a call frame, or id of an async task
   * @param {string} expression
   * @returns {Promise<Outcome>}
   */
  onFrame (frame, expression) {
    const key = `${frame} ${expression}`
    let outcome = this.#cache.get(key)
    if (outcome === undefined) {
      outcome = this.#run(this.#dump, frame, expression)
      this.#cache.set(key, outcome)
      if (this.#cache.size > MAX_CACHED) this.#cache.delete(this.#cache.keys().next().value ?? key)
    }
    return outcome
  }

  /**
   * Calls a function of the front end with objects of the dump, or with results of earlier evaluations.
   * @param {string} functionDeclaration
   * @param {Value} thisValue
   * @param {Value[]} args
   * @returns {Promise<Outcome>}
   */
  call (functionDeclaration, thisValue, args) {
    const variables = args.map((value, index) => ({ name: `argument_${index}_of_call`, value }))
    /** @type {import('../../dump/format').CallFrameRecord} */
    const place = {
      kind: 'callFrame',
      index: 0,
      functionName: '',
      url: '',
      scriptId: '',
      lineNumber: 0,
      columnNumber: 0,
      internal: false,
      this: thisValue,
      scopeChain: [{ type: 'local', variables }]
    }
    /** @type {Dump} */
    const dump = new Proxy(this.#dump, {
      get: (target, key) => {
        if (key === 'callFrames' || key === 'allCallFrames') return [place]
        if (key === 'object') return (/** @type {string} */ id) => this.#handles.object(id)
        const value = Reflect.get(target, key, target)
        return typeof value === 'function' ? value.bind(target) : value
      }
    })
    return this.#run(
      dump,
      '0',
      `(${functionDeclaration}\n).call(this${variables.map(({ name }) => `, ${name}`).join('')})`
    )
  }

  /**
   * @param {Dump} dump
   * @param {string} frame
   * @param {string} expression
   * @returns {Promise<Outcome>}
   */
  async #run (dump, frame, expression) {
    if (this.#running >= MAX_RUNNING) await new Promise(resolve => this.#waiting.push(() => resolve(undefined)))
    this.#running++
    try {
      const { status, value, error, objects } = await evaluate(dump, expression, {
        frame,
        identitiesSuffice: true,
        ...this.#options
      })
      const run = ++this.#results
      const renamed = new Set(
        objects.filter(({ objectId }) => dump.object(objectId) === undefined).map(({ objectId }) => objectId)
      )
      /** @type {<T>(part: T) => T} */
      const rename = part =>
        JSON.parse(JSON.stringify(part), (key, id) =>
          key === 'objectId' && renamed.has(id) ? `result${run}.${id}` : id
        )
      for (const record of objects) if (renamed.has(record.objectId)) this.#handles.add(rename(record))
      return { value: rename(value), error, threw: status === 'threw' }
    } catch (problem) {
      if (!(problem instanceof CrashCollectorError)) throw problem
      return {
        value: { type: 'undefined' },
        error: `${problem.message}${problem.hint === undefined ? '' : ` (${problem.hint})`}`,
        threw: true
      }
    } finally {
      this.#running--
      this.#waiting.shift()?.()
    }
  }
}

module.exports = { Evaluations }
