'use strict'
// Finds the packages, with their versions, of the code on the stack, and the commit of the application's repository. It
// reads files and starts no process.

const {
  S_IFMT, S_IFREG, dirname, existsSync, isAbsolute, join, lstatSync, resolve
} = require('../../safe/node-builtins')
const { JSONParse, ObjectCreate, StringIndexOf, StringSlice, StringStartsWith } = require('../../safe/primordials')
const { scriptPath } = require('../match/stop-position')
const { find, linesEndingIn, readText } = require('./text-files')

const MAX_PACKAGES = 30
const MAX_UP = 30

/** Bytes of a file of git with one line: a path, or the name of a branch. */
const MAX_LINE = 4096 + 16
const REF = 'ref: '
const GIT_DIRECTORY = 'gitdir: '

/**
 * @param {readonly string[]} urls of the scripts that have a frame
 * @returns {{ name: string, version?: string, directory: string }[]}
 */
function readPackages (urls) {
  /** @type {{ name: string, version?: string, directory: string }[]} */
  const packages = []
  const looked = ObjectCreate(null)
  for (let i = 0; i < urls.length && packages.length < MAX_PACKAGES; i++) {
    const file = scriptPath(urls[i])
    if (!isAbsolute(file)) continue
    const found = nearest(dirname(file), looked)
    if (found !== null) packages[packages.length] = found
  }
  return packages
}

/**
 * @param {string} from directory
 * @param {Record<string, boolean>} looked directories that were looked at before; is added to
 * @returns {{ name: string, version?: string, directory: string } | null} the package of the nearest package.json; null
 *   when there is none, or the package was found before
 */
function nearest (from, looked) {
  for (let directory = from, i = 0; i < MAX_UP && !(directory in looked); i++) {
    looked[directory] = true
    const text = readText(join(directory, 'package.json'))
    if (text !== undefined) {
      const { name, version } = parse(text)
      // A package.json without a name only says how the files of a folder are loaded.
      if (typeof name === 'string') {
        return { name, version: typeof version === 'string' ? version : undefined, directory }
      }
    }
    const parent = dirname(directory)
    if (parent === directory) return null
    directory = parent
  }
  return null
}

/**
 * @param {string} text
 * @returns {{ name?: unknown, version?: unknown }}
 */
function parse (text) {
  try {
    return JSONParse(text) ?? {}
  } catch {
    return {}
  }
}

/**
 * The process may run in a directory of somebody else, so nothing but the hash of a commit is taken from any file.
 *
 * @param {string} from a directory of the application
 * @returns {{ commit: string, branch?: string } | undefined} undefined outside of a git checkout
 */
function readGitCommit (from) {
  const directory = gitDirectory(from)
  const head = directory === null ? undefined : firstLine(join(directory, 'HEAD'))
  if (directory === null || head === undefined) return undefined
  if (!StringStartsWith(head, REF)) return commitIn(head)
  const ref = StringSlice(head, REF.length)
  if (!isRefName(ref)) return undefined
  const branch = find(/^refs\/heads\/(.+)/, ref)
  // A linked worktree has a HEAD of its own, and the refs of the repository.
  const common = firstLine(join(directory, 'commondir'))
  const refs = common === undefined ? directory : resolve(directory, common)
  const commit = commitIn(firstLine(join(refs, ref)) ?? packedRef(refs, ref) ?? '')
  return commit && { ...commit, branch }
}

/**
 * @param {string} file of git
 * @returns {string | undefined} undefined when it is none that git writes: a link, or with a line that is too long
 */
function firstLine (file) {
  const stats = lstatSync(file, { throwIfNoEntry: false })
  if (stats === undefined || (stats.mode & S_IFMT) !== S_IFREG || stats.size > MAX_LINE) return undefined
  const text = readText(file) ?? ''
  const end = StringIndexOf(text, '\n')
  return end === -1 ? text : StringSlice(text, 0, end)
}

/**
 * @param {string} ref
 * @returns {boolean} false for a path that leads out of the repository, which git does not write either
 */
function isRefName (ref) {
  return StringStartsWith(ref, 'refs/') && StringIndexOf(ref, '..') === -1 && StringIndexOf(ref, '\0') === -1
}

/** @param {string} text the hash alone, or a line of packed-refs */
function commitIn (text) {
  const commit = find(/^([\da-f]{40}|[\da-f]{64})(?: refs\/.*)?$/, text)
  return commit === undefined ? undefined : { commit }
}

/**
 * @param {string} refs directory
 * @param {string} ref
 * @returns {string | undefined} the line of packed-refs with the ref
 */
function packedRef (refs, ref) {
  const lines = linesEndingIn(join(refs, 'packed-refs'), ` ${ref}`)
  for (let i = 0; i < lines.length; i++) if (find(/^[\da-f]+ (.*)$/, lines[i]) === ref) return lines[i]
  return undefined
}

/** @param {string} from @returns {string | null} the `.git` directory of the repository; null outside of one */
function gitDirectory (from) {
  for (let directory = from, i = 0; i < MAX_UP; i++) {
    const git = join(directory, '.git')
    if (existsSync(join(git, 'HEAD'))) return git
    // A worktree and a submodule have a file `.git` that names the directory.
    const link = firstLine(git)
    if (link !== undefined && StringStartsWith(link, GIT_DIRECTORY)) {
      return resolve(directory, StringSlice(link, GIT_DIRECTORY.length))
    }
    const parent = dirname(directory)
    if (parent === directory) return null
    directory = parent
  }
  return null
}

module.exports = { readGitCommit, readPackages }
