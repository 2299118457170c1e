'use strict'
// The page unpacks every object as it was packed, and shows nothing of an object whose record is damaged.

const path = require('node:path')
const t = require('tap')
const { IdTable, idText } = require('../../../packages/inspect/page/browser/model/id-table')
const { PageDump } = require('../../../packages/inspect/page/browser/model/dump')
const { readDump } = require('../../../packages/inspect/reader')
const { pageCode } = require('../../../packages/inspect/page/page')
const { packObjects } = require('../../../packages/inspect/page/pack-objects')
const { pageData } = require('../../../packages/inspect/page/page-data')
const { CHECKOUT_RECORDS } = require('../../helpers/checkout-dump')
const { makeDump, num, object, ref, str } = require('../../helpers/make-dump')

t.test('the library that unpacks is in the page with its licence', async t => {
  t.match(pageCode().script, /MIT License\s+Copyright \(c\) \d+ Arjun Barrett[^]*THE SOFTWARE IS PROVIDED/)
})

t.test('ids are found, and only they', async t => {
  const ids = [
    '1',
    '2',
    '11',
    '__proto__',
    '',
    'ä\n"',
    '\ud800',
    ...Array.from({ length: 5000 }, (_, i) => `order${i}`)
  ]
  const table = new IdTable(Buffer.from(ids.map(idText).join('\n')), ids.length)
  t.equal(table.size, ids.length)
  t.same(ids.map(id => table.numberOf(id)), ids.map((_, i) => i))
  for (const id of ['3', 'order5000', 'order', 'constructor', '\ud801']) t.equal(table.numberOf(id), -1)
  t.equal(new IdTable(new Uint8Array(0), 0).numberOf(''), -1)
})

/** @param {object[]} records @param {import('tap').Test} t */
async function pageDump (records, t) {
  const dump = await readDump(makeDump(path.join(t.testdir(), 'a.ccdump'), records))
  return { dump, page: new PageDump(pageData(dump), Array.from(packObjects(dump)).join('')) }
}

t.test('the page has the objects of the dump', async t => {
  const many = Array.from({ length: 3000 }, (_, i) =>
    object(`many${i}`, { note: str(`${'ä \u2028 text '.repeat(20)}${i}`), next: ref(`many${i + 1}`) })
  )
  const { dump, page } = await pageDump([...CHECKOUT_RECORDS, ...many], t)
  const ids = Array.from(dump.objectIds())
  t.equal(page.objectCount, ids.length)
  for (const id of ids.reverse()) if (JSON.stringify(page.object(id)) !== JSON.stringify(dump.object(id))) t.fail(id)
  t.equal(page.object('many3000'), undefined)
  t.equal(page.object('many7'), page.object('many7'), 'the same one each time')
  t.same(
    page.scope({ type: 'closure', scopeId: 's2', variables: [] }).variables,
    dump.scope({ type: 'closure', scopeId: 's2', variables: [] }).variables
  )
})

t.test('a damaged object is none, the others are there', async t => {
  const { page } = await pageDump(
    [...CHECKOUT_RECORDS, { ...object('bad', {}), properties: 'none' }, object('good', { a: num(1) })],
    t
  )
  t.equal(page.object('bad'), undefined)
  t.equal(page.object('good')?.properties[0].value?.value, 1)
})
