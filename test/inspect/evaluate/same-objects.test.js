'use strict'
// Two records of one object, which captures have read at two times.
const path = require('node:path')
const t = require('tap')
const { Handles } = require('../../../packages/inspect/cdp/handles')
const { readDump } = require('../../../packages/inspect/reader')
const { findReferrers } = require('../../../packages/inspect/search/find-referrers')
const { placeText } = require('../../../packages/inspect/search/place-text')
const { callFrame, makeDump, num, object, ref, vars } = require('../../helpers/make-dump')
const { runCli } = require('../../helpers/run-cli')

const NAME = 'crash.20260102.030405.4242.0.1.ccdump'

/**
 * @param {string} sameAs
 * @param {import('../../../packages/shared/dump/format').ObjectRecord} record
 */
function state (sameAs, { kind, objectId, ...rest }) {
  return { kind, objectId, sameAs, ...rest }
}

/** @param {import('tap').Test} t @param {import('../../../packages/shared/dump/format').DumpRecord[]} [more] */
function dumpIn (t, more = []) {
  return makeDump(path.join(t.testdir(), NAME), [
    callFrame(vars({ earlier: ref('1.1'), later: ref('2.1'), other: ref('3.1'), map: ref('3.2', 'Map', 'map') })),
    object('2.1', { paid: num(2), list: ref('3.1') }),
    state('2.1', object('1.1', { paid: num(1), self: ref('1.1') })),
    object('3.1', { of: ref('2.1') }),
    object('3.2', {}, { className: 'Map', subtype: 'map', size: 1, entries: [{ key: ref('1.1'), value: num(7) }] }),
    ...more
  ])
}

t.test('an expression has one object, with the contents that are nearest to its frame', async t => {
  const cwd = path.dirname(dumpIn(t))
  const valueOf = async (/** @type {string} */ expression) =>
    (await runCli(['eval', expression], { cwd })).stdout.trim()
  t.equal(await valueOf('earlier === later'), 'true')
  t.equal(await valueOf('other.of === earlier && earlier.self === later'), 'true')
  t.equal(await valueOf('later === other'), 'false')
  t.equal(await valueOf('map.get(later)'), '7')
  t.equal(await valueOf('later.paid'), '1')
})

t.test('what refers to an object refers to all its states', async t => {
  const dump = await readDump(dumpIn(t))
  t.same(findReferrers(dump, 'later').map(placeText).sort(), [
    '#0 earlier', '#0 earlier.self', '#0 later', '#0 map[[Key 0]]', '#0 other.of'
  ])
})

t.test('each state leads to the other', async t => {
  const file = dumpIn(t)
  const dump = await readDump(file)
  const inner = (/** @type {string} */ id) =>
    dump.object(id)?.internalProperties?.map(({ name, value }) => `${name} ${value.objectId}`)
  t.same([inner('1.1'), inner('2.1'), inner('3.1')], [['[[AtOtherTime]] 2.1'], ['[[AtOtherTime]] 1.1'], undefined])
  const lines = [...dump.objectLines()].map(String)
  t.equal(lines.filter(line => line.includes('[[AtOtherTime]]')).length, 2, 'in the page, too')
  const { stdout } = await runCli(['show', NAME, '--all'], { cwd: path.dirname(file) })
  t.match(stdout, /^ *earlier .*\(two states\)$/m)
  t.match(stdout, /^ *later .*\(two states\)$/m)
  t.match(stdout, /^\(two states\): another capture has other contents of this object$/m)
  const handles = new Handles(dump)
  t.same(handles.properties(String(handles.remote(ref('1.1')).objectId), {}).internalProperties
    ?.filter(({ name }) => name === '[[AtOtherTime]]').length, 1, 'in DevTools')
})

t.test('a dump that was cut before the other record', async t => {
  const dump = await readDump(dumpIn(t, [state('gone', object('4.1', { paid: num(3) }))]))
  t.equal(dump.object('4.1')?.internalProperties, undefined)
  t.equal(dump.identityOf('4.1'), 'gone')
})
