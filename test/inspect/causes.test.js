'use strict'
// An error that stands on others: what each viewer says of the cause.

const path = require('node:path')
const t = require('tap')
const reader = require('../../reader')
const { CAUSES_RECORDS } = require('../helpers/causes-dump')
const { evaluateAll } = require('../helpers/evaluate-all')
const { makeDump } = require('../helpers/make-dump')
const { runCli } = require('../helpers/run-cli')

const directory = t.testdir()
const file = makeDump(path.join(directory, 'crash.20260102.030405.1.0.1.ccdump'), CAUSES_RECORDS)

t.test('--json has each cause with its own frames', async t => {
  const { stdout } = await runCli(['show', file, '--json'], { cwd: directory })
  const { callFrames, causes } = JSON.parse(stdout)
  t.same(callFrames.map(({ index }) => index), [0])
  t.same(causes.map(({ index, of, path, className, callFrames }) => [index, of, path, className, callFrames.map(({ index }) => index)]),
    [[1, 0, 'cause', 'RepositoryError', [1]], [2, 1, 'cause', 'TypeError', [2, 3]]])
  t.match(causes[1], { value: { description: /^TypeError/ }, diagnosis: { rule: 'nullish-property' }, capture: { match: 'identity' }, callFrames: [{ scopeChain: [{ variables: { product: { type: 'undefined' } } }] }, {}] })
})

t.test('the reader library has them', async t => {
  const dump = await reader.open(file)
  t.same(dump.causes.map(({ path, callFrames }) => [path, callFrames.length]), [['cause', 1], ['cause', 2]])
  t.same([...dump.variables(dump.causes[1].callFrames[0]).keys()], ['line', 'product'])
})

t.test('eval on a frame of a cause', async t => {
  t.same(await evaluateAll(file, [['line.sku', { frame: 2 }], ['order.id', { frame: 3 }], ['1', { frame: 4 }]]),
    ["'C-9'", '7', 'NO_SUCH_FRAME there is no frame 4 in this dump'])
})

t.test('repl lists them, and up and down stay in one error', async t => {
  const { Session } = require('../../lib/inspect/repl/session')
  const { noPaint } = require('../../lib/inspect/colours')
  const { readDump } = require('../../lib/dump/reader')
  const session = new Session(await readDump(file), { columns: 80, paint: noPaint })
  const frames = await session.execute('frames')
  t.match(frames, /^\* #0 {2}checkout.*\ncaused by RepositoryError: no price\n {2}#1 {2}load.*\ncaused by TypeError: Cannot read.*\n {2}#2 {2}priceOf/)
  t.equal(await session.execute('up'), 'this is the outermost frame\n')
  t.match(await session.execute('frame 2'), /^#2 {2}priceOf/)
  t.match(await session.execute('up'), /^#3 {2}load/)
})

t.test('list names the cause at which it began', async t => {
  const { stdout } = await runCli(['list', directory], { cwd: directory })
  t.match(stdout, /OrderError: order 7 failed, caused by TypeError: Cannot read properties/)
  const json = await runCli(['list', directory, '--json'], { cwd: directory })
  t.match(JSON.parse(json.stdout)[0], { error: 'OrderError: order 7 failed', cause: /^TypeError: Cannot read/ })
})

t.test('search looks into the causes and their frames', async t => {
  const { stdout } = await runCli(['search', 'C-9', file], { cwd: directory })
  t.match(stdout, /^#0 order\.lines\[0\]\.sku {2}'C-9'$|^#2 line\.sku {2}'C-9'$/m)
  const messages = await runCli(['search', 'no price', file], { cwd: directory })
  t.match(messages.stdout, /no price/)
})

t.test('diff compares the causes and their frames', async t => {
  const records = structuredClone(CAUSES_RECORDS)
  Object.assign(records[2], { message: 'something else' })
  const other = makeDump(path.join(t.testdir(), 'other.ccdump'), records)
  const { stdout } = await runCli(['diff', file, other, '--json'], { cwd: directory })
  const { sameCrash, crash, frames } = JSON.parse(stdout)
  t.equal(sameCrash, true)
  t.match(crash, [{ path: 'causes.1', b: 'cause TypeError: something else' }])
  t.same(frames.map(({ functionName }) => functionName), ['checkout', 'load', 'priceOf', 'load'])
})
