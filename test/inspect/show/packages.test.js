'use strict'
// Errors of packages: the first screen has what the application has passed in, on at most 45 lines.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { temporaryDirectory } = require('../../helpers/crash')
const { runCli } = require('../../helpers/run-cli')
const { runToDump } = require('../../helpers/run-to-dump')

/**
 * @param {import('tap').Test} t
 * @param {Record<string, string>} files
 * @param {string[]} [options] of `show`
 */
async function showCrash (t, files, options = []) {
  const cwd = temporaryDirectory(t)
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(cwd, name)), { recursive: true })
    fs.writeFileSync(path.join(cwd, name), text)
  }
  const { file } = await runToDump(t, ['app.js'], { cwd })
  const { stdout } = await runCli(['show', file, ...options], { cwd, env: { COLUMNS: '80' } })
  return stdout
}

const PARSER = `const { EventEmitter } = require('node:events')
class Part extends EventEmitter {}
class Parser extends EventEmitter {
  constructor () { super(); this.part = new Part(); setImmediate(finish, this) }
}
function finish (parser) {
  const { part } = parser
  if (part !== undefined) throw new Error('Unexpected end')
}
module.exports = Parser`
const UPLOADS = `const Parser = require('parser')
const none = []
module.exports = function upload (fieldname, target) {
  const parser = new Parser()
  const file = { originalname: target.name, encoding: '7bit' }
  parser.part.on('error', () => { file.failed = fieldname + none.length })
  parser.on('close', () => none.push(parser))
}`

t.test('what listeners close over, if no function of the application ran', async t => {
  const files = {
    'node_modules/parser/index.js': PARSER,
    'node_modules/uploads/index.js': UPLOADS,
    'app.js': "require('uploads')('document', { name: 'invoice-31.txt' })"
  }
  const part = new RegExp([
    '^What its listeners close over',
    ' {2}error of Part {2}node_modules/uploads/index\\.js:6:\\d+',
    " {6}fieldname {2}'document'"
  ].join('\n'), 'm')
  for (const options of [[], ['--more'], ['--all']]) {
    const text = await showCrash(t, files, options)
    t.match(text, part)
    t.match(text, /^ {6}file {7}\{\s+originalname: 'invoice-31\.txt',\s+encoding: '7bit'\s+\}/m)
    t.notMatch(text, /^ {6}none/m, 'nothing of the module')
  }
  const once = { ...files, 'node_modules/uploads/index.js': UPLOADS.replace("part.on('error'", "part.once('error'") }
  t.match(await showCrash(t, once), part, 'of once() it is the function that was given')
  const own = { ...files, 'app.js': `${PARSER.replace('module.exports = Parser', 'new Parser()')}` }
  t.notMatch(await showCrash(t, own), /listeners/, 'a frame of the application is there')
})

const STORE = `class Store {
  options = { host: 'db.eu', port: 6000, database: 'shop' }
  put (text, { length } = {}, meta, flags = {}) { return this.#check(meta, flags) }
  #check (meta, flags) { return meta.parent.id + flags.size }
}
module.exports = Store`
const PUT = `const Store = require('store')
const store = new Store()
function save (report) {
  store.put(report.text, undefined, { name: \`report-\${report.id}.csv\` })
}
save({ id: 7, text: 'a;b' })`

t.test('what the application has passed to a package', async t => {
  const text = await showCrash(t, { 'node_modules/store/index.js': STORE, 'app.js': PUT })
  t.match(text, new RegExp([
    '^#1 {2}put {2}node_modules/store/index.js:3:\\d+',
    " {6}text {2}'a;b'",
    " {6}meta {2}\\{ name: 'report-7.csv' \\}",
    ' {6}this of db.eu:6000/shop',
    '#2 {2}save {2}app.js:4:9',
    " {6}report {2}\\{ id: 7, text: 'a;b' \\}$"
  ].join('\n'), 'm'))
  t.notMatch(text, /flags {2}/, 'no default')
})

const CAUSE = `module.exports = async function load (read) {
  try { return await read() } catch (cause) { throw new Error('not loaded', { cause }) }
}`
/** @param {string[]} names of functions that call each other */
const nested = names => `const load = require('load')
${names.map((name, i) => `async function ${name} (n) {
  const [x, y, z] = [n, [n], { n }]
  return [await ${names[i + 1] ?? 'last'}(n + 1), x, y, z]
}`).join('\n')}
async function last (n) { const options = { n }; return await load(() => read(options)) }
async function read (options) { await null; return options.user.id }
a(1)`

t.test('an error with a cause has one screen, and its frames once', async t => {
  const files = { 'node_modules/load/index.js': CAUSE, 'app.js': nested(['a', 'b']) }
  const long = await showCrash(t, { ...files, 'app.js': nested(Array.from('abcdefghijkl')) })
  t.ok(long.trimEnd().split('\n').length <= 45, long)
  const text = await showCrash(t, files)
  t.match(text, /^Root cause: TypeError/m)
  t.match(text, /^Reported: Error: not loaded/m)
  t.equal(text.match(/^#\d+ +last /gm)?.length, 1, text)
  t.match(text, /^… #\d+.*: as above, at the same places$/m)
  t.match(text, /^Next.*/m)
  const more = await showCrash(t, files, ['--more'])
  t.equal(more.match(/^#\d+ +last /gm)?.length, 2)
})
