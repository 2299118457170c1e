'use strict'
// The errors that the reported one stands on, in the order in which they explain it.

const { plain } = require('../text/terminal-text')

/** @typedef {import('../../dump/reader').Dump} Dump */
/** @typedef {import('../../dump/format').CauseRecord} CauseRecord */

/**
 * How many errors of a chain are named. Of a longer chain these are its ends: a loop that wraps its own error may have
 * made hundreds.
 */
const NAMED_AT_EACH_END = 4

/**
 * The way from the reported error to the one at which everything began. Where an error has several causes, the way goes
 * on with the one in `cause`, else with the first.
 * @param {Dump} dump
 * @returns {CauseRecord[]} nearest to the reported error first, the root last; empty when it has no cause
 */
function causeChain (dump) {
  /** @type {CauseRecord[]} */
  const chain = []
  // The reader has checked that a cause stands on an earlier error, so this ends.
  for (let at = 0; ;) {
    const own = causesOf(dump, at)
    const next = own.find(({ path }) => path === 'cause') ?? own[0]
    if (next === undefined) return chain
    chain.push(next)
    at = next.index
  }
}

/**
 * @param {Dump} dump
 * @param {number} error index of a cause; 0 is the exception
 * @returns {CauseRecord[]} the errors that it stands on directly
 */
function causesOf (dump, error) {
  return dump.causes.filter(({ of }) => of === error)
}

/**
 * @param {Dump} dump
 * @returns {CauseRecord[]} causes that are not on the way to the root: the other errors of an AggregateError and
 *   their causes
 */
function otherCauses (dump) {
  const chain = new Set(causeChain(dump))
  return dump.causes.filter(each => !chain.has(each))
}

/**
 * An error's class and message.
 * @param {{ className?: string, message?: string, description: string }} error an exception or a cause
 * @returns {string} may have several lines
 */
function errorTitle ({ className, message, description }) {
  if (message === undefined) {
    const stackAt = description.search(/\n {4}at /)
    return stackAt > 0 ? description.slice(0, stackAt) : description
  }
  return message === '' ? (className ?? 'Error') : `${className ?? 'Error'}: ${message}`
}

/**
 * The errors that the reported one stands on, in words.
 * @param {Dump} dump
 * @param {boolean} [all] with the middle of a long chain, too
 * @returns {string[]} plain text, a line for each
 */
function chainLines (dump, all = false) {
  const chain = causeChain(dump)
  // `cause` is the usual field and needs no word; the name of a library's own field says where to look.
  const pathOf = (/** @type {string} */ path) => (path === 'cause' ? '' : ` (${plain(path)})`)
  const caused = (/** @type {CauseRecord} */ cause) => `caused by ${firstLine(cause)}${pathOf(cause.path)}`
  const hidden = all ? 0 : chain.length - 2 * NAMED_AT_EACH_END
  const [first, last] = [chain.slice(0, NAMED_AT_EACH_END), chain.slice(-NAMED_AT_EACH_END)]
  const lines =
    hidden > 1
      ? [...first.map(caused), `… ${hidden} more causes between (--all shows them)`, ...last.map(caused)]
      : chain.map(caused)
  const others = otherCauses(dump)
  const shown = all ? others : others.slice(0, NAMED_AT_EACH_END)
  const more = others.length - shown.length
  lines.push(...shown.map(cause => `also, ${plain(cause.path)}: ${firstLine(cause)}`))
  return more > 0 ? [...lines, `… ${more} more (--all shows them)`] : lines
}

/** @param {CauseRecord} cause */
function firstLine (cause) {
  return plain(errorTitle(cause).split('\n', 1)[0])
}

module.exports = { chainLines, firstLine, causeChain, causesOf, otherCauses, errorTitle }
