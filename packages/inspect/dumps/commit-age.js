'use strict'
// Tells how old the commit of a dump was when the process died. Only its hash is in the dump, because a dying process
// starts none; the repository in which the dump is read may know its time.

const { commitOf, readRepository } = require('./repository')
const { durationText } = require('../text/words')

/** Git answers in milliseconds. */
const TIMEOUT_MS = 1000

/**
 * @param {import('../reader').Dump} dump
 * @returns {Promise<string>} such as `committed 3 d 2 h before`; '' if the repository of the current directory has no
 *   such commit, or git is not installed
 */
async function commitAge (dump) {
  const commit = commitOf(dump)
  if (commit === null) return ''
  const [, seconds] = /^committer .* (\d{1,12}) [+-]\d{4}$/m.exec(await objectOf(commit)) ?? []
  const age = Date.parse(dump.header.time) - Number(seconds) * 1000
  return age >= 0 ? `committed ${durationText(age)} before` : ''
}

/**
 * @param {string} commit
 * @returns {Promise<string>} the commit as git keeps it; '' if there is none
 */
async function objectOf (commit) {
  try {
    return String(await readRepository(['cat-file', 'commit', commit], { timeoutMs: TIMEOUT_MS }))
  } catch {
    return ''
  }
}

module.exports = { commitAge }
