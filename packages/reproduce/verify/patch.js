'use strict'

const { spawnSync } = require('node:child_process')
const path = require('node:path')
const { CrashCollectorError } = require('crash-collector-shared/errors')

/**
 * Applies a unified diff. Git refuses one that leads out of the directory.
 * @param {string} directory a copy of the project, in no repository
 * @param {string} file with the diff, whose paths begin with `a/` and `b/` or are those of the project
 * @throws {CrashCollectorError} PATCH_REFUSED
 */
function applyPatch (directory, file) {
  const env = { ...process.env, GIT_CEILING_DIRECTORIES: path.dirname(directory) }
  /** @type {string[]} */
  const said = []
  // Without the last option, a piece that ends with a change counts as the end of the file.
  for (const options of [['-p1'], ['-p0'], ['-p1', '--unidiff-zero'], ['-p0', '--unidiff-zero']]) {
    const args = ['apply', '--recount', '--whitespace=nowarn', ...options, path.resolve(file)]
    const { status, stderr, error } = spawnSync('git', args, { cwd: directory, env, encoding: 'utf8' })
    if (status === 0) return
    const [line] = stderr?.trim().split('\n') ?? []
    said.push(error === undefined ? line.replace(/^error: /, '') : `git can't be run: ${error.message}`)
  }
  throw new CrashCollectorError('PATCH_REFUSED', `the patch can't be applied: ${said[0]}`, {
    hint: 'it must be a unified diff of the project as it is now'
  })
}

module.exports = { applyPatch }
