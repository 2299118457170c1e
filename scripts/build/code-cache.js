'use strict'
// Makes, for the Node.js that runs this script, V8's code caches of the preload's bundle and the file that
// lib/addon/v8-flags.js reads. Parts that few starts need have no cache.

const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const Module = require('node:module')
const os = require('node:os')
const path = require('node:path')

const { DIGEST_LENGTH, bundlePath, cachePath, compile, readText, sumOf } = require('../../lib/addon/preload-bundle')
const { FLAG, FLAG_SETS, WITHOUT_FLAGS, preimagePath } = require('../../lib/addon/v8-flags')
const { packageFolder } = require('../../lib/execution-path-door')
const { PACKAGE } = require('./node-gyp')
const { findPreimages } = require('./flag-hash-preimage')

/**
 * Writes the caches: one with the functions that a start and a handled error run, and one with those of a capture and
 * of a report that ends the process.
 */
function writeCaches () {
  const [preload, report] = [readText('preload'), readText('report')]
  const scripts = { preload: compile(preload), report: compile(report) }
  process.env.CRASH_COLLECTOR_DIR = fs.mkdtempSync(path.join(os.tmpdir(), 'crash-collector-cache-'))
  const entry = Object.create(module, { isPreloading: { value: true } })
  const runPart = (/** @type {import('../../lib/addon/preload-bundle').Part} */ part) =>
    (part === 'report' ? scripts.report : compile(readText(part))).runInThisContext()
  const api = scripts.preload.runInThisContext()(require, { PACKAGE, entry }, runPart).start(entry)
  // Its capture runs the few functions that each capture calls, which would otherwise be compiled in the first one.
  Reflect.construct(Error, ['for the code cache'])
  // V8 accepts a cache only under the flags under which it was made.
  const v8 = require('node:v8')
  for (const flag of WITHOUT_FLAGS) v8.setFlagsFromString(flag)
  writeCache('preload', preload, scripts.preload)
  for (const flag of flagsAtReport()) v8.setFlagsFromString(flag)
  api.configure({ stderr: 'none' })
  api.capture(new Error('for the code cache', { cause: new Error('its cause') }))
  // The collector reports this error before `exit`; Node.js would print it after.
  process.on('exit', () => {
    writeCache('report', report, scripts.report)
    fs.rmSync(String(process.env.CRASH_COLLECTOR_DIR), { recursive: true, force: true })
    Reflect.get(process, 'reallyExit')(0)
  })
  setImmediate(() => {
    throw new Error('for the code cache')
  })
}

/** Writes the cache with the functions that a start with execution paths runs. */
function writePathsCache () {
  const ofPaths = packageFolder()
  if (ofPaths === null || !fs.existsSync(bundlePath('paths', ofPaths))) return
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'crash-collector-cache-'))
  Object.assign(process.env, {
    CRASH_COLLECTOR_DIR: folder,
    CRASH_COLLECTOR_EXECUTION_PATH: 'request',
    XDG_CACHE_HOME: folder
  })
  const paths = readText('paths', ofPaths)
  const script = compile(paths)
  const runPart = (/** @type {import('../../lib/addon/preload-bundle').Part} */ part) =>
    (part === 'paths' ? script : compile(readText(part))).runInThisContext()
  const entry = Object.create(module, { isPreloading: { value: true } })
  try {
    compile(readText('preload'))
      .runInThisContext()(require, { PACKAGE, entry }, runPart)
      .start(entry)
    // The first time it is parsed, the second time its table is in the cache.
    const program = `(function () {${fs.readFileSync(path.join(PACKAGE, 'packages', 'shared', 'dump', 'store.js'))}})`
    for (const name of ['a', 'b']) {
      const file = path.join(folder, `${name}.js`)
      const module = /** @type {any} */ (new Module(file))
      module._compile(program, file)
    }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
  for (const flag of WITHOUT_FLAGS) require('node:v8').setFlagsFromString(flag)
  writeCache('paths', paths, script, ofPaths)
}

/** Writes the cache with the functions that `show` runs. */
async function writeShowCache () {
  const tools = toolsFolder()
  if (tools === null || !fs.existsSync(bundlePath('show', tools))) return
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'crash-collector-cache-'))
  try {
    const env = { ...process.env, CRASH_COLLECTOR_DIR: folder, XDG_STATE_HOME: folder }
    const program = path.join(folder, 'program.js')
    fs.writeFileSync(program, 'function read (order) {\n  return order.customer.name\n}\nread({ id: 1 })\n')
    spawnSync(process.execPath, ['--require', PACKAGE, program], { cwd: folder, env })
    const dump = fs.readdirSync(folder).find(name => name.endsWith('.ccdump'))
    if (dump === undefined) return
    Object.assign(process.env, env)
    const text = readText('show', tools)
    const script = compile(text)
    const { runCommand } = script.runInThisContext()(Module.createRequire(bundlePath('show', tools)), tools)
    const ignore = () => {}
    await runCommand(['show', path.join(folder, dump)], {
      write: ignore, writeError: ignore, isTerminal: false, columns: 80
    })
    writeCache('show', text, script, tools)
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** @returns {string | null} null when the package with the tools is not installed */
function toolsFolder () {
  try {
    return path.dirname(require.resolve('crash-collector-inspect/package.json'))
  } catch {
    return null
  }
}

/**
 * @param {import('../../lib/addon/preload-bundle').Part} part
 * @param {string} text
 * @param {import('node:vm').Script} script
 * @param {string} [folder] of the part's package
 */
function writeCache (part, text, script, folder) {
  const data = script.createCachedData()
  replace(cachePath(part, folder), Buffer.concat([Buffer.from(text.slice(0, DIGEST_LENGTH) + sumOf(data)), data]))
}

/** @returns {string[]} the flags that the collector usually sets at the start */
function flagsAtReport () {
  const hashFlag = fs.existsSync(preimagePath())
    ? [`${FLAG}=${fs.readFileSync(preimagePath(), 'latin1').split('\n', 1)}`]
    : []
  return [...FLAG_SETS[0], ...hashFlag]
}

/** Writes the file that lib/addon/v8-flags.js reads. */
function writePreimage () {
  const preimages = findPreimages()
  if (preimages.includes(null)) fs.rmSync(preimagePath(), { force: true })
  else replace(preimagePath(), preimages.join('\n'))
}

/**
 * @param {string} file
 * @param {string | Buffer} content
 */
function replace (file, content) {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(`${file}.${process.pid}`, content)
  fs.renameSync(`${file}.${process.pid}`, file)
}

/** Makes each file in a process of its own, in which no other code has run. */
function makeCodeCaches () {
  for (const part of ['--preimage', '--caches', '--paths', '--show']) {
    spawnSync(process.execPath, [__filename, part], { stdio: 'inherit' })
  }
}

if (require.main === module) {
  if (process.argv.includes('--caches')) writeCaches()
  else if (process.argv.includes('--preimage')) writePreimage()
  else if (process.argv.includes('--paths')) writePathsCache()
  else if (process.argv.includes('--show')) writeShowCache()
  else makeCodeCaches()
}

module.exports = { makeCodeCaches }
