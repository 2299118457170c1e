'use strict'
// Writes the files of a reproduction, and takes them away.

const fs = require('node:fs')
const path = require('node:path')
const { CrashCollectorError } = require('crash-collector-shared/errors')
const { openOwnerOnly } = require('crash-collector-inspect/dumps/owner-only')

/** @typedef {import('./types').Reproduction} Reproduction */

/**
 * @param {Pick<Reproduction, 'files'>} reproduction
 * @param {{ directory: string, mayOverwrite: boolean }} options
 * @throws {CrashCollectorError} FILE_EXISTS
 */
function writeFiles ({ files }, { directory, mayOverwrite }) {
  const there = mayOverwrite ? undefined : files.find(({ name }) => fs.existsSync(path.join(directory, name)))
  if (there !== undefined) {
    throw new CrashCollectorError('FILE_EXISTS', `${there.name} exists already`, { hint: '--force overwrites it' })
  }
  fs.mkdirSync(directory, { recursive: true })
  for (const { name, text } of files) {
    const descriptor = openOwnerOnly(path.join(directory, name))
    try {
      fs.writeSync(descriptor, text)
    } finally {
      fs.closeSync(descriptor)
    }
  }
}

/**
 * @param {Pick<Reproduction, 'files'>} reproduction
 * @param {string} directory
 */
function removeFiles ({ files }, directory) {
  for (const { name } of files) fs.rmSync(path.join(directory, name), { force: true })
}

/**
 * @param {string} directory
 * @returns {boolean} true if Node.js takes a `.js` file there for an ES module
 */
function isModulePackage (directory) {
  for (let at = directory; ; at = path.dirname(at)) {
    try {
      return JSON.parse(fs.readFileSync(path.join(at, 'package.json'), 'utf8')).type === 'module'
    } catch (error) {
      if (error instanceof SyntaxError || at === path.dirname(at)) return false
    }
  }
}

module.exports = { isModulePackage, removeFiles, writeFiles }
