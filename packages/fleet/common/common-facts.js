'use strict'
// Reads the dumps of a directory and tells what those of one group have in common.

const { factsOf } = require('crash-collector-inspect/crash/facts')
const { findGroup, readGroups } = require('crash-collector-inspect/groups/read-groups')
const { compareFacts } = require('./compare-facts')
const { comparableFacts } = require('./facts')

/** @typedef {import('crash-collector-inspect/groups/read-groups').Group} Group */
/** @typedef {import('./facts').Facts} Facts */

/** How many dumps are compared, the newest ones. */
const MAX_GROUP = 300
const MAX_OTHERS = 700

/**
 * @param {string[]} files newest first
 * @param {string} fingerprint or its beginning
 * @param {() => void} [count] is called for each dump that was read
 * @returns {Promise<ReturnType<typeof compareFacts> & { group: Group, dumps: number, others: number,
 *   unread: import('crash-collector-inspect/groups/read-groups').Groups['unread']
 *   }>} dumps, others: how many were compared
 */
async function commonFacts (files, fingerprint, count = () => {}) {
  /** @type {Facts[]} */
  const inGroup = []
  /** @type {Facts[]} */
  const others = []
  let hints = ''
  const { groups, unread } = await readGroups(files, (dump, group) => {
    count()
    const isWanted = group.fingerprint.startsWith(fingerprint)
    const set = isWanted ? inGroup : others
    if (set.length >= (isWanted ? MAX_GROUP : MAX_OTHERS)) return
    set.push(comparableFacts(dump))
    if (isWanted) hints = factsOf(dump).fingerprint.expression
  })
  const group = findGroup(groups, fingerprint)
  const compared = compareFacts(inGroup, others, { hints, frames: group.frames })
  return { group, dumps: inGroup.length, others: others.length, unread, ...compared }
}

module.exports = { commonFacts }
