'use strict'
// The folders of src/ include from each other in one direction only: the order in which the table of
// docs/development/design.md has them. Includes are read from the text of the files.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')

const { PACKAGE } = require('./own-files')

const SRC = path.join(PACKAGE, 'src')
const INCLUDE = /^#\s*include "([^"]+)"/gm

/** Paths below src, with `/`. */
const FILES = fs
  .readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter(file => /\.(cc|h|inc)$/.test(file))
  .map(file => file.split(path.sep).join('/'))

/** @type {Map<string, string[]>} by file, the files of src that it includes */
const INCLUDES = new Map(FILES.map(file => [file, includesOf(file)]))

/** @param {string} file */
function includesOf (file) {
  const names = [...fs.readFileSync(path.join(SRC, file), 'utf8').matchAll(INCLUDE)].map(([, name]) => name)
  return names.map(name => {
    // An .inc is named by its path from the file that includes it.
    const target = [name, path.posix.join(path.posix.dirname(file), name)].find(each => FILES.includes(each))
    if (target === undefined) throw new Error(`${file}: ${name} is no file of src`)
    return target
  })
}

/** The binding of the walk over objects has the walk's tables and caches, which are half of what it includes. */
const WALK = 'bindings/graph_walk_binding.cc'

/** @param {string} file */
const roomOf = file => file.split('/', 1)[0]

const DESIGN = fs.readFileSync(path.join(PACKAGE, 'docs', 'development', 'design.md'), 'utf8')
/** The rooms in the order of the table, lowest first. */
const ORDER = [...DESIGN.matchAll(/^\|([^|]*)\|/gm)]
  .flatMap(([, cell]) => [...cell.matchAll(/`src\/([a-z0-9_]+)\/`/g)])
  .map(([, room]) => room)

t.test('the table of docs/development/design.md has each folder of src once', async t => {
  t.same([...ORDER].sort(), [...new Set(FILES.map(roomOf))].sort())
})

t.test('a folder includes only from those above it in the table', async t => {
  const back = FILES.flatMap(file =>
    (INCLUDES.get(file) ?? [])
      .filter(target => ORDER.indexOf(roomOf(target)) > ORDER.indexOf(roomOf(file)))
      .map(target => `${file} -> ${target}`)
  )
  t.same(back, [])
})

t.test('no folder within a folder includes from one that includes from it', async t => {
  /** @type {Map<string, Set<string>>} by folder, the folders that it includes from */
  const targets = new Map(FILES.map(file => [path.posix.dirname(file), new Set()]))
  for (const [file, included] of INCLUDES) {
    for (const target of included) targets.get(path.posix.dirname(file))?.add(path.posix.dirname(target))
  }
  /** @param {string} folder @param {string[]} way @returns {string[]} the first way back */
  const wayBack = (folder, way) => {
    if (way.includes(folder)) return [...way.slice(way.indexOf(folder)), folder]
    for (const target of targets.get(folder) ?? []) {
      const found = target === folder ? [] : wayBack(target, [...way, folder])
      if (found.length > 0) return found
    }
    return []
  }
  for (const folder of targets.keys()) t.same(wayBack(folder, []), [], folder)
})

t.test('what all bindings include brings no part of the addon', async t => {
  t.same(INCLUDES.get('bindings/addon.h'), [])
})

t.test('whoever reads a binding, or compiles it, needs a tenth of the addon at most', async t => {
  const linesOf = (/** @type {string} */ file) => fs.readFileSync(path.join(SRC, file), 'utf8').split('\n').length - 1
  const all = FILES.reduce((sum, file) => sum + linesOf(file), 0)
  const bindings = FILES.filter(file => roomOf(file) === 'bindings' && file.endsWith('.cc'))
  t.ok(bindings.length > 20)
  for (const binding of bindings) {
    const read = new Set([binding])
    for (const file of read) for (const target of INCLUDES.get(file) ?? []) read.add(target)
    const lines = [...read].reduce((sum, file) => sum + linesOf(file), 0)
    const part = binding === WALK ? 7 : 10
    t.ok(lines <= all / part, `${binding}: ${lines} of ${all} lines, a ${part}th at most`)
  }
})

t.test('only the bindings know Node-API', async t => {
  const others = FILES.filter(file => roomOf(file) !== 'bindings')
  t.same(others.filter(file => fs.readFileSync(path.join(SRC, file), 'utf8').includes('#include <napi.h>')), [])
})
