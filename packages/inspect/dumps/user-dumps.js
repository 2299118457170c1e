'use strict'
// Finds the dumps of this user: in the directory that the configuration names, and in all others by the index that each
// dump is added to (packages/shared/config/user-places.js).

const fs = require('node:fs')
const path = require('node:path')

const { INDEX, INDEX_BEFORE, INDEX_BYTES, userPlaces } = require('crash-collector-shared/config/user-places')
const { finishedName, isAbandoned } = require('crash-collector-shared/dump/partials')
const { describeFile, listDumps, namesIn, newestFirst } = require('crash-collector-shared/dump/store')

/** @typedef {import('crash-collector-shared/dump/store').DumpFile} DumpFile */
/** @typedef {import('crash-collector-shared/config/user-places').IndexEntry} IndexEntry */

/** @returns {string[]} the user's directories that are there */
function userDirectories () {
  const uid = process.getuid?.()
  return userPlaces(process.env, uid)
    .map(({ directory }) => directory)
    .filter(directory => {
      const stats = fs.lstatSync(directory, { throwIfNoEntry: false })
      // Another user could have made a directory of that name in /tmp.
      return stats?.isDirectory() === true && (uid === undefined || stats.uid === uid)
    })
}

/** The directories in which `upload` puts the dumps of a day and of a machine. */
const PART = /^(?:day|host)=/

/**
 * @param {string} directory
 * @returns {DumpFile[]} newest first, also those whose process was killed while it wrote them, and those in a store's
 *   directories for days and machines
 * @throws {import('crash-collector-shared/errors').CrashCollectorError} DIRECTORY_NOT_READ
 */
function dumpsIn (directory) {
  const names = namesIn(directory)
  const parts = names
    .filter(name => PART.test(name))
    .map(name => path.join(directory, name))
    .filter(part => fs.lstatSync(part, { throwIfNoEntry: false })?.isDirectory() === true)
  return newestFirst([
    ...listDumps(directory, names),
    ...abandonedIn(directory, names),
    ...parts.flatMap(dumpsIn)
  ])
}

/** The directory in which dumps wait for their upload. They are in their own directory, too. */
const SPOOL = '.upload'

/** How deep directories of dumps lie in the directory of many machines. */
const MAX_DEPTH = 6

/**
 * @param {string} directory
 * @param {number} [depth]
 * @returns {DumpFile[]} those of the directory and of all directories in it, which links don't lead to
 * @throws {import('crash-collector-shared/errors').CrashCollectorError} DIRECTORY_NOT_READ
 */
function dumpsBelow (directory, depth = 0) {
  const found = dumpsIn(directory)
  if (depth === MAX_DEPTH) return found
  const inner = fs
    .readdirSync(directory, { withFileTypes: true })
    .filter(entry => entry.isDirectory() && !PART.test(entry.name) && entry.name !== SPOOL)
  return inner.reduce(
    (all, { name }) => all.concat(dumpsBelow(path.join(directory, name), depth + 1)),
    found
  )
}

/**
 * @param {string} directory
 * @param {string[]} names of all files in it
 * @returns {DumpFile[]}
 */
function abandonedIn (directory, names) {
  return names.flatMap(name => {
    const finished = finishedName(name)
    if (finished === null || names.includes(finished)) return []
    const file = path.join(directory, name)
    const stats = fs.lstatSync(file, { throwIfNoEntry: false })
    const described = isAbandoned(finished, stats) ? describeFile(directory, finished, stats) : null
    return described === null ? [] : [{ ...described, name, path: file }]
  })
}

/**
 * @param {string} wanted directory in which the settings of their process wanted the dumps
 * @returns {DumpFile[]} dumps in other directories
 */
function movedFrom (wanted) {
  return userDirectories()
    .flatMap(readIndex)
    .filter(({ dir, file }) => dir === wanted && path.dirname(file) !== wanted)
    .flatMap(({ file }) => describe(file))
}

/**
 * @param {string} directory the configured one
 * @returns {DumpFile[]} all dumps of this user that can be found, newest first
 */
function allDumps (directory) {
  const directories = userDirectories()
  const found = [
    ...directories.flatMap(readIndex).flatMap(({ file }) => describe(file)),
    // Also those that are not in the index.
    ...[...directories, ...(fs.existsSync(directory) ? [directory] : [])].flatMap(dumpsIn)
  ]
  return newestFirst([...new Map(found.map(file => [file.path, file])).values()])
}

/**
 * @param {string} file
 * @returns {DumpFile[]} empty when it is gone, or no dump
 */
function describe (file) {
  const stats = fs.lstatSync(file, { throwIfNoEntry: false })
  const described = describeFile(path.dirname(file), path.basename(file), stats)
  return described === null ? [] : [described]
}

/**
 * @param {string} directory
 * @returns {Pick<IndexEntry, 'file' | 'dir'>[]} lines that are damaged are left out
 */
function readIndex (directory) {
  return [INDEX_BEFORE, INDEX].flatMap(name => readLines(path.join(directory, name))).flatMap(line => {
    try {
      const { file, dir } = JSON.parse(line)
      return typeof file === 'string' && path.isAbsolute(file) && typeof dir === 'string' ? [{ file, dir }] : []
    } catch {
      return []
    }
  })
}

/** @param {string} file */
function readLines (file) {
  try {
    // The index has at most one line more than so many bytes; a larger file is none of ours.
    if (fs.lstatSync(file).size > 2 * INDEX_BYTES) return []
    return fs.readFileSync(file, 'utf8').split('\n')
  } catch {
    return [] // there is none
  }
}

/**
 * Lists the dumps of the configured directory, and those that should have been written there. If there is none, it
 * lists all dumps of this user.
 *
 * @param {string} directory the configured one
 * @returns {{ files: DumpFile[], elsewhere: boolean }} newest first; elsewhere: they are not of that directory
 * @throws {import('crash-collector-shared/errors').CrashCollectorError} DIRECTORY_NOT_READ
 */
function dumpsFor (directory) {
  const isThere = fs.existsSync(directory)
  const files = newestFirst([...(isThere ? dumpsIn(directory) : []), ...movedFrom(directory)])
  if (files.length > 0) return { files, elsewhere: false }
  const all = allDumps(directory)
  return { files: all, elsewhere: all.length > 0 }
}

module.exports = { allDumps, dumpsBelow, dumpsFor, dumpsIn }
