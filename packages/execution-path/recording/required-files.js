'use strict'
// Finds the files with counters that a file requires or imports by a relative path.

const { URL } = require('node:url')

const { ObjectCreate, RegExpExec } = require('../preload').primordials
const { fileUrl } = require('../weaving/woven-file')

/** @typedef {import('../weaving/woven-file').WovenFile} WovenFile */
/** @typedef {import('../weaving/woven-file').WovenFiles} WovenFiles */

const REQUIRED = /\b(?:require\s*\(|from|import)\s*(['"])(\.{1,2}\/[^'"\n]{1,200})\1/g
const ENDINGS = ['', '.js', '.cjs', '.mjs', '.ts', '/index.js', '/index.mjs']
const MAX_FILES = 50

/**
 * @param {WovenFile} file
 * @param {WovenFiles} files
 * @returns {WovenFile[]}
 */
function requiredBy ({ url, source }, files) {
  const base = fileUrl(url)
  /** @type {WovenFile[]} */
  const found = []
  /** @type {Record<string, boolean>} */
  const seen = ObjectCreate(null)
  REQUIRED.lastIndex = 0
  for (let i = 0; i < MAX_FILES; i++) {
    const match = RegExpExec(REQUIRED, source)
    if (match === null) break
    if (seen[match[2]]) continue
    seen[match[2]] = true
    for (let k = 0; k < ENDINGS.length; k++) {
      const each = files.find(new URL(match[2] + ENDINGS[k], base).href)
      if (each === undefined) continue
      found[found.length] = each
      break
    }
  }
  return found
}

module.exports = { requiredBy }
