'use strict'
// The text of a script is parsed once for all that is done with a dump, and the trees that are kept have a limit.

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const zlib = require('node:zlib')
const { buildSync } = require('esbuild')
const t = require('tap')
const { ScriptTrees } = require('../../../packages/inspect/source/script-trees')
const { parseProgram } = require('../../../packages/inspect/source/syntax')
const { temporaryDirectory } = require('../../helpers/crash')
const { countParses } = require('../../helpers/count-parses')
const { runToDump } = require('../../helpers/run-to-dump')

const DUMPS = path.join(__dirname, '../../fixtures/dumps')

/** What is done with a dump, in this order, by one process. */
const STEPS = ['open', 'show --json', 'page', 'replay', 'eval']

/**
 * @param {import('tap').Test} t
 * @param {string} dump
 */
async function parsesOnce (t, dump) {
  const steps = await countParses(dump, 'order.lines[1].sku')
  t.same(steps.map(({ step, url }) => `${step} ${url}`), STEPS.map(step => `${step} /app/shop.js`))
  t.ok(steps.every(({ parses }) => parses <= 1), JSON.stringify(steps))
  t.equal(steps[steps.length - 1].parses, 1)
}

for (const version of [1, 2]) {
  t.test(`version ${version}: show, page, replay and eval parse each script once`, async t => {
    await parsesOnce(t, path.join(DUMPS, `version-${version}.ccdump`))
  })
}

t.test('a script that must say what is around the functions of the dump is parsed once, too', async t => {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'script-trees-'))
  t.teardown(() => fs.rmSync(directory, { recursive: true }))
  const lines = zlib.gunzipSync(fs.readFileSync(path.join(DUMPS, 'version-2.ccdump'))).toString().split('\n')
  const withoutClosures = lines.filter(line => !/^\{"kind":"objectDetails".*"scopes":/.test(line))
  const file = path.join(directory, 'without-closures.ccdump')
  fs.writeFileSync(file, zlib.gzipSync(withoutClosures.join('\n')))
  await parsesOnce(t, file)
})

t.test('a bundle whose frame has a variable without a value is opened without its whole tree', async t => {
  const cwd = temporaryDirectory(t)
  buildSync({
    stdin: {
      contents: `require('acorn')
function priceOf (catalog, sku) {
  const product = catalog[sku]
  return product.price
}
setTimeout(() => priceOf({}, 'tea'))`,
      resolveDir: __dirname
    },
    bundle: true,
    platform: 'node',
    outfile: path.join(cwd, 'bundle.js')
  })
  const { file } = await runToDump(t, ['bundle.js'], { cwd })
  const steps = await countParses(file, 'product')
  t.same(steps.map(({ step, parses }) => `${step} ${parses}`), ['open 0', ...STEPS.slice(1).map(step => `${step} 1`)])
})

/** @param {Record<string, string>} sources by scriptId */
function dumpOf (sources) {
  return {
    /** @param {string} scriptId @returns {import('../../../packages/shared/dump/format').ScriptRecord} */
    script: scriptId => ({
      kind: 'script',
      scriptId,
      url: '',
      length: sources[scriptId].length,
      source: sources[scriptId]
    })
  }
}

t.test('trees up to the limit are kept, then the one that was asked for longest ago goes', async t => {
  const trees = new ScriptTrees(dumpOf({ a: 'aaa()', b: 'bbb()', c: 'ccc()', damaged: '}' }), 10)
  const [a, b] = [trees.of('a'), trees.of('b')]
  t.equal(trees.of('damaged'), null)
  t.equal(trees.of('a'), a)
  trees.of('c')
  t.equal(trees.of('a'), a)
  t.not(trees.of('b'), b)
})

t.test('trees can be dropped at once', async t => {
  const trees = new ScriptTrees(dumpOf({ a: 'aaa()', b: 'bbb()' }), 5)
  const a = trees.of('a')
  trees.clear()
  t.not(trees.of('a'), a)
  const again = trees.of('a')
  t.equal(trees.of('a'), again)
})

t.test('the newest tree is kept, however long its text is', async t => {
  const trees = new ScriptTrees(dumpOf({ long: 'a + b + c + d' }), 5)
  t.equal(trees.of('long'), trees.of('long'))
})

t.test('scripts and modules are both understood, whatever their first statement says', async t => {
  const understood = {
    'a script that no module could be': 'with (a) { b = 010 }',
    'a script with a line of a module in a text': 'const text = `\nimport a from "b"`\nwith (a) {}',
    'a module': 'import a from "a"\nexport default await a',
    'a module whose first statement is no import': 'using a = b()\nawait a',
    'a part of a module': 'const a = await b'
  }
  for (const [name, source] of Object.entries(understood)) t.not(parseProgram(source), null, name)
  for (const source of ['', '}', 'import a from']) t.equal(parseProgram(source), null, source)
})
