'use strict'
// Reads a dump file into memory. A dump is hostile input: sizes are limited (read-lines.js), each record is checked
// when it is parsed (parse-record.js), and nothing of a dump is required or evaluated here.

const { CrashCollectorError } = require('crash-collector-shared/errors')
const { ObjectIndex } = require('./object-index')
const {
  DETAILS_PREFIX, OBJECT_PREFIX, damaged, lazyObjectId, lazySameAs, parseHeader, parseKind, parseRecord
} = require('./parse-record')
const { readLines, READ_LIMITS } = require('./read-lines')
const { ScopeIndex, isReference, takeOwnContext } = require('./scope-index')

/** @typedef {import('crash-collector-shared/dump/format').HeaderRecord} HeaderRecord */
/** @typedef {import('crash-collector-shared/dump/format').CauseRecord} CauseRecord */
/** @typedef {import('crash-collector-shared/dump/format').CallFrameRecord} CallFrameRecord */
/** @typedef {import('crash-collector-shared/dump/format').ObjectRecord} ObjectRecord */
/** @typedef {import('crash-collector-shared/dump/format').ObjectDetailsRecord} ObjectDetailsRecord */
/** @typedef {import('crash-collector-shared/dump/format').ThreadRecord} ThreadRecord */
/** @typedef {import('crash-collector-shared/dump/format').AsyncTaskRecord} AsyncTaskRecord */
/** @typedef {import('crash-collector-shared/dump/format').ScriptRecord} ScriptRecord */
/** @typedef {import('crash-collector-shared/dump/format').DumpRecord} DumpRecord */
/** @typedef {import('crash-collector-shared/dump/format').Scope} Scope */
/** @typedef {import('crash-collector-shared/dump/format').NotCaptured} NotCaptured */
/** @typedef {import('./read-lines').ReadLimits} ReadLimits */

/** CaptureInfo of a cause without a capture. @type {import('crash-collector-shared/dump/format').CaptureInfo} */
const NO_CAPTURE = { hook: null, match: null, ageMs: 0, walker: null, durationMs: 0 }

const OBJECT_LIMITS = new Set(['depth', 'objectCount', 'bytes', 'timeout', 'collected'])

/** How often the objects are looked through for one scope, the last time for all. */
const MAX_SCOPE_SEARCHES = 8

/** A dump in memory. */
class Dump {
  #objects = new ObjectIndex(
    line => /** @type {ObjectRecord} */ (parseKind(this.file, line, 'object')),
    line => /** @type {ObjectDetailsRecord} */ (parseKind(this.file, line, 'objectDetails'))
  )

  /** @type {Map<string, ScriptRecord>} */ #scripts = new Map()
  /** @type {ScopeIndex|null} */ #scopes = null
  #scopeSearches = 0
  /** Scopes that no frame has any more, but functions. @type {Scope[]} */ #ownContexts = []
  /** @type {Map<number, Dump>} */ #perspectives = new Map()
  /** @type {Dump} the dump as it was read; this one may be a view of it, made by seenFrom() */ #whole = this
  /** Results of derived(), by the function that made them. @type {Map<Function, unknown>} */ #derived = new Map()

  /**
   * @param {string} file
   * @param {HeaderRecord} header
   */
  constructor (file, header) {
    this.file = file
    this.header = header
    /** @type {import('crash-collector-shared/dump/format').SignalRecord|null} */
    this.signal = null
    /** @type {import('crash-collector-shared/dump/format').ExceptionRecord|null} */
    this.exception = null
    /** Causes of the exception, each after the error of which it is a cause. @type {CauseRecord[]} */
    this.causes = []
    /** Frames of the exception. @type {CallFrameRecord[]} */
    this.callFrames = []
    /** Frames of the exception, then of its causes. @type {CallFrameRecord[]} */
    this.allCallFrames = []
    /** @type {import('crash-collector-shared/dump/format').ProcessRecord|null} */
    this.process = null
    /** The other threads of the process. @type {ThreadRecord[]} */
    this.threads = []
    /** @type {AsyncTaskRecord[]} */
    this.asyncTasks = []
    /** @type {import('crash-collector-shared/dump/event-types').ExecutionPathRecord|null} */
    this.executionPath = null
    /** @type {import('crash-collector-shared/dump/format').HeapSummaryRecord|null} */
    this.heapSummary = null
    /** @type {import('crash-collector-shared/dump/format').EndRecord|null} */
    this.end = null
  }

  /** True when the dump has no end: the process was killed or the disk was full while it was written. */
  get truncated () {
    return this.end === null
  }

  /** @returns {NotCaptured[]} what is missing from the dump as a whole */
  get notCaptured () {
    return this.end?.notCaptured ?? []
  }

  /** @returns {string} the reason why an object that a value refers to is not in the dump */
  get missingReason () {
    return this.truncated
      ? 'truncated'
      : (this.notCaptured.find(({ reason }) => OBJECT_LIMITS.has(reason))?.reason ?? 'depth')
  }

  /**
   * @param {string} objectId
   * @returns {ObjectRecord|undefined} undefined when a limit left the object out
   */
  object (objectId) {
    return this.#objects.get(objectId)
  }

  /**
   * @param {string} objectId
   * @returns {boolean} true if the dump has the object
   */
  holds (objectId) {
    return this.#objects.has(objectId)
  }

  /**
   * Captures may have read one object at two times. The dump has a record for each of its states.
   * @param {string} objectId of any record of the object
   * @returns {string} the same for all records of one object
   */
  identityOf (objectId) {
    return this.#objects.identityOf(objectId)
  }

  /** @param {import('./object-index').CorrectObject} correct is called once for each object of the dump that is read */
  correctObjects (correct) {
    this.#objects.correctWith(correct)
  }

  /** @returns {IterableIterator<string>} ids of all objects in the dump, in its order */
  objectIds () {
    return this.#objects.ids()
  }

  /**
   * @param {string} [text] ASCII; only objects whose JSON contains it are returned
   * @returns {Generator<ObjectRecord, void, void>} objects in the dump's order; they are not kept
   */
  objects (text) {
    return this.#objects.records(text)
  }

  /**
   * @returns {Generator<Buffer, void, void>} JSON of all objects; that of an object without details has not been
   *   checked
   */
  objectLines () {
    return this.#objects.lines()
  }

  /**
   * @param {string} scriptId
   * @returns {ScriptRecord|undefined}
   */
  script (scriptId) {
    return this.#scripts.get(scriptId)
  }

  /** @returns {IterableIterator<ScriptRecord>} */
  scripts () {
    return this.#scripts.values()
  }

  /**
   * A scope with its variables, also if the dump only refers to an earlier occurrence of the scope.
   * @param {Scope} scope
   * @returns {Scope}
   */
  scope (scope) {
    if (!isReference(scope)) return scope
    const whole = this.#whole
    whole.#scopes ??= whole.#indexRecords()
    if (!whole.#scopes.has(scope.scopeId ?? '')) whole.#indexOthers(scope)
    return whole.#scopes.whole(scope)
  }

  /**
   * The dump as it would be if a cause had been reported: the cause is its exception, and the cause's frames are its
   * call frames.
   * @param {number} cause index; 0 is the exception
   * @returns {Dump}
   */
  seenFrom (cause) {
    const whole = this.#whole
    const record = cause === 0 ? undefined : whole.causes.find(({ index }) => index === cause)
    if (record === undefined) return whole
    const known = whole.#perspectives.get(cause)
    if (known !== undefined) return known
    const { index, of, path, capture, ...thrown } = record
    const other = this.#view({ ...whole.header, capture: capture ?? NO_CAPTURE })
    other.signal = whole.signal
    other.exception = { ...thrown, kind: 'exception' }
    other.causes = whole.causes
    other.callFrames = whole.allCallFrames.filter(({ error }) => error === cause)
    other.allCallFrames = whole.allCallFrames
    whole.#perspectives.set(cause, other)
    return other
  }

  /**
   * The dump as it would be if another thread had asked for one: its frames are the call frames, and there is no error.
   * @param {ThreadRecord} thread of this dump
   * @returns {Dump}
   */
  seenFromThread ({ threadId, callFrames = [] }) {
    const other = this.#view({ ...this.header, threadId, capture: { ...NO_CAPTURE, hook: 'interrupt' } })
    other.callFrames = callFrames.map(frame => ({ kind: 'callFrame', ...frame }))
    other.allCallFrames = other.callFrames
    return other
  }

  /**
   * @param {HeaderRecord} header
   * @returns {Dump} a view of the dump, without its errors and their frames
   */
  #view (header) {
    const whole = this.#whole
    const other = new Dump(whole.file, header)
    other.#whole = whole
    other.#objects = whole.#objects
    other.#scripts = whole.#scripts
    other.process = whole.process
    other.threads = whole.threads
    other.asyncTasks = whole.asyncTasks
    other.executionPath = whole.executionPath
    other.heapSummary = whole.heapSummary
    other.end = whole.end
    return other
  }

  /**
   * Returns something that is expensive to make from the dump. It is made at the first call and kept with the dump.
   * @template T
   * @param {(dump: Dump) => T} make is also the key
   * @returns {T} the same for all views of the dump that seenFrom() makes
   */
  derived (make) {
    const made = this.#whole.#derived
    if (!made.has(make)) made.set(make, make(this.#whole))
    return /** @type {T} */ (made.get(make))
  }

  /**
   * @param {CallFrameRecord} frame
   * @returns {boolean} true if it is the innermost frame of its error, and no limit has left out another before it
   */
  isInnermost (frame) {
    const place = this.allCallFrames.indexOf(frame)
    const before = this.allCallFrames[place - 1]
    return frame.index === (before?.index ?? -1) + 1 && (before === undefined || before.error !== frame.error)
  }

  #indexRecords () {
    const scopes = new ScopeIndex()
    scopes.add(this.#ownContexts)
    const ofThreads = this.threads.flatMap(({ callFrames = [] }) => callFrames)
    for (const frame of [...this.allCallFrames, ...ofThreads, ...this.asyncTasks]) scopes.add(frame.scopeChain)
    return scopes
  }

  /**
   * To parse the objects takes as long as all else that most questions need, and what no frame has is mostly an empty
   * scope, which no object has either. So only objects that name the scope are parsed, until several were asked for.
   * @param {Scope} scope that no frame has
   */
  #indexOthers (scope) {
    const scopes = /** @type {ScopeIndex} */ (this.#scopes)
    if (this.#scopeSearches < MAX_SCOPE_SEARCHES) {
      const isLast = ++this.#scopeSearches === MAX_SCOPE_SEARCHES
      const text = isLast ? '"scopeId"' : `"scopeId":${JSON.stringify(scope.scopeId)}`
      for (const { scopes: chain } of this.objects(text)) scopes.add(chain ?? [])
    }
    scopes.addEmpty(scope)
  }

  /**
   * For readDump() only.
   * @param {DumpRecord} record
   */
  add (record) {
    switch (record.kind) {
      case 'signal':
        this.signal = record
        break
      case 'exception':
        this.exception = record
        break
      case 'cause':
        this.#addCause(record)
        break
      case 'callFrame':
        this.#addCallFrame(record)
        break
      case 'process':
        this.process = record
        break
      case 'thread':
        this.threads.push(record)
        break
      case 'asyncTask':
        this.asyncTasks.push(record)
        break
      case 'script':
        this.#scripts.set(record.scriptId, record)
        break
      case 'executionPath':
        this.executionPath = record
        break
      case 'heapSummary':
        this.heapSummary = record
        break
      case 'end':
        this.end = record
    }
  }

  /** @param {CauseRecord} record */
  #addCause (record) {
    const last = this.causes[this.causes.length - 1]?.index ?? 0
    // Code that follows a chain of causes relies on this order to reach the exception.
    if (record.index <= last || record.of >= record.index) throw damaged(this.file, 'has causes in a wrong order')
    this.causes.push(record)
  }

  /** @param {CallFrameRecord} record */
  #addCallFrame (record) {
    const context = takeOwnContext(record.scopeChain)
    if (context !== null) this.#ownContexts.push(context)
    this.allCallFrames.push(record)
    if (record.error === undefined) this.callFrames.push(record)
  }

  /**
   * For readDump() only.
   * @param {string} objectId
   * @param {Buffer} block that holds the record
   * @param {number} start
   * @param {number} end
   * @param {string|null} sameAs id of the record with which it shares its object
   */
  addObject (objectId, block, start, end, sameAs) {
    if (!this.#objects.add(objectId, block, start, end, sameAs)) {
      throw damaged(this.file, `has two objects with the id ${objectId}`)
    }
  }

  /**
   * For readDump() only.
   * @param {string} objectId
   * @param {Buffer} block that holds the record
   * @param {number} start
   * @param {number} end
   */
  addDetails (objectId, block, start, end) {
    this.#objects.addDetails(objectId, block, start, end)
  }
}

/**
 * Reads a dump. One that was cut short is read up to the cut and is `truncated`.
 * @param {string} file
 * @param {{ limits?: Partial<ReadLimits>, summary?: boolean, isBlocking?: boolean }} [options] summary: no objects
 * @returns {Promise<Dump>}
 * @throws {CrashCollectorError} DUMP_NOT_FOUND, DUMP_UNREADABLE, NOT_A_DUMP, DUMP_VERSION, DUMP_DAMAGED, DUMP_TOO_LARGE
 */
async function readDump (file, { limits, summary = false, isBlocking = false } = {}) {
  /** @type {Dump|null} */
  let dump = null
  for await (const { bytes, ends } of readLines(file, { ...READ_LIMITS, ...limits }, isBlocking)) {
    let start = 0
    for (const end of ends) {
      const objectId = lazyObjectId(bytes, start, end, OBJECT_PREFIX)
      const detailsId = objectId === null ? lazyObjectId(bytes, start, end, DETAILS_PREFIX) : null
      if (dump === null) {
        dump = new Dump(file, parseHeader(file, bytes.subarray(start, end)))
      } else if (dump.end !== null) {
        throw damaged(file, 'goes on after its end record')
      } else if (objectId !== null) {
        if (summary) return dump
        dump.addObject(objectId, bytes, start, end, lazySameAs(bytes, start, end, objectId))
      } else if (detailsId !== null) {
        dump.addDetails(detailsId, bytes, start, end)
      } else {
        const record = parseRecord(file, bytes.subarray(start, end))
        if (record.kind === 'object') dump.addObject(record.objectId, bytes, start, end, record.sameAs ?? null)
        else if (record.kind === 'objectDetails') dump.addDetails(record.objectId, bytes, start, end)
        else dump.add(record)
      }
      start = end + 1
    }
  }
  if (dump === null) {
    throw new CrashCollectorError('DUMP_DAMAGED', `${file} holds no complete record`, {
      hint: 'its process was killed before the first one was on disk; npx crash-collector list shows others'
    })
  }
  return dump
}

module.exports = { readDump, Dump }
