'use strict'
// File descriptors, the limit of their number, and the native addons in memory, from Linux's view of the process.

const { atStart, readdirSync } = require('../../safe/node-builtins')

const { Number, ObjectCreate } = require('../../safe/primordials')
const { find, linesEndingIn, readText } = require('./text-files')

const MAX_ADDONS = 100
const isLinux = atStart.platform === 'linux'

/** @returns {{ count: number, limit?: number } | undefined} */
function readOpenFiles () {
  if (!isLinux) return undefined
  const limit = find(/^Max open files +(\d+)/m, readText('/proc/self/limits'))
  // One is that of the directory that is being read.
  return { count: readdirSync('/proc/self/fd').length - 1, limit: limit === undefined ? undefined : Number(limit) }
}

/** @returns {string[] | undefined} paths of the loaded `.node` files */
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
