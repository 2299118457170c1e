'use strict'
// Writes what lib/addon/preload-bundle.js loads: prebuilds/preload.js for all Node.js versions, and V8's code cache for
// one of them. `node scripts/bundle.js` makes both, and what lib/addon/v8-flags.js reads; `--cache` and `--preimage`
// only the one file for the Node.js that runs it.

const acorn = require('acorn')
const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')

const { BUNDLE, PACKAGE, cachePath, compile } = require('../lib/addon/preload-bundle')
const { DEFAULT, FLAG, preimagePath } = require('../lib/addon/v8-flags')
const { findPreimage } = require('./flag-hash-preimage')

const ENTRY = path.join(PACKAGE, 'lib', 'start.js')

/**
 * @typedef {object} Bundled
 * @property {string} file relative to the package
 * @property {number} size
 * @property {number} modifiedMs
 * @property {string} text
 */

/** @returns {string} */
function bundleText () {
  /** @type {Map<string, number>} */
  const ids = new Map()
  /** @type {Bundled[]} */
  const modules = []

  /** @param {string} file */
  const add = file => {
    const known = ids.get(file)
    if (known !== undefined) return known
    const id = ids.size
    ids.set(file, id)
    const { size, mtimeMs } = fs.statSync(file)
    const name = path.relative(PACKAGE, file)
    modules[id] = { file: name, size, modifiedMs: mtimeMs, text: '' }
    const source = fs.readFileSync(file, 'utf8')
    modules[id].text = file.endsWith('.json') ? `module.exports = ${source}` : rewrite(source, file, add)
    return id
  }
  add(ENTRY)

  const head = JSON.stringify({ files: modules.map(({ file, size, modifiedMs }) => [file, size, modifiedMs]) })
  const text = `//${head}
(function (require, root, host) {
const files = ${JSON.stringify(modules.map(({ file }) => file.split(path.sep).join('/')))}
const modules = []
const functions = [
${modules.map(({ text }) => `function (module, exports, __filename, __dirname) {${text}\n}`).join(',\n')}
]
function own (id) {
  const known = modules[id]
  if (known !== undefined) return known.exports
  const module = modules[id] = { __proto__: Object.getPrototypeOf(host), exports: {} }
  const file = root + '/' + files[id]
  functions[id](module, module.exports, file, file.slice(0, file.lastIndexOf('/')))
  return module.exports
}
return own(0)
})
`
  return text.replace(/[^\0-\x7f]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/**
 * Takes the comments out, and makes `require('./file')` a call that finds the file in the bundle.
 *
 * @param {string} source
 * @param {string} file
 * @param {(file: string) => number} add
 * @returns {string}
 */
function rewrite (source, file, add) {
  /** @type {{ start: number, end: number, text: string }[]} */
  const edits = []
  const tokens = [
    ...acorn.tokenizer(source, {
      ecmaVersion: 'latest',
      allowHashBang: true,
      // A line break may end a statement: it stays.
      onComment: (block, text, start, end) => edits.push({ start, end, text: block && text.includes('\n') ? '\n' : '' })
    })
  ]
  for (let i = 3; i < tokens.length; i++) {
    const [callee, open, argument, close] = tokens.slice(i - 3, i + 1)
    const isCall =
      valueOf(callee) === 'require' &&
      tokens[i - 4]?.type !== acorn.tokTypes.dot &&
      open.type === acorn.tokTypes.parenL &&
      argument.type === acorn.tokTypes.string &&
      close.type === acorn.tokTypes.parenR
    const name = isCall ? String(valueOf(argument)) : ''
    if (!name.startsWith('.')) continue
    const target = require.resolve(path.resolve(path.dirname(file), name))
    edits.push({ start: callee.start, end: close.end, text: `own(${add(target)})` })
  }
  let text = ''
  let at = 0
  for (const { start, end, text: instead } of edits.sort((a, b) => a.start - b.start)) {
    text += source.slice(at, start) + instead
    at = end
  }
  return (text + source.slice(at)).replace(/[ \t]+$/gm, '').replace(/\n{2,}/g, '\n')
}

/** acorn's types leave it out. @param {import('acorn').Token} token */
function valueOf (token) {
  return /** @type {import('acorn').Token & { value?: unknown }} */ (token).value
}

/** Writes the cache for this Node.js, of what a start without a crash has run. */
function writeCache () {
  const script = compile(fs.readFileSync(BUNDLE, 'latin1'), undefined)
  process.env.CRASH_COLLECTOR_QUIET = 'on'
  const entry = Object.assign(Object.create(module), { parent: { id: 'internal/preload' } })
  script.runInThisContext()(require, PACKAGE, module).start(entry)
  // The collector has set these; V8 takes a cache only under the flags under which it was made.
  const v8 = require('node:v8')
  v8.setFlagsFromString('--stack-trace-limit=10')
  v8.setFlagsFromString('--no-abort-on-uncaught-exception')
  v8.setFlagsFromString(`${FLAG}=${DEFAULT}`)
  replace(cachePath(), script.createCachedData())
}

/** Writes what lib/addon/v8-flags.js reads, for this Node.js. */
function writePreimage () {
  const preimage = findPreimage()
  if (preimage === null) fs.rmSync(preimagePath(), { force: true })
  else replace(preimagePath(), preimage)
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

/**
 * @param {string[]} [nodes] executables for which to make the cache
 */
function makeBundle (nodes = [process.execPath]) {
  replace(BUNDLE, bundleText())
  // In a process of its own, in which nothing has run yet.
  for (const node of nodes) {
    for (const part of ['--preimage', '--cache']) spawnSync(node, [__filename, part], { stdio: 'inherit' })
  }
}

if (require.main === module) {
  if (process.argv.includes('--cache')) writeCache()
  else if (process.argv.includes('--preimage')) writePreimage()
  else makeBundle()
}

module.exports = { bundleText, makeBundle }
