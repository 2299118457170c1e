'use strict'
// Makes the script records: the texts of the scripts that have a frame, and their source maps, so that a dump can be
// read without the application's files.

const { dirname, isAbsolute, readFileSync, resolve } = require('../../safe/node-builtins')
const { ObjectCreate, StringStartsWith, decodeURIComponent } = require('../../safe/primordials')
const { fileSize } = require('../process-state/text-files')
const { scriptPath } = require('../match/stop-position')

/** Larger source maps are not read, because that would delay the dying process. The reader may find them. */
const MAX_SOURCE_MAP_BYTES = 4 * 1024 * 1024

/** @typedef {{ scriptId: string, script: import('../types').CapturedScript }[]} Scripts */
/**
 * @typedef {{ maxSourceLength: number, left: number, isLate: () => boolean }} Room left: number of UTF-16 code units
 *   that may still be written
 */

/**
 * @param {import('../types').OrderedSnapshot[]} snapshots
 * @returns {Scripts} scripts of the frames, in the order of the frames, each once
 */
function framesScripts (snapshots) {
  /** @type {Scripts} */
  const found = []
  const seen = ObjectCreate(null)
  for (let s = 0; s < snapshots.length; s++) {
    const {
      callFrames: { frames },
      scripts
    } = snapshots[s].snapshot
    for (let i = 0; i < frames.length; i++) {
      const { scriptId } = frames[i]
      if (scripts[scriptId] === undefined || scriptId in seen) continue
      seen[scriptId] = true
      found[found.length] = { scriptId, script: scripts[scriptId] }
    }
  }
  return found
}

/**
 * @param {Scripts} scripts
 * @param {{ maxSourceLength: number, maxBytes: number }} limits maxSourceLength: of one script, in UTF-16 code units;
 *   maxBytes: of all texts together, approximately
 * @param {() => boolean} isLate
 * @returns {object[]} script records
 */
function scriptRecords (scripts, { maxSourceLength, maxBytes }, isLate) {
  const records = []
  const room = { maxSourceLength, left: maxBytes, isLate }
  for (let i = 0; i < scripts.length; i++) records[i] = scriptRecord(scripts[i].scriptId, scripts[i].script, room)
  return records
}

/**
 * @param {string} scriptId
 * @param {import('../types').CapturedScript} script
 * @param {Room} room
 */
function scriptRecord (scriptId, { url, source, sourceMapURL }, room) {
  const record = { kind: 'script', scriptId, url, length: source?.length ?? 0 }
  // The texts of Node.js's own scripts are known from its version.
  if (StringStartsWith(url, 'node:')) return { ...record, notCapturedReason: 'internal' }
  // The URL may be a `data:` URL that contains the source map.
  const mapURL = sourceMapURL && sourceMapURL.length <= MAX_SOURCE_MAP_BYTES ? fitting(sourceMapURL, room) : undefined
  const reason = whyNoSource(source, room)
  if (reason !== null) return { ...record, sourceMapURL: mapURL, notCapturedReason: reason }
  const text = fitting(source, room)
  return {
    ...record,
    sourceMapURL: mapURL,
    source: text,
    sourceMap: mapURL === undefined ? undefined : fitting(readSourceMap(url, mapURL, room.left), room)
  }
}

/**
 * @param {string | undefined} source
 * @param {Room} room
 * @returns {import('../../../packages/shared/dump/terms').NotCapturedReason | null}
 */
function whyNoSource (source, { maxSourceLength, left, isLate }) {
  if (source === undefined) return 'unavailable'
  if (source.length > maxSourceLength) return 'scriptSize'
  if (source.length > left) return 'bytes'
  return isLate() ? 'timeout' : null
}

/**
 * @param {string | undefined} text
 * @param {Room} room is reduced by the length of the text
 * @returns {string | undefined} the text; undefined if it does not fit
 */
function fitting (text, room) {
  if (text === undefined || text.length > room.left) return undefined
  room.left -= text.length
  return text
}

/**
 * @param {string} url of the script
 * @param {string} sourceMapURL
 * @param {number} maxBytes
 * @returns {string | undefined} text of the source map's file
 */
function readSourceMap (url, sourceMapURL, maxBytes) {
  if (StringStartsWith(sourceMapURL, 'data:')) return undefined // the URL itself contains it
  try {
    const script = scriptPath(url)
    if (!isAbsolute(script)) return undefined
    const file = resolve(dirname(script), decodeURIComponent(sourceMapURL))
    const size = fileSize(file)
    return size === undefined || size > MAX_SOURCE_MAP_BYTES || size > maxBytes ? undefined : readFileSync(file, 'utf8')
  } catch {
    return undefined // there is no such file, or the URL is of another kind; the reader may still find the source map
  }
}

/**
 * Reads the text of a script's file as it is now; the process may have run another text.
 * @param {string} url
 * @param {number} maxLength
 * @returns {string | undefined}
 */
function readSource (url, maxLength) {
  try {
    const file = scriptPath(url)
    const size = isAbsolute(file) ? fileSize(file) : undefined
    // In UTF-8 a UTF-16 code unit takes three bytes at most.
    return size === undefined || size > maxLength * 3 ? undefined : readFileSync(file, 'utf8')
  } catch {
    return undefined // the file is gone, or may not be read
  }
}

module.exports = { framesScripts, readSource, scriptRecords }
