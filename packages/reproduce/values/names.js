'use strict'
// Names for variables of the generated code. A dump may hold any text as a name, so each is checked before it becomes
// code.

const { isIdentifier } = require('crash-collector-inspect/values/member-text')

/** Words that can't be names of variables, or would change what other generated code means. */
const RESERVED = new Set(
  (
    'arguments async await break case catch class const continue debugger default delete do else enum eval export ' +
    'extends false finally for function if implements import in instanceof interface let new null package private ' +
    'protected public return static super switch this throw true try typeof undefined var void while with yield ' +
    'NaN Infinity Array ArrayBuffer BigInt Buffer DataView Date Error Map Number Object Promise Proxy Reflect RegExp ' +
    'Set String Symbol URL WeakMap WeakRef WeakSet globalThis module exports require process assert test'
  ).split(' ')
)

/** @param {string} name */
function isVariableName (name) {
  return isIdentifier(name) && !RESERVED.has(name) && name.length <= 60
}

/** Gives each variable of a scope a name of its own. */
class Names {
  /** @type {Set<string>} */ #taken

  /** @param {Iterable<string>} [taken] */
  constructor (taken = []) {
    this.#taken = new Set(taken)
  }

  /**
   * @param {string} wanted
   * @param {string} [otherwise] if the wanted one can't be a name
   * @returns {string}
   */
  take (wanted, otherwise = 'value') {
    const base = isVariableName(wanted) ? wanted : otherwise
    let name = base
    for (let i = 2; this.#taken.has(name); i++) name = `${base}${i}`
    this.#taken.add(name)
    return name
  }
}

module.exports = { Names, isVariableName }
