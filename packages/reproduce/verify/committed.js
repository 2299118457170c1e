'use strict'
// Puts files of a copy back to how they were committed when the process died. Git runs no program that a repository's
// configuration names: objects are read, and nothing is checked out.

const { execFile } = require('node:child_process')
const { createHash } = require('node:crypto')
const fs = require('node:fs')
const path = require('node:path')
const { promisify } = require('node:util')
const { isCode } = require('./code-files')

const run = promisify(execFile)
const TIMEOUT_MS = 5000
const MAX_OUTPUT = 64 * 1024 * 1024
const MAX_FILES = 200
const READ_ONLY = { GIT_NO_LAZY_FETCH: '1', GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0' }

/**
 * @param {import('crash-collector-inspect/reader').Dump} dump
 * @returns {string|null} the commit that the process ran; null if the dump does not have it
 */
function commitOf ({ process: record }) {
  const git = record?.git
  const commit = typeof git === 'object' && git !== null && 'commit' in git ? git.commit : undefined
  return typeof commit === 'string' && /^(?:[\da-f]{40}|[\da-f]{64})$/.test(commit) ? commit : null
}

/**
 * Puts the copy's code back to how it was committed: up to MAX_FILES files that were changed since. It stays as it is
 * if the project is no repository, has no such commit, or git is not installed.
 * @param {string} project
 * @param {string} copy of it
 * @param {string} commit
 * @returns {Promise<void>}
 */
async function restoreCommitted (project, copy, commit) {
  try {
    const tree = await git(project, ['ls-tree', '-r', '-z', commit])
    const changed = tree.toString().split('\0').flatMap(line => {
      const [, hash, name] = /^100\d+ blob ([\da-f]+)\t(.*)$/s.exec(line) ?? []
      return name !== undefined && isCode(name) && isChanged(path.join(copy, name), hash) ? [{ name, hash }] : []
    })
    for (const { name, hash } of changed.slice(0, MAX_FILES)) {
      const file = path.join(copy, name)
      fs.mkdirSync(path.dirname(file), { recursive: true })
      fs.writeFileSync(file, await git(project, ['cat-file', 'blob', hash]))
    }
  } catch {} // what git does not tell stays as it is now
}

/**
 * @param {string} file
 * @param {string} hash of the blob that was committed
 * @returns {boolean} true if the file is gone, too
 */
function isChanged (file, hash) {
  if (!fs.existsSync(file)) return true
  const content = fs.readFileSync(file)
  const algorithm = hash.length === 64 ? 'sha256' : 'sha1'
  const hashOf = (/** @type {Buffer} */ bytes) =>
    createHash(algorithm).update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
  // Git may have written the line ends of Windows.
  return hashOf(content) !== hash && hashOf(Buffer.from(content.toString().replaceAll('\r\n', '\n'))) !== hash
}

/**
 * @param {string} cwd
 * @param {string[]} args
 * @returns {Promise<Buffer>}
 */
async function git (cwd, args) {
  const env = { ...process.env, ...READ_ONLY }
  const options = /** @type {const} */ ({ cwd, env, timeout: TIMEOUT_MS, maxBuffer: MAX_OUTPUT, encoding: 'buffer' })
  return (await run('git', args, options)).stdout
}

module.exports = { commitOf, restoreCommitted }
