'use strict'
// Lets every command read dumps of a store: it gets the path of a copy on this machine.

const path = require('node:path')
const { userFolder } = require('crash-collector-shared/user-folder')
const { CrashCollectorError } = require('crash-collector-shared/errors')
const { requireOptional } = require('./optional-package')
const { uploadSource } = require('./upload-source')

const STORE = /^(?:s3|file):\/\//i

/**
 * @param {unknown} word of the command line
 * @returns {boolean} true for the address of a store of dumps
 */
function isStoreAddress (word) {
  return typeof word === 'string' && STORE.test(word)
}

/**
 * @param {string} word of the command line
 * @param {import('./types').Output} output
 * @returns {Promise<string>} the word, or the path of the copy if the word is the address of a store
 * @throws {CrashCollectorError} PACKAGE_MISSING, or what is wrong with the store
 */
async function bringStored (word, output) {
  if (!isStoreAddress(word)) return word
  const { bring } = requireOptional('crash-collector-upload')
  const folder = userFolder(true)
  if (folder === null) {
    const what = 'there is no directory for copies that only this user may write to'
    throw new CrashCollectorError('CACHE_MISSING', what, { hint: 'set XDG_CACHE_HOME to one' })
  }
  return bring(uploadSource(output), {
    from: word,
    cache: path.join(folder, 'stores'),
    privateKey: process.env.CRASH_COLLECTOR_PRIVATE_KEY || undefined
  })
}

module.exports = { bringStored, isStoreAddress }
