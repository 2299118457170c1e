'use strict'
// Copies a project to a temporary directory, in which files are replaced and tests are run: the project itself stays as
// it is.

const fs = require('node:fs')
const path = require('node:path')
const { CrashCollectorError } = require('crash-collector-shared/errors')
const { isWithin } = require('crash-collector-shared/path-within')

const MODULES = 'node_modules'
/** What no code of a project needs, and what may be large. */
const LEFT_OUT = new Set([MODULES, '.git', '.hg', '.svn', '.cache', '.next', '.nuxt', '.nyc_output', 'coverage'])
/** Begins the name of the temporary directory, which may be within the project. */
const WORKSPACE = 'crash-collector-verify-'
const DUMPS = /\.(?:ccdump|heapsnapshot)(?:\.partial)?$/
const MAX_FILES = 20_000
const MAX_BYTES = 512 * 1024 * 1024

/**
 * @param {string} project absolute path
 * @param {string} directory that does not exist
 * @throws {CrashCollectorError} PROJECT_TOO_BIG
 */
function copyProject (project, directory) {
  let [files, bytes] = [0, 0]
  const count = (/** @type {number} */ size) => {
    files++
    bytes += size
    if (files <= MAX_FILES && bytes <= MAX_BYTES) return
    throw new CrashCollectorError('PROJECT_TOO_BIG', `${project} has more than ${MAX_FILES} files or 512 MB`, {
      hint: '--project names a smaller directory that has the code'
    })
  }
  const copy = (/** @type {string} */ from, /** @type {string} */ to) => {
    fs.mkdirSync(to, { recursive: true })
    for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
      const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)]
      if (entry.name === MODULES) linkDirectory(source, target)
      else if (isLeftOut(entry.name)) continue
      else if (entry.isDirectory()) copy(source, target)
      else if (entry.isSymbolicLink()) copyLink(project, source, target)
      else if (entry.isFile()) {
        count(fs.statSync(source).size)
        fs.copyFileSync(source, target, fs.constants.COPYFILE_FICLONE)
      }
    }
  }
  copy(project, directory)
  // A package of a workspace finds what is installed at the workspace's root.
  for (let at = path.dirname(project); at !== path.dirname(at); at = path.dirname(at)) {
    if (!fs.existsSync(path.join(at, MODULES))) continue
    linkDirectory(path.join(at, MODULES), path.join(path.dirname(directory), MODULES))
    return
  }
}

/** @param {string} name of a file or directory, anywhere in the project */
function isLeftOut (name) {
  return LEFT_OUT.has(name) || DUMPS.test(name) || name.startsWith(WORKSPACE)
}

/**
 * @param {string} source
 * @param {string} target may exist
 */
function linkDirectory (source, target) {
  if (!fs.existsSync(target)) fs.symlinkSync(fs.realpathSync(source), target, 'junction')
}

/**
 * A link into the project leads into the copy; any other to where it led.
 * @param {string} project
 * @param {string} source
 * @param {string} target
 */
function copyLink (project, source, target) {
  const to = fs.readlinkSync(source)
  const full = path.resolve(path.dirname(source), to)
  if (!fs.existsSync(full)) return
  const isInside = isWithin(project, full) && !path.isAbsolute(to)
  const type = fs.statSync(full).isDirectory() ? 'junction' : 'file'
  fs.symlinkSync(isInside ? to : full, target, type)
}

module.exports = { WORKSPACE, copyProject }
