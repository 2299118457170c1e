'use strict'
// Copies a dump without some of its values, in two passes: the first one finds which objects and texts go.

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { CrashCollectorError } = require('crash-collector-shared/errors')
const { notWritten } = require('crash-collector-inspect/dumps/owner-only')
const { parseHeader, parseRecord } = require('crash-collector-inspect/reader/parse-record')
const { readLines } = require('crash-collector-inspect/reader/read-lines')
const { DumpWriter } = require('crash-collector-shared/dump/writer')
const { nothingTaken, ruleHandlers, withoutParts } = require('./rule-handlers')
const { structureHandlers, structureOf } = require('./structure')
const { visitReferences, walkRecord } = require('./walk-record')

/** @typedef {import('crash-collector-shared/dump/format').DumpRecord} DumpRecord */
/** @typedef {import('./rules').Rules} Rules */
/** @typedef {import('./rule-handlers').Taken} Taken */

/** Characters of records that are written at once. */
const SECTION = 1024 * 1024

/**
 * @param {string} input
 * @param {string} output a new file
 * @param {{ rules: Rules, structureOnly: boolean }} how
 * @returns {Promise<{ bytes: number, taken: { what: string, count: number }[] }>}
 * @throws {CrashCollectorError} as readDump(); OUTPUT_EXISTS, OUTPUT_NOT_WRITTEN
 */
async function scrubDump (input, output, { rules, structureOnly }) {
  const found = nothingTaken()
  const kept = await keptObjects(input, changesOf(rules, structureOnly, nothingTaken(), found), found)
  const taken = nothingTaken()
  const change = changesOf(rules, structureOnly, found, taken)
  const writer = openWriter(output)
  try {
    let text = ''
    let records = 0
    const add = (/** @type {DumpRecord} */ record) => {
      text += JSON.stringify(record) + '\n'
      records++
      if (text.length < SECTION) return
      writer.section(text)
      text = ''
    }
    for await (const record of recordsOf(input)) {
      const isGone = (record.kind === 'object' || record.kind === 'objectDetails') && !kept.has(record.objectId)
      if (isGone && record.kind === 'object') count(taken, 'objects that nothing else holds')
      const changed = isGone ? null : change(record)
      if (changed?.kind === 'end') add(endOf(changed, records, taken))
      else if (changed !== null) add(changed)
    }
    writer.section(text)
    writer.finish()
  } catch (error) {
    writer.abandon()
    if (error instanceof CrashCollectorError) throw error
    throw notWritten(output, error)
  }
  const counts = [...taken.counts].map(([what, count]) => ({ what, count }))
  return { bytes: fs.statSync(output).size, taken: counts.sort((a, b) => b.count - a.count) }
}

/**
 * @param {Rules} rules
 * @param {boolean} structureOnly
 * @param {Taken} before
 * @param {Taken} taken
 * @returns {(record: DumpRecord) => DumpRecord|null}
 */
function changesOf (rules, structureOnly, before, taken) {
  const byRule = ruleHandlers(rules, before, taken)
  const byType = structureHandlers(what => count(taken, what))
  return record => {
    const left = withoutParts(record, rules, what => count(taken, what))
    const changed = left && walkRecord(left, byRule)
    const structure = changed && structureOnly ? structureOf(changed) : changed
    return structure && structureOnly ? walkRecord(structure, byType) : structure
  }
}

/**
 * @param {Taken} taken
 * @param {string} what
 */
function count ({ counts }, what) {
  counts.set(what, (counts.get(what) ?? 0) + 1)
}

/**
 * @param {string} input
 * @param {(record: DumpRecord) => DumpRecord|null} change
 * @param {Taken} found what the change takes; is complete after the last record
 * @returns {Promise<Set<string>>} ids of the objects that something still refers to
 */
async function keptObjects (input, change, found) {
  /** @type {Map<string, string[]>} */
  const references = new Map()
  /** @type {string[]} */
  const open = []
  for await (const record of recordsOf(input)) {
    const changed = change(record)
    if (changed === null) continue
    const isObject = changed.kind === 'object' || changed.kind === 'objectDetails'
    const list = isObject ? (references.get(changed.objectId) ?? []) : open
    visitReferences(Object.values(changed), objectId => list.push(objectId))
    if (isObject) references.set(changed.objectId, list)
  }
  /** @type {Set<string>} */
  const kept = new Set()
  while (open.length > 0) {
    const objectId = /** @type {string} */ (open.pop())
    if (kept.has(objectId) || found.objects.has(objectId)) continue
    kept.add(objectId)
    for (const next of references.get(objectId) ?? []) open.push(next)
  }
  return kept
}

/**
 * @param {string} file
 * @returns {AsyncGenerator<DumpRecord, void, void>}
 */
async function * recordsOf (file) {
  let isFirst = true
  for await (const { bytes, ends } of readLines(file)) {
    let start = 0
    for (const end of ends) {
      const line = bytes.subarray(start, end)
      yield isFirst ? parseHeader(file, line) : parseRecord(file, line)
      isFirst = false
      start = end + 1
    }
  }
}

/**
 * @param {import('crash-collector-shared/dump/format').EndRecord} end
 * @param {number} records
 * @param {Taken} taken
 * @returns {import('crash-collector-shared/dump/format').EndRecord}
 */
function endOf (end, records, taken) {
  const all = [...taken.counts.values()].reduce((sum, each) => sum + each, 0)
  /** @type {import('crash-collector-shared/dump/format').NotCaptured} */
  const note = { reason: 'redacted', count: all, what: 'values', detail: 'taken out by crash-collector scrub' }
  return { ...end, records, notCaptured: all === 0 ? end.notCaptured : [...end.notCaptured, note] }
}

/**
 * @template T
 * @param {string} input
 * @param {{ rules: Rules, structureOnly: boolean }} how
 * @param {(copy: string, scrubbed: Awaited<ReturnType<typeof scrubDump>>) => T | Promise<T>} use of a copy that goes
 *   afterwards
 * @returns {Promise<T>}
 */
async function withScrubbed (input, how, use) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'crash-collector-'))
  try {
    const copy = path.join(folder, path.basename(input))
    return await use(copy, await scrubDump(input, copy, how))
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * @param {string} output a new file
 * @param {Buffer} content
 * @throws {CrashCollectorError} OUTPUT_EXISTS, OUTPUT_NOT_WRITTEN
 */
function writeNew (output, content) {
  try {
    fs.writeFileSync(output, content, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error)
    throw code === 'EEXIST' ? existsAlready(output) : notWritten(output, error)
  }
}

/** @param {string} output */
function existsAlready (output) {
  return new CrashCollectorError('OUTPUT_EXISTS', `${output} exists already`, {
    hint: 'name a file that does not exist yet'
  })
}

/** @param {string} output */
function openWriter (output) {
  if (fs.existsSync(output)) throw existsAlready(output)
  let isFirst = true
  try {
    return new DumpWriter(() => {
      if (!isFirst) throw existsAlready(output)
      isFirst = false
      return output
    })
  } catch (error) {
    throw error instanceof CrashCollectorError ? error : notWritten(output, error)
  }
}

module.exports = { scrubDump, withScrubbed, writeNew }
