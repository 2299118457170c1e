'use strict'
// Reads the dumps beside a dump, each once, however many ask about them: how often this crash was seen, what other runs
// of its functions were like, and which are of its parents and children.

const fs = require('node:fs')
const path = require('node:path')
const { CrashCollectorError } = require('crash-collector-shared/errors')
const { isApplicationFrame } = require('../crash/application-frames')
const { factsOf } = require('../crash/facts')
const { openDump } = require('../dumps/open-dump')
const { relativeOf } = require('../dumps/relatives')
const { dumpsIn } = require('../dumps/user-dumps')
const { readDump } = require('../reader')
const { createTreeSharing } = require('../source/script-trees')

/** @typedef {import('../reader').Dump} Dump */

/**
 * What a dump tells without its objects.
 * @typedef {object} Neighbour
 * @property {string} file
 * @property {string} time
 * @property {string} className of the root cause, or the trigger
 * @property {Set<string>} functions of the application that are on its stacks
 */

/** @typedef {import('../dumps/relatives').Relative} Relative */

/** How much code is kept as trees, in UTF-16 code units. Most dumps of a directory are of the same program. */
const MAX_SHARED_LENGTH = 4 * 1024 * 1024

/** @typedef {Neighbour & { relative: Relative|null }} NeighbourOfDump relative: what it is to the dump, if it is */

class Neighbours {
  /** Files of other dumps in the directory, newest first. @type {string[]} */ files
  /** Those of them that are older than the dump. @type {string[]} */ earlier
  /** @type {Map<string, NeighbourOfDump|null>} */ #known = new Map()
  /** What only whole dumps tell. @type {Map<string, { group: string, release?: string }>} */ #whole = new Map()
  #shareTrees = createTreeSharing(MAX_SHARED_LENGTH)
  #dump

  /** @param {Dump} dump */
  constructor (dump) {
    this.#dump = dump
    const own = path.resolve(dump.file)
    const all = filesIn(path.dirname(own))
    const at = all.indexOf(own)
    this.files = all.filter(each => each !== own)
    this.earlier = at === -1 ? [] : all.slice(at + 1)
  }

  /**
   * @param {string} file
   * @returns {Promise<NeighbourOfDump|null>} null if it is damaged or gone
   */
  async about (file) {
    if (!this.#known.has(file)) {
      this.#known.set(file, await unlessUnread(async () => {
        const other = await readDump(file, { summary: true })
        return { ...neighbourOf(other), relative: relativeOf(this.#dump, other) }
      }))
    }
    return this.#known.get(file) ?? null
  }

  /**
   * @param {string} file
   * @returns {Promise<Relative|null|undefined>} undefined if it is not beside the dump
   */
  async relative (file) {
    return this.files.includes(file) ? ((await this.about(file))?.relative ?? null) : undefined
  }

  /**
   * @param {string} file
   * @returns {Promise<Dump|null>} the whole dump, which is not kept here
   */
  open (file) {
    return unlessUnread(async () => {
      const dump = await openDump(file, { prepare: this.#shareTrees })
      const { fingerprint, release } = factsOf(dump)
      this.#whole.set(file, { group: fingerprint.id, release })
      return dump
    })
  }

  /**
   * @param {string} file
   * @returns {Promise<{ group?: string, release?: string }>} the id of its group, and the application's release
   */
  async whole (file) {
    if (!this.#whole.has(file)) await this.open(file)
    return this.#whole.get(file) ?? {}
  }
}

/**
 * @param {Dump} dump
 * @returns {Neighbour}
 */
function neighbourOf (dump) {
  const { root } = factsOf(dump)
  const { exception, header } = root === undefined ? dump : dump.seenFrom(root.index)
  return {
    file: dump.file,
    time: header.time,
    className: exception?.className ?? header.trigger,
    functions: new Set(
      dump.allCallFrames.filter(isApplicationFrame).map(({ functionName, url }) => `${functionName} ${url}`)
    )
  }
}

/**
 * @param {string} directory
 * @returns {string[]} newest first; none if it is gone or can't be listed
 */
function filesIn (directory) {
  if (!fs.existsSync(directory)) return []
  try {
    return dumpsIn(directory).map(each => each.path)
  } catch (error) {
    if (error instanceof CrashCollectorError) return []
    throw error
  }
}

/**
 * @template T
 * @param {() => Promise<T>} read
 * @returns {Promise<T|null>} null if the file is damaged or gone; the dump beside which it is, is sound
 */
async function unlessUnread (read) {
  try {
    return await read()
  } catch (error) {
    if (error instanceof CrashCollectorError) return null
    throw error
  }
}

module.exports = { Neighbours, neighbourOf }
