'use strict'
// Opens the newest dump of an application as a user does: the page in Chromium, Chrome DevTools, and VS Code's debugger
// with the configuration that `open --code` writes.

const assert = require('node:assert')
const { once } = require('node:events')
const fs = require('node:fs')
const path = require('node:path')
const { pathToFileURL } = require('node:url')

const { startChromium } = require('../../../test/helpers/chromium')
const { openDevTools } = require('../../../test/helpers/devtools')
const { attachVsCode } = require('../../../test/helpers/vscode/attach')

/**
 * @param {import('.').Application} application
 */
async function openPage (application) {
  const { status, stderr } = application.run(application.collector('show', '--html', 'crash.html'))
  assert.strictEqual(status, 0, stderr)
  const { page, close } = await startChromium()
  try {
    await page.goto(pathToFileURL(path.join(application.directory, 'crash.html')).href)
    await page.locator('h1').filter({ hasText: 'product is undefined' }).waitFor()
  } finally {
    await close()
  }
}

/**
 * @param {import('.').Application} application
 * @param {(step: 'devtools' | 'vscode') => void} done
 */
async function openDebuggers (application, done) {
  const open = application.start(application.collector('open', '--code', '--json'))
  const ended = once(open, 'exit')
  try {
    assert.ok(open.stdout !== null)
    let text = ''
    for await (const chunk of open.stdout.setEncoding('utf8')) {
      text += chunk
      if (text.endsWith('}\n')) break
    }
    const devtools = await openDevTools(JSON.parse(text).devtoolsUrl)
    try {
      assert.match((await devtools.callStack())[0], /priceOf/)
      assert.match(await devtools.variable(/^line:/), /teapot/)
    } finally {
      await devtools.close()
    }
    done('devtools')
    const launch = fs.readFileSync(path.join(application.directory, '.vscode', 'launch.json'), 'utf8')
    const code = await attachVsCode(JSON.parse(launch).configurations[0])
    try {
      await code.event('stopped')
      const { threads } = await code.ask('threads')
      const { stackFrames } = await code.ask('stackTrace', { threadId: threads[0].id, startFrame: 0, levels: 20 })
      assert.strictEqual(stackFrames[0].name, 'priceOf')
      const { scopes } = await code.ask('scopes', { frameId: stackFrames[0].id })
      const { variables } = await code.ask('variables', { variablesReference: scopes[0].variablesReference })
      const line = variables.find((/** @type {{ name: string }} */ { name }) => name === 'line')
      assert.strictEqual(line?.value, "{sku: 'teapot', quantity: 2}")
    } finally {
      await code.close()
    }
    done('vscode')
  } finally {
    // A package manager between this process and the command may not hand a signal on.
    process.kill(-Number(open.pid), 'SIGINT')
    await ended
  }
}

module.exports = { openDebuggers, openPage }
