'use strict'
// Keeps the last dump, and the process that evaluates in it, for a program that asks again and again. Each question
// sees the dump as it is, whatever the one before has changed.

const fs = require('node:fs')
const { openDump } = require('../dumps/open-dump')
const { evaluate } = require('./index')
const { World } = require('./world')

/** @typedef {import('../reader').Dump} Dump */

class KeptWorld {
  #key = ''
  /** @type {Dump | null} */ #dump = null
  /** @type {World | null} */ #world = null

  /**
   * @param {string} file
   * @returns {Promise<Dump>}
   * @throws as openDump()
   */
  open = async file => {
    const { mtimeMs, size, ino } = fs.statSync(file, { throwIfNoEntry: false }) ?? {}
    const key = [file, ino, size, mtimeMs].join(' ')
    if (this.#dump !== null && key === this.#key) return this.#dump
    this.close()
    this.#dump = await openDump(file)
    this.#key = key
    return this.#dump
  }

  /** @type {typeof import('./index').evaluate} */
  evaluate = async (dump, expression, options = {}) => {
    const { frame = 0, timeoutMs, allowFunctions = false } = options
    if (dump !== this.#dump || allowFunctions) return await evaluate(dump, expression, options)
    this.#world ??= new World(dump, { places: [String(frame)] })
    try {
      return await this.#world.evaluate(frame, expression, { timeoutMs, isRepeated: 'ifChanged' })
    } finally {
      if (this.#world.isUsed || this.#world.declared.length > 0) this.#world.reset()
    }
  }

  close () {
    this.#world?.close()
    this.#world = null
    this.#dump = null
  }
}

module.exports = { KeptWorld }
