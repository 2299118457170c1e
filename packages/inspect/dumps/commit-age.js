'use strict'
// Tells how old the commit of a dump was when the process died. Only its hash is in the dump, because a dying process
// starts none; the repository in which the dump is read may know its time.

const { execFile } = require('node:child_process')
const { durationText } = require('../text/words')

/** Git answers in milliseconds. */
const TIMEOUT_MS = 1000
/** What is a fetch from another machine to git, or a lock in the repository, is none here. */
const READ_ONLY = { GIT_NO_LAZY_FETCH: '1', GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0' }

/**
 * @param {import('../reader').Dump} dump
 * @returns {Promise<string>} such as `committed 3 d 2 h before`; '' if the repository of the current directory has no
 *   such commit, or git is not installed
 */
async function commitAge ({ process: record, header }) {
  const git = record?.git
  const commit = typeof git === 'object' && git !== null && 'commit' in git ? git.commit : undefined
  if (typeof commit !== 'string' || !/^(?:[\da-f]{40}|[\da-f]{64})$/.test(commit)) return ''
  const [, seconds] = /^committer .* (\d{1,12}) [+-]\d{4}$/m.exec(await objectOf(commit)) ?? []
  const age = Date.parse(header.time) - Number(seconds) * 1000
  return age >= 0 ? `committed ${durationText(age)} before` : ''
}

/**
 * @param {string} commit
 * @returns {Promise<string>} the commit as git keeps it; '' if there is none
 */
function objectOf (commit) {
  const options = { timeout: TIMEOUT_MS, env: { ...process.env, ...READ_ONLY } }
  return new Promise(resolve => {
    // `cat-file` runs no program that a repository's configuration names, as `log` and `show` may.
    execFile('git', ['cat-file', 'commit', commit], options, (error, stdout) => resolve(error === null ? stdout : ''))
  })
}

module.exports = { commitAge }
