'use strict'
// The errors that the reported one stands on, in the order in which they explain it.

/** @typedef {import('../dump/reader').Dump} Dump */
/** @typedef {import('../dump/format').CauseRecord} CauseRecord */

/**
 * The way from the reported error to the one at which everything began. Of several causes of one error the `cause` counts, else the first.
 * @param {Dump} dump
 * @returns {CauseRecord[]} nearest to the reported error first, the root last; empty when it has no cause
 */
function causeChain (dump) {
  /** @type {CauseRecord[]} */
  const chain = []
  // The reader has checked that a cause stands on an earlier error, so this ends.
  for (let at = 0; ;) {
    const own = dump.causes.filter(({ of }) => of === at)
    const next = own.find(({ path }) => path === 'cause') ?? own[0]
    if (next === undefined) return chain
    chain.push(next)
    at = next.index
  }
}

/**
 * @param {Dump} dump
 * @returns {CauseRecord[]} causes that are not on the way to the root: the other errors of an AggregateError and their causes
 */
function otherCauses (dump) {
  const chain = new Set(causeChain(dump))
  return dump.causes.filter((each) => !chain.has(each))
}

/**
 * Class and message.
 * @param {{ className?: string, message?: string, description: string }} error an exception or a cause
 * @returns {string} may have several lines
 */
function errorTitle ({ className, message, description }) {
  if (message === undefined) {
    const stackAt = description.search(/\n {4}at /)
    return stackAt > 0 ? description.slice(0, stackAt) : description
  }
  return message === '' ? className ?? 'Error' : `${className ?? 'Error'}: ${message}`
}

module.exports = { causeChain, otherCauses, errorTitle }
