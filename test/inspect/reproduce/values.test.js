'use strict'
// The values of a dump as code. The code is run, and gives the values again; texts of the dump never become code.

const fs = require('node:fs')
const path = require('node:path')
const vm = require('node:vm')
const acorn = require('acorn')
const t = require('tap')
const { openDump } = require('../../../packages/inspect/dumps/open-dump')
const { reproductionsOf } = require('../../../packages/reproduce')
const { Names } = require('../../../packages/reproduce/values/names')
const { ValueCode } = require('../../../packages/reproduce/values/value-code')
const { callFrame, fn, makeDump, num, object, ref, str } = require('../../helpers/make-dump')
const { runCli } = require('../../helpers/run-cli')

/** @typedef {import('../../../packages/shared/dump/format').Value} Value */

/**
 * @param {import('tap').Test} t
 * @param {import('../../../packages/shared/dump/format').DumpRecord[]} records
 */
async function dumpOf (t, records) {
  const file = path.join(t.testdir(), 'crash.20260102.030405.4242.0.1.ccdump')
  return await openDump(makeDump(file, records))
}

/**
 * @param {import('../../../packages/inspect/reader').Dump} dump
 * @param {Value} value
 */
function write (dump, value) {
  const writer = new ValueCode(dump, new Names(), {
    classFor: () => null,
    functionFor: () => null,
    stubFor: () => null,
    isModule: false
  })
  writer.prepare([value])
  const name = writer.variable('value', value)
  const code = writer.lines.join('\n')
  return { code, notes: writer.notes, made: vm.runInThisContext(`(() => {\n${code}\nreturn ${name}\n})()`) }
}

t.test('primitives', async t => {
  const dump = await dumpOf(t, [])
  const text = 'it\'s `$' + '{x}` \\ "\n\u2028\u202e\ud800'
  /** @type {[Value, unknown][]} */
  const cases = [
    [str(text), text],
    [num(-1.5), -1.5],
    [{ type: 'number', unserializableValue: '-0' }, -0],
    [{ type: 'number', unserializableValue: 'NaN' }, NaN],
    [{ type: 'bigint', unserializableValue: '-12n' }, -12n],
    [{ type: 'object', subtype: 'null', value: null }, null],
    [{ type: 'symbol', description: 'Symbol(a)', registryKey: 'a', objectId: '9' }, Symbol.for('a')],
    [{ type: 'symbol', description: 'Symbol(Symbol.iterator)', objectId: '8' }, Symbol.iterator],
    [{ type: 'object', className: 'Object', intrinsic: 'Array.prototype' }, Array.prototype]
  ]
  for (const [value, expected] of cases) t.ok(Object.is(write(dump, value).made, expected), String(expected))
})

t.test('objects, collections and what is shared among them', async t => {
  const date = { name: '[[DateValue]]', value: num(0) }
  const set = ref('5', 'Set', 'set')
  const dump = await dumpOf(t, [
    object('1', { list: ref('2', 'Array', 'array'), again: ref('3'), own: ref('1'), 'not-a-name': num(1) }),
    object('2', { 0: ref('3'), 1: ref('4', 'Map', 'map') }, { subtype: 'array', className: 'Array', length: 2 }),
    object('3', { __proto__: num(1), sku: str('tea'), whole: ref('1') }),
    object('4', {}, { subtype: 'map', className: 'Map', size: 1, entries: [{ key: str('k'), value: set }] }),
    object('5', {}, { subtype: 'set', className: 'Set', size: 1, entries: [{ value: ref('6', 'Date', 'date') }] }),
    object('6', {}, { subtype: 'date', className: 'Date', internalProperties: [date] })
  ])
  const { made, notes } = write(dump, ref('1'))
  t.same(notes, [])
  t.equal(made.own, made)
  t.equal(made.again, made.list[0])
  t.equal(made.again.whole, made)
  t.equal(made['not-a-name'], 1)
  t.equal([...made.list[1].get('k')][0].getTime(), 0)
})

t.test('what is missing is said, and has a placeholder', async t => {
  const dump = await dumpOf(t, [
    object('1', {
      token: { type: 'string', value: '', length: 20, notCapturedReason: 'redacted' },
      deep: ref('99'),
      done: fn('2')
    }),
    object('2', { name: str('done') }, { type: 'function', className: 'Function' })
  ])
  const { made, notes } = write(dump, ref('1'))
  t.equal(made.token, '<redacted>')
  t.equal(made.deep, undefined)
  t.equal(made.done(), undefined)
  t.same(notes, [
    'value.token: a string, of 20 characters: redacted',
    'value.deep: deeper than the depth limit',
    'value.done: a function; the test has one that does nothing'
  ])
})

t.test('a hostile dump gets no code into the test but that of its scripts', async t => {
  const cwd = t.testdir()
  const marker = path.join(cwd, 'was-run')
  const hostile = `*/\n\u2028'"\`\${}); require('fs').writeFileSync(${JSON.stringify(marker)}, ''); //`
  const source = 'function f (a) {\n  throw new RangeError(a.b)\n}\n'
  const records = [
    {
      kind: /** @type {const} */ ('exception'),
      value: ref('1', hostile, 'error'),
      className: hostile,
      message: hostile,
      description: hostile,
      stack: [{ functionName: hostile, url: `/x/${hostile}.js`, lineNumber: 1, columnNumber: 8 }]
    },
    callFrame([{ name: 'a', value: ref('2', hostile) }], {
      functionName: hostile,
      url: `/x/${hostile}.js`,
      lineNumber: 1,
      columnNumber: 8,
      functionLocation: { scriptId: '1', lineNumber: 0, columnNumber: 11 },
      this: { type: 'object', className: hostile, intrinsic: hostile }
    }),
    object('1', { [hostile]: str(hostile) }, { subtype: 'error', className: hostile }),
    object('2', { [hostile]: str(hostile), b: ref('3', hostile), c: { type: 'bigint', unserializableValue: hostile } }),
    object('3', {}, {
      className: hostile,
      internalProperties: [{ name: '[[Prototype]]', value: { type: 'object', intrinsic: hostile } }]
    }),
    { kind: /** @type {const} */ ('script'), scriptId: '1', url: hostile, length: source.length, source }
  ]
  const file = path.join(cwd, 'crash.20260102.030405.4242.0.1.ccdump')
  makeDump(file, /** @type {any[]} */ (records))
  const dump = await openDump(file)
  const { reproductions } = reproductionsOf(dump, { directory: cwd, runner: 'node', isModulePackage: false })
  t.ok(reproductions.length > 0)
  for (const { files } of reproductions) {
    for (const { name, text } of files) {
      t.match(name, /^[\w.-]+$/)
      acorn.parse(text, { ecmaVersion: 'latest', sourceType: 'script' })
      t.notMatch(text.replaceAll('\n', ''), /[\u2028\u202e]/)
    }
  }
  const { exitCode, stdout } = await runCli(['reproduce', file, '--check', '--timeout', '120000'], { cwd })
  t.equal(exitCode, 1)
  t.match(stdout, 'not reproduced: another error: RangeError')
  t.notOk(fs.existsSync(marker), 'nothing else was run')
})
