'use strict'
// Names the directory of a project's dumps. It is no directory of the project: what is there is watched, packed and
// committed. Processes and the command line find the same one from any directory of the project.

const fs = require('node:fs')
const path = require('node:path')

const { userPlaces } = require('./user-places')

const MANIFEST = 'package.json'

/**
 * @param {string} cwd absolute path of a directory
 * @param {{ [name: string]: string | undefined }} env
 * @returns {string} below the first directory of this user that can be made; below `cwd` if the user has none
 */
function projectDirectory (cwd, env) {
  const uid = process.getuid?.()
  const places = userPlaces(env, uid)
  const place = places.find(({ directory, shared }) => shared || uid === undefined || belongsTo(directory, uid))
  return place === undefined ? cwd + path.sep + 'crashes' : place.directory + path.sep + folderName(projectRoot(cwd))
}

/**
 * @param {string} cwd
 * @returns {string} the nearest directory with a package.json, upwards; `cwd` itself if there is none
 */
function projectRoot (cwd) {
  for (let directory = cwd; ; directory = path.dirname(directory)) {
    if (fs.existsSync(directory + path.sep + MANIFEST)) return directory
    if (directory === path.dirname(directory)) return cwd
  }
}

/**
 * @param {string} directory absolute; may be missing
 * @param {number} uid
 * @returns {boolean} true if the nearest directory that is there is the user's own; HOME may be that of another user
 *   or missing, as it is for a user without a home in a container
 */
function belongsTo (directory, uid) {
  let nearest = directory
  while (!fs.existsSync(nearest) && path.dirname(nearest) !== nearest) nearest = path.dirname(nearest)
  return path.dirname(nearest) !== nearest && fs.statSync(nearest, { throwIfNoEntry: false })?.uid === uid
}

/**
 * @param {string} root absolute path of a project
 * @returns {string} such as `shop-1c9a44f0`: projects of one name in different places have folders of their own
 */
function folderName (root) {
  // FNV-1a, because to load node:crypto takes longer than all else that the collector does at a start.
  let hash = 0x811c9dc5
  for (let i = 0; i < root.length; i++) hash = Math.imul(hash ^ root.charCodeAt(i), 0x01000193)
  const name = path.basename(root).replace(/[^\w.-]/g, '-').slice(0, 64)
  return `${name === '' ? 'root' : name}-${(hash >>> 0).toString(16).padStart(8, '0')}`
}

module.exports = { projectDirectory, projectRoot }
