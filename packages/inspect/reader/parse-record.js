'use strict'
// Parses a line of a dump into a record whose types have been checked (record-shape.js), or reads only its object id.

const { CrashCollectorError } = require('crash-collector-shared/errors')
const { FORMAT, FORMAT_VERSION } = require('crash-collector-shared/dump/terms')
const { problemOfRecord } = require('crash-collector-shared/dump/record-shape')

/** @typedef {import('crash-collector-shared/dump/format').DumpRecord} DumpRecord */
/** @typedef {import('crash-collector-shared/dump/format').HeaderRecord} HeaderRecord */

// The collector writes kind and id first. A record with its keys in another order is parsed to know its id.
const OBJECT_PREFIX = Buffer.from('{"kind":"object","objectId":"')
const SAME_AS = Buffer.from(',"sameAs":"')
const DETAILS_PREFIX = Buffer.from('{"kind":"objectDetails","objectId":"')
const SCRIPT_PREFIX = Buffer.from('{"kind":"script",')
const MAX_ID_LENGTH = 64
/**
 * Longest record besides objects and scripts. JSON that is far longer can have so many keys that its parsing takes
 * minutes and gigabytes. The last lines of the streams, which are the longest part of such records, have 4 MB.
 */
const MAX_OTHER_BYTES = 8 * 1024 ** 2
const LONG_RECORDS = [OBJECT_PREFIX, DETAILS_PREFIX, SCRIPT_PREFIX]
/** These may hold long texts, if `maxStringLength` allows them. Otherwise they are as bounded as the others. */
const LONG_TEXTS = ['exception', 'cause', 'callFrame', 'asyncTask'].map(kind => Buffer.from(`{"kind":"${kind}",`))
/** The limit for the keys and texts of a record with long texts. */
const MAX_QUOTES = 200_000
/** Viewers write the name of an object's class for each reference to it, and there may be thousands. */
const MAX_CLASS_NAME = 200
const QUOTE = 0x22
const BACKSLASH = 0x5c

/**
 * Reads the object id without parsing the line.
 * @param {Buffer} bytes
 * @param {number} start of the line
 * @param {number} end
 * @param {Buffer} prefix with which the record begins
 * @returns {string|null} null when the line must be parsed to know the id
 */
function lazyObjectId (bytes, start, end, prefix) {
  const idStart = start + prefix.length
  if (end < idStart || prefix.compare(bytes, start, idStart) !== 0) return null
  for (let i = idStart; i < idStart + MAX_ID_LENGTH; i++) {
    if (bytes[i] === QUOTE) return bytes.toString('latin1', idStart, i)
    if (bytes[i] === BACKSLASH || bytes[i] > 0x7e || bytes[i] < 0x20) return null
  }
  return null
}

/**
 * Reads without parsing the line of which other record the object is.
 * @param {Buffer} bytes
 * @param {number} start of the line
 * @param {number} end
 * @param {string} objectId that lazyObjectId() has found
 * @returns {string|null} null if the record does not say so where the collector writes it
 */
function lazySameAs (bytes, start, end, objectId) {
  return lazyObjectId(bytes, start + OBJECT_PREFIX.length + objectId.length + 1, end, SAME_AS)
}

/**
 * @param {string} file its name in errors
 * @param {Buffer} line the first one
 * @returns {HeaderRecord}
 * @throws {CrashCollectorError} NOT_A_DUMP, DUMP_VERSION, DUMP_DAMAGED
 */
function parseHeader (file, line) {
  const record = parseJson(file, line)
  if (record.kind !== 'header' || !('format' in record) || record.format !== FORMAT) {
    throw new CrashCollectorError('NOT_A_DUMP', `${file} is not a dump: it does not begin with a header`, {
      hint: 'name a .ccdump file'
    })
  }
  const version = 'version' in record ? record.version : undefined
  if (!Number.isSafeInteger(version) || Number(version) < 1 || Number(version) > FORMAT_VERSION) {
    throw new CrashCollectorError(
      'DUMP_VERSION',
      `${file} has format version ${printable(version)}; this package reads 1 to ${FORMAT_VERSION}`,
      {
        hint: 'update crash-collector on this machine'
      }
    )
  }
  return /** @type {HeaderRecord} */ (checked(file, record))
}

/**
 * @param {string} file its name in errors
 * @param {Buffer} line
 * @returns {DumpRecord} no header
 * @throws {CrashCollectorError} DUMP_DAMAGED
 */
function parseRecord (file, line) {
  if (line.length > MAX_OTHER_BYTES && !mayBeLong(line)) {
    throw damaged(file, `has a record of more than ${MAX_OTHER_BYTES} bytes that is neither an object nor a script`)
  }
  const record = checked(file, parseJson(file, line))
  if (record.kind === 'header') throw damaged(file, 'has two headers')
  if (record.kind === 'object' && record.className !== undefined && record.className.length > MAX_CLASS_NAME) {
    record.className = `${record.className.slice(0, MAX_CLASS_NAME)}…`
  }
  return record
}

/** @param {Buffer} line */
function mayBeLong (line) {
  const begins = (/** @type {Buffer} */ prefix) => prefix.equals(line.subarray(0, prefix.length))
  return LONG_RECORDS.some(begins) || (LONG_TEXTS.some(begins) && hasFewTexts(line))
}

/** @param {Buffer} line @returns {boolean} false also if its parsing would make very many keys */
function hasFewTexts (line) {
  let quotes = 0
  for (let at = line.indexOf(QUOTE); at !== -1 && quotes <= MAX_QUOTES; at = line.indexOf(QUOTE, at + 1)) {
    if (line[at - 1] !== BACKSLASH) quotes++
  }
  return quotes <= MAX_QUOTES
}

/**
 * @param {string} file its name in errors
 * @param {Buffer} line
 * @param {'object'|'objectDetails'} kind that lazyObjectId() has found
 * @returns {DumpRecord}
 * @throws {CrashCollectorError} DUMP_DAMAGED
 */
function parseKind (file, line, kind) {
  const record = parseRecord(file, line)
  if (record.kind !== kind) throw damaged(file, 'has a record of two kinds')
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
  if (typeof record !== 'object' || record === null || typeof record.kind !== 'string') {
    throw damaged(file, 'has a line that is not a record')
  }
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
  return new CrashCollectorError('DUMP_DAMAGED', `${file} ${what}`, {
    hint: 'copy it again in binary mode, or look at another dump',
    cause
  })
}

/** @param {unknown} value */
function printable (value) {
  return String(JSON.stringify(value)).slice(0, 20)
}

module.exports = {
  DETAILS_PREFIX, OBJECT_PREFIX, damaged, lazyObjectId, lazySameAs, parseHeader, parseKind, parseRecord
}
