'use strict'
// Collects the facts of a crash that show, the page, DevTools, the exports, the tables of fleet and `list` tell: each
// once, when it is first asked for. They decide how a fact is written; what it is, is decided here alone.

const { hostOf, releaseOf } = require('./release')
const { SourceMaps } = require('../source/source-map')
const { plain } = require('../text/terminal-text')
const { describeValue, moreCharacters } = require('../values/describe-value')
const { innermostFrame } = require('./application-frames')
const { asyncStoresOf } = require('./async-stores')
const { causeChain, otherCauses } = require('./cause-chain')
const { fingerprintOf } = require('./fingerprint')
const { requestOf } = require('./request')
const { signalMessage, signalReason, signalTitle } = require('./signal')
const { eventTitle } = require('./title')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').CauseRecord} CauseRecord */

/**
 * An error of the crash.
 * @typedef {object} CrashError
 * @property {number} index 0 for the reported error
 * @property {CauseRecord} [cause] missing for the reported error
 * @property {string} title what it is to the crash: `Root cause`, `Led to`, `Reported`, `Also, errors[1]`
 */

class CrashFacts {
  #dump
  /** Facts by name. @type {Map<string, unknown>} */ #known = new Map()

  /** @param {Dump} dump the whole one, not a view of it */
  constructor (dump) {
    this.#dump = dump
  }

  /** Class of the error and its message; of the event if nothing was thrown. They are texts of the dump. */
  get error () {
    return this.#once('error', typeAndMessage)
  }

  /** Why the process died, if the values prove it. */
  get diagnosis () {
    // The rules are loaded here, because opening a dump does not need them.
    return this.#once('diagnosis', dump => require('../explain').explainRoot(dump))
  }

  /** The fatal signal in words; null if the process died of no signal. */
  get signal () {
    return this.#once('signal', ({ signal, header }) =>
      signal === null ? null : { title: signalTitle(signal, header), reason: signalReason(signal, header) }
    )
  }

  /** The request that the failing code worked on. */
  get request () {
    return this.#once('request', requestOf)
  }

  /** The chain of causes, nearest to the reported error first, the root last. @returns {readonly CauseRecord[]} */
  get causes () {
    return this.#once('causes', causeChain)
  }

  /** Causes that are not in this chain: the other errors of an AggregateError. @returns {readonly CauseRecord[]} */
  get otherCauses () {
    return this.#once('otherCauses', otherCauses)
  }

  /** The error that began it all; undefined if the reported one has no cause. */
  get root () {
    return this.causes.at(-1)
  }

  /** All errors, in the order in which they explain the crash. @returns {readonly CrashError[]} */
  get errors () {
    return this.#once('errors', dump => errorsInOrder(dump, this))
  }

  /** The application's innermost frame. */
  get frame () {
    return this.#once('frame', innermostFrame)
  }

  /** What each AsyncLocalStorage held. */
  get asyncStores () {
    return this.#once('asyncStores', asyncStoresOf)
  }

  get fingerprint () {
    return this.#once('fingerprint', dump => fingerprintOf(dump, new SourceMaps(dump)))
  }

  get release () {
    return releaseOf(this.#dump)
  }

  get host () {
    return hostOf(this.#dump)
  }

  /**
   * @template T
   * @param {string} name
   * @param {(dump: Dump) => T} collect
   * @returns {T}
   */
  #once (name, collect) {
    if (!this.#known.has(name)) this.#known.set(name, collect(this.#dump))
    return /** @type {T} */ (this.#known.get(name))
  }
}

/**
 * @param {Dump} dump
 * @returns {{ type: string, message: string }}
 */
function typeAndMessage (dump) {
  const { exception, header, signal } = dump
  if (signal !== null) return { type: signal.name, message: signalMessage(signal, header) }
  if (exception === null) {
    const type = header.trigger === 'api' || header.trigger === 'request' ? 'capture' : header.trigger
    return { type, message: eventTitle(dump) ?? 'a dump on request' }
  }
  return typeAndMessageOf(exception, dump)
}

/**
 * @param {import('crash-collector-shared/dump/format').ExceptionRecord | CauseRecord} error
 * @param {Dump} dump
 * @returns {{ type: string, message: string }} type: class of the error, or type of another value
 */
function typeAndMessageOf ({ className, message, messageLength, value }, dump) {
  return {
    type: message === undefined ? value.type : (className ?? 'Error'),
    message: (message && message + moreCharacters(message, messageLength)) ?? describeValue(value, dump)
  }
}

/**
 * @param {Dump} dump
 * @param {CrashFacts} facts
 * @returns {CrashError[]}
 */
function errorsInOrder (dump, { causes, otherCauses }) {
  // If errors stand side by side, as in an AggregateError, none is the root.
  const root = causes.length === dump.causes.length ? 'Root cause' : `Cause, ${plain(causes.at(-1)?.path ?? '')}`
  return [
    ...[...causes].reverse().map((cause, i) => ({ index: cause.index, cause, title: i === 0 ? root : 'Led to' })),
    { index: 0, title: 'Reported' },
    ...otherCauses.map(cause => ({ index: cause.index, cause, title: `Also, ${plain(cause.path)}` }))
  ]
}

/**
 * @param {Dump} dump or a view of it
 * @returns {CrashFacts} the same each time
 */
function factsOf (dump) {
  return dump.derived(createFacts)
}

/** @param {Dump} dump */
function createFacts (dump) {
  return new CrashFacts(dump)
}

module.exports = { factsOf, typeAndMessageOf }
