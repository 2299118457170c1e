'use strict'
// The folders of lib/ depend on each other in one direction only: capture -> dump <- inspect. Imports are read from the
// text of the files, so that a `require` inside a function and an import of a type count, too.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')

const { PACKAGE, PROGRAMS, scriptsIn } = require('./own-files')

const SPECIFIER = /\b(require|import)\(\s*['"](\.{1,2}(?:\/[^'"]*)?|crash-collector-[\w-]+(?:\/[^'"]*)?)['"]\s*\)/g
const OF_PACKAGE = /^crash-collector-([\w-]+)\/?(.*)$/
const SCRIPTS = ['lib', 'packages', 'frameworks', 'test-runners']
  .flatMap(scriptsIn)
  .filter(file => !file.includes('prebuilds'))
const FILES = [...SCRIPTS, ...PROGRAMS, 'index.js', 'reader.js'].map(file =>
  file.split(path.sep).join('/')
)

/** @typedef {{ file: string, target: string, isType: boolean }} Import */

/** @param {string} file @returns {Import[]} its imports of files of this package */
function importsOf (file) {
  const text = fs.readFileSync(path.join(PACKAGE, file), 'utf8')
  return [...text.matchAll(SPECIFIER)].map(([, kind, name]) => {
    const [, folder, module = ''] = OF_PACKAGE.exec(name) ?? []
    const named = folder === undefined
      ? path.posix.join(path.posix.dirname(file), name)
      : path.posix.join('packages', folder, module)
    const candidates = [named, `${named}.js`, `${named}.json`, path.posix.join(named, 'index.js')]
    const target = candidates.find(each => fs.statSync(path.join(PACKAGE, each), { throwIfNoEntry: false })?.isFile())
    if (target === undefined) throw new Error(`${file}: ${name} is no file`)
    return { file, target, isType: kind === 'import' }
  })
}

/** @type {Import[]} */
const IMPORTS = FILES.flatMap(importsOf)

/** @param {string[]} rooms paths of folders and files */
function within (...rooms) {
  return (/** @type {string} */ file) => rooms.some(room => file === room || file.startsWith(`${room}/`))
}

/**
 * @param {(file: string) => boolean} room
 * @param {(file: string) => boolean} allowed targets besides the room itself
 * @returns {string[]} imports of other files
 */
function breaches (room, allowed) {
  return IMPORTS.filter(({ file, target }) => room(file) && !room(target) && !allowed(target))
    .map(({ file, target }) => `${file} -> ${target}`)
}

const shared = within('packages/shared')
const inspect = within('packages/inspect')
/** The packages with what only some users of the tools need. */
const more = within('packages/fleet', 'packages/mcp', 'packages/reproduce', 'packages/upload')
const preload = within('lib', 'index.js', 'package.json')

t.test('the preload needs nothing of the tools, and has one door to the packages that they bring', async t => {
  const needed = IMPORTS.filter(({ file, target, isType }) => preload(file) && !preload(target) && !isType)
  t.same(needed.filter(({ target }) => !shared(target)), [])
})

t.test('the tools know the preload by one door', async t => {
  const tools = (/** @type {string} */ file) => inspect(file) || more(file)
  t.same(IMPORTS.filter(({ file, target }) => tools(file) && preload(target) && target !== 'lib/for-tools.js'), [])
})

t.test('what inspects stands on what both sides share', async t => {
  t.same(breaches(inspect, file => shared(file) || file === 'lib/for-tools.js'), [])
})

t.test('what both sides share stands on nothing', async t => {
  t.same(breaches(shared, () => false), [])
})

t.test('the other packages stand on the tools, and not on each other', async t => {
  for (const name of ['fleet', 'mcp', 'reproduce', 'upload']) {
    t.same(breaches(within(`packages/${name}`), file => inspect(file) || shared(file)), [], name)
  }
})

t.test('no package is reached but by its name', async t => {
  const tools = FILES.filter(file => /^packages\/(?!shared|execution-path)/.test(file))
  for (const file of tools) {
    const text = fs.readFileSync(path.join(PACKAGE, file), 'utf8')
    const folder = file.split('/', 2).join('/')
    for (const [, kind, name] of text.matchAll(SPECIFIER)) {
      const isInside = !name.startsWith('.') || path.posix.join(path.posix.dirname(file), name).startsWith(folder)
      t.ok(isInside || kind === 'import', `${file}: ${name}`)
    }
  }
})

t.test('nothing in lib knows programs, tests, benchmarks, examples or pictures', async t => {
  const others = /^(?:test|benchmarks|examples|scripts)\//
  t.same(IMPORTS.filter(({ file, target }) => preload(file) && others.test(target)), [])
  const named = FILES.filter(file => /['"]assets['"]|assets\//.test(fs.readFileSync(path.join(PACKAGE, file), 'utf8')))
  t.same(named, [])
})

t.test('what captures through the debugger has one door', async t => {
  const fallback = within('lib/fallback')
  const entries = IMPORTS.filter(({ file, target, isType }) => !isType && !fallback(file) && fallback(target))
  t.same(entries.map(({ file, target }) => `${file} -> ${target}`), ['lib/parts.js -> lib/fallback/index.js'])
})

t.test('what records execution paths has one door, and knows neither triggers nor captures', async t => {
  const paths = within('packages/execution-path')
  const entries = IMPORTS.filter(({ file, target, isType }) => !isType && !paths(file) && paths(target))
  t.same(entries.map(({ file }) => file), [])
  const needed = IMPORTS.filter(({ file, target, isType }) => !isType && paths(file) && !paths(target))
  t.same(needed.filter(({ target }) => !shared(target)), [])
})

/** @returns {string[][]} one cycle for each file that leads to one */
function cycles () {
  /** @type {Map<string, Set<string>>} */
  const targets = new Map(FILES.map(file => [file, new Set()]))
  for (const { file, target } of IMPORTS) targets.get(file)?.add(target)
  /** @type {Set<string>} */
  const done = new Set()
  /** @param {string} file @param {string[]} way files on the way to it @returns {string[]} the first cycle */
  const cycleFrom = (file, way) => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file]
    if (done.has(file)) return []
    for (const target of targets.get(file) ?? []) {
      const cycle = cycleFrom(target, [...way, file])
      if (cycle.length > 0) return cycle
    }
    done.add(file)
    return []
  }
  return FILES.map(file => cycleFrom(file, [])).filter(cycle => cycle.length > 0)
}

t.test('no file knows itself by way of others, neither by a late require nor by a type', async t => {
  t.same(cycles(), [])
})

t.test('the ground floor stands on nothing', async t => {
  const types = within('lib/addon/native-functions.js', 'lib/addon/native-types.js', 'packages/shared/dump/terms.js')
  const safe = within('lib/safe')
  t.same(breaches(safe, types), [])
  const ground = (/** @type {string} */ file) => types(file) || safe(file) || shared(file) || file === 'package.json'
  t.same(breaches(within('lib/addon'), ground), [])
})

const BENCHMARKS = scriptsIn('benchmarks').filter(file => !file.includes('node_modules'))

t.test('benchmarks use what users have, or say why not', async t => {
  /** @type {Record<string, string>} what measures or checks a part by itself */
  const reasons = {
    'benchmarks/lab/configurations/built.js': 'checks what was built, before it is measured',
    'benchmarks/scenarios/graph/contestant.js': 'measures the graph writer by itself'
  }
  const internal = BENCHMARKS.filter(file => {
    return importsOf(file).some(({ target }) => /^(lib|src|packages)\//.test(target))
  })
  t.same(internal, Object.keys(reasons))
})

/** Folders that are lists of one kind, which may have any number of files. */
const LISTS = within('packages/inspect/explain/rules', 'packages/inspect/cli/commands')

t.test('a folder holds no more than one can take in', async t => {
  const all = [...FILES, ...BENCHMARKS, ...scriptsIn('scripts')]
  const folders = [...new Set(all.map(file => path.posix.dirname(file)))]
  for (const folder of folders.filter(folder => !LISTS(folder))) {
    const files = all.filter(file => path.posix.dirname(file) === folder)
    t.ok(files.length <= 15, `${folder}: ${files.length}`)
  }
})

t.test('no module is there for one short thing', async t => {
  const short = FILES.filter(file => {
    const text = fs.readFileSync(path.join(PACKAGE, file), 'utf8')
    const [, exported] = /module\.exports = \{([^}]*)\}/.exec(text) ?? []
    return text.split('\n').length <= 15 && exported !== undefined && !exported.includes(',')
  })
  t.same(short, [])
})

const MAX_LINES = 400
const MAX_COLUMNS = 120

t.test('no file and no line is longer than a reader can take in', async t => {
  for (const file of [...FILES, 'packages/inspect/page/browser/style.css']) {
    const lines = fs.readFileSync(path.join(PACKAGE, file), 'utf8').replace(/\n$/, '').split('\n')
    t.ok(lines.length <= MAX_LINES, `${file}: ${lines.length} lines`)
    t.same(lines.filter(line => line.length > MAX_COLUMNS && !line.includes('://')), [], `${file}: lines`)
  }
})
