'use strict'
// The pages of programs that really died work in jsdom, and one of them in Chromium.

const fs = require('node:fs')
const path = require('node:path')
const { pathToFileURL } = require('node:url')
const t = require('tap')
const { openDump } = require('../../../packages/inspect/dumps/open-dump')
const { htmlPage } = require('../../../packages/inspect/page/page')
const { startChromium, WITHOUT_CHROMIUM } = require('../../helpers/chromium')
const { collect } = require('../../helpers/crash')
const { openPage } = require('../../helpers/open-page')

/**
 * @param {import('tap').Test} t
 * @param {string} file
 * @param {Record<string, string>} [env]
 */
async function crash (t, file, env) {
  const run = await collect(t, { file, env })
  t.equal(run.dumps.length, 1, 'it left a dump', { stderr: run.stderr })
  return { run, dump: await openDump(run.dumps[0]) }
}

t.test('an async crash, with what was suspended', async t => {
  const { dump } = await crash(t, 'rejection/async-nested.js', { CRASH_COLLECTOR_ASYNC_TASKS: 'on' })
  const page = openPage(dump)
  t.same(page.errors, [])
  const frame = dump.callFrames.find(({ internal }) => !internal)
  t.match(page.texts('.frame[aria-current=true]')[0], `#${frame?.index} ${frame?.functionName}`)
  t.match(page.texts('.line.marked')[0], /\/\/ CRASH/)
  t.ok(page.texts('.line .inline').length > 0, 'values stand behind the code')
  t.equal(page.texts('.task').length, dump.asyncTasks.length, 'every task')
  page.window.close()
})

for (const kind of ['inline', 'beside']) {
  t.test(`TypeScript, its map ${kind}`, async t => {
    const directory = path.join(__dirname, '..', '..', 'fixtures', 'crashes', 'typescript', kind)
    const program = fs.readdirSync(directory).find(name => name.endsWith('.js')) ?? ''
    const { dump } = await crash(t, `typescript/${kind}/${program}`)
    const page = openPage(dump)
    t.match(page.texts('.frame[aria-current=true] .place')[0], /\.ts:\d+:\d+$/)
    t.match(page.texts('.line.marked')[0], /\/\/ CRASH/)
    t.ok(page.texts('.line .inline').length > 0, 'values stand behind the code as it was written')
    page.window.close()
  })
}

t.test(
  'in Chromium: no complaint on its console, and nothing asked of any network',
  { skip: WITHOUT_CHROMIUM },
  async t => {
    const { dump, run } = await crash(t, 'rejection/async-nested.js')
    const file = path.join(run.cwd, 'page.html')
    fs.writeFileSync(file, htmlPage(dump))
    const url = pathToFileURL(file).href
    const { page, close } = await startChromium()
    t.teardown(close)
    /** @type {string[]} */
    const noise = []
    /** @type {string[]} */
    const requests = []
    page.on('console', message => noise.push(`${message.type()}: ${message.text()}`))
    page.on('pageerror', error => noise.push(String(error)))
    page.on('request', request => requests.push(request.url()))
    await page.goto(url)
    t.match(await page.locator('.line.marked').innerText(), /\/\/ CRASH/, 'its script ran under its policy')
    t.match(
      await page.locator('.line .inline').first().innerText(),
      /line = \{ sku: 'A-9' \}/,
      'values stand behind the code'
    )
    for (const key of ['2', '3', '4', '1', 'j', 'k', '?', 'Escape']) await page.keyboard.press(key)
    await page.keyboard.press('/')
    await page.keyboard.insertText('A-9')
    await page.locator('.hit').first().click()
    t.same(noise, [])
    t.same(requests, [url])
    // A phone: nothing is wider than the screen.
    await page.setViewportSize({ width: 390, height: 844 })
    t.equal(await page.evaluate('document.documentElement.scrollWidth'), 390)
  }
)
