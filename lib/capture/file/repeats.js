'use strict'
// Keeps a few dumps of crashes that repeat. A process that dies at its start and is always started again, or a handler
// that gets the same error thousands of times, must not push all other dumps out of the directory.
//
// A dump of a process that dies is always written, since its owner may have changed something since the last one. Then
// dumps between the first one of the day and the newest ones are removed. A process that lives on writes no further
// dump of the kind. A process whose workers die of it again and again writes one in an hour, because a dump takes as
// much time as the rest of a worker. In all cases the newest dump says how many are not there
// (packages/shared/dump/crash-mark.js).

const { COUNT_AT, MARK_LENGTH, countText, parseMark } = require('../../../packages/shared/dump/crash-mark')
const { EXTENSION } = require('../../../packages/shared/dump/terms')
const { dumpName, heapSnapshotPath } = require('../../../packages/shared/dump/store')
const {
  closeSync, openSync, readSync, readdirSync, rmSync, sep, statSync, writeSync
} = require('../../safe/node-builtins')
const {
  BufferAllocUnsafeSlow, BufferLatin1Slice, DateNow, Number, ObjectCreate, StringLastIndexOf, StringSlice,
  StringStartsWith
} = require('../../safe/primordials')

/** Number of dots in a name after its time and before it, counted from the end. */
const DOTS = 6
const TIME_LENGTH = '20260101.120000'.length
const DAY_MS = 24 * 60 * 60 * 1000
const HOUR_MS = 60 * 60 * 1000

/**
 * A larger directory is not looked through. File systems count some 20 to 80 bytes for each name, so it has far more
 * files than retention leaves.
 */
const MOST_DIRECTORY_BYTES = 512 * 1024
/** Number of dumps whose beginning is read: retention usually leaves fewer. */
const MOST_READ = 200
/** Number of dumps that one call removes, because the process is dying. */
const MOST_REMOVED = 20
/** Number of kinds that are remembered. */
const MOST_KINDS = 1000

/** @typedef {{ path: string, name: string, notKept?: number, modifiedMs?: number }} DumpOfDirectory */
/** @typedef {DumpOfDirectory & { notKept: number }} EarlierDump */

/**
 * The newest dump of the kinds of which enough dumps are kept, for an hour, so that the directory need not be read for
 * each further error.
 * @type {Record<string, { path: string, untilMs: number } | undefined>}
 */
let enough = ObjectCreate(null)
let kinds = 0

/**
 * @param {string} directory
 * @param {string} key
 * @returns {EarlierDump[]} dumps of the kind from the last 24 hours, newest first. Empty when the directory can't be
 *   read
 */
function earlierDumps (directory, key) {
  /** @type {EarlierDump[]} */
  const found = []
  try {
    if (statSync(directory).size > MOST_DIRECTORY_BYTES) return found
    const names = readdirSync(directory)
    // Times are compared as texts, because no method of the application's Date may run.
    const since = timeIn(dumpName({ timeMs: DateNow() - DAY_MS, pid: 0, threadId: 0, seq: 0 }))
    for (let i = 0, read = 0; i < names.length && read < MOST_READ; i++) {
      const name = names[i]
      if (!isDump(name) || timeIn(name) < since) continue
      read++
      const path = directory + sep + name
      const mark = readMark(path)
      if (mark?.key === key) insert(found, { path, name, notKept: mark.notKept })
    }
  } catch {} // no directory yet, or one that can't be read
  return found
}

/**
 * @param {string} name of a dump
 * @returns {string} its time
 */
function timeIn (name) {
  const at = timeAt(name)
  return StringSlice(name, at, at + TIME_LENGTH)
}

/** @param {string} name of a dump @returns {number} where its time begins */
function timeAt (name) {
  let at = name.length
  for (let dots = 0; dots < DOTS && at > 0; dots++) at = StringLastIndexOf(name, '.', at - 1)
  return at + 1
}

/**
 * @param {EarlierDump[]} earlier of one kind, newest first
 * @param {number} most number of dumps of a kind that stay; 0 for no limit
 * @param {number} pid
 * @returns {boolean} true if so many of them are of this process, and the newest is of the last hour
 */
function repeatsInProcess (earlier, most, pid) {
  if (most === 0 || earlier.length < most) return false
  for (let i = 0; i < most; i++) {
    const { name } = earlier[i]
    if (!StringStartsWith(StringSlice(name, timeAt(name) + TIME_LENGTH), `.${pid}.`)) return false
  }
  return timeIn(earlier[0].name) >= timeIn(dumpName({ timeMs: DateNow() - HOUR_MS, pid, threadId: 0, seq: 0 }))
}

/** @param {string} name */
function isDump (name) {
  return name.length > EXTENSION.length && StringSlice(name, name.length - EXTENSION.length) === EXTENSION
}

/**
 * @param {EarlierDump[]} list newest first
 * @param {EarlierDump} dump
 */
function insert (list, dump) {
  let at = list.length
  for (; at > 0 && isNewer(dump, list[at - 1]); at--) list[at] = list[at - 1]
  list[at] = dump
}

/**
 * The time in a name has whole seconds. Of two dumps of one second, the one that counts more is the newer one, or else
 * the one that was written later. A process may write several between two ticks of the clock of the file system.
 * @param {DumpOfDirectory} a
 * @param {DumpOfDirectory} b
 * @returns {boolean}
 */
function isNewer (a, b) {
  const ofA = timeIn(a.name)
  const ofB = timeIn(b.name)
  if (ofA !== ofB) return ofA > ofB
  if (a.notKept !== b.notKept) return Number(a.notKept) > Number(b.notKept)
  const later = modifiedMs(a) - modifiedMs(b)
  return later === 0 ? seqIn(a.name) > seqIn(b.name) : later > 0
}

/**
 * @param {DumpOfDirectory} dump
 * @returns {number} 0 if it is gone meanwhile
 */
function modifiedMs (dump) {
  return (dump.modifiedMs ??= statSync(dump.path, { throwIfNoEntry: false })?.mtimeMs ?? 0)
}

/** @param {string} name of a dump @returns {number} the number of the dump in its thread */
function seqIn (name) {
  const end = name.length - EXTENSION.length
  return Number(StringSlice(name, StringLastIndexOf(name, '.', end - 1) + 1, end))
}

/** @param {string} file */
function readMark (file) {
  let descriptor = -1
  try {
    descriptor = openSync(file, 'r')
    return markOf(descriptor)
  } catch {
    return null // gone meanwhile, or of another user
  } finally {
    if (descriptor !== -1) closeSync(descriptor)
  }
}

/** @param {number} descriptor */
function markOf (descriptor) {
  const bytes = BufferAllocUnsafeSlow(MARK_LENGTH)
  const length = readSync(descriptor, bytes, 0, MARK_LENGTH, 0)
  return parseMark(BufferLatin1Slice(bytes, 0, length))
}

/**
 * Decides which dumps of a kind go when a further one is written.
 * @param {EarlierDump[]} earlier newest first
 * @param {number} most number of dumps of a kind that stay; 0 for no limit
 * @returns {EarlierDump[]} those that go: neither the first of the day nor the newest ones
 */
function surplusOf (earlier, most) {
  /** @type {EarlierDump[]} */
  const surplus = []
  if (most === 0 || earlier.length < most) return surplus
  const last = most === 1 ? earlier.length : earlier.length - 1
  for (let i = most < 2 ? 0 : most - 2; i < last; i++) surplus[surplus.length] = earlier[i]
  return surplus
}

/**
 * Removes the oldest dumps of a directory, some at each call. Never throws.
 * @param {string} directory
 * @param {number} most number of dumps that stay
 * @returns {void}
 */
function removeOldest (directory, most) {
  try {
    if (statSync(directory).size > MOST_DIRECTORY_BYTES) return
    const names = readdirSync(directory)
    /** @type {DumpOfDirectory[]} */
    const dumps = []
    for (let i = 0; i < names.length; i++) {
      const name = names[i]
      if (isDump(name)) dumps[dumps.length] = { path: directory + sep + name, name }
    }
    for (let n = 0; n < MOST_REMOVED && dumps.length > most; n++) {
      let oldest = 0
      for (let i = 1; i < dumps.length; i++) if (isNewer(dumps[oldest], dumps[i])) oldest = i
      remove(dumps[oldest].path)
      dumps[oldest] = dumps[dumps.length - 1]
      dumps.length--
    }
  } catch {} // the directory can't be read
}

/** @param {string} file a dump */
function remove (file) {
  try {
    rmSync(file, { force: true })
    rmSync(heapSnapshotPath(file), { force: true })
  } catch {} // it stays, and will be pruned
}

/** @param {EarlierDump[]} dumps @returns {void} */
function removeAll (dumps) {
  for (let i = 0; i < dumps.length; i++) remove(dumps[i].path)
}

/**
 * Counts an error of a process that lives on, if enough dumps of its kind are there.
 * @param {string} key
 * @param {EarlierDump[] | null} earlier newest first; null: only what is remembered is used
 * @param {number} most number of dumps of a kind that stay; 0 for no limit
 * @returns {boolean} false if the error needs a dump
 */
function countInstead (key, earlier, most) {
  if (most === 0) return false
  if (earlier !== null) {
    if (earlier.length < most) return false
    if (kinds++ === MOST_KINDS) {
      enough = ObjectCreate(null)
      kinds = 0
    }
    enough[key] = { path: earlier[0].path, untilMs: DateNow() + HOUR_MS }
  }
  const newest = enough[key]
  if (newest === undefined) return false
  if (DateNow() < newest.untilMs && countOneMore(newest.path)) return true
  enough[key] = undefined
  return false
}

/**
 * @param {string} file
 * @returns {boolean} false if the dump is gone
 */
function countOneMore (file) {
  let descriptor = -1
  try {
    descriptor = openSync(file, 'r+')
    const mark = markOf(descriptor)
    if (mark === null) return false
    writeSync(descriptor, countText(mark.notKept + 1), COUNT_AT)
    return true
  } catch {
    return false
  } finally {
    if (descriptor !== -1) closeSync(descriptor)
  }
}

module.exports = { countInstead, earlierDumps, removeAll, removeOldest, repeatsInProcess, surplusOf }
