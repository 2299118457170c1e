'use strict'
// Removes the type declarations that no declaration of the public API leads to. tsc writes one for each file that it
// has read.

const fs = require('node:fs')
const path = require('node:path')

const IMPORT = /\b(?:from|import\()\s*["'](\.{1,2}\/[^"']+|crash-collector-[^"']+)["']/g
const OF_PACKAGE = /^crash-collector-(\w+(?:-\w+)*)(?:\/(.+))?$/

/** @param {string} types the folder into which tsc has written; those of packages/ are below `packages` */
function pruneTypes (types) {
  const all = /** @type {string[]} */ (fs.readdirSync(types, { recursive: true }))
    .map(name => path.join(types, name))
    .filter(file => /\.d\.m?ts$/.test(file))
  const inner = ['lib', 'packages'].map(folder => path.join(types, folder) + path.sep)
  const reached = new Set(all.filter(file => !inner.some(folder => file.startsWith(folder))))
  for (const file of reached) {
    for (const [, name] of fs.readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const [, folder, module = 'index'] = OF_PACKAGE.exec(name) ?? []
      const target = folder === undefined ? path.resolve(path.dirname(file), name) : packaged(types, folder, module)
      const base = target.replace(/\.m?js$/, '')
      const found = [`${base}.d.ts`, `${base}.d.mts`, path.join(base, 'index.d.ts')].find(each => fs.existsSync(each))
      if (found !== undefined) reached.add(found)
    }
  }
  for (const file of all) if (!reached.has(file)) fs.rmSync(file)
}

/** @param {string} types @param {string} folder @param {string} module */
function packaged (types, folder, module) {
  return path.join(types, 'packages', folder, module)
}

module.exports = { pruneTypes }
