'use strict'
// The page in Chromium: axe-core finds nothing to complain about in either theme, narrow screens show the code first,
// line numbers stay, and a frame has an address.

const fs = require('node:fs')
const path = require('node:path')
const { pathToFileURL } = require('node:url')
const t = require('tap')
const { readDump } = require('../../../packages/inspect/reader')
const { htmlPage } = require('../../../packages/inspect/page/page')
const { CHECKOUT_RECORDS } = require('../../helpers/checkout-dump')
const { startChromium, WITHOUT_CHROMIUM } = require('../../helpers/chromium')
const { makeDump } = require('../../helpers/make-dump')

/** @param {import('tap').Test} t */
async function openInChromium (t) {
  const directory = t.testdir()
  const file = path.join(directory, 'page.html')
  fs.writeFileSync(file, htmlPage(await readDump(makeDump(path.join(directory, 'a.ccdump'), CHECKOUT_RECORDS))))
  const { page, close } = await startChromium()
  t.teardown(close)
  const url = pathToFileURL(file).href
  await page.goto(url)
  return { page, url }
}

t.test('axe-core finds no violation', { skip: WITHOUT_CHROMIUM }, async t => {
  const { page } = await openInChromium(t)
  await page.evaluate(fs.readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8'))
  const violations = async () =>
    await page.evaluate(
      'axe.run().then(found => found.violations.map(({ id, nodes }) => ' +
        '[id, ...nodes.map(({ target, failureSummary }) => target + " " + failureSummary)]))'
    )
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    await page.emulateMedia({ colorScheme })
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 })
      await page.keyboard.press('1')
      t.same(await violations(), [], `${colorScheme}, ${width} px wide`)
    }
    for (const tab of ['2', '3', '4', '5']) {
      await page.keyboard.press(tab)
      t.same(await violations(), [], `${colorScheme}, tab ${tab}`)
    }
  }
  // What is printed, and shown without scripts.
  await page.evaluate('dispatchEvent(new Event("beforeprint"))')
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    await page.emulateMedia({ colorScheme })
    t.same(await violations(), [], `the summary, ${colorScheme}`)
  }
})

t.test('narrow screens, long lines, addresses of frames', { skip: WITHOUT_CHROMIUM }, async t => {
  const { page, url } = await openInChromium(t)
  const topOf = async (/** @type {string} */ selector) => (await page.locator(selector).boundingBox())?.y ?? NaN
  await page.setViewportSize({ width: 1280, height: 844 })
  t.ok((await topOf('.detail')) <= (await topOf('.frames')), 'beside each other')
  await page.setViewportSize({ width: 390, height: 844 })
  t.ok((await topOf('.detail')) < (await topOf('.frames')), 'the code is above the list of frames')
  t.equal(await page.evaluate('document.documentElement.scrollWidth'), 390, 'nothing is wider than the screen')

  const number = page.locator('.line.marked > .number')
  const before = await number.boundingBox()
  await page.evaluate('document.querySelector(".source").scrollLeft = 200')
  t.ok((await page.evaluate('document.querySelector(".source").scrollLeft')) ?? 0, 'the line is longer than the view')
  t.same(await number.boundingBox(), before, 'the number of the line stays')

  await page.locator('.frame').nth(1).click()
  await page.locator('.panel h2 a').click()
  t.equal(page.url(), `${url}#frame-1`)
  await page.goto('about:blank')
  await page.goto(`${url}#frame-1`)
  t.match(await page.locator('.frame[aria-current=true]').innerText(), /^#1 checkout/)
  await page.goto(`${url}#frame-99`)
})
