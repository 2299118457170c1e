'use strict'
// crash-collector/reader: dumps as a library. Requiring it starts nothing.

const { openDump } = require('./lib/inspect/dumps/open-dump')
const { describeValue } = require('./lib/inspect/values/describe-value')
const { evaluate } = require('./lib/inspect/evaluate')
const { formatValue } = require('./lib/inspect/values/format-value')
const { dumpToJson } = require('./lib/inspect/show/json')
const { SourceMaps } = require('./lib/inspect/source/source-map')

/** @typedef {import('./lib/dump/reader').Dump} Dump */
/** @typedef {import('./lib/dump/format').Value} Value */
/** @typedef {import('./lib/dump/format').Scope} Scope */
/** @typedef {import('./lib/dump/format').Variable} Variable */
/** @typedef {import('./lib/dump/format').ObjectRecord} ObjectRecord */
/** @typedef {import('./lib/dump/format').CallFrameRecord} CallFrameRecord */
/** @typedef {import('./lib/dump/format').AsyncTaskRecord} AsyncTaskRecord */
/** @typedef {import('./lib/dump/format').HeapSummaryRecord} HeapSummaryRecord */
/** @typedef {import('./lib/dump/format').NotCaptured} NotCaptured */
/** @typedef {import('./lib/dump/read-lines').ReadLimits} ReadLimits */
/** @typedef {import('./lib/inspect/evaluate').Evaluation} Evaluation */
/** @typedef {import('./lib/inspect/source/source-map').OriginalPlace} OriginalPlace */

/** A dump that was opened, with what can be asked of it. Everything is read-only. */
class OpenDump {
  #dump
  #sourceMaps

  /** @param {Dump} dump */
  constructor (dump) {
    this.#dump = dump
    this.#sourceMaps = new SourceMaps(dump)
  }

  /** Path of the dump, as it was opened. */
  get file () {
    return this.#dump.file
  }

  /** What made the dump, when, where, and how its variables were read. */
  get header () {
    return this.#dump.header
  }

  /** The error, or null when nothing was thrown. */
  get exception () {
    return this.#dump.exception
  }

  /** The frames, frame 0 first: where it was thrown. */
  get callFrames () {
    return this.#dump.callFrames
  }

  /**
   * The errors that the reported one stands on, each with the frames of its own capture, which `index` goes on
   * counting.
   */
  get causes () {
    return this.#dump.causes.map(cause => ({ ...cause, callFrames: this.#dump.seenFrom(cause.index).callFrames }))
  }

  /** Suspended async functions and generators. */
  get asyncTasks () {
    return this.#dump.asyncTasks
  }

  /** State of the process, or null when the dump was cut before it. */
  get process () {
    return this.#dump.process
  }

  /** What the heap was full of, or null unless the setting `heap` was `summary`. */
  get heapSummary () {
    return this.#dump.heapSummary
  }

  /** What is missing from the dump as a whole, and why. */
  get notCaptured () {
    return this.#dump.notCaptured
  }

  /** True when the dump was cut short while it was written. */
  get truncated () {
    return this.#dump.truncated
  }

  /**
   * The variables that can be seen from a frame or an async task, inner ones shadowing outer ones.
   * @param {CallFrameRecord|AsyncTaskRecord} place
   * @returns {Map<string, Variable>}
   */
  variables (place) {
    /** @type {Map<string, Variable>} */
    const found = new Map()
    for (const scope of place.scopeChain) {
      for (const variable of this.#dump.scope(scope).variables) {
        if (!found.has(variable.name)) found.set(variable.name, variable)
      }
    }
    return found
  }

  /**
   * A scope with its variables, also where the dump only refers to an earlier occurrence of it.
   * @param {Scope} scope
   * @returns {Scope}
   */
  scope (scope) {
    return this.#dump.scope(scope)
  }

  /**
   * @param {Value|string} reference a value, or an objectId
   * @returns {ObjectRecord|undefined} undefined for a primitive, and for an object that a limit left out
   */
  object (reference) {
    const objectId =
      typeof reference === 'string' ? reference : reference.type === 'symbol' ? undefined : reference.objectId
    return objectId === undefined ? undefined : this.#dump.object(objectId)
  }

  /** @returns {Generator<ObjectRecord, void, void>} every object of the dump, nearest to the throw first */
  objects () {
    return this.#dump.objects()
  }

  /**
   * @param {string} scriptId
   * @returns {import('./lib/dump/format').ScriptRecord|undefined} source and source map of a script that has a frame
   */
  script (scriptId) {
    return this.#dump.script(scriptId)
  }

  /**
   * The place in the source that a human wrote, where the dump has a source map for it.
   * @param {CallFrameRecord|AsyncTaskRecord} place
   * @returns {OriginalPlace|undefined}
   */
  original (place) {
    return this.#sourceMaps.original(place)
  }

  /**
   * The value in a few words: `'text'`, `Map(2)`, `[Function: name]`.
   * @param {Value} value
   */
  describe (value) {
    return describeValue(value, this.#dump)
  }

  /**
   * The value as Node's inspect would print it.
   * @param {Value} value
   * @param {{ columns?: number, depth?: number, maxItems?: number, maxString?: number, hidden?: boolean }} [options]
   *   columns: width to fit (80); depth: levels of objects that are opened (2); maxItems: of one object (100);
   *   maxString: characters of a string (10,000); hidden: also what is not enumerable
   */
  format (value, options) {
    return formatValue(value, this.#dump, options)
  }

  /**
   * Evaluates JavaScript against a frame's variables, in a process of its own.
   * @param {string} expression
   * @param {{ frame?: number|string, timeoutMs?: number, allowFunctions?: boolean }} [options] frame: index of a frame
   *   (0), or id of an async task; timeoutMs: how long the expression may take (2000); allowFunctions: trust the dump,
   *   and run its functions also where their source is not in a file of this machine
   * @returns {Promise<Evaluation>}
   * @throws {import('./lib/errors').CrashCollectorError} NO_SUCH_FRAME, EVALUATION_TIMEOUT, EVALUATION_FAILED,
   *   DUMP_TOO_LARGE, DUMP_DAMAGED
   */
  evaluate (expression, options) {
    return evaluate(this.#dump, expression, options)
  }

  /** What `crash-collector show --json` prints. */
  toJSON () {
    return dumpToJson(this.#dump, this.#sourceMaps)
  }
}

/**
 * Opens a dump.
 * @param {string} file path of a dump
 * @param {{ limits?: Partial<ReadLimits>, deeper?: boolean }} [options] limits: bounds for what an untrusted file may
 *   make this process do; deeper: go on in the heap snapshot beside the dump, which is read when an object is asked for
 *   that the dump does not have; one that can't be used is passed over
 * @returns {Promise<OpenDump>}
 * @throws {import('./lib/errors').CrashCollectorError} DUMP_NOT_FOUND, DUMP_UNREADABLE, NOT_A_DUMP, DUMP_VERSION,
 *   DUMP_DAMAGED, DUMP_TOO_LARGE
 */
async function open (file, { limits, deeper } = {}) {
  return new OpenDump(await openDump(file, { limits, deeper }))
}

module.exports = { open }
