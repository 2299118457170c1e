'use strict'
// A store in a directory, for instance on a volume that many machines share.

const fs = require('node:fs')
const path = require('node:path')

/** @typedef {import('./s3-store').Store} Store */
/** @typedef {import('./s3-store').StoredFile} StoredFile */
/** @typedef {import('./address').Source} Source */

/** How deep the files lie: in a directory for a day, and in one for a machine, below some of the user's. */
const MAX_DEPTH = 6

/**
 * @param {Source} source
 * @param {import('./address').DirectoryAddress} address
 * @returns {Store}
 */
function createDirectoryStore (source, { name, directory }) {
  const failed = (/** @type {unknown} */ error) => {
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (error)
    return source.error('STORE_NOT_USED', `${name} cannot be used: ${code ?? message}`, 'is the volume there?')
  }
  return {
    name,
    async put (key, content) {
      const file = path.join(directory, key)
      const partial = `${file}.${process.pid}.partial`
      try {
        // The directory itself is not made: a volume that is not mounted must not fill the disk below.
        fs.accessSync(directory)
        fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
        fs.writeFileSync(partial, content, { mode: 0o600, flush: true })
        fs.renameSync(partial, file)
      } catch (error) {
        fs.rmSync(partial, { force: true })
        throw failed(error)
      }
    },
    async list () {
      try {
        return fs.statSync(directory).isDirectory() ? filesBelow(directory, '', 0) : [describe(directory, '')]
      } catch (error) {
        throw failed(error)
      }
    },
    async get (key) {
      try {
        return fs.readFileSync(path.join(directory, key))
      } catch (error) {
        throw failed(error)
      }
    }
  }
}

/**
 * @param {string} directory
 * @param {string} folder below it
 * @param {number} depth
 * @returns {StoredFile[]} links are not followed
 */
function filesBelow (directory, folder, depth) {
  return fs.readdirSync(path.join(directory, folder), { withFileTypes: true }).flatMap(entry => {
    const key = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) return depth < MAX_DEPTH ? filesBelow(directory, key, depth + 1) : []
    return entry.isFile() ? [describe(directory, key)] : []
  })
}

/**
 * @param {string} directory
 * @param {string} key
 * @returns {StoredFile}
 */
function describe (directory, key) {
  return { key, bytes: fs.statSync(path.join(directory, key)).size }
}

module.exports = { createDirectoryStore }
