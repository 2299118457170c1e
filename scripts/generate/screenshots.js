'use strict'
// npm run screenshots: makes the pictures of the documentation. It crashes examples/checkout as `npm start` does, opens
// the dump in Chromium, and writes assets/inspect/*.png. No test compares them, since pixels differ between machines.

const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { pathToFileURL } = require('node:url')
const zlib = require('node:zlib')
const { startReplayServer } = require('../../packages/inspect/cdp/server')
const { htmlPage } = require('../../packages/inspect/page/page')
const { openDump } = require('../../packages/inspect/dumps/open-dump')
const { startChromium } = require('../../test/helpers/chromium')
const { openDevTools } = require('../../test/helpers/devtools')

const PACKAGE = path.join(__dirname, '../..')
const TARGET = path.join(PACKAGE, 'assets', 'inspect')
/** The directory of the application in the pictures, instead of that of this working copy. */
const APPLICATION = '/srv/shop'
const LOOK = { width: 1280, height: 760 }

/**
 * @param {string} directory
 * @returns {string} the dump of a crashed order service
 */
function crash (directory) {
  spawnSync(process.execPath, [path.join(PACKAGE, 'examples', 'checkout', 'start.js')], {
    env: { ...process.env, CRASH_COLLECTOR_DIR: directory },
    stdio: 'ignore'
  })
  const name = fs.readdirSync(directory).find(each => each.endsWith('.ccdump'))
  if (name === undefined) throw new Error('the example left no dump')
  const file = path.join(directory, name)
  const text = zlib
    .gunzipSync(fs.readFileSync(file))
    .toString()
    .replaceAll(path.join(PACKAGE, 'examples', 'checkout'), APPLICATION)
    .replaceAll(PACKAGE, `${APPLICATION}/node_modules/crash-collector`)
  fs.writeFileSync(file, zlib.gzipSync(text))
  return file
}

/**
 * @param {import('../../packages/inspect/reader').Dump} dump
 * @param {string} directory
 */
async function devtoolsPicture (dump, directory) {
  const server = await startReplayServer(dump, { allowFunctions: true })
  const devtools = await openDevTools(server.devtoolsUrl, path.join(directory, 'devtools'), LOOK)
  const { page } = devtools
  await page.getByRole('button', { name: 'Hide navigator' }).click()
  await devtools.inlineValues()
  await devtools.expand(/^line: /, /^sku: /)
  await page
    .locator('li')
    .filter({ hasText: /^Closure/ })
    .first()
    .click({ position: { x: 3, y: 6 } })
  await devtools.openConsole()
  await devtools.evaluate('[...catalog.keys()]')
  await devtools.evaluate('catalog.has(line.sku)')
  await devtools.evaluate("priceOf({ sku: 'tea', quantity: 2 })")
  await page.mouse.move(0, 0)
  await page.screenshot({ path: path.join(TARGET, 'devtools.png') })
  await devtools.close()
  await server.close()
}

/**
 * @param {import('../../packages/inspect/reader').Dump} dump
 * @param {string} directory
 */
async function pagePicture (dump, directory) {
  const file = path.join(directory, 'crash.html')
  fs.writeFileSync(file, htmlPage(dump))
  const { page, close } = await startChromium(path.join(directory, 'page'), LOOK)
  await page.goto(pathToFileURL(file).href)
  await page.locator('.line.marked').waitFor()
  await page.screenshot({ path: path.join(TARGET, 'page.png') })
  await close()
}

async function main () {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'screenshots-'))
  try {
    fs.mkdirSync(TARGET, { recursive: true })
    const dump = await openDump(crash(directory))
    await devtoolsPicture(dump, directory)
    await pagePicture(dump, directory)
  } finally {
    fs.rmSync(directory, { recursive: true, force: true })
  }
}

main().catch(error => {
  console.error(error)
  process.exitCode = 1
})
