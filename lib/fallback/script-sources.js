'use strict'
// Reads the texts of the scripts of suspended functions, which are on no stack, over the inspector.

const { WeakRefDeref } = require('../safe/reflection')
const { ObjectCreate, StringLastIndexOf, StringSlice, StringStartsWith } = require('../safe/primordials')

/**
 * @typedef {import('./pause').Post} Post
 * @typedef {import('../capture/types').CapturedScript} CapturedScript
 */

const SOURCE_MAP_COMMENT = '//# sourceMappingURL='
const WeakRefConstructor = WeakRef

/**
 * Scripts that the kept captures have, by scriptId. They are shared, because the inspector makes a copy of the text at
 * each call, and the text of a bundle may have megabytes.
 * @type {Record<string, WeakRef<CapturedScript>>}
 */
let known = ObjectCreate(null)

/**
 * Adds the scripts of frames.
 * @param {Post} post of a session with the Debugger domain enabled
 * @param {readonly { scriptId: string, url: string }[]} frames
 * @param {Record<string, CapturedScript>} scripts by scriptId; is added to
 * @returns {void}
 */
function addScripts (post, frames, scripts) {
  for (let i = 0; i < frames.length; i++) {
    const { scriptId, url } = frames[i]
    if (scripts[scriptId] === undefined) scripts[scriptId] = knownScript(scriptId) ?? readScript(post, scriptId, url)
  }
}

/**
 * @param {string} scriptId
 * @returns {CapturedScript | undefined}
 */
function knownScript (scriptId) {
  const ref = known[scriptId]
  return ref === undefined ? undefined : /** @type {CapturedScript | undefined} */ (WeakRefDeref(ref))
}

/**
 * @param {string} scriptId
 * @param {CapturedScript} script
 * @returns {CapturedScript}
 */
function remember (scriptId, script) {
  const next = ObjectCreate(null)
  for (const id in known) if (knownScript(id) !== undefined) next[id] = known[id]
  next[scriptId] = new WeakRefConstructor(script)
  known = next
  return script
}

/**
 * @param {Post} post
 * @param {string} scriptId
 * @param {string} url
 * @returns {CapturedScript}
 */
function readScript (post, scriptId, url) {
  if (StringStartsWith(url, 'node:')) return { url, source: undefined, sourceMapURL: undefined }
  try {
    const { scriptSource } = post('Debugger.getScriptSource', { scriptId })
    return remember(scriptId, { url, source: scriptSource, sourceMapURL: sourceMapURL(scriptSource) })
  } catch {
    return { url, source: undefined, sourceMapURL: undefined } // it is WebAssembly, or was collected
  }
}

/**
 * @param {string} source
 * @returns {string | undefined} URL in the last comment that names a source map
 */
function sourceMapURL (source) {
  let at = StringLastIndexOf(source, SOURCE_MAP_COMMENT)
  if (at === -1) return undefined
  let end = (at += SOURCE_MAP_COMMENT.length)
  while (end < source.length && source[end] > ' ') end++
  return StringSlice(source, at, end)
}

module.exports = { addScripts }
