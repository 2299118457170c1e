'use strict'
// Lets a dump speak of the files of a copy of its project.

const fs = require('node:fs')
const path = require('node:path')
const { pathToFileURL } = require('node:url')
const { fileOf, isDependency, workingDirectory } = require('crash-collector-inspect/source/location')
const { isWithin } = require('crash-collector-shared/path-within')

/** @typedef {import('crash-collector-inspect/reader').Dump} Dump */

/**
 * @param {Dump} dump
 * @param {string} project absolute path of the project on this machine
 * @returns {string|null} where the project was for the dead process: the same, or the process's working directory
 */
function rootOf (dump, project) {
  const isHere = [...dump.scripts()].some(({ url }) => {
    const file = fileOf(url)
    return isWithin(project, file) && !isDependency(file) && fs.existsSync(file)
  })
  return isHere ? project : (workingDirectory(dump) ?? null)
}

/**
 * Changes the places of a dump in memory.
 * @param {Dump} dump
 * @param {string} from root of the project for the dead process
 * @param {string} to root of the copy
 */
function moveDump (dump, from, to) {
  const movedFile = (/** @type {string} */ file) =>
    isWithin(from, file) && !isDependency(file) ? path.join(to, path.relative(from, file)) : file
  const move = (/** @type {(object & { url?: string })|undefined} */ place) => {
    if (place?.url === undefined) return
    const file = fileOf(place.url)
    const moved = movedFile(file)
    if (moved !== file) place.url = place.url.startsWith('file:') ? pathToFileURL(moved).href : moved
  }
  for (const script of dump.scripts()) move(script)
  for (const frame of dump.allCallFrames) {
    move(frame)
    move(frame.functionLocation)
  }
  for (const place of dump.exception?.stack ?? []) move(place)
  dump.correctObjects(record => move(record.functionLocation))
  const { process } = dump
  if (process === null) return
  const cwd = workingDirectory(dump)
  if (cwd !== undefined) process.cwd = cwd === from ? to : movedFile(cwd)
  if (Array.isArray(process.argv)) {
    process.argv = process.argv.map(word => (typeof word === 'string' ? movedFile(word) : word))
  }
}

module.exports = { moveDump, rootOf }
