'use strict'
// What a dump may take of bytes and of time. A section for which nothing is left is left out, and the dump says so:
// what comes later is worth less.

const { errorLine } = require('../values/error-text')
const { MathMax, ObjectHasOwn, hrtime } = require('../../safe/primordials')

/**
 * @param {{ readonly bytes: number }} writer that has written so many
 * @param {object} limits
 * @param {number} limits.maxBytes
 * @param {bigint} limits.deadlineNs of process.hrtime
 * @param {Pick<import('../types').Report, 'notCaptured' | 'captureErrors'>} report gets what was left out, and
 *   why
 */
function dumpBudget (writer, { maxBytes, deadlineNs }, { notCaptured, captureErrors }) {
  const bytesLeft = () => maxBytes - writer.bytes
  const isLate = () => hrtime() > deadlineNs

  /**
   * @param {string} what
   * @param {() => void} addSection
   * @param {number} [bytes] that it may take
   * @throws {NodeJS.ErrnoException} when the file cannot be written
   */
  function withinBytes (what, addSection, bytes = bytesLeft()) {
    if (bytes < 0) {
      notCaptured[notCaptured.length] = { what, reason: 'bytes' }
      return
    }
    try {
      addSection()
    } catch (error) {
      if (isFileError(error)) throw error
      captureErrors[captureErrors.length] = `${what}: ${errorLine(error)}`
      notCaptured[notCaptured.length] = { what, reason: 'error' }
    }
  }

  return {
    isLate,
    withinBytes,

    /** @type {typeof withinBytes} */
    withinTime (what, addSection, bytes = bytesLeft()) {
      if (isLate()) notCaptured[notCaptured.length] = { what, reason: 'timeout' }
      else withinBytes(what, addSection, bytes)
    },

    /**
     * @param {number} share that is kept free for a section
     * @param {number} later kept free for what comes after it
     * @returns {number} bytes that the section may take: its share, and more when more is left
     */
    bytesFor: (share, later) => MathMax(share, bytesLeft() - later)
  }
}

/**
 * Errors of file operations have an errno; nothing can be written after one.
 * @param {unknown} error
 */
function isFileError (error) {
  return typeof error === 'object' && error !== null && ObjectHasOwn(error, 'errno')
}

module.exports = { dumpBudget }
