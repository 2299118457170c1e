'use strict'
// Texts of the scripts that have a frame, and the source maps that lie beside them, so that the dump stands alone.

const { dirname, isAbsolute, readFileSync, resolve } = require('../../safe/node-builtins')
const { ObjectCreate, StringStartsWith, decodeURIComponent } = require('../../safe/primordials')
const { fileSize } = require('../process-state/text-files')
const { scriptPath } = require('../match/script-path')

/** Larger maps are left to the machine where the dump is read: reading them costs the dying process its time. */
const MAX_SOURCE_MAP_BYTES = 4 * 1024 * 1024

/** @typedef {{ scriptId: string, script: import('../types').CapturedScript }[]} Scripts */
/**
 * @typedef {{ maxSourceLength: number, left: number, isLate: () => boolean }} Room left: UTF-16 code units, for all
 *   that is still to come
 */

/**
 * @param {import('../types').OrderedSnapshot[]} snapshots
 * @returns {Scripts} of their frames, in order
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
 * @param {{ maxSourceLength: number, maxBytes: number }} limits maxBytes: of all texts together, about
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
  // The text of Node.js itself is known from its version.
  if (StringStartsWith(url, 'node:')) return { ...record, notCapturedReason: 'internal' }
  // The URL may be the map itself.
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
 * @returns {import('../../dump/format').NotCapturedReason | null}
 */
function whyNoSource (source, { maxSourceLength, left, isLate }) {
  if (source === undefined) return 'unavailable'
  if (source.length > maxSourceLength) return 'scriptSize'
  if (source.length > left) return 'bytes'
  return isLate() ? 'timeout' : null
}

/**
 * @param {string | undefined} text
 * @param {Room} room in which it takes its place
 * @returns {string | undefined} undefined where it doesn't fit
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
 */
function readSourceMap (url, sourceMapURL, maxBytes) {
  if (StringStartsWith(sourceMapURL, 'data:')) return undefined // it is in the URL
  try {
    const script = scriptPath(url)
    if (!isAbsolute(script)) return undefined
    const file = resolve(dirname(script), decodeURIComponent(sourceMapURL))
    const size = fileSize(file)
    return size === undefined || size > MAX_SOURCE_MAP_BYTES || size > maxBytes ? undefined : readFileSync(file, 'utf8')
  } catch {
    return undefined // no file there, or a URL of another kind: the reader may still find it
  }
}

/**
 * The text of a file as it is now, which may not be what ran.
 * @param {string} url
 * @param {number} maxLength
 * @returns {string | undefined}
 */
function readSource (url, maxLength) {
  try {
    const file = scriptPath(url)
    const size = isAbsolute(file) ? fileSize(file) : undefined
    // Three bytes are the most that a UTF-16 unit takes.
    return size === undefined || size > maxLength * 3 ? undefined : readFileSync(file, 'utf8')
  } catch {
    return undefined // it is gone, or may not be read
  }
}

module.exports = { framesScripts, readSource, scriptRecords }
