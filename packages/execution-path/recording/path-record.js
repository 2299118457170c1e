'use strict'
// Makes the executionPath record of a dump from a trace.

const {
  DateNow,
  MathRound,
  ObjectCreate,
  ObjectKeys,
  RegExpExec,
  StringLastIndexOf,
  StringSlice,
  isoTime,
  itemsFrom
} = require('../preload').primordials
const { now } = require('../attribution/traces')
const { fileUrl } = require('../weaving/woven-file')
const { requiredBy } = require('./required-files')

/** @typedef {import('../../../lib/execution-path-types').Scripts} Scripts */
/** @typedef {import('../attribution/traces').Trace} Trace */
/** @typedef {import('../weaving/woven-file').WovenFiles} WovenFiles */
/** @typedef {import('../weaving/woven-file').WovenFile} WovenFile */

const SOURCE_MAP_COMMENT = /^\/\/[#@][ \t]sourceMappingURL=([^\s'"]+)/
const SOURCE_MAP_COMMENT_BEFORE = '//# '.length

/** A list of files that can't be woven says enough with its beginning. */
const MAX_REFUSED = 50

/** More files than an application and its packages load, about 100 bytes each before the dump is compressed. */
const MAX_NOT_EXECUTED = 10_000

/** So many of files of which nothing ran. */
const MAX_REQUIRED_CHARACTERS = 200_000

/**
 * @param {Trace} trace
 * @param {WovenFiles} files
 * @param {object} at
 * @param {boolean} at.hasEnded before this record
 * @param {number} [at.thrownAfter] number of blocks that had run at the capture of the throw
 * @param {Trace} [at.succeeded] the last request of its kind that went well
 * @param {Scripts} at.scripts those that the dump has anyway
 * @param {readonly string[]} at.packages whose files are woven, too
 * @param {(text: string) => string} at.redactText
 * @returns {{ record: object, scripts: Scripts }} scripts: the others of the path
 */
function pathRecord (trace, files, { hasEnded, thrownAfter, succeeded, scripts: known, packages, redactText }) {
  /** Those of this path, then those that only the other has. @type {object[]} */
  const all = []
  /** @type {Scripts} */
  const others = []
  /** @type {Record<string, number>} indexes of scripts by URL */
  const indexes = ObjectCreate(null)
  const indexOf = (/** @type {WovenFile} */ file) => {
    if (indexes[file.url] === undefined) {
      const { scriptId, script } = knownScript(file, known, files) ?? (others[others.length] = newScript(file, others))
      indexes[file.url] = all.length
      all[all.length] = { scriptId, url: script.url, blocks: blocksOf(file) }
    }
    return indexes[file.url]
  }
  const steps = stepsOf(trace, files, indexOf)
  const contextChanges = []
  for (let i = 0; i < trace.changes.length; i++) {
    const { id, other, ran } = trace.changes[i]
    const file = files.fileOf(id)
    if (file === undefined) continue
    contextChanges[contextChanges.length] = {
      script: indexOf(file),
      block: id - file.firstId,
      ran,
      other: other === null ? null : redactText(other)
    }
  }
  const notExecuted = notExecutedOf(files, indexes)
  const scripts = itemsFrom(all, 0)
  const before = succeeded && {
    name: redactText(succeeded.name),
    startTime: startTimeOf(succeeded),
    truncated: succeeded.isTruncated,
    // The steps may add scripts.
    steps: stepsOf(succeeded, files, indexOf),
    scripts: itemsFrom(all, scripts.length)
  }
  addRequired(known, files, indexes, others)
  const record = {
    kind: 'executionPath',
    name: redactText(trace.name),
    startTime: startTimeOf(trace),
    elapsedMs: now() - trace.startedAt,
    ended: hasEnded,
    scripts,
    steps,
    thrownAfter,
    truncated: trace.isTruncated,
    succeeded: before,
    contextChanges,
    packages,
    notExecuted,
    notInstrumented: refusedOf(files)
  }
  return { record, scripts: others }
}

/**
 * @param {Trace} trace
 * @param {WovenFiles} files
 * @param {(file: WovenFile) => number} indexOf
 */
function stepsOf ({ ids, times, length }, files, indexOf) {
  const steps = []
  for (let i = 0; i < length; i++) {
    const file = files.fileOf(ids[i])
    if (file === undefined) continue
    steps[steps.length] = [indexOf(file), ids[i] - file.firstId, MathRound(times[i] * 1000) / 1000]
  }
  return steps
}

/** @param {Trace} trace */
function startTimeOf ({ startedAt }) {
  return isoTime(DateNow() - (now() - startedAt))
}

/**
 * @param {WovenFile} file
 * @param {Scripts} known
 * @param {WovenFiles} files
 */
function knownScript (file, known, files) {
  for (let i = 0; i < known.length; i++) if (files.find(known[i].script.url) === file) return known[i]
  return undefined
}

/**
 * Makes a script that has no frame, and so none of V8's ids.
 * @param {WovenFile} file
 * @param {Scripts} others
 * @returns {Scripts[0]}
 */
function newScript ({ url, source }, others) {
  return {
    scriptId: `path.${others.length + 1}`,
    script: {
      url: fileUrl(url),
      source,
      sourceMapURL: sourceMapUrlIn(source)
    }
  }
}

/**
 * @param {string} source
 * @returns {string | undefined} the URL of the source map that the last comment of that kind names, as V8 takes it
 */
function sourceMapUrlIn (source) {
  const at = StringLastIndexOf(source, 'sourceMappingURL=')
  if (at < SOURCE_MAP_COMMENT_BEFORE) return undefined
  return RegExpExec(SOURCE_MAP_COMMENT, StringSlice(source, at - SOURCE_MAP_COMMENT_BEFORE))?.[1]
}

/**
 * Adds the texts of files that the code of a frame requires, and that were only loaded: what is wrong may be what one
 * of them exports.
 * @param {Scripts} known
 * @param {WovenFiles} files
 * @param {Record<string, number>} executed by URL
 * @param {Scripts} others
 */
function addRequired (known, files, executed, others) {
  /** @type {Record<string, boolean>} */
  const seen = ObjectCreate(null)
  let room = MAX_REQUIRED_CHARACTERS
  for (let i = 0; i < known.length; i++) {
    const file = files.find(known[i].script.url)
    const required = file === undefined ? [] : requiredBy(file, files)
    for (let k = 0; k < required.length; k++) {
      const each = required[k]
      if (seen[each.url] || executed[each.url] !== undefined || knownScript(each, known, files) !== undefined) continue
      seen[each.url] = true
      room -= each.source.length
      if (room >= 0) others[others.length] = newScript(each, others)
    }
  }
}

/** @param {WovenFile} file */
function blocksOf ({ blocks }) {
  const all = []
  for (let i = 0; i < blocks.length; i++) {
    const { type, start, end, name } = blocks[i]
    all[i] = name === undefined ? [type, start, end] : [type, start, end, name]
  }
  return all
}

/**
 * @param {WovenFiles} files
 * @param {Record<string, number>} executed by URL
 * @returns {string[]} URLs of the files that were loaded, and of which the path has nothing
 */
function notExecutedOf ({ byUrl }, executed) {
  const list = []
  const urls = ObjectKeys(byUrl)
  for (let i = 0; i < urls.length && list.length < MAX_NOT_EXECUTED; i++) {
    if (executed[urls[i]] === undefined) list[list.length] = urls[i]
  }
  return list
}

/** @param {WovenFiles} files */
function refusedOf ({ refused }) {
  const list = []
  const urls = ObjectKeys(refused)
  for (let i = 0; i < urls.length && i < MAX_REFUSED; i++) list[i] = { url: urls[i], reason: refused[urls[i]] }
  return list
}

module.exports = { pathRecord }
