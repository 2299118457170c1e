'use strict'
// Asks the repository of a project about the commit that a dump names. Only commands that read objects are for it: they
// run no program that a repository's configuration names, as `log`, `show` and `checkout` may.

const { execFile } = require('node:child_process')
const { promisify } = require('node:util')

const run = promisify(execFile)
/** What is a fetch from another machine to git, or a lock in the repository, is none here. */
const READ_ONLY = { GIT_NO_LAZY_FETCH: '1', GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0' }
const MAX_OUTPUT = 64 * 1024 * 1024

/**
 * @param {import('../reader').Dump} dump
 * @returns {string|null} the commit that the process ran; null if the dump does not have it
 */
function commitOf ({ process: record }) {
  const git = record?.git
  const commit = typeof git === 'object' && git !== null && 'commit' in git ? git.commit : undefined
  return typeof commit === 'string' && /^(?:[\da-f]{40}|[\da-f]{64})$/.test(commit) ? commit : null
}

/**
 * @param {string[]} args of git: `cat-file` or `ls-tree`
 * @param {{ cwd?: string, timeoutMs: number }} options
 * @returns {Promise<Buffer>} what it prints
 * @throws {Error} if git is not installed, takes longer, or does not have the object
 */
async function readRepository (args, { cwd, timeoutMs }) {
  const env = { ...process.env, ...READ_ONLY }
  const { stdout } = await run('git', args, { cwd, env, timeout: timeoutMs, maxBuffer: MAX_OUTPUT, encoding: 'buffer' })
  return stdout
}

module.exports = { commitOf, readRepository }
