'use strict'
// capture -> dump <- inspect: what runs in the dying process and what runs on the developer's machine meet in the file
// format only.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')

const { PACKAGE, runNode, scriptsIn } = require('./own-files')

/**
 * @param {string[]} files
 * @returns {Record<string, string[]>} for each file the files of this package that it makes Node.js load
 */
function loadedBy (files) {
  const script = `
    const path = require('node:path')
    const loaded = {}
    for (const file of ${JSON.stringify(files)}) {
      for (const key of Object.keys(require.cache)) delete require.cache[key]
      require(path.join(${JSON.stringify(PACKAGE)}, file))
      loaded[file] = Object.keys(require.cache).map(key => path.relative(${JSON.stringify(PACKAGE)}, key))
    }
    console.log(JSON.stringify(loaded))`
  const { stdout, stderr } = runNode(['-e', script])
  if (stderr !== '') throw new Error(stderr)
  return JSON.parse(stdout)
}

/**
 * @param {string[]} rooms paths of folders and files
 */
function from (...rooms) {
  return file => rooms.some(room => file === room || file.startsWith(room + path.sep))
}

const capture = from(
  'lib/capture',
  'lib/fallback',
  'lib/triggers',
  'lib/addon/native.js',
  'lib/collector.js',
  'lib/start.js',
  'index.js'
)
const inspect = from('lib/inspect', 'reader.js')
const outside = from('bin', 'test', 'benchmarks', 'examples', 'scripts')

t.test('what captures loads nothing that inspects', async t => {
  const loaded = loadedBy([
    ...scriptsIn('lib/capture'),
    ...scriptsIn('lib/fallback'),
    ...scriptsIn('lib/triggers'),
    'lib/collector.js',
    'lib/start.js',
    'lib/addon/native.js'
  ])
  for (const [file, others] of Object.entries(loaded)) t.same(others.filter(inspect), [], file)
})

t.test('what inspects loads nothing that captures', async t => {
  for (const [file, others] of Object.entries(loadedBy(scriptsIn('lib/inspect')))) {
    t.same(others.filter(capture), [], file)
  }
})

t.test('the format depends on itself and on the errors', async t => {
  const allowed = from('lib/dump', 'lib/errors.js')
  for (const [file, others] of Object.entries(loadedBy(scriptsIn('lib/dump')))) {
    t.same(others.filter(other => !allowed(other)), [], file)
  }
})

t.test('nothing in lib loads programs, tests, benchmarks or examples', async t => {
  for (const [file, others] of Object.entries(loadedBy(scriptsIn('lib')))) t.same(others.filter(outside), [], file)
})

t.test('what captures through the debugger has one door, and what needs no debugger does not load it', async t => {
  const inFallback = from('lib/fallback')
  const others = scriptsIn('lib').filter(file => !inFallback(file))
  const named = others.flatMap(file =>
    [...fs.readFileSync(path.join(PACKAGE, file), 'utf8').matchAll(/require\('(\.[^']*fallback[^']*)'\)/g)].map(
      ([, name]) => `${file}: ${name}`
    )
  )
  t.same(named, ['lib/collector.js: ./fallback'])
  for (const [file, loaded] of Object.entries(loadedBy(others))) t.same(loaded.filter(inFallback), [], file)
})
