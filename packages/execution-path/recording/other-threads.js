'use strict'
// Takes the counters out of the stacks of other threads. Each thread gives ids to its files in the order in which it
// has loaded them, so the counters of another thread have other numbers, and other lengths. This thread makes the texts
// of that thread once more, with the ids that it tells.

const { BufferFrom, ObjectCreate, StringIndexOf } = require('../preload').primordials
const { now } = require('../attribution/traces')
const { RESERVED } = require('../weaving/templates')
const { WovenFile, otherUrl } = require('../weaving/woven-file')
const { Unweaver } = require('./unweave')

/** @typedef {import('../../../lib/addon/native-types').NativeThreadStack} NativeThreadStack */

/** State of a thread whose stack cannot be told, in src/watch/thread_stacks.h. */
const UNREADABLE = 5

/** Time for reading and weaving files that this thread has not loaded. */
const MAX_MS = 500

const FORMATS = /** @type {const} */ (['commonjs', 'module'])

/**
 * @typedef {object} Making
 * @property {((url: string) => string | null)[]} textsOf return texts that a file may have, without counters
 * @property {(text: string, format: 'commonjs' | 'module') => import('../weaving/weave').Woven | string} weave
 * @property {() => (text: string) => string} redactText
 */

/** The woven files of another thread. */
class FilesOfThread {
  /**
   * @param {NativeThreadStack} stack
   * @param {Making} making
   * @param {number} until by now()
   */
  constructor ({ wovenFiles, scripts }, making, until) {
    this.making = making
    this.until = until
    /** In the order of their first ids. @type {{ url: string, firstId: number, length: number, file?: WovenFile }[]} */
    this.entries = []
    /** The newest entry of an URL. @type {Record<string, FilesOfThread['entries'][0] | undefined>} */
    this.byUrl = ObjectCreate(null)
    /** Texts with counters, by URL. @type {Record<string, unknown>} */
    this.codes = ObjectCreate(null)
    for (let i = 0; i + 2 < wovenFiles.length; i += 3) {
      const url = String(wovenFiles[i])
      const entry = { url, firstId: Number(wovenFiles[i + 1]), length: Number(wovenFiles[i + 2]) }
      this.entries[this.entries.length] = entry
      this.byUrl[url] = entry
    }
    for (let i = 0; i + 3 < scripts.length; i += 4) this.codes[String(scripts[i + 1])] = scripts[i + 2]
  }

  /** @param {string} url @returns {WovenFile | undefined} undefined if it runs without counters */
  find (url) {
    const entry = this.byUrl[url] ?? this.byUrl[otherUrl(url)]
    return entry === undefined ? undefined : this.#made(entry)
  }

  /** @param {string} text that may hold counters @param {number} [length] @returns {string} */
  originalText (text, length) {
    const { entries } = this
    const id = WovenFile.idIn(text)
    if (id === undefined) return text
    let i = entries.length - 1
    while (i >= 0 && entries[i].firstId > id) i--
    return i === -1 ? text : this.#made(entries[i]).originalText(text, length)
  }

  /**
   * @param {FilesOfThread['entries'][0]} entry
   * @returns {WovenFile} throws if its text is not known any more
   */
  #made (entry) {
    entry.file ??= this.#make(entry)
    return entry.file
  }

  /** @param {FilesOfThread['entries'][0]} entry @returns {WovenFile} */
  #make ({ url, firstId, length }) {
    const code = this.codes[url] ?? this.codes[otherUrl(url)]
    const { textsOf, weave } = this.making
    for (let i = 0; i < textsOf.length; i++) {
      const text = textsOf[i](url)
      if (text === null) continue
      for (let f = 0; f < FORMATS.length; f++) {
        if (now() > this.until) throw new Error('it takes too long')
        const woven = weave(text, FORMATS[f])
        if (typeof woven === 'string') continue
        const file = new WovenFile(url, text, woven, firstId)
        if (file.wovenLength === length && (code === undefined || code === file.code)) return file
      }
    }
    throw new Error('its text is not known')
  }
}

/**
 * @param {NativeThreadStack[]} stacks which are changed
 * @param {Making} making
 */
function unweaveThreads (stacks, making) {
  const until = now() + MAX_MS
  for (let i = 0; i < stacks.length; i++) {
    const stack = stacks[i]
    if (stack.callFrames === undefined || stack.scripts === undefined) continue
    try {
      unweaveStack(stack, new FilesOfThread(stack, making, until), making.redactText)
    } catch {
      const { threadId, waitedMs } = stack
      const objects = BufferFrom('')
      stacks[i] = {
        threadId, state: UNREADABLE, waitedMs, leftOutFrames: 0, objects, missing: {}, scripts: [], wovenFiles: []
      }
    }
  }
  return stacks
}

/** @param {NativeThreadStack} stack @param {FilesOfThread} files @param {Making['redactText']} redactText */
function unweaveStack (stack, files, redactText) {
  const { scripts } = stack
  const unweaver = new Unweaver(files, redactText)
  for (let i = 0; i + 3 < scripts.length; i += 4) {
    const url = scripts[i + 1]
    const source = scripts[i + 2]
    if (typeof url !== 'string') continue
    unweaver.learn(String(scripts[i]), url)
    if (typeof source !== 'string' || StringIndexOf(source, RESERVED) === -1) continue
    const file = files.find(url)
    if (file !== undefined) scripts[i + 2] = file.source
  }
  stack.callFrames = unweaver.frames(String(stack.callFrames))
  stack.objects = unweaver.lines(stack.objects)
}

module.exports = { unweaveThreads }
