'use strict'
// The objects inside the page: what was packed comes out again, whatever it is, and of a damaged object nothing does.

const crypto = require('node:crypto')
const path = require('node:path')
const zlib = require('node:zlib')
const t = require('tap')
const { IdTable, idText } = require('../../assets/viewer/model/id-table')
const { inflate } = require('../../assets/viewer/model/inflate')
const { PageDump } = require('../../assets/viewer/model/dump')
const { readDump } = require('../../lib/dump/reader')
const { packObjects } = require('../../lib/inspect/html/pack-objects')
const { pageData } = require('../../lib/inspect/html/page-data')
const { CHECKOUT_RECORDS } = require('../helpers/checkout-dump')
const { makeDump, num, object, ref, str } = require('../helpers/make-dump')

t.test('inflate unpacks what zlib packs, in every way that it does', async (t) => {
  const words = Array.from({ length: 20_000 }, (_, i) => `"item${(i * 7919) % 977}":${i % 13}`).join(',')
  const texts = [Buffer.alloc(0), Buffer.from('a'), Buffer.from(words), Buffer.alloc(100_000, 'ab'), crypto.randomBytes(70_000)]
  const { Z_DEFAULT_STRATEGY, Z_FILTERED, Z_FIXED, Z_HUFFMAN_ONLY, Z_RLE } = zlib.constants
  for (const text of texts) {
    for (const level of [0, 1, 6, 9]) {
      for (const strategy of [Z_DEFAULT_STRATEGY, Z_FILTERED, Z_FIXED, Z_HUFFMAN_ONLY, Z_RLE]) {
        if (Buffer.compare(inflate(zlib.deflateRawSync(text, { level, strategy }), text.length), text) !== 0) t.fail(`${text.length} bytes, level ${level}, strategy ${strategy}`)
      }
    }
  }
  t.pass()
})

t.test('inflate ends on bytes that are no DEFLATE', async (t) => {
  const text = Buffer.from('some text, some text, some more text '.repeat(50))
  const packed = zlib.deflateRawSync(text)
  for (let i = 0; i < packed.length * 8; i++) {
    const damaged = Buffer.from(packed)
    damaged[i >> 3] ^= 1 << (i & 7)
    try {
      if (inflate(damaged, text.length).length !== text.length) t.fail(`bit ${i}`)
    } catch (error) {
      if (!(error instanceof RangeError)) t.fail(`bit ${i}`, { error })
    }
  }
  t.throws(() => inflate(packed.subarray(0, 10), text.length), RangeError)
  t.throws(() => inflate(new Uint8Array(0), 5), RangeError)
})

t.test('ids are found, and only they', async (t) => {
  const ids = ['1', '2', '11', '__proto__', '', 'ä\n"', '\ud800', ...Array.from({ length: 5000 }, (_, i) => `order${i}`)]
  const table = new IdTable(Buffer.from(ids.map(idText).join('\n')), ids.length)
  t.equal(table.size, ids.length)
  t.same(ids.map((id) => table.numberOf(id)), ids.map((_, i) => i))
  for (const id of ['3', 'order5000', 'order', 'constructor', '\ud801']) t.equal(table.numberOf(id), -1)
  t.equal(new IdTable(new Uint8Array(0), 0).numberOf(''), -1)
})

/** @param {object[]} records @param {import('tap').Test} t */
async function pageDump (records, t) {
  const dump = await readDump(makeDump(path.join(t.testdir(), 'a.ccdump'), records))
  return { dump, page: new PageDump(pageData(dump), Array.from(packObjects(dump)).join('')) }
}

t.test('the page has the objects of the dump', async (t) => {
  const many = Array.from({ length: 3000 }, (_, i) => object(`many${i}`, { note: str(`${'ä \u2028 text '.repeat(20)}${i}`), next: ref(`many${i + 1}`) }))
  const { dump, page } = await pageDump([...CHECKOUT_RECORDS, ...many], t)
  const ids = Array.from(dump.objectIds())
  t.equal(page.objectCount, ids.length)
  for (const id of ids.reverse()) if (JSON.stringify(page.object(id)) !== JSON.stringify(dump.object(id))) t.fail(id)
  t.equal(page.object('many3000'), undefined)
  t.equal(page.object('many7'), page.object('many7'), 'the same one each time')
  t.same(page.scope({ type: 'closure', scopeId: 's2', variables: [] }).variables, dump.scope({ type: 'closure', scopeId: 's2', variables: [] }).variables)
})

t.test('a damaged object is none, the others are there', async (t) => {
  const { page } = await pageDump([...CHECKOUT_RECORDS, { ...object('bad', {}), properties: 'none' }, object('good', { a: num(1) })], t)
  t.equal(page.object('bad'), undefined)
  t.equal(page.object('good')?.properties[0].value?.value, 1)
})
