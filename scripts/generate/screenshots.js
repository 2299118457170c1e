'use strict'
// npm run screenshots: makes the pictures of the documentation. It crashes examples/checkout as `npm start` does, and
// the program of docs/first-crash.md, opens the dumps in Chromium, and writes assets/inspect/*.png and
// assets/first-crash/*.png. No test compares them, since pixels differ between machines.

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
const { readRecipe, writePrograms } = require('../../test/helpers/recipe')

const PACKAGE = path.join(__dirname, '../..')
const ASSETS = path.join(PACKAGE, 'assets')
/** The directory of the application in the pictures, instead of that of this working copy. */
const APPLICATION = '/srv/shop'
const LOOK = { width: 1280, height: 760 }
const TERMINAL = { width: 880, height: 200 }
const COLUMNS = '96'
const ESC = '\x1b['
/** The SGR codes that `show` prints, as styles. @type {Record<string, string>} */
const STYLES = {
  1: 'font-weight: bold',
  31: 'color: #f48771',
  32: 'color: #89d185',
  33: 'color: #e2c08d',
  36: 'color: #7fc4de',
  90: 'color: #8a8a8a'
}

/**
 * @param {string} directory of the dumps, with one in it
 * @param {string} application its directory becomes APPLICATION
 * @returns {string} the dump
 */
function withoutDirectories (directory, application) {
  const name = fs.readdirSync(directory).find(each => each.endsWith('.ccdump'))
  if (name === undefined) throw new Error('the program left no dump')
  const file = path.join(directory, name)
  const text = zlib
    .gunzipSync(fs.readFileSync(file))
    .toString()
    .replaceAll(application, APPLICATION)
    .replaceAll(PACKAGE, `${APPLICATION}/node_modules/crash-collector`)
  fs.writeFileSync(file, zlib.gzipSync(text))
  return file
}

/** @param {string} directory @returns {string} the dump of a crashed order service */
function crashCheckout (directory) {
  const application = path.join(PACKAGE, 'examples', 'checkout')
  spawnSync(process.execPath, [path.join(application, 'start.js')], {
    env: { ...process.env, CRASH_COLLECTOR_DIR: directory },
    stdio: 'ignore'
  })
  return withoutDirectories(directory, application)
}

/** @param {string} directory @returns {string} the dump of the program in docs/first-crash.md */
function crashShop (directory) {
  const application = path.join(directory, 'shop')
  fs.mkdirSync(application)
  writePrograms(readRecipe('../first-crash.md'), application)
  const dumps = path.join(directory, 'dumps')
  spawnSync(process.execPath, ['--require', PACKAGE, 'shop.js'], {
    cwd: application,
    env: { ...process.env, CRASH_COLLECTOR_DIR: dumps },
    stdio: 'ignore'
  })
  return withoutDirectories(dumps, application)
}

/**
 * @param {import('../../packages/inspect/reader').Dump} dump
 * @param {string} picture
 * @param {string[]} expressions that the console evaluates
 */
async function devtoolsPicture (dump, picture, expressions) {
  const server = await startReplayServer(dump, { allowFunctions: true })
  const devtools = await openDevTools(server.devtoolsUrl, LOOK)
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
  for (const expression of expressions) await devtools.evaluate(expression)
  await page.mouse.move(0, 0)
  await page.screenshot({ path: path.join(ASSETS, picture) })
  await devtools.close()
  await server.close()
}

/**
 * @param {import('../../packages/inspect/reader').Dump} dump
 * @param {string} directory
 * @param {string} picture
 */
async function pagePicture (dump, directory, picture) {
  const file = path.join(directory, 'crash.html')
  fs.writeFileSync(file, htmlPage(dump))
  const { page, close } = await startChromium(LOOK)
  await page.goto(pathToFileURL(file).href)
  await page.locator('.line.marked').waitFor()
  await page.screenshot({ path: path.join(ASSETS, picture) })
  await close()
}

/**
 * @param {string} dump
 * @param {string} directory
 * @param {string} picture of a terminal in which `show` was called
 */
async function terminalPicture (dump, directory, picture) {
  const { stdout } = spawnSync(process.execPath, [path.join(PACKAGE, 'bin', 'crash-collector.js'), 'show', dump], {
    env: { ...process.env, FORCE_COLOR: '1', COLUMNS },
    encoding: 'utf8'
  })
  // What follows is the machine that makes the pictures.
  const [shown] = stdout.split(`\n\n${ESC}1mProcess`)
  const [first, ...rest] = `${ESC}1m$ npx crash-collector show${ESC}22m\n${shown}`
    .replace(/[&<]/g, letter => (letter === '&' ? '&amp;' : '&lt;'))
    .split(ESC)
  const span = (/** @type {string} */ _, /** @type {string} */ code) =>
    code in STYLES ? `<span style="${STYLES[code]}">` : '</span>'
  const text = first + rest.map(part => part.replace(/^(\d+)m/, span)).join('')
  const file = path.join(directory, 'terminal.html')
  fs.writeFileSync(
    file,
    '<!doctype html><meta charset="utf-8"><body style="margin: 0; background: #1e1e1e; color: #d4d4d4">' +
      `<pre style="display: inline-block; margin: 16px; font: 14px/1.35 monospace">${text}</pre>`
  )
  const { page, close } = await startChromium(TERMINAL)
  await page.goto(pathToFileURL(file).href)
  await page.screenshot({ path: path.join(ASSETS, picture), fullPage: true })
  await close()
}

/** @param {(directory: string) => Promise<void>} take */
async function inDirectory (take) {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'screenshots-'))
  try {
    await take(directory)
  } finally {
    fs.rmSync(directory, { recursive: true, force: true })
  }
}

async function main () {
  for (const folder of ['inspect', 'first-crash']) fs.mkdirSync(path.join(ASSETS, folder), { recursive: true })
  await inDirectory(async directory => {
    const file = crashShop(directory)
    const dump = await openDump(file)
    await terminalPicture(file, directory, 'first-crash/terminal.png')
    await devtoolsPicture(dump, 'first-crash/devtools.png', ['[...prices.keys()]', 'prices.has(line.sku)'])
    await pagePicture(dump, directory, 'first-crash/page.png')
  })
  await inDirectory(async directory => {
    const dump = await openDump(crashCheckout(directory))
    const expressions = ['[...catalog.keys()]', 'catalog.has(line.sku)', "priceOf({ sku: 'tea', quantity: 2 })"]
    await devtoolsPicture(dump, 'inspect/devtools.png', expressions)
    await pagePicture(dump, directory, 'inspect/page.png')
  })
}

main().catch(error => {
  console.error(error)
  process.exitCode = 1
})
