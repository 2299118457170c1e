'use strict'
// How much JavaScript a service runs: what people read before they preload it, and what must not grow unseen. Lines are
// counted with comments, lazy requires, and files of which only the types are used.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')

const { PACKAGE } = require('./own-files')

/** A relative name is a file of the preload. Other packages are no part of it. */
const SPECIFIER = /\b(?:require|import)\(\s*['"](\.{1,2}\/[^'"]*)['"]\s*\)/g

/** lib/parts.js requires the modules at which the parts of the bundle begin. */
const DOOR = 'lib/parts.js'

/** The most lines of each part, and the modules at which it begins. */
const PARTS = {
  'a default start and a default crash': { entries: ['index.js', 'lib/report.js'], most: 13_000 },
  'what settings need that are off by default': { entries: ['lib/options.js'], most: 900 },
  'a build of Node.js that is not among the published ones': {
    entries: ['lib/addon/build-trial/try-build.js'],
    most: 300
  },
  'a process without the addon': { entries: ['lib/without-addon/index.js'], most: 250 },
  'what starts the package for execution paths': { entries: ['lib/execution-path-door.js'], most: 100 },
  'captures by a pause of the debugger': { entries: ['lib/fallback/index.js'], most: 2250 }
}

/** @param {string} file @returns {string[]} files that it requires, or whose types it uses */
function importsOf (file) {
  if (file === DOOR) return []
  const text = fs.readFileSync(path.join(PACKAGE, file), 'utf8')
  return [...text.matchAll(SPECIFIER)]
    .map(([, name]) => path.posix.join(path.posix.dirname(file), name))
    .map(name => [name, `${name}.js`, `${name}/index.js`].find(isFile) ?? name)
}

/** @param {string} file */
function isFile (file) {
  return fs.existsSync(file) && fs.statSync(file).isFile()
}

/** @param {string[]} entries @param {Set<string>} [known] files that are not followed @returns {Set<string>} */
function closureOf (entries, known = new Set()) {
  const all = new Set(entries)
  for (const file of all) importsOf(file).filter(each => !known.has(each)).forEach(each => all.add(each))
  return all
}

process.chdir(PACKAGE)

t.test('what a service runs stays as small as it is', async t => {
  /** @type {Set<string>} */
  const known = new Set()
  for (const [name, { entries, most }] of Object.entries(PARTS)) {
    const files = [...closureOf(entries, known)].filter(file => file.endsWith('.js'))
    const lines = files.reduce((sum, file) => sum + fs.readFileSync(file, 'utf8').split('\n').length - 1, 0)
    t.comment(`${name}: ${lines} lines in ${files.length} files`)
    t.ok(lines <= most, `${name}: ${lines} lines, ${most} at most`)
    // A part of the first that used a type of a later one would make that a part of the first.
    for (const file of files) known.add(file)
  }
  for (const { entries } of Object.values(PARTS)) for (const entry of entries) t.ok(known.has(entry))
})

t.test('lib/parts.js is the only way to the later parts', async t => {
  const entries = Object.values(PARTS).flatMap(part => part.entries).filter(file => file !== 'index.js')
  const text = fs.readFileSync(DOOR, 'utf8')
  const doors = new Set([...text.matchAll(SPECIFIER)].map(([, name]) => path.posix.join('lib', name)))
  t.same([...doors].sort(), entries.map(file => file.replace(/(\/index)?\.js$/, '')).sort())
})

t.test('it has no dependency but what finds and compiles an addon', async t => {
  const { dependencies } = require('../../package.json')
  t.same(Object.keys(dependencies), ['bindings', 'node-addon-api'])
})
