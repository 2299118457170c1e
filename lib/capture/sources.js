'use strict'
// Texts of the scripts that have a frame, and the source maps that lie beside them, so that the dump stands alone.

const { readFileSync } = require('node:fs')
const path = require('node:path')

const { StringStartsWith } = require('./primordials')
const { fileSize } = require('./process-state/text-files')
const { scriptPath } = require('./script-path')

/** Larger maps are left to the machine where the dump is read: reading them costs the dying process its time. */
const MAX_SOURCE_MAP_BYTES = 4 * 1024 * 1024
const decode = decodeURIComponent

/**
 * @param {import('./order-snapshots').OrderedSnapshot[]} snapshots
 * @param {{ maxSourceLength: number }} limits
 * @returns {object[]} script records
 */
function scriptRecords (snapshots, { maxSourceLength }) {
  const records = []
  const seen = Object.create(null)
  for (let s = 0; s < snapshots.length; s++) {
    const { callFrames: { frames }, scripts } = snapshots[s].snapshot
    for (let i = 0; i < frames.length; i++) {
      const { scriptId } = frames[i]
      const script = scripts[scriptId]
      if (script === undefined || scriptId in seen) continue
      seen[scriptId] = true
      records[records.length] = scriptRecord(scriptId, script, maxSourceLength)
    }
  }
  return records
}

/**
 * @param {string} scriptId
 * @param {import('./snapshot').CapturedScript} script
 * @param {number} maxSourceLength
 */
function scriptRecord (scriptId, { url, source, sourceMapURL }, maxSourceLength) {
  const record = { kind: 'script', scriptId, url, length: source?.length ?? 0, sourceMapURL: sourceMapURL || undefined }
  // The text of Node.js itself is known from its version.
  if (StringStartsWith(url, 'node:')) return { ...record, notCapturedReason: 'internal' }
  if (source === undefined) return { ...record, notCapturedReason: 'unavailable' }
  if (source.length > maxSourceLength) return { ...record, notCapturedReason: 'scriptSize' }
  return { ...record, source, sourceMap: sourceMapURL ? readSourceMap(url, sourceMapURL) : undefined }
}

/**
 * @param {string} url of the script
 * @param {string} sourceMapURL
 */
function readSourceMap (url, sourceMapURL) {
  if (StringStartsWith(sourceMapURL, 'data:')) return undefined // it is in the source already
  try {
    const script = scriptPath(url)
    if (!path.isAbsolute(script)) return undefined
    const file = path.resolve(path.dirname(script), decode(sourceMapURL))
    const size = fileSize(file)
    return size === undefined || size > MAX_SOURCE_MAP_BYTES ? undefined : readFileSync(file, 'utf8')
  } catch {
    return undefined // no file there, or a URL of another kind: the reader may still find it
  }
}

module.exports = { scriptRecords }
