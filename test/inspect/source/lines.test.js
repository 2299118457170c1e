'use strict'
// V8 ends a line at a carriage return, U+2028 or U+2029, even inside strings. All code that looks for V8's positions
// counts these lines, too.

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const t = require('tap')
const { Scripts } = require('../../../packages/inspect/cdp/scripts')
const { explain } = require('../../../packages/inspect/explain')
const { linesOf, lineStarts, offsetOf, placeAt } = require('../../../packages/inspect/source/lines')
const { placesOf } = require('../../../packages/inspect/source/scope-places')
const { runCli } = require('../../helpers/run-cli')
const { runToDump } = require('../../helpers/run-to-dump')
const { shownDump } = require('../../helpers/shown-dump')

/** What stands before each program: a line end of each kind in a comment, a text and a template. */
const ODD =
  "// a comment\rconst text = 'a\u2028text\u2029'; const template = `a\rtemplate\u2028`\r\n" +
  '/* another\u2028\rcomment */\r'
const LINES_OF_ODD = 10

/**
 * Runs a program whose lines end as `ends` says, one after the other.
 * @param {import('tap').Test} t
 * @param {string[]} lines
 */
async function crashOf (t, lines, ends = ['\r', '\u2028', '\r\n', '\u2029', '\n']) {
  const cwd = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'source-lines-')))
  t.teardown(() => fs.rmSync(cwd, { recursive: true }))
  const file = path.join(cwd, 'app.js')
  fs.writeFileSync(file, ODD + lines.map((line, i) => line + ends[i % ends.length]).join(''))
  const run = await runToDump(t, [file], { cwd })
  return { cwd, exitCode: run.exitCode, ...(await shownDump(t, run.file)) }
}

/** @param {number} line of a program, from 1 */
const inFile = line => LINES_OF_ODD - 1 + line

t.test('why, places of functions, and functions that may run', async t => {
  const { cwd, dump, shown } = await crashOf(t, [
    "const catalog = new Map([['A-1', 5]])",
    'const double = (value) => value * 2',
    'function priceOf (line) {',
    '  const product = catalog.get(line.sku)',
    '  return double(product.price)',
    '}',
    'async function order (skus) {',
    '  const first = skus[0]',
    '  await null',
    '  return priceOf({ sku: first })',
    '}',
    'async function main (skus) {',
    '  const count = skus.length',
    '  await order(skus)',
    '  return count',
    '}',
    "main(['A-9'])"
  ])
  t.equal(
    explain(dump)?.text,
    "`product` is undefined: `catalog.get(line.sku)` found no key 'A-9': the only key of `catalog` is 'A-1'"
  )
  t.match(shown, `app.js:${inFile(5)}:25\n`)
  t.match(shown, new RegExp(`^> ${inFile(5)} \\| {3}return double\\(product\\.price\\)$`, 'm'))
  const { stdout, stderr } = await runCli(['eval', "[double(4), catalog.get('A-1')]"], {
    cwd,
    env: { CRASH_COLLECTOR_DIR: 'dumps' }
  })
  t.equal(stdout, '[ 8, 5 ]\n', stderr)
  const waiting = dump.callFrames.find(({ functionName }) => functionName === 'main')
  const { functionLocation, scopeChain } = placesOf(dump, /** @type {NonNullable<typeof waiting>} */ (waiting))
  t.match(functionLocation, { lineNumber: inFile(12) - 1, columnNumber: 20 })
  t.match(scopeChain[0].endLocation, { lineNumber: inFile(16) - 1, columnNumber: 1 })
  t.match(
    new Scripts(dump).announcements().at(0),
    { endLine: inFile(18) - 1, endColumn: 0 },
    'debuggers hear of the same lines'
  )
})

t.test('a line that a rule names', async t => {
  const { dump } = await crashOf(t, ['function raise () {', '  const limit = 1', '  limit = 2', '}', 'raise()'])
  t.match(explain(dump)?.text, `which line ${inFile(2)} declares with`)
})

t.test('a variable before its declaration', async t => {
  const { shown } = await crashOf(t, [
    'function early () {',
    '  const known = 1',
    '  if (known) null.x',
    '  const later = 2',
    '  return later',
    '}',
    'early()'
  ])
  t.match(shown, /later {2}<not initialised yet>/)
})

t.test('an async function that V8 shows at its end', async t => {
  const { dump } = await crashOf(t, [
    'async function stop () {',
    '  await null',
    "  if (text) throw 'a value'",
    '  return 1',
    '}',
    'stop()'
  ])
  t.match(dump.callFrames[0], { functionName: 'stop', lineNumber: inFile(3) - 1, columnNumber: 12 })
})

t.test('a stack overflow where V8 could not be stopped', async t => {
  const { dump, exitCode } = await crashOf(t, [
    'function descend (n) {',
    '  const deeper = () => descend(n + 1) // the closure keeps n',
    '  return deeper()',
    '}',
    'descend(0)'
  ])
  t.equal(exitCode, 1)
  t.match(dump.exception, { message: 'Maximum call stack size exceeded' })
})

t.test('places and offsets', async t => {
  const source = 'a\rb\nc\r\nd\u2028e\u2029\r\rf'
  t.same(linesOf(source), ['a', 'b', 'c', 'd', 'e', '', '', 'f'])
  t.same([...lineStarts(source)], [0, 2, 4, 7, 9, 11, 12, 13])
  for (const letter of 'abcdef') {
    const offset = source.indexOf(letter)
    const place = placeAt(source, offset)
    t.equal(linesOf(source)[place.lineNumber][place.columnNumber], letter)
    t.equal(offsetOf(source, place), offset)
  }
  t.equal(offsetOf(source, { lineNumber: 7, columnNumber: 1 }), source.length)
  t.equal(offsetOf(source, { lineNumber: 7, columnNumber: 2 }), -1)
  t.equal(offsetOf(source, { lineNumber: 8, columnNumber: 0 }), -1)
})
