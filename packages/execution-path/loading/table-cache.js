'use strict'
// Keeps what is inserted into files for later processes of this user, because to parse the files takes most of the time
// of weaving. Each text has a file of its own, named by a digest of the text. Whoever could write there could change
// the programs of this user, so packages/shared/user-folder.js finds a folder where nobody else can.

const { isOwnFolder, userFolder } = require('crash-collector-shared/user-folder')
const {
  atStart,
  closeSync,
  join,
  lstatSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  sep,
  writeSync
} = require('../preload').nodeBuiltins
const {
  BufferFrom,
  JSONParse,
  JSONStringify,
  StringEndsWith,
  StringIndexOf,
  StringSlice
} = require('../preload').primordials
const { weavingVersion } = require('./weaving-version')

/** @typedef {import('../weaving/weave').Weave} Weave */
/** @typedef {import('../weaving/weave').Woven} Woven */

/** The limit for all applications together. The table of a file of 100 lines takes 4 KB. */
const MAX_FILES = 2000
const MAX_BYTES = 64 * 1024 * 1024

const ABSENT = Object.freeze({ throwIfNoEntry: false })

const NOT_ASCII = /[^\0-\x7f]/g

/**
 * @param {Weave} weave
 * @param {Pick<import('../../../lib/addon/native-functions').Native, 'digestOf' | 'isMainThread' | 'readOwnScript'>}
 *   native
 * @returns {Weave} the same if there is no place for a cache
 */
function cachedWeave (weave, native) {
  const folder = cacheFolder()
  if (folder === null) return weave
  const version = weavingVersion()
  const room = { files: 0, bytes: 0 }

  return (source, format) => {
    const digest = native.digestOf(source, `${version} ${format}`)
    const file = folder + sep + digest
    const known = tableIn(native.readOwnScript(file, native.isMainThread), source.length)
    if (known !== null) return known
    const woven = weave(source, format)
    if (typeof woven !== 'string') {
      // That module of Node.js is large, and the main thread does without it.
      const threadId = native.isMainThread ? 0 : require('node:worker_threads').threadId
      writeTable(folder, { file, partial: `${file}.${atStart.pid}.${threadId}` }, textOf(woven, source.length), room)
    }
    return woven
  }
}

/** @returns {string | null} the folder, which is made at the start, before the hooks see what fails */
function cacheFolder () {
  try {
    const own = userFolder(true)
    const folder = own === null ? null : join(own, 'execution-paths')
    return folder !== null && isOwnFolder(folder, true) ? folder : null
  } catch {
    return null // the user has no home directory, or Node.js may not read it
  }
}

/**
 * @param {Woven} woven
 * @param {number} length of the source
 * @returns {string} two lines of JSON: what is needed at once, and the blocks, which only a path needs. ASCII, which is
 *   read at once
 */
function textOf ({ texts, inserts, blockCount, blocksOf }, length) {
  const blocks = blocksOf().map(({ type, start, end, name }) => [type, start, end, name])
  const text = `${JSONStringify({ length, texts, inserts, blockCount })}\n${JSONStringify(blocks)}\n`
  // Few programs have names that are not ASCII, and to look for them takes longer than to write the text.
  if (Buffer.byteLength(text) === text.length) return text
  return text.replace(NOT_ASCII, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/**
 * @param {string | undefined} text of a table, if there is one
 * @param {number} sourceLength
 * @returns {Woven | null} null if it is not that of the source
 */
function tableIn (text, sourceLength) {
  // The disk was full, or the machine went down, before it was written to the end.
  if (text === undefined || !StringEndsWith(text, '\n')) return null
  try {
    const end = StringIndexOf(text, '\n')
    const { length, texts, inserts, blockCount } = JSONParse(StringSlice(text, 0, end))
    if (length !== sourceLength) return null
    /** @type {ReturnType<Woven['blocksOf']> | undefined} */
    let blocks
    return { texts, inserts, blockCount, blocksOf: () => (blocks ??= blocksIn(StringSlice(text, end))) }
  } catch {
    return null
  }
}

/** @param {string} json */
function blocksIn (json) {
  const lists = JSONParse(json)
  /** @type {ReturnType<Woven['blocksOf']>} */
  const blocks = []
  for (let i = 0; i < lists.length; i++) {
    blocks[i] = { type: lists[i][0], start: lists[i][1], end: lists[i][2], name: lists[i][3] ?? undefined }
  }
  return blocks
}

/**
 * @param {string} folder
 * @param {{ file: string, partial: string }} names partial: while it is written
 * @param {string} table
 * @param {{ files: number, bytes: number }} room that is left in the folder, as far as this process knows
 */
function writeTable (folder, { file, partial }, table, room) {
  try {
    const bytes = BufferFrom(table)
    if (room.files === 0 || room.bytes < bytes.length) Object.assign(room, makeRoom(folder, bytes.length))
    room.files--
    room.bytes -= bytes.length
    const descriptor = openSync(partial, 'wx', 0o600)
    try {
      // One call writes all of it, or the disk is full.
      if (writeSync(descriptor, bytes) !== bytes.length) throw new Error('the disk is full')
    } finally {
      closeSync(descriptor)
    }
    renameSync(partial, file)
  } catch {
    rmSync(partial, { force: true })
  }
}

/**
 * Removes the oldest files if there are too many for a further one, down to half of the limits.
 * @param {string} folder
 * @param {number} wanted bytes
 * @returns {{ files: number, bytes: number }} room for further ones
 */
function makeRoom (folder, wanted) {
  const files = readdirSync(folder).flatMap(name => {
    const file = join(folder, name)
    const stats = lstatSync(file, ABSENT)
    return stats === undefined ? [] : [{ file, bytes: stats.size, mtimeMs: stats.mtimeMs }]
  })
  files.sort((a, b) => b.mtimeMs - a.mtimeMs)
  let count = files.length
  let sum = files.reduce((all, { bytes }) => all + bytes, 0)
  if (count >= MAX_FILES || sum + wanted > MAX_BYTES) {
    while (count > MAX_FILES / 2 || sum > MAX_BYTES / 2) {
      const { file, bytes } = files[--count]
      rmSync(file, { force: true })
      sum -= bytes
    }
  }
  return { files: MAX_FILES - count, bytes: MAX_BYTES - sum }
}

module.exports = { MAX_FILES, cachedWeave }
