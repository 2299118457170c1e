'use strict'
// Puts files of a copy back to how they were committed when the process died. Objects are read, and nothing is checked
// out.

const { createHash } = require('node:crypto')
const fs = require('node:fs')
const path = require('node:path')
const { readRepository } = require('crash-collector-inspect/dumps/repository')
const { isCode } = require('./code-files')

const TIMEOUT_MS = 5000
const MAX_FILES = 200

/**
 * Puts the copy's code back to how it was committed: up to MAX_FILES files that were changed since. It stays as it is
 * if the project is no repository, has no such commit, or git is not installed.
 * @param {string} project
 * @param {string} copy of it
 * @param {string} commit
 * @returns {Promise<void>}
 */
async function restoreCommitted (project, copy, commit) {
  const git = (/** @type {string[]} */ ...args) => readRepository(args, { cwd: project, timeoutMs: TIMEOUT_MS })
  try {
    const tree = await git('ls-tree', '-r', '-z', commit)
    const changed = tree.toString().split('\0').flatMap(line => {
      const [, hash, name] = /^100\d+ blob ([\da-f]+)\t(.*)$/s.exec(line) ?? []
      return name !== undefined && isCode(name) && isChanged(path.join(copy, name), hash) ? [{ name, hash }] : []
    })
    for (const { name, hash } of changed.slice(0, MAX_FILES)) {
      const file = path.join(copy, name)
      fs.mkdirSync(path.dirname(file), { recursive: true })
      fs.writeFileSync(file, await git('cat-file', 'blob', hash))
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

module.exports = { restoreCommitted }
