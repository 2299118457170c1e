'use strict'
// Names the places that belong to a user: the directories of dumps that could not be written where they should have
// been, and the index of all dumps. The process that dies and the command line use it, so nothing is taken from Node.js
// or from the global object here.

/** Name of the index: one line of JSON for each dump, an IndexEntry. */
const INDEX = 'dumps.jsonl'

/** If the index is longer, it becomes INDEX_BEFORE, and a new one is begun. */
const INDEX_BYTES = 128 * 1024
const INDEX_BEFORE = 'dumps.before.jsonl'

/**
 * @typedef {object} IndexEntry
 * @property {string} file absolute path of the dump
 * @property {string} dir absolute path of the directory in which the settings wanted the dump
 * @property {string} time ISO 8601
 * @property {number} [pid]
 * @property {string[]} [parents] the processes from which that process descends, each as `pid-startTicks`
 */

/**
 * @typedef {object} UserPlace
 * @property {string} directory
 * @property {boolean} shared true: the parent is a directory in which every user may write
 */

/**
 * Lists the directories for dumps that can't be written to the configured one, the best first. Each has an index.
 *
 * @param {{ [name: string]: string | undefined }} env
 * @param {number | undefined} uid undefined on Windows, where the directories of the environment are the user's own
 * @returns {UserPlace[]}
 */
function userPlaces ({ XDG_STATE_HOME, HOME, TMPDIR, LOCALAPPDATA, TEMP }, uid) {
  /** @type {UserPlace[]} */
  const places = []
  const add = (/** @type {string} */ directory, shared = false) => {
    places[places.length] = { directory, shared }
  }
  if (uid === undefined) {
    if (LOCALAPPDATA) add(`${LOCALAPPDATA}\\crash-collector`)
    if (TEMP) add(`${TEMP}\\crash-collector`)
    return places
  }
  if (isAbsolute(XDG_STATE_HOME)) add(`${XDG_STATE_HOME}/crash-collector`)
  else if (isAbsolute(HOME)) add(`${HOME}/.local/state/crash-collector`)
  add(`${isAbsolute(TMPDIR) ? TMPDIR : '/tmp'}/crash-collector-${uid}`, true)
  return places
}

/**
 * @param {string | undefined} directory
 * @returns {directory is string}
 */
function isAbsolute (directory) {
  return directory !== undefined && directory[0] === '/'
}

module.exports = { INDEX, INDEX_BEFORE, INDEX_BYTES, userPlaces }
