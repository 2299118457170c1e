'use strict'
// Makes system calls fail with which the addon writes dumps: of fatal signals, and of a heap that fills within one
// allocation. Their code calls the C library, and a shared object that is compiled here takes the place of its
// functions.

const os = require('node:os')
const path = require('node:path')
const { sharedObject } = require('../helpers/shared-object')

/**
 * @typedef {object} FailingCall
 * @property {number} at number of the call, from 1 on; 0 for none
 * @property {'once' | 'from then on' | 'short' | 'killed before' | 'killed half' | 'killed after'} how short: writes
 *   write half of what they should from then on; killed half: in a write, when half is written
 * @property {string} [code] of the error
 */

const SOURCE = path.join(__dirname, 'system-calls.c')

/** @returns {string | null} path of the shared object; null where it cannot be compiled */
function failingCallsLibrary () {
  return sharedObject(SOURCE)
}

/**
 * @param {FailingCall} call
 * @param {string} directory of the new dump, whose making counts, too
 * @param {string} [callsFile] gets a byte for each call
 * @returns {Record<string, string>} variables of a process whose call fails
 */
function environmentOf ({ at, how, code }, directory, callsFile) {
  /** @type {Record<string, number>} */
  const numbers = os.constants.errno
  return {
    LD_PRELOAD: String(failingCallsLibrary()),
    MADE_BELOW: directory,
    FAIL_AT: String(at),
    FAIL_HOW: how,
    ...(code !== undefined && { FAIL_ERRNO: String(numbers[code]) }),
    ...(callsFile !== undefined && { FAIL_CALLS: callsFile })
  }
}

module.exports = { environmentOf, failingCallsLibrary }
