'use strict'
// What mutants have found. The sizes of answers are checked, which decide the time and the memory that they take.

const path = require('node:path')
const t = require('tap')

const { runCommand } = require('../../../packages/inspect/cli/command-line')
const { readDump } = require('../../../packages/inspect/reader')
const { startSession } = require('../../../packages/inspect/cdp/session')
const { renderDump } = require('../../../packages/inspect/show')
const { dumpToJson } = require('../../../packages/inspect/show/json')
const { SourceMaps } = require('../../../packages/inspect/source/source-map')
const { CHECKOUT_RECORDS } = require('../../helpers/checkout-dump')
const { callFrame, fn, makeDump, object, ref, str, vars } = require('../../helpers/make-dump')

const LONG = 100_000
const VARIABLES = 500
/** The dump has about this many characters; what is made of it may have some times as many, and not thousands. */
const MOST = 100 * LONG

t.test('many variables refer to objects with a long description (seed 12, mutant 2070)', async t => {
  const long = 'a'.repeat(LONG)
  const objects = [
    object('named', {}, { className: long }),
    object('regexp', {}, { subtype: 'regexp', className: 'RegExp', regexp: { source: long, flags: '' } }),
    object('error', { message: str('short') }, { subtype: 'error', className: 'Error', description: `Error: ${long}` }),
    object('function', { name: str(long) }, { type: 'function', className: 'Function' })
  ]
  const values = [ref('named'), ref('regexp', 'RegExp', 'regexp'), ref('error', 'Error', 'error'), fn('function')]
  const names = Array.from({ length: VARIABLES }, (_, i) => [`variable${i}`, values[i % values.length]])
  const file = makeDump(path.join(t.testdir(), 'long.ccdump'), [callFrame(vars(Object.fromEntries(names))), ...objects])

  const dump = await readDump(file)
  t.ok(renderDump(dump, new SourceMaps(dump), { columns: 80, all: true, isTerminal: false }).length < MOST, 'show')
  t.ok(JSON.stringify(dumpToJson(dump, new SourceMaps(dump))).length < MOST, 'show --json')
  let told = 0
  let scope = ''
  const session = startSession({ dump, task: null }, { allowFunctions: false }, async text => {
    told += text.length
    const { method, params } = JSON.parse(text)
    if (method === 'Debugger.paused') scope = params.callFrames[0].scopeChain[0].object.objectId
  })
  await session.receive('{"id":1,"method":"Debugger.enable"}')
  const params = { objectId: scope, ownProperties: true, generatePreview: true }
  await session.receive(JSON.stringify({ id: 2, method: 'Runtime.getProperties', params }))
  t.ok(told > LONG && told < MOST, `DevTools, ${told} characters`)
  session.end()
})

t.test('a place is beyond the end of its line (seed 21, mutant 6667): list --group took minutes', async t => {
  const directory = t.testdir()
  const records = structuredClone(CHECKOUT_RECORDS)
  const exception = records.find(({ kind }) => kind === 'exception')
  for (const frame of exception.stack) frame.columnNumber = 2 ** 31
  makeDump(path.join(directory, 'crash.20260101.000000.1.0.1.ccdump'), records)
  let text = ''
  const output = { write: more => (text += more), writeError: more => t.fail(more), isTerminal: false, columns: 80 }
  t.equal(await runCommand(['list', directory, '--group'], output), 0)
  t.match(text, 'TypeError')
})

t.test('a variable has a name as long as a file (seed 1022, mutant 54792): common took minutes', async t => {
  const directory = t.testdir()
  const records = structuredClone(CHECKOUT_RECORDS)
  const frame = records.find(({ kind }) => kind === 'callFrame')
  frame.scopeChain[0].variables.push({ name: `${'a'.repeat(10 * LONG)} b`, value: str('c') })
  makeDump(path.join(directory, 'crash.20260101.000000.1.0.1.ccdump'), records)
  const run = async (/** @type {string[]} */ words) => {
    let text = ''
    const output = { write: more => (text += more), writeError: more => t.fail(more), isTerminal: false, columns: 80 }
    t.equal(await runCommand(words, output), 0)
    return text
  }
  const [{ fingerprint }] = JSON.parse(await run(['list', directory, '--group', '--json'])).groups
  t.match(await run(['common', fingerprint, directory]), '1 dump, compared with 0 others')
})
