'use strict'
// Finds the last request that went well where another one fails, so that a dump shows what that one did otherwise.

const { RegExpExec, StringIndexOf, StringSlice } = require('../preload').primordials

/** @typedef {import('../attribution/traces').Trace} Trace */
/** @typedef {import('../weaving/woven-file').WovenFiles} WovenFiles */

/** A part of an address that names one of many things: with a digit or an escape, or longer than words are. */
const ONE_OF_MANY = /[\d%]|.{25}/

/**
 * @param {Trace} failing
 * @param {number} length of what it ran before it failed
 * @param {{ newest: Trace | null }} ended
 * @param {WovenFiles} files
 * @returns {Trace | undefined} the last one that ran the same functions; else the last one of the same address, with
 *   other numbers in it; undefined if there is none
 */
function lastSucceeded (failing, length, { newest }, files) {
  const functions = functionsOf(failing, length, files)
  const address = addressOf(failing.name)
  const method = methodOf(failing.name)
  /** @type {Trace | undefined} */
  let sameAddress
  for (let trace = newest; trace !== null; trace = trace.older) {
    if (!trace.hasSucceeded || trace === failing || trace.length === 0) continue
    // A file that was required ran for the first request alone, so functions are compared and modules are not.
    if (functions.length > 0 && methodOf(trace.name) === method && hasAll(trace, functions)) return trace
    if (sameAddress === undefined && addressOf(trace.name) === address) sameAddress = trace
  }
  return sameAddress
}

/**
 * @param {Trace} trace
 * @param {number} length
 * @param {WovenFiles} files
 */
function functionsOf ({ ids }, length, files) {
  const functions = []
  for (let i = 0; i < length; i++) {
    if (files.blockOf(ids[i])?.type === 'function') functions[functions.length] = ids[i]
  }
  return functions
}

/** @param {Trace} trace @param {number[]} ids */
function hasAll (trace, ids) {
  for (let i = 0; i < ids.length; i++) if (!trace.has(ids[i])) return false
  return true
}

/** @param {string} name `GET /orders/7?full=1`, or that of a job @returns {string} `/GET /orders/*` */
function addressOf (name) {
  const query = StringIndexOf(name, '?')
  const end = query === -1 ? name.length : query
  let address = ''
  for (let from = 0; from <= end;) {
    const slash = StringIndexOf(name, '/', from)
    const to = slash === -1 || slash > end ? end : slash
    const part = StringSlice(name, from, to)
    address += `/${RegExpExec(ONE_OF_MANY, part) === null ? part : '*'}`
    from = to + 1
  }
  return address
}

/** @param {string} name */
function methodOf (name) {
  const space = StringIndexOf(name, ' ')
  return space === -1 ? name : StringSlice(name, 0, space)
}

module.exports = { lastSucceeded }
