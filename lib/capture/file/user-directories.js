'use strict'
// Makes the directories of this user (packages/shared/config/user-places.js) when a dump needs one, and adds dumps to
// their index.

const { makeOwnDirectory } = require('../../../packages/shared/dump/store')
const { INDEX, INDEX_BEFORE, INDEX_BYTES, userPlaces } = require('../../../packages/shared/config/user-places')
const { dataProperty } = require('../../safe/data-property')
const {
  S_IFDIR, S_IFMT, closeSync, dirname, existsSync, getuid, lstatSync, openSync, renameSync, sep, statSync, writeSync
} = require('../../safe/node-builtins')
const { Error, ObjectCreate, process } = require('../../safe/primordials')
const { toJson } = require('../values/to-json')

/** @typedef {import('../../../packages/shared/config/user-places').UserPlace} UserPlace */

const VARIABLES = ['XDG_STATE_HOME', 'HOME', 'TMPDIR', 'LOCALAPPDATA', 'TEMP']
const WRITABLE_BY_OTHERS = 0o022

/** @returns {UserPlace[]} the best first */
function ownPlaces () {
  // Read by descriptor, because the application may have replaced `process.env`.
  const env = dataProperty(process, 'env')
  /** @type {Record<string, string>} */
  const variables = ObjectCreate(null)
  for (let i = 0; i < VARIABLES.length; i++) {
    const value = dataProperty(env, VARIABLES[i])
    if (typeof value === 'string') variables[VARIABLES[i]] = value
  }
  return userPlaces(variables, getuid?.())
}

/**
 * Makes a directory of this user with mode 0700 if it is missing. Nothing is made in the home directory of another
 * user, which HOME still is after `sudo`. In a directory in which every user may write, another user may have made the
 * directory, or a link of that name, to read the dumps or to have them written somewhere else.
 *
 * @param {UserPlace} place
 * @throws {Error} if it can't be made, or if another user could have made it or may write to it
 */
function makeUserDirectory ({ directory, shared }) {
  if (lstatSync(directory, { throwIfNoEntry: false }) === undefined) {
    if (shared) makeOwnDirectory(directory)
    else makeBelowOwn(directory)
  }
  const stats = lstatSync(directory, { throwIfNoEntry: false })
  if (stats === undefined || (stats.mode & S_IFMT) !== S_IFDIR) throw new Error(`${directory} is no directory`)
  if (getuid === undefined) return
  if (stats.uid !== getuid()) throw new Error(`${directory} belongs to another user`)
  if ((stats.mode & WRITABLE_BY_OTHERS) !== 0) throw new Error(`other users may write to ${directory}`)
}

/**
 * Makes the directory and its parents, if the nearest directory that is there belongs to this user.
 * @param {string} directory
 */
function makeBelowOwn (directory) {
  const missing = [directory]
  let nearest = dirname(directory)
  while (!existsSync(nearest) && dirname(nearest) !== nearest) {
    missing[missing.length] = nearest
    nearest = dirname(nearest)
  }
  // HOME may name a directory that is not there, which root could make.
  if (dirname(nearest) === nearest) throw new Error(`${missing[missing.length - 1]} is missing`)
  if (getuid !== undefined && statSync(nearest).uid !== getuid()) {
    throw new Error(`${nearest} belongs to another user`)
  }
  for (let i = missing.length - 1; i >= 0; i--) makeOwnDirectory(missing[i])
}

/**
 * Tells who else may remove the files of a directory, or put others in their place. Nobody else may read them, because
 * they have mode 0600. Never throws.
 * @param {string} directory
 * @returns {string | null} a clause; null if only this user and root may, as far as is known
 */
function whoElseOwns (directory) {
  if (getuid === undefined) return null
  try {
    const { uid } = statSync(directory)
    return uid !== 0 && uid !== getuid() ? `user ${uid} owns the directory` : null
  } catch {
    return null
  }
}

/**
 * Adds a dump to the index of this user's dumps, by which the command line finds it from any directory. Never throws: a
 * dump that is not in the index is found in its directory.
 * @param {import('../../../packages/shared/config/user-places').IndexEntry} entry
 */
function addToIndex (entry) {
  const line = toJson(entry) + '\n'
  const places = ownPlaces()
  for (let i = 0; i < places.length; i++) {
    try {
      makeUserDirectory(places[i])
      const file = places[i].directory + sep + INDEX
      const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
      if (size > INDEX_BYTES) renameSync(file, places[i].directory + sep + INDEX_BEFORE)
      const descriptor = openSync(file, 'a', 0o600)
      try {
        writeSync(descriptor, line)
      } finally {
        closeSync(descriptor)
      }
      return
    } catch {} // the next place may take it
  }
}

module.exports = { addToIndex, makeUserDirectory, ownPlaces, whoElseOwns }
