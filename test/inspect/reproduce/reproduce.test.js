'use strict'
// `crash-collector reproduce`: the test that it writes is run, and fails as the process did.

const fs = require('node:fs')
const path = require('node:path')
const acorn = require('acorn')
const t = require('tap')
const { openDump } = require('../../../packages/inspect/dumps/open-dump')
const { reproductionsOf } = require('../../../packages/reproduce')
const { CRASHES, ROOT, temporaryDirectory } = require('../../helpers/crash')
const { runCli } = require('../../helpers/run-cli')
const { runNode } = require('../../helpers/run-node')
const { runToDump } = require('../../helpers/run-to-dump')

const GOLDEN = path.join(ROOT, 'test/fixtures/dumps/version-2.ccdump')
/** A test may wait for the machine, but not for ever. */
const PATIENT_MS = '120000'

/**
 * @param {string} dump
 * @param {string} cwd
 * @param {...string} flags
 */
async function reproduce (dump, cwd, ...flags) {
  const { exitCode, stdout, stderr } = await runCli(
    ['reproduce', dump, '--json', '--timeout', PATIENT_MS, ...flags],
    { cwd }
  )
  return { exitCode, stderr, result: stdout === '' ? null : JSON.parse(stdout) }
}

/** @param {string} cwd @param {RegExp} name */
function textOf (cwd, name) {
  const file = fs.readdirSync(cwd).find(each => name.test(each))
  return file === undefined ? undefined : fs.readFileSync(path.join(cwd, file), 'utf8')
}

t.test('without --check nothing is run, and the command says so', async t => {
  const cwd = temporaryDirectory(t)
  const { exitCode, stdout } = await runCli(['reproduce', GOLDEN], { cwd })
  t.equal(exitCode, 0)
  t.match(stdout, /^checkout\.reproduction\.test\.js\ncheckout\.reproduction\.code\.js\nnot run: /)
  t.match(stdout, 'order: private fields (#coupon)', 'it says what is not as it was')
  for (const name of fs.readdirSync(cwd)) t.equal(fs.statSync(path.join(cwd, name)).mode & 0o777, 0o600, name)
  const text = String(textOf(cwd, /test\.js$/))
  t.match(text, "const catalog = new Map([['A-1', { name: 'Tea', price: 3 }]])")
  t.match(text, 'Object.create(code.Order.prototype)')
  t.match(text, 'await code.checkout(order)')

  const again = await runCli(['reproduce', GOLDEN], { cwd })
  t.equal(again.exitCode, 1)
  t.match(again.stderr, 'exists already (--force overwrites it)')
  t.equal((await runCli(['reproduce', GOLDEN, '--force'], { cwd })).exitCode, 0)
})

t.test('the test fails with the error at the line of the script', async t => {
  const cwd = temporaryDirectory(t)
  const { exitCode, result } = await reproduce(GOLDEN, cwd, '--check')
  t.equal(exitCode, 0)
  t.match(result, { way: 'excerpt', checked: true, reproduced: true, verdict: 'reproduced', throwsByStub: false })
  const run = await runNode([path.join(cwd, 'checkout.reproduction.test.js')], { cwd })
  t.equal(run.exitCode, 1)
  t.match(run.stdout, /order 7 has no price/)
  t.match(run.stdout, /checkout\.reproduction\.code\.js:35:/)
})

t.test('an error about private fields that could not be made anew proves nothing', async t => {
  const { file, cwd } = await runToDump(t, [path.join(ROOT, 'test/fixtures/reproduce/private-proxy.js')])
  const { exitCode, result } = await reproduce(file, cwd, '--check', '--out', 'new/folder')
  t.equal(exitCode, 1)
  t.match(result, { checked: true, reproduced: false, verdict: 'notProven' })
  t.ok(fs.existsSync(path.join(cwd, 'new/folder/note.reproduction.test.js')), 'the folder was made')
})

t.test('the test of a runner is written in its way', async t => {
  const cwd = temporaryDirectory(t)
  await reproduce(GOLDEN, cwd, '--runner', 'vitest')
  t.match(textOf(cwd, /test\.mjs$/), /^import \{ test \} from 'vitest'\nimport code from '\.\/checkout/m)
  await reproduce(GOLDEN, cwd, '--runner', 'jest', '--force')
  t.match(textOf(cwd, /test\.js$/), "const { test } = require('@jest/globals')")
  const { exitCode, stderr } = await reproduce(GOLDEN, cwd, '--runner', 'vitest', '--check', '--force')
  t.equal(exitCode, 1)
  t.match(stderr, 'vitest is not installed here')
  t.equal((await reproduce(GOLDEN, cwd, '--runner', 'tape')).exitCode, 2)
})

t.test('in a package of ES modules the files are .cjs', async t => {
  const cwd = t.testdir({ 'package.json': '{ "type": "module" }' })
  t.match(await reproduce(GOLDEN, cwd, '--check'), { exitCode: 0, result: { reproduced: true } })
  t.ok(textOf(cwd, /test\.cjs$/))
})

/** Crashes of each kind, and how the test calls the function. @type {[file: string, call: RegExp][]} */
const FIXTURES = [
  ['uncaught/array-callback.js', /code\.callback\(line, 1\)/],
  ['uncaught/class-method.js', /code\.Shop\.open\(cart\)/],
  ['uncaught/generator.js', /Array\.from\(code\.prices\(lines\)\)/],
  ['uncaught/getter.js', /code\.holder\.price\(\)/],
  ['uncaught/json-parse.js', /code\.parse\('<!doctype html>'\)/],
  ['uncaught/esm-timer.mjs', /code\.setVariables\(\{ user \}\)\n\n {2}code\.tick\(42\)/],
  ['uncaught/emitter-listener.js', /code\.onOrder\(42\)/],
  ['rejection/async-method.js', /code\.priceOf\(line, 42\)/],
  ['rejection/fs-promises.js', /await code\.readPrices\(cart\)/],
  ['rejection/late-reject.js', /error => \{ throw error \}/]
]

for (const [file, call] of FIXTURES) {
  t.test(file, async t => {
    const dump = await runToDump(t, [path.join(CRASHES, file)])
    const cwd = temporaryDirectory(t)
    const { exitCode, result, stderr } = await reproduce(dump.file, cwd, '--check')
    t.equal(exitCode, 0, stderr)
    // In Node.js 26 the error of `fs.promises` has no line of the application.
    t.match(result, { reproduced: true, verdict: /^(?:reproduced|sameError)$/ })
    t.match(textOf(cwd, /test\.m?js$/), call)
  })
}

const ORDER = `'use strict'
class Line {
  constructor (sku, quantity) { this.sku = sku; this.quantity = quantity }
  get label () { return this.quantity + ' ' + this.sku }
}
const prices = new Map([['tea', { price: 3 }]])
function total (lines) {
  return lines.reduce((sum, line) => sum + prices.get(line.sku).price * line.label.length, 0)
}
function totalOf ({ lines }) {
  return total(lines)
}
module.exports = { totalOf, Line }
`

t.test('what a module exports is called there, and the test passes once the module is fixed', async t => {
  const cwd = t.testdir({
    'app.js': `const { Line, totalOf } = require('./lib/order')
setImmediate(totalOf, { lines: [new Line('cup', 2)] })
`,
    lib: { 'order.js': ORDER },
    test: {}
  })
  const { file } = await runToDump(t, [path.join(cwd, 'app.js')], { cwd })
  const { exitCode, result } = await reproduce(file, cwd, '--check', '--out', 'test')
  t.equal(exitCode, 0)
  const directory = path.join(cwd, 'test')
  t.match(result, { function: 'totalOf', way: 'module', reproduced: true, notCarried: [] })
  t.match(textOf(directory, /test\.js$/), "const order = require('../lib/order.js')")
  t.match(textOf(directory, /test\.js$/), "Object.create(order.Line.prototype), { sku: 'cup', quantity: 2 })")

  fs.writeFileSync(path.join(cwd, 'lib/order.js'), ORDER.replace('line.sku).price', 'line.sku)?.price'))
  const test = path.join(directory, 'totalOf.reproduction.test.js')
  t.equal((await runNode([test], { cwd })).exitCode, 0, 'the fixed module passes')
  const again = await reproduce(file, cwd, '--check', '--out', 'test', '--force')
  t.match(again, { exitCode: 0, result: { way: 'excerpt' } }, 'the dump still has the code as it was')
})

t.test('what was awaited of a package is in the test, and the package is not called', async t => {
  const cwd = t.testdir({
    'app.js': `const { Client } = require('orders-client')
async function load (client, id) {
  const { rows } = await client.query('select * from orders where id = $1', [id])
  return rows[0].total
}
async function save (client, order) {
  await client.insert(order)
}
if (process.argv[2] === 'save') save(new Client(), { id: 7 })
else load(new Client(), 7)
`,
    node_modules: {
      'orders-client': {
        'index.js': `exports.Client = class Client {
  async query () { return { rows: [] } }
  async insert () {
    await null
    throw Object.assign(new RangeError('there is an order 7'), { code: 'E_TWICE' })
  }
}
`
      }
    }
  })
  const loaded = await runToDump(t, [path.join(cwd, 'app.js')], { cwd, env: { CRASH_COLLECTOR_DIR: 'load' } })
  const ofLoad = await reproduce(loaded.file, cwd, '--check')
  t.match(ofLoad, { exitCode: 0, result: { reproduced: true, throwsByStub: false } })
  t.match(textOf(cwd, /load\..*test\.js$/), 'query: async () => ({ rows: [] })')

  const saved = await runToDump(t, [path.join(cwd, 'app.js'), 'save'], { cwd, env: { CRASH_COLLECTOR_DIR: 'save' } })
  const ofSave = await reproduce(saved.file, cwd, '--check')
  t.match(ofSave, { exitCode: 0, result: { reproduced: true, throwsByStub: true } })
  t.match(
    textOf(cwd, /save\..*test\.js$/),
    "insert: () => { throw Object.assign(new RangeError('there is an order 7'), { code: 'E_TWICE' }) }"
  )
})

t.test('an import of which one name is replaced keeps the others', async t => {
  const cwd = t.testdir({
    'app.mjs': `import { EventEmitter, once } from 'node:events'
async function wait (signal) {
  const queue = new EventEmitter()
  await once(queue, 'row', { signal })
}
wait(AbortSignal.abort())
`
  })
  const { file } = await runToDump(t, [path.join(cwd, 'app.mjs')], { cwd })
  const options = { directory: cwd, runner: /** @type {const} */ ('node'), isModulePackage: false }
  const { reproductions } = reproductionsOf(await openDump(file), options)
  const texts = reproductions.flatMap(({ files }) => files.map(({ text }) => text))
  t.ok(texts.some(text => text.includes('{ EventEmitter, once as replaced_once }')))
  for (const text of texts) acorn.parse(text, { ecmaVersion: 'latest', sourceType: 'module' })
})

t.test('a test that does not fail as the process did is no reproduction', async t => {
  const cwd = t.testdir({
    'app.js': `let calls = 0
function check (limit) {
  const isFirst = process.env.FIRST === 'yes'
  calls++
  if (isFirst && limit > 0) throw new Error('too many')
}
setImmediate(check, 1)
`
  })
  const { file } = await runToDump(t, [path.join(cwd, 'app.js')], { cwd, env: { FIRST: 'yes' } })
  const { exitCode, stdout } = await runCli(['reproduce', file, '--check', '--timeout', PATIENT_MS], { cwd })
  t.equal(exitCode, 1)
  t.match(stdout, 'not reproduced: the test passes')
  t.ok(textOf(cwd, /test\.js$/), 'the test stays, to be completed')
})

t.test('a file whose own code threw is loaded by the test', async t => {
  const cwd = t.testdir({ 'settings.js': "const { PORT } = {}\nif (!PORT) throw new Error('PORT is missing')\n" })
  const { file } = await runToDump(t, [path.join(cwd, 'settings.js')], { cwd })
  t.match(await reproduce(file, cwd, '--check'), { exitCode: 0, result: { way: 'file', reproduced: true } })
  t.match(textOf(cwd, /test\.js$/), "await import('./settings.js')")
})

t.test('without a function to call there is no test', async t => {
  const cwd = temporaryDirectory(t)
  const { file } = await runToDump(t, ['-e', "require('node:child_process').spawn('no-such-command')"])
  const { exitCode, stderr } = await reproduce(file, cwd)
  t.equal(exitCode, 1)
  t.match(stderr, 'no function of the application was running')
  t.same(fs.readdirSync(cwd), [])
})
