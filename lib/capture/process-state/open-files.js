'use strict'
// Reads the number of open file descriptors, its limit, and the native addons in memory, from /proc on Linux.

const { atStart, readdirSync } = require('../../safe/node-builtins')

const { Number, ObjectCreate } = require('../../safe/primordials')
const { find, linesEndingIn, readText } = require('./text-files')

const MAX_ADDONS = 100
const isLinux = atStart.platform === 'linux'

/** @returns {{ count: number, limit?: number } | undefined} undefined outside of Linux */
function readOpenFiles () {
  if (!isLinux) return undefined
  const limit = find(/^Max open files +(\d+)/m, readText('/proc/self/limits'))
  // One of the descriptors is that of the directory /proc/self/fd itself.
  return { count: readdirSync('/proc/self/fd').length - 1, limit: limit === undefined ? undefined : Number(limit) }
}

/** @returns {string[] | undefined} paths of the loaded `.node` files; undefined outside of Linux */
function readAddons () {
  if (!isLinux) return undefined
  const lines = linesEndingIn('/proc/self/maps', '.node')
  /** @type {string[]} */
  const found = []
  const seen = ObjectCreate(null)
  for (let i = 0; i < lines.length && found.length < MAX_ADDONS; i++) {
    const file = find(/ (\/[^ ].*\.node)$/, lines[i])
    if (file === undefined || file in seen) continue
    seen[file] = true
    found[found.length] = file
  }
  return found
}

module.exports = { readAddons, readOpenFiles }
