'use strict'
// The two sides that are compared: a copy of the project with the code that crashed, and one with the edited code, each
// with the dump as if it had crashed there.

const fs = require('node:fs')
const path = require('node:path')
const { restoreCommitted } = require('./committed')
const { editDump, projectScripts } = require('./edit-dump')
const { moveDump } = require('./move-dump')
const { applyPatch } = require('./patch')
const { copyProject } = require('./project-copy')
const { openDump } = require('crash-collector-inspect/dumps/open-dump')
const { commitOf } = require('crash-collector-inspect/dumps/repository')

/**
 * @typedef {object} Side
 * @property {string} root of the copy
 * @property {string} directory of the tests
 * @property {import('crash-collector-inspect/reader').Dump} dump
 */

/** @typedef {Side & { edits: import('./edit-dump').Edits, changed: string[] }} EditedSide changed: relative paths */

class Sides {
  #file
  #from
  #workspace
  #options
  #copies = 0

  /**
   * @param {import('crash-collector-inspect/reader').Dump} dump
   * @param {string} from root of the project for the dead process
   * @param {string} workspace gets the copies
   * @param {Pick<import('./verification').Options, 'project'|'patch'|'out'>} options
   */
  constructor (dump, from, workspace, options) {
    this.#file = dump.file
    this.#from = from
    this.#workspace = workspace
    this.#options = options
    /**
     * Commits whose files the project may have had; null: those it has now. The process may have run code that was not
     * committed, so the latter are always tried, too.
     */
    this.commits = [...new Set([commitOf(dump), null])]
  }

  /**
   * @param {string|null} commit
   * @returns {Promise<Side>} a new copy of the project as it was when it crashed, as far as it is known
   */
  async crashed (commit) {
    const side = await this.#copied()
    if (commit !== null) await restoreCommitted(this.#options.project, side.root, commit)
    for (const { file: code, source, isTransformed } of projectScripts(side.dump, side.root)) {
      if (isTransformed) continue
      fs.mkdirSync(path.dirname(code), { recursive: true })
      fs.writeFileSync(code, source)
    }
    return side
  }

  /**
   * @returns {Promise<EditedSide>} a new copy
   * @throws {import('crash-collector-shared/errors').CrashCollectorError} PATCH_REFUSED
   */
  async edited () {
    const side = await this.#copied()
    if (this.#options.patch !== undefined) applyPatch(side.root, this.#options.patch)
    const edits = editDump(side.dump, side.root)
    return { ...side, edits, changed: edits.changed.map(each => path.relative(side.root, each)) }
  }

  async #copied () {
    const { project, out } = this.#options
    const root = path.join(this.#workspace, String(this.#copies++), path.basename(project) || 'project')
    copyProject(project, root)
    const directory = path.join(root, out)
    fs.mkdirSync(directory, { recursive: true })
    const dump = await openDump(this.#file)
    moveDump(dump, this.#from, root)
    return { root, directory, dump }
  }
}

/**
 * @param {import('../check/expected').Expected} expected of the code that crashed
 * @param {Side} before
 * @param {EditedSide} after
 * @returns {import('../check/expected').Expected} the same death of the edited code
 */
function expectedAfter (expected, before, { root, edits }) {
  const file = path.join(root, path.relative(before.root, expected.file))
  return { ...expected, file, lines: expected.lines.flatMap(line => edits.linesFor(file, line)) }
}

/**
 * @param {Side} before
 * @param {EditedSide} after
 * @param {import('./edited-lines').EditedFile[]} edited the files that differ
 */
function changesOf (before, after, edited) {
  const inDump = new Set(projectScripts(before.dump, before.root).map(({ file }) => path.relative(before.root, file)))
  const changedSinceCommit = edited.map(({ file }) => file).filter(file => !inDump.has(file))
  return { changed: after.changed, changedSinceCommit }
}

module.exports = { Sides, changesOf, expectedAfter }
