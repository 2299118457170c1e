'use strict'
// Removes the type declarations that no declaration of the public API leads to. tsc writes one for each file of lib/
// that it has read.

const fs = require('node:fs')
const path = require('node:path')

const IMPORT = /\b(?:from|import\()\s*["'](\.{1,2}\/[^"']+)["']/g

/** @param {string} directory of the package */
function pruneTypes (directory) {
  const types = path.join(directory, 'types')
  const all = /** @type {string[]} */ (fs.readdirSync(types, { recursive: true }))
    .map(name => path.join(types, name))
    .filter(file => /\.d\.m?ts$/.test(file))
  const lib = path.join(types, 'lib') + path.sep
  const reached = new Set(all.filter(file => !file.startsWith(lib)))
  for (const file of reached) {
    for (const [, name] of fs.readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const base = path.join(path.dirname(file), name.replace(/\.m?js$/, ''))
      const found = [`${base}.d.ts`, `${base}.d.mts`, path.join(base, 'index.d.ts')].find(each => fs.existsSync(each))
      if (found !== undefined) reached.add(found)
    }
  }
  for (const file of all) if (!reached.has(file)) fs.rmSync(file)
}

module.exports = { pruneTypes }
