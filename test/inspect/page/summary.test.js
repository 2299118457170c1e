'use strict'
// The summary of a dump: HTML without scripts, the same on paper, and Markdown.

const path = require('node:path')
const { JSDOM } = require('jsdom')
const t = require('tap')
const { readDump } = require('../../../packages/inspect/reader')
const { markdownOf } = require('../../../packages/inspect/page/markdown')
const { htmlPage } = require('../../../packages/inspect/page/page')
const { pageData } = require('../../../packages/inspect/page/page-data')
const { summaryOf } = require('../../../packages/inspect/page/summary')
const { CHECKOUT_RECORDS } = require('../../helpers/checkout-dump')
const { makeDump } = require('../../helpers/make-dump')
const { openPage } = require('../../helpers/open-page')

/**
 * @param {import('tap').Test} t
 * @param {import('../../../packages/shared/dump/format').DumpRecord[]} [records]
 */
const dumpOf = (t, records = CHECKOUT_RECORDS) => readDump(makeDump(path.join(t.testdir(), 'a.ccdump'), records))

/** @param {number} rounds of two functions that call each other */
function recursion (rounds) {
  const frame = CHECKOUT_RECORDS.find(({ kind }) => kind === 'callFrame')
  const others = CHECKOUT_RECORDS.filter(({ kind }) => kind !== 'callFrame')
  const frames = Array.from({ length: rounds * 2 }, (_, index) => ({
    ...frame,
    index,
    functionName: index % 2 === 0 ? 'even' : 'odd',
    lineNumber: index % 2 === 0 ? 13 : 20
  }))
  return /** @type {import('../../../packages/shared/dump/format').DumpRecord[]} */ ([...others, ...frames])
}

t.test('without scripts: the cause, the error, frames with source and variables', async t => {
  const { document } = new JSDOM(htmlPage(await dumpOf(t))).window
  const texts = (/** @type {string} */ selector) =>
    Array.from(document.querySelectorAll(selector), each => each.textContent ?? '')
  t.match(texts('h1'), [/^product is undefined: catalog\.get\(line\.sku\) found no key 'C-9'/])
  t.same(texts('.message'), ["TypeError: Cannot read properties of undefined (reading 'price')"])
  t.match(texts('.facts')[0], /unhandled promise rejection · 2026-01-02 03:04:05 UTC/)
  t.same(texts('section h2'), ['#0 priceOf checkout.js:14:20', '#1 checkout checkout.js:24:12'])
  t.match(texts('#frame-0 pre')[0], /^> 14 \| {5}return product\.price \* line\.qty/m)
  t.same(texts('#frame-0 dt'), ['line', 'product'])
  t.same(texts('#frame-0 dd'), ["{ sku: 'C-9', qty: 1 }", 'undefined'])
  t.match(texts('#frame-1 dl')[0], /apiKey<redacted>/)
  t.match(texts('#page > main > .missing'), ['not listed: 1 frame of Node.js itself'])
})

t.test('on paper it is the same, and afterwards the page is as before', async t => {
  const page = openPage(await dumpOf(t))
  t.teardown(() => page.window.close())
  t.equal(page.texts('#frame-0').length, 0)
  page.window.dispatchEvent(new page.window.Event('beforeprint'))
  t.match(page.texts('#page h2'), ['#0 priceOf checkout.js:14:20', '#1 checkout checkout.js:24:12'])
  t.equal(page.texts('.tabs').length, 0)
  page.window.dispatchEvent(new page.window.Event('afterprint'))
  t.equal(page.texts('#frame-0').length, 0)
  page.click('.frame', '#1 checkout')
  t.match(page.texts('.panel h2')[0], '#1 checkout')
})

t.test('a recursion is folded', async t => {
  const dump = await dumpOf(t, recursion(20))
  const { frames } = summaryOf(dump, pageData(dump))
  t.same(frames.map(({ index }) => index), [0, 1, 38, 39])
  t.equal(frames[1].folded, '36 more frames of the same 2 functions, #2 to #37')

  const page = openPage(dump)
  t.teardown(() => page.window.close())
  t.match(page.texts('.frame'), [/^#0 even/, /^#1 odd/, /^#38 even/, /^#39 odd/])
  page.click('.frame', '#1 odd')
  page.press('ArrowDown')
  t.match(page.texts('.frame[aria-current=true]')[0], /^#38/, 'keys step over what is folded')
  page.click('.frames .more', '36 frames of the same functions')
  t.equal(page.texts('.frame').length, 40)
  t.same(page.errors, [])

  const short = openPage(await dumpOf(t, recursion(4)))
  t.teardown(() => short.window.close())
  t.equal(short.texts('.frame').length, 8, 'a few rounds are not folded')
})

t.test('the address of a frame that is folded unfolds it', async t => {
  const page = openPage(await dumpOf(t, recursion(20)))
  t.teardown(() => page.window.close())
  page.window.location.hash = '#frame-10'
  await page.settled(() => /^#10/.test(page.texts('.frame[aria-current=true]')[0]))
  t.equal(page.texts('.frame').length, 40)
})

t.test('Markdown', async t => {
  const dump = await dumpOf(t)
  const text = markdownOf(summaryOf(dump, pageData(dump)))
  t.match(text, /^\*\*`product` is undefined: `catalog\.get\(line\.sku\)` found no key 'C-9'.*\*\*\n\n```text\nType/)
  t.match(text, /\n#0 priceOf {2}checkout\.js:14:20\n\n[^`]*> 14 \| [^`]*\nline = \{ sku: 'C-9', qty: 1 \}\n/)
  t.match(text, /\n```text\n#0 priceOf {2}checkout\.js:14:20\n#1 checkout {2}checkout\.js:24:12\n[^`]*```\n$/)

  const page = openPage(dump)
  t.teardown(() => page.window.close())
  /** @type {string[]} */
  const copied = []
  Object.defineProperty(page.window.navigator, 'clipboard', {
    value: { writeText: async (/** @type {string} */ each) => copied.push(each) }
  })
  page.click('.copy', 'Copy as Markdown')
  await page.settled(() => copied.length > 0)
  t.equal(copied[0], text)
})

t.test('texts of a dump are no Markdown', async t => {
  const summary = {
    cause: "`name` is '[a link](http://example.com) @team #1'",
    title: ['Error: ```', '![picture](x)'],
    chain: [],
    facts: ['GET http://example.com/@team'],
    frames: [],
    stack: ['f  app.js:1:1'],
    notes: []
  }
  const text = markdownOf(summary)
  t.match(text, /^```text\n`name` is '\[a link\].*\n```\n\n````text\nError: ```\n!\[picture\].*\n.*@team\n````\n/)
})
