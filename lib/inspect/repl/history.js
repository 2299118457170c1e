'use strict'
// Lines of earlier prompts, in a file that only its owner can read: expressions name values of dumps.

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { openOwnerOnly } = require('../dumps/owner-only')

const MAX_LINES = 1000

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {string|null} null when the user wants no history, or has no place for it
 */
function historyFile (env) {
  const named = env.CRASH_COLLECTOR_REPL_HISTORY
  if (named !== undefined) return named.trim() === '' ? null : named
  try {
    return path.join(os.homedir(), '.crash_collector_history')
  } catch {
    return null // a user without a home, as in a container
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
    return [] // there is none yet
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
  } catch {} // a read-only home is no reason to complain at each exit
}

module.exports = { historyFile, readHistory, writeHistory, MAX_LINES }
