'use strict'
// npm run test:vscode: VS Code's own window, in Chromium, with the extension: opens a dump, debugs it, and attaches by
// the launch configuration that `open --code` writes. Writes assets/inspect/vscode.png. It fetches VS Code as a server
// from npm (47 MB, and 142 packages twice), so it is no part of `npm test`.

const assert = require('node:assert')
const { spawn, spawnSync } = require('node:child_process')
const { once } = require('node:events')
const fs = require('node:fs')
const net = require('node:net')
const os = require('node:os')
const path = require('node:path')
const readline = require('node:readline')
const { startChromium } = require('../../test/helpers/chromium')
const { codeServer } = require('./js-debug')
const { matrixNode } = require('../build/matrix-node')
const { packVsix } = require('../release/pack-vsix')

const PACKAGE = path.join(__dirname, '../..')
const PICTURE = path.join(PACKAGE, 'assets', 'inspect', 'vscode.png')
const CLI = path.join(PACKAGE, 'bin', 'crash-collector.js')
const APPLICATION = `'use strict'
const { Order } = require('./order')

async function checkout ({ customer, lines, coupon }) {
  const order = new Order(7, customer, lines, coupon)
  return order.total()
}

const lines = [{ sku: 'tea', quantity: 1 }, { sku: 'teapot', quantity: 1 }]
checkout({ customer: 'Mallory', lines, coupon: 'WELCOME' })
`
/** The window without what has nothing to do with the dump. */
const SETTINGS = {
  'chat.disableAIFeatures': true,
  'extensions.autoCheckUpdates': false,
  'telemetry.telemetryLevel': 'off',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none'
}

/** @param {string} directory @returns {string} a folder with an application and its dump */
function crashedShop (directory) {
  const folder = path.join(directory, 'shop')
  fs.mkdirSync(folder)
  for (const name of ['catalog.js', 'order.js']) {
    fs.copyFileSync(path.join(PACKAGE, 'examples', 'checkout', name), path.join(folder, name))
  }
  fs.writeFileSync(path.join(folder, 'app.js'), APPLICATION)
  const env = { ...process.env, CRASH_COLLECTOR_DIR: 'crashes' }
  spawnSync(process.execPath, ['--require', PACKAGE, 'app.js'], { cwd: folder, env, stdio: 'ignore' })
  assert.strictEqual(fs.readdirSync(path.join(folder, 'crashes')).filter(name => name.endsWith('.ccdump')).length, 1)
  return folder
}

/**
 * @param {string} directory
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
async function startWindowServer (directory) {
  const node = matrixNode('24')
  const user = path.join(directory, 'user')
  fs.mkdirSync(path.join(user, 'User'), { recursive: true })
  fs.writeFileSync(path.join(user, 'User', 'settings.json'), JSON.stringify(SETTINGS))
  const port = await freePort()
  const argv = [codeServer(node), '--user-data-dir', user, '--extensions-dir', path.join(directory, 'extensions')]
  const env = { ...process.env, HOME: directory }
  const installed = spawnSync(node, [...argv, '--install-extension', packVsix(directory)], { env, encoding: 'utf8' })
  assert.match(installed.stdout, /was successfully installed/, installed.stderr)
  const options = ['--auth', 'none', '--disable-workspace-trust', '--disable-telemetry', '--disable-update-check']
  const server = spawn(node, [...argv, ...options, '--bind-addr', `127.0.0.1:${port}`], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
    // Its processes are ended together.
    detached: true
  })
  const ended = once(server, 'exit')
  for await (const line of readline.createInterface({ input: server.stdout })) {
    if (line.includes('HTTP server listening')) break
  }
  server.stdout.resume()
  const close = async () => {
    process.kill(-Number(server.pid), 'SIGTERM')
    await ended
  }
  return { url: `http://127.0.0.1:${port}/`, close }
}

/** @returns {Promise<number>} */
async function freePort () {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {net.AddressInfo} */ (server.address())
  await new Promise(resolve => server.close(resolve))
  return port
}

/**
 * @param {import('playwright-core').Page} page
 * @param {string} command its title
 */
async function runCommand (page, command) {
  const row = page.locator('.quick-input-list .monaco-list-row').filter({ hasText: command }).first()
  for (let isLast = false; ; isLast = true) {
    await page.keyboard.press('F1')
    await page.locator('.quick-input-box input').fill(`>${command}`)
    try {
      return await row.click({ timeout: 10_000 })
    } catch (error) {
      // The list does not change while it is shown. Commands of extensions come some seconds after the window.
      if (isLast) throw error
      await page.keyboard.press('Escape')
    }
  }
}

/** The debugger has stopped at the throw. @param {import('playwright-core').Page} page */
async function atTheThrow (page) {
  await page.locator('.debug-top-stack-frame-line').first().waitFor()
  await runCommand(page, 'View: Show Run and Debug')
  const variables = page.locator('.debug-variables .monaco-list-row')
  const local = variables.filter({ hasText: 'Local: priceOf' })
  await local.waitFor()
  if ((await local.getAttribute('aria-expanded')) === 'false') await local.click()
  await variables.filter({ hasText: /^product.*undefined$/ }).waitFor()
  await page.locator('.debug-call-stack .monaco-list-row').filter({ hasText: 'priceOf' }).first().waitFor()
}

/** @param {string} directory */
async function tryWindow (directory) {
  const folder = crashedShop(directory)
  const server = await startWindowServer(directory)
  const { page, close } = await startChromium({ width: 1180, height: 700 })
  try {
    await page.goto(`${server.url}?folder=${folder}`)
    await page.locator('.explorer-folders-view .monaco-list-row').filter({ hasText: 'order.js' }).waitFor()

    await runCommand(page, 'crash-collector: Open newest dump')
    const dump = page.frameLocator('iframe.webview').frameLocator('iframe')
    await dump.locator('h1').filter({ hasText: 'product is undefined' }).waitFor()
    await page.locator('.editor-actions .action-label[aria-label^="Debug this dump"]').click()
    await atTheThrow(page)
    await page.screenshot({ path: PICTURE, style: '.notifications-toasts { display: none !important }' })
    console.log('the extension: the page of the dump, and the debugger at the throw')
    await runCommand(page, 'Debug: Disconnect')
    await page.locator('.debug-top-stack-frame-line').first().waitFor({ state: 'detached' })

    const cli = spawn(process.execPath, [CLI, 'open', '--code', '--json'], {
      cwd: folder,
      env: { ...process.env, CRASH_COLLECTOR_DIR: 'crashes', PATH: path.join(directory, 'nothing') },
      stdio: ['ignore', 'pipe', 'inherit']
    })
    await once(cli.stdout, 'data')
    await runCommand(page, 'Debug: Start Debugging')
    await atTheThrow(page)
    console.log('open --code: the debugger at the throw')
    cli.kill()
  } finally {
    await close()
    await server.close()
  }
}

async function main () {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'vscode-window-'))
  try {
    await tryWindow(directory)
    console.log(`${path.relative('', PICTURE)}  ${fs.statSync(PICTURE).size} bytes`)
  } finally {
    fs.rmSync(directory, { recursive: true, force: true })
  }
}

main().catch(error => {
  console.error(error)
  process.exitCode = 1
})
