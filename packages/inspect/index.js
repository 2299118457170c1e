'use strict'
// Opens dumps for programs: the module `crash-collector/reader`. Requiring it starts no collector.

const { openDump } = require('./dumps/open-dump')
const { describeValue } = require('./values/describe-value')
const { evaluate } = require('./evaluate')
const { formatValue } = require('./values/format-value')
const { dumpToJson } = require('./show/json')
const { SourceMaps } = require('./source/source-map')

/** @typedef {import('./reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/** @typedef {import('crash-collector-shared/dump/format').Scope} Scope */
/** @typedef {import('./values/types').PassedVariable} Variable */
/** @typedef {import('crash-collector-shared/dump/format').ObjectRecord} ObjectRecord */
/** @typedef {import('crash-collector-shared/dump/format').CallFrameRecord} CallFrameRecord */
/** @typedef {import('crash-collector-shared/dump/format').AsyncTaskRecord} AsyncTaskRecord */
/** @typedef {import('crash-collector-shared/dump/format').HeapSummaryRecord} HeapSummaryRecord */
/** @typedef {import('crash-collector-shared/dump/format').NotCaptured} NotCaptured */
/** @typedef {import('./reader/read-lines').ReadLimits} ReadLimits */
/** @typedef {import('./evaluate').Evaluation} Evaluation */
/** @typedef {import('./source/source-map').OriginalPlace} OriginalPlace */

/** An open dump. Everything is read-only. */
class OpenDump {
  #dump
  #sourceMaps

  /** @param {Dump} dump */
  constructor (dump) {
    this.#dump = dump
    this.#sourceMaps = new SourceMaps(dump)
  }

  /** Path of the dump, as it was given to open(). */
  get file () {
    return this.#dump.file
  }

  /** The header record: trigger, time, process and platform of the dump, and how its variables were read. */
  get header () {
    return this.#dump.header
  }

  /** The signal that ended the process, with its native stack; null when it was none. */
  get signal () {
    return this.#dump.signal
  }

  /** The reported error or value; null when nothing was thrown. */
  get exception () {
    return this.#dump.exception
  }

  /** The frames of the exception, innermost first: frame 0 is where it was thrown. Lines and columns are 0-based. */
  get callFrames () {
    return this.#dump.callFrames
  }

  /**
   * The causes of the reported error, each with the frames of its own capture. The `index` of these frames continues
   * that of the exception's frames.
   */
  get causes () {
    return this.#dump.causes.map(cause => ({ ...cause, callFrames: this.#dump.seenFrom(cause.index).callFrames }))
  }

  /** Suspended async functions and generators. */
  get asyncTasks () {
    return this.#dump.asyncTasks
  }

  /** State of the process; null when the dump was cut before it. */
  get process () {
    return this.#dump.process
  }

  /** What the failing request had run; null unless the setting `executionPath` was on and there was a request. */
  get executionPath () {
    return this.#dump.executionPath
  }

  /** The classes and objects that took most of the heap, in bytes; null unless the setting `heap` was `summary`. */
  get heapSummary () {
    return this.#dump.heapSummary
  }

  /** The things that are missing from the dump as a whole, each with the reason. */
  get notCaptured () {
    return this.#dump.notCaptured
  }

  /** True when the dump was cut short while it was written. */
  get truncated () {
    return this.#dump.truncated
  }

  /**
   * The variables that can be seen from a frame or an async task. Inner ones shadow outer ones.
   * @param {CallFrameRecord|AsyncTaskRecord} place
   * @returns {Map<string, Variable>} by name
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
   * A scope with its variables, also if the dump only refers to an earlier occurrence of the scope.
   * @param {Scope} scope
   * @returns {Scope}
   */
  scope (scope) {
    return this.#dump.scope(scope)
  }

  /**
   * The object that a value refers to.
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
   * Source and source map of a script.
   * @param {string} scriptId
   * @returns {import('crash-collector-shared/dump/format').ScriptRecord|undefined} undefined for a script that has no
   *   frame
   */
  script (scriptId) {
    return this.#dump.script(scriptId)
  }

  /**
   * The place in the original source, by the script's source map.
   * @param {CallFrameRecord|AsyncTaskRecord} place
   * @returns {OriginalPlace|undefined} undefined when there is no source map, or it does not have the place
   */
  original (place) {
    return this.#sourceMaps.original(place)
  }

  /**
   * Describes the value in a few words: `'text'`, `Map(2)`, `[Function: name]`.
   * @param {Value} value
   */
  describe (value) {
    return describeValue(value, this.#dump)
  }

  /**
   * Formats the value as util.inspect() of Node.js would.
   * @param {Value} value
   * @param {{ columns?: number, depth?: number, maxItems?: number, maxString?: number, hidden?: boolean }} [options]
   *   columns: width of a line (80); depth: levels of objects that are opened (2); maxItems: number of items of one
   *   object (100); maxString: characters of a string (10,000); hidden: also properties that are not enumerable (false)
   */
  format (value, options) {
    return formatValue(value, this.#dump, options)
  }

  /**
   * Evaluates JavaScript against a frame's variables, in a child process.
   * @param {string} expression
   * @param {{ frame?: number|string, timeoutMs?: number, allowFunctions?: boolean }} [options] frame: index of a frame
   *   (0), or id of an async task; timeoutMs: how long the expression may take (2000); allowFunctions: trust the dump,
   *   and run its functions also if their source is not in a file of this machine (false)
   * @returns {Promise<Evaluation>}
   * @throws {import('crash-collector-shared/errors').CrashCollectorError} NO_SUCH_FRAME, EVALUATION_TIMEOUT,
   *   EVALUATION_FAILED, DUMP_TOO_LARGE, DUMP_DAMAGED
   */
  evaluate (expression, options) {
    return evaluate(this.#dump, expression, options)
  }

  /** The data that `crash-collector show --json` prints. */
  toJSON () {
    return dumpToJson(this.#dump, this.#sourceMaps)
  }
}

/**
 * Opens a dump.
 * @param {string} file path of a dump
 * @param {{ limits?: Partial<ReadLimits> }} [options] limits: bounds for the bytes and records that an untrusted file
 *   may make this process read
 * @returns {Promise<OpenDump>}
 * @throws {import('crash-collector-shared/errors').CrashCollectorError} DUMP_NOT_FOUND, DUMP_UNREADABLE, NOT_A_DUMP,
 *   DUMP_VERSION, DUMP_DAMAGED, DUMP_TOO_LARGE
 */
async function open (file, { limits } = {}) {
  return new OpenDump(await openDump(file, { limits }))
}

module.exports = { open }
