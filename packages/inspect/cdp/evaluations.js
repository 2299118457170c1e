'use strict'
// Evaluates expressions of a front end in the living world of its session.

const { CrashCollectorError } = require('crash-collector-shared/errors')
const { World } = require('../evaluate/world')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/** @typedef {import('crash-collector-shared/dump/format').ObjectRecord} ObjectRecord */
/** @typedef {import('../evaluate/world/result').Evaluation} Evaluation */
/** @typedef {import('../evaluate/world').RunOptions} RunOptions */
/** @typedef {{ value: Value, error?: string, threw: boolean }} Outcome */
/** @typedef {{ objectId: string }|{ code: string }} Argument code: a literal */

/** How many processes evaluate at a time without changing anything; a front end's console does so at each key. */
const MAX_PEEKS = 2
const MAX_CACHED = 200

class Evaluations {
  /** @type {Map<string, Promise<Outcome>>} */ #cache = new Map()
  /** @type {(() => void)[]} */ #waiting = []
  #peeks = 0
  #world
  /**
   * True if the front end has put names of the code that ran into expressions: DevTools does, by the source map.
   */
  prefersGenerated = true

  /**
   * @param {Dump} dump
   * @param {{ allowFunctions: boolean }} options
   */
  constructor (dump, { allowFunctions }) {
    this.#world = new World(dump, { allowFunctions })
  }

  /** The dump as the front end has changed it. */
  get dump () {
    return this.#world.dump
  }

  /** @returns {string[]} names of the variables that the front end has declared */
  get declared () {
    return this.#world.declared
  }

  /**
   * @param {string} frame index of a call frame, or id of an async task
   * @param {string} expression
   * @param {RunOptions} options
   * @returns {Promise<Outcome>}
   */
  onFrame (frame, expression, options) {
    this.#cache.clear()
    return outcomeOf(() => this.#world.evaluate(frame, expression, this.#with(options)))
  }

  /**
   * Evaluates without lasting changes.
   * @param {string} frame
   * @param {string} expression
   * @param {RunOptions} [options]
   * @returns {Promise<Outcome>}
   */
  peek (frame, expression, options) {
    const key = `${frame} ${expression}`
    let outcome = this.#cache.get(key)
    if (outcome === undefined) {
      outcome = this.#peekNow(frame, expression, options)
      this.#cache.set(key, outcome)
      if (this.#cache.size > MAX_CACHED) this.#cache.delete(this.#cache.keys().next().value ?? key)
    }
    return outcome
  }

  /**
   * Calls a function of the front end with objects of the dump, or with results of earlier evaluations.
   * @param {string} functionDeclaration
   * @param {Argument[]} args the first one is `this`
   * @param {(objectId: string) => ObjectRecord|undefined} object finds objects of the front end
   * @param {RunOptions} options
   * @returns {Promise<Outcome>}
   */
  async call (functionDeclaration, args, object, options) {
    const ids = args.flatMap(each => ('objectId' in each ? [each.objectId] : []))
    let count = 0
    const texts = args.map(each => ('objectId' in each ? `object_${count++}_of_call` : each.code))
    const expression = `(${functionDeclaration}\n).call(${texts.join(', ')})`
    this.#cache.clear()
    return await outcomeOf(
      async () =>
        (await this.#world.evaluateWith(ids, expression, { ...options, identitiesSuffice: true })) ??
        (await this.#callAlone(expression, ids, object, options))
    )
  }

  /**
   * Sets a variable.
   * @param {string} frame
   * @param {import('crash-collector-shared/dump/format').Scope} scope
   * @param {string} name as the front end shows it
   * @param {Argument} value
   */
  async assign (frame, scope, name, value) {
    this.#cache.clear()
    const shown = this.prefersGenerated ? undefined : scope.variables.find(each => each.name === name)
    name = shown?.generatedName ?? name
    return await outcomeOf(() =>
      'objectId' in value
        ? this.#world.assign(frame, scope, name, 'object_0_of_call', [value.objectId])
        : this.#world.assign(frame, scope, name, value.code)
    )
  }

  end () {
    this.#world.close()
  }

  /** @param {RunOptions} [options] */
  #with (options) {
    return { ...options, identitiesSuffice: true, prefersGenerated: this.prefersGenerated }
  }

  /**
   * Calls with objects of which some are not alive: parts of a big dump, or what exists only in CDP. The call gets
   * copies, whose changes are lost.
   * @param {string} expression
   * @param {string[]} ids
   * @param {(objectId: string) => ObjectRecord|undefined} object
   * @param {RunOptions} options
   */
  async #callAlone (expression, ids, object, options) {
    const variables = ids.map((objectId, index) => ({
      name: `object_${index}_of_call`,
      value: { type: object(objectId)?.type ?? 'object', objectId }
    }))
    /** @type {import('crash-collector-shared/dump/format').CallFrameRecord} */
    const place = {
      kind: 'callFrame',
      index: 0,
      functionName: '',
      url: '',
      scriptId: '',
      lineNumber: 0,
      columnNumber: 0,
      internal: false,
      this: { type: 'object', subtype: 'null', value: null },
      scopeChain: [{ type: 'local', variables }]
    }
    /** @type {Record<PropertyKey, unknown>} */
    const replaced = { callFrames: [place], allCallFrames: [place], object }
    const dump = new Proxy(this.dump, {
      get: (target, key) => (key in replaced ? replaced[key] : Reflect.get(target, key))
    })
    return await this.#world.evaluateApart(dump, 0, expression, { ...options, identitiesSuffice: true })
  }

  /**
   * @param {string} frame
   * @param {string} expression
   * @param {RunOptions} [options]
   * @returns {Promise<Outcome>}
   */
  async #peekNow (frame, expression, options) {
    if (this.#peeks >= MAX_PEEKS) await new Promise(resolve => this.#waiting.push(() => resolve(undefined)))
    this.#peeks++
    try {
      return await outcomeOf(() => this.#world.peek(frame, expression, this.#with(options)))
    } finally {
      this.#peeks--
      this.#waiting.shift()?.()
    }
  }
}

/**
 * @param {() => Promise<Evaluation>} evaluate
 * @returns {Promise<Outcome>}
 */
async function outcomeOf (evaluate) {
  try {
    const { status, value, error } = await evaluate()
    return { value, error, threw: status === 'threw' }
  } catch (problem) {
    if (!(problem instanceof CrashCollectorError)) throw problem
    return {
      value: { type: 'undefined' },
      error: `${problem.message}${problem.hint === undefined ? '' : ` (${problem.hint})`}`,
      threw: true
    }
  }
}

module.exports = { Evaluations }
