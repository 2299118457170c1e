'use strict'
// Keeps lines of earlier prompts in a file that only its owner can read, because expressions name values of dumps.

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { openOwnerOnly } = require('../dumps/owner-only')

const MAX_LINES = 1000

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {string|null} null if the user disabled the history, or has no home directory
 */
function historyFile (env) {
  const named = env.CRASH_COLLECTOR_REPL_HISTORY
  if (named !== undefined) return named.trim() === '' ? null : named
  try {
    return path.join(os.homedir(), '.crash_collector_history')
  } catch {
    return null // the user has no home directory, as in a container
  }
}

/**
 * @param {string|null} file
 * @returns {string[]} newest first, as readline keeps them
 */
function readHistory (file) {
  if (file === null) return []
  try {
    return fs
      .readFileSync(file, 'utf8')
      .split('\n')
      .filter(line => line !== '')
      .slice(-MAX_LINES)
      .reverse()
  } catch {
    return [] // the file does not exist yet
  }
}

/**
 * @param {string|null} file
 * @param {string[]} lines newest first
 */
function writeHistory (file, lines) {
  if (file === null) return
  try {
    const descriptor = openOwnerOnly(file)
    try {
      fs.writeFileSync(descriptor, [...lines].slice(0, MAX_LINES).reverse().join('\n') + '\n')
    } finally {
      fs.closeSync(descriptor)
    }
  } catch {} // the home directory may be read-only; a warning at each exit would not help
}

module.exports = { historyFile, readHistory, writeHistory, MAX_LINES }
