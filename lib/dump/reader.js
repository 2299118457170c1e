'use strict'
// The only parser of dumps. A dump is hostile input: sizes are bounded (read-lines.js), types are checked
// (record-shape.js), nothing in it is required or evaluated here.

const { CrashCollectorError } = require('../errors')
const { FORMAT, FORMAT_VERSION } = require('./format')
const { readLines, READ_LIMITS } = require('./read-lines')
const { problemOfRecord } = require('./record-shape')

/** @typedef {import('./format').HeaderRecord} HeaderRecord */
/** @typedef {import('./format').ExceptionRecord} ExceptionRecord */
/** @typedef {import('./format').CallFrameRecord} CallFrameRecord */
/** @typedef {import('./format').ObjectRecord} ObjectRecord */
/** @typedef {import('./format').ProcessRecord} ProcessRecord */
/** @typedef {import('./format').AsyncTaskRecord} AsyncTaskRecord */
/** @typedef {import('./format').ScriptRecord} ScriptRecord */
/** @typedef {import('./format').EndRecord} EndRecord */
/** @typedef {import('./format').DumpRecord} DumpRecord */
/** @typedef {import('./format').Scope} Scope */
/** @typedef {import('./format').NotCaptured} NotCaptured */
/** @typedef {import('./read-lines').ReadLimits} ReadLimits */

// Nearly all records of a big dump are objects, few of which anybody looks at: those are kept as bytes until asked for.
// The writers put kind and id first; an object in another order of keys is parsed at once.
const LAZY_PREFIX = Buffer.from('{"kind":"object","objectId":"')
const MAX_ID_LENGTH = 64
const QUOTE = 0x22
const BACKSLASH = 0x5c

/** Limits that leave whole objects out. */
const OBJECT_LIMITS = new Set(['depth', 'objectCount', 'bytes', 'timeout'])

/** A dump in memory. */
class Dump {
  /** @type {Map<string, Buffer|ObjectRecord>} */ #objects = new Map()
  /** @type {Map<string, ScriptRecord>} */ #scripts = new Map()
  /** @type {Map<string, Scope>|null} */ #scopes = null

  /**
   * @param {string} file
   * @param {HeaderRecord} header
   */
  constructor (file, header) {
    this.file = file
    this.header = header
    /** @type {ExceptionRecord|null} */
    this.exception = null
    /** @type {CallFrameRecord[]} */
    this.callFrames = []
    /** @type {ProcessRecord|null} */
    this.process = null
    /** @type {AsyncTaskRecord[]} */
    this.asyncTasks = []
    /** @type {import('./format').HeapSummaryRecord|null} */
    this.heapSummary = null
    /** @type {EndRecord|null} */
    this.end = null
  }

  /** True when the dump has no end: the process was killed or the disk was full while it was written. */
  get truncated () { return this.end === null }

  /** @returns {NotCaptured[]} what is missing from the dump as a whole */
  get notCaptured () { return this.end?.notCaptured ?? [] }

  /** @returns {string} why an object that something refers to is not in the dump */
  get missingReason () {
    return this.truncated ? 'truncated' : this.notCaptured.find(({ reason }) => OBJECT_LIMITS.has(reason))?.reason ?? 'depth'
  }

  /**
   * @param {string} objectId
   * @returns {ObjectRecord|undefined} undefined when a limit left the object out
   */
  object (objectId) {
    const stored = this.#objects.get(objectId)
    if (!Buffer.isBuffer(stored)) return stored
    const record = /** @type {ObjectRecord} */ (parseRecord(this.file, stored))
    this.#objects.set(objectId, record)
    return record
  }

  /** @returns {IterableIterator<string>} ids of all objects in the dump, in its order */
  objectIds () { return this.#objects.keys() }

  /** @returns {Generator<ObjectRecord, void, void>} all objects, in the dump's order, without keeping them */
  * objects () {
    for (const stored of this.#objects.values()) {
      yield Buffer.isBuffer(stored) ? /** @type {ObjectRecord} */ (parseRecord(this.file, stored)) : stored
    }
  }

  /** @returns {Generator<string, void, void>} the records of all objects as JSON, checked like any other, that begins with `kind` and `objectId` */
  * objectTexts () {
    for (const stored of this.#objects.values()) {
      if (!Buffer.isBuffer(stored)) {
        const { kind, objectId, ...record } = stored
        yield JSON.stringify({ kind, objectId, ...record })
        continue
      }
      parseRecord(this.file, stored)
      yield stored.toString('utf8')
    }
  }

  /**
   * @param {string} scriptId
   * @returns {ScriptRecord|undefined}
   */
  script (scriptId) { return this.#scripts.get(scriptId) }

  /** @returns {IterableIterator<ScriptRecord>} */
  scripts () { return this.#scripts.values() }

  /**
   * The variables of a scope, also where the dump only refers to an earlier occurrence of the same scope.
   * @param {Scope} scope
   * @returns {Scope}
   */
  scope (scope) {
    if (scope.scopeId === undefined || scope.variables.length > 0) return scope
    this.#scopes ??= this.#indexScopes()
    return this.#scopes.get(scope.scopeId) ?? scope
  }

  #indexScopes () {
    /** @type {Map<string, Scope>} */
    const scopes = new Map()
    /** @param {Scope[]} chain */
    const add = (chain) => {
      for (const scope of chain) {
        if (scope.scopeId !== undefined && scope.variables.length > 0 && !scopes.has(scope.scopeId)) scopes.set(scope.scopeId, scope)
      }
    }
    for (const callFrame of this.callFrames) add(callFrame.scopeChain)
    for (const [objectId, stored] of this.#objects) {
      if (Buffer.isBuffer(stored) && !stored.includes('"scopeId"')) continue
      add(this.object(objectId)?.scopes ?? [])
    }
    for (const task of this.asyncTasks) add(task.scopeChain)
    return scopes
  }

  /**
   * For readDump() only.
   * @param {DumpRecord} record
   */
  add (record) {
    switch (record.kind) {
      case 'exception': this.exception = record; break
      case 'callFrame': this.callFrames.push(record); break
      case 'process': this.process = record; break
      case 'asyncTask': this.asyncTasks.push(record); break
      case 'script': this.#scripts.set(record.scriptId, record); break
      case 'heapSummary': this.heapSummary = record; break
      case 'end': this.end = record; break
      case 'object': this.#addObject(record.objectId, record)
    }
  }

  /**
   * For readDump() only.
   * @param {string} objectId
   * @param {Buffer} line of an object record
   */
  addLazy (objectId, line) { this.#addObject(objectId, line) }

  /**
   * @param {string} objectId
   * @param {Buffer|ObjectRecord} stored
   */
  #addObject (objectId, stored) {
    const before = this.#objects.size
    if (this.#objects.set(objectId, stored).size === before) throw damaged(this.file, `has two objects with the id ${objectId}`)
  }
}

/**
 * Reads a dump. One that was cut short is read up to the cut and is `truncated`.
 * @param {string} file
 * @param {{ limits?: Partial<ReadLimits>, summary?: boolean }} [options] summary: stop after the call frames
 * @returns {Promise<Dump>}
 * @throws {CrashCollectorError} DUMP_NOT_FOUND, DUMP_UNREADABLE, NOT_A_DUMP, DUMP_VERSION, DUMP_DAMAGED, DUMP_TOO_LARGE
 */
async function readDump (file, { limits, summary = false } = {}) {
  /** @type {Dump|null} */
  let dump = null
  for await (const lines of readLines(file, { ...READ_LIMITS, ...limits })) {
    for (const line of lines) {
      if (dump === null) {
        dump = new Dump(file, parseHeader(file, line))
        continue
      }
      if (dump.end !== null) throw damaged(file, 'goes on after its end record')
      const objectId = lazyObjectId(line)
      if (objectId === null) dump.add(parseRecord(file, line))
      else if (summary) return dump
      else dump.addLazy(objectId, line)
    }
  }
  if (dump === null) {
    throw new CrashCollectorError('DUMP_DAMAGED', `${file} holds no complete record`, { hint: 'its process was killed before the first one was on disk; look for another dump with crash-collector list' })
  }
  return dump
}

/**
 * @param {Buffer} line
 * @returns {string|null} null when the line must be parsed to know
 */
function lazyObjectId (line) {
  const start = LAZY_PREFIX.length
  if (line.length < start || LAZY_PREFIX.compare(line, 0, start) !== 0) return null
  for (let i = start; i < start + MAX_ID_LENGTH; i++) {
    if (line[i] === QUOTE) return line.toString('latin1', start, i)
    if (line[i] === BACKSLASH || line[i] > 0x7e || line[i] < 0x20) return null
  }
  return null
}

/**
 * @param {string} file
 * @param {Buffer} line
 * @returns {HeaderRecord}
 */
function parseHeader (file, line) {
  const record = parseJson(file, line)
  if (record.kind !== 'header' || !('format' in record) || record.format !== FORMAT) {
    throw new CrashCollectorError('NOT_A_DUMP', `${file} is not a dump: it does not begin with a header`, { hint: 'name a .ccdump file' })
  }
  const version = 'version' in record ? record.version : undefined
  if (!Number.isSafeInteger(version) || Number(version) < 1 || Number(version) > FORMAT_VERSION) {
    throw new CrashCollectorError('DUMP_VERSION', `${file} has format version ${printable(version)}; this package reads 1 to ${FORMAT_VERSION}`, {
      hint: 'update crash-collector on this machine'
    })
  }
  return /** @type {HeaderRecord} */ (checked(file, record))
}

/**
 * @param {string} file
 * @param {Buffer} line
 * @returns {DumpRecord}
 */
function parseRecord (file, line) {
  const record = checked(file, parseJson(file, line))
  if (record.kind === 'header') throw damaged(file, 'has two headers')
  return record
}

/**
 * @param {string} file
 * @param {Buffer} line
 * @returns {{ kind: string }}
 */
function parseJson (file, line) {
  let record
  try {
    record = JSON.parse(line.toString('utf8'))
  } catch (cause) {
    throw damaged(file, 'has a line that is not JSON', cause)
  }
  if (typeof record !== 'object' || record === null || typeof record.kind !== 'string') throw damaged(file, 'has a line that is not a record')
  return record
}

/**
 * @param {string} file
 * @param {{ kind: string }} record
 * @returns {DumpRecord}
 */
function checked (file, record) {
  const problem = problemOfRecord(record.kind, record)
  if (problem !== '') throw damaged(file, `is not valid: ${record.kind.slice(0, 40)}${problem}`)
  return /** @type {DumpRecord} */ (record)
}

/**
 * @param {string} file
 * @param {string} what
 * @param {unknown} [cause]
 */
function damaged (file, what, cause) {
  return new CrashCollectorError('DUMP_DAMAGED', `${file} ${what}`, { hint: 'copy it again in binary mode, or look at another dump', cause })
}

/** @param {unknown} value */
function printable (value) {
  return String(JSON.stringify(value)).slice(0, 20)
}

module.exports = { readDump, Dump }
