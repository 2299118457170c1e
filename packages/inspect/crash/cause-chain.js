'use strict'
// Orders the causes of the reported error for display.

const { plain } = require('../text/terminal-text')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').CauseRecord} CauseRecord */

/**
 * How many errors are named at each end of a long chain. A loop that wraps its own error may make a chain of hundreds.
 */
const NAMED_AT_EACH_END = 4

/**
 * The chain from the reported error to the root cause. If an error has several causes, the chain continues with the one
 * in `cause`, or else with the first.
 * @param {Dump} dump
 * @returns {CauseRecord[]} nearest to the reported error first, the root last; empty when it has no cause
 */
function causeChain (dump) {
  /** @type {CauseRecord[]} */
  const chain = []
  // The reader has checked that the cause of an error is a cause of an earlier one, so this loop ends.
  for (let at = 0; ;) {
    const own = causesOf(dump, at)
    const next = own.find(({ path }) => path === 'cause') ?? own[0]
    if (next === undefined) return chain
    chain.push(next)
    at = next.index
  }
}

/**
 * Finds what an optional line says. What has led to the root cause explains more than what has led to the error.
 * @template T
 * @param {Dump} dump
 * @param {(seen: Dump, index: number) => T|null|undefined} look at the dump, seen from the error with the index
 * @returns {T|null} what was found first, from the root cause on to the reported error
 */
function firstFromRoot (dump, look) {
  for (const index of [...causeChain(dump).map(cause => cause.index).reverse(), 0]) {
    try {
      const found = look(dump.seenFrom(index), index)
      if (found !== null && found !== undefined) return found
    } catch {
      // If a strange dump makes the search fail, the dump is still shown.
    }
  }
  return null
}

/**
 * @param {Dump} dump
 * @param {number} error index of a cause; 0 is the exception
 * @returns {CauseRecord[]} its direct causes
 */
function causesOf (dump, error) {
  return dump.causes.filter(({ of }) => of === error)
}

/**
 * @param {Dump} dump
 * @returns {CauseRecord[]} causes that are not in the chain to the root: the other errors of an AggregateError and
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
 * The chain of causes in words.
 * @param {Dump} dump
 * @param {{ all?: boolean, hint?: string }} [options] all: the middle of a long chain, too; hint: follows the number of
 *   those that are left out
 * @returns {string[]} plain text, a line for each
 */
function chainLines (dump, { all = false, hint = '' } = {}) {
  const chain = causeChain(dump)
  // `cause` is the usual field and is not named; the name of a library's own field tells the user where to look.
  const pathOf = (/** @type {string} */ path) => (path === 'cause' ? '' : ` (${plain(path)})`)
  const caused = (/** @type {CauseRecord} */ cause) => `caused by ${firstLine(cause)}${pathOf(cause.path)}`
  const hidden = all ? 0 : chain.length - 2 * NAMED_AT_EACH_END
  const [first, last] = [chain.slice(0, NAMED_AT_EACH_END), chain.slice(-NAMED_AT_EACH_END)]
  const lines =
    hidden > 1
      ? [...first.map(caused), `… ${hidden} more causes between${hint}`, ...last.map(caused)]
      : chain.map(caused)
  const others = otherCauses(dump)
  const shown = all ? others : others.slice(0, NAMED_AT_EACH_END)
  const more = others.length - shown.length
  lines.push(...shown.map(cause => `also, ${plain(cause.path)}: ${firstLine(cause)}`))
  return more > 0 ? [...lines, `… ${more} more${hint}`] : lines
}

/** @param {CauseRecord} cause */
function firstLine (cause) {
  return plain(errorTitle(cause).split('\n', 1)[0])
}

module.exports = { chainLines, firstFromRoot, firstLine, causeChain, causesOf, otherCauses, errorTitle }
