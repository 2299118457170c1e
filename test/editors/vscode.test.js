'use strict'
// The extension for VS Code, as it is packed: what its manifest promises, and what it does with VS Code's API and with
// the crash-collector that it brings.

const fs = require('node:fs')
const http = require('node:http')
const net = require('node:net')
const path = require('node:path')
const { strFromU8, unzipSync } = require('fflate')
const t = require('tap')
const root = require('../../package.json')
const { packVsix } = require('../../scripts/release/pack-vsix')
const { CHECKOUT_RECORDS, CHECKOUT_NOT_CAPTURED } = require('../helpers/checkout-dump')
const { temporaryDirectory } = require('../helpers/crash')
const { makeDump } = require('../helpers/make-dump')
const { activateExtension, fakeVsCode } = require('../helpers/vscode/fake-vscode')

const OLDER = 'crash.20260101.000000.1.0.1.ccdump'
const NEWER = 'crash.20260102.030405.4242.0.1.ccdump'

// The extension runs the command line with this process's environment, in which the lists of this user's dumps and the
// settings of the tests must not be found.
const HOME = fs.realpathSync(temporaryDirectory(t))
for (const name of Object.keys(process.env)) if (name.startsWith('CRASH_COLLECTOR_')) delete process.env[name]
Object.assign(process.env, { HOME, TMPDIR: HOME, XDG_STATE_HOME: HOME, XDG_CACHE_HOME: HOME })

/** Unpacked outside of this repository, where the extension finds nothing but what it brings. */
const EXTENSION = path.join(HOME, 'extension')
const vsix = packVsix(HOME)
const entries = unzipSync(fs.readFileSync(vsix))
for (const [name, bytes] of Object.entries(entries)) {
  fs.mkdirSync(path.dirname(path.join(HOME, name)), { recursive: true })
  fs.writeFileSync(path.join(HOME, name), bytes)
}
const manifest = JSON.parse(fs.readFileSync(path.join(EXTENSION, 'package.json'), 'utf8'))

/** @param {string} folder @returns {string} its directory of dumps */
function dumpsBesideCode (folder) {
  fs.writeFileSync(path.join(folder, 'crash-collector.config.json'), '{ "dir": "crashes" }')
  fs.mkdirSync(path.join(folder, 'crashes'))
  return path.join(folder, 'crashes')
}

/** @param {import('tap').Test} t */
function workspace (t) {
  const folder = fs.realpathSync(temporaryDirectory(t))
  const crashes = dumpsBesideCode(folder)
  const options = { end: { notCaptured: CHECKOUT_NOT_CAPTURED } }
  makeDump(path.join(crashes, OLDER), CHECKOUT_RECORDS, { ...options, header: { time: '2026-01-01T00:00:00.000Z' } })
  const dump = makeDump(path.join(crashes, NEWER), CHECKOUT_RECORDS, options)
  return { folder, crashes, dump }
}

/**
 * @param {import('tap').Test} t
 * @param {Parameters<typeof fakeVsCode>[0]} [options]
 */
function activated (t, options) {
  const fake = fakeVsCode(options)
  t.teardown(activateExtension(EXTENSION, fake))
  return fake
}

/**
 * Opens a file as a double click does.
 * @param {import('../helpers/vscode/fake-vscode').FakeVsCode} fake
 * @param {string} file
 * @param {{ closed?: boolean }} [options] true: the user closes the editor before the dump is read
 */
async function shown ({ vscode, window }, file, { closed = false } = {}) {
  /** @type {string[]} */
  const pages = []
  const webview = {
    /** @type {any} */
    options: undefined,
    get html () {
      return pages.at(-1) ?? ''
    },
    set html (html) {
      pages.push(html)
    }
  }
  const panel = { webview, onDidDispose: (/** @type {() => void} */ listener) => closed && listener() }
  const document = await window.editor.provider.openCustomDocument(vscode.Uri.file(file))
  await window.editor.provider.resolveCustomEditor(document, panel)
  return { pages, options: webview.options }
}

/** @param {number} port @returns {Promise<any>} what the server lists */
function targetsAt (port) {
  return new Promise((resolve, reject) => {
    http
      .get({ host: '127.0.0.1', port, path: '/json/list' }, response => {
        let text = ''
        response.on('data', chunk => {
          text += chunk
        })
        response.on('end', () => resolve(JSON.parse(text)))
      })
      .on('error', reject)
  })
}

t.test('the manifest, and what the extension registers', async t => {
  const { window } = activated(t)
  t.equal(manifest.version, root.version)
  const { commands, customEditors, menus, keybindings } = manifest.contributes
  const names = commands.map((/** @type {{ command: string }} */ { command }) => command)
  t.same(Object.keys(window.commands).sort(), [...names].sort())
  t.equal(window.editor.viewType, customEditors[0].viewType)
  for (const { command, when } of [...Object.values(menus).flat(), ...keybindings]) {
    t.ok(names.includes(command), command)
    t.match(when, /activeCustomEditorId == crashCollector\.dump|resourceExtname == \.ccdump/)
  }
  t.equal(window.editor.viewType, 'crashCollector.dump')
})

t.test('the archive has what VS Code looks for', async t => {
  const list = strFromU8(entries['extension.vsixmanifest'])
  t.match(list, `Id="crash-collector" Version="${root.version}" Publisher="crash-collector"/>`)
  t.match(list, `Id="Microsoft.VisualStudio.Code.Engine" Value="${manifest.engines.vscode}"`)
  const files = [...list.matchAll(/ Path="([^"]+)"/g)].map(([, file]) => file)
  t.equal(files.length, 3)
  for (const file of files) t.ok(file in entries, file)
  const types = strFromU8(entries['[Content_Types].xml'])
  for (const name of Object.keys(entries)) {
    const extension = path.extname(name)
    if (extension !== '' && name !== '[Content_Types].xml') t.match(types, `Extension="${extension}"`, name)
  }
  t.same(Object.keys(entries).filter(name => /\.node$|\.map$|\.\.|\\/.test(name)), [])
  t.same(fs.readFileSync(packVsix(t.testdir())), fs.readFileSync(vsix), 'the same each time')
})

t.test('a double click shows the page of a dump', async t => {
  const { folder, crashes, dump } = workspace(t)
  const fake = activated(t, { folders: [folder] })
  const { pages, options } = await shown(fake, dump)
  t.same(options, { enableScripts: true, localResourceRoots: [] })
  t.equal(pages.length, 2)
  const [first, page] = pages
  t.match(first, /<meta http-equiv="Content-Security-Policy" content="default-src 'none'">/)
  t.match(page, /<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-/)
  t.match(page, 'Cannot read properties of undefined')
  t.equal((await shown(fake, dump, { closed: true })).pages.length, 1, 'an editor that is closed gets no page')

  const hostile = path.join(crashes, '<img src=x>&.ccdump')
  fs.writeFileSync(hostile, 'nonsense')
  const [, problem] = (await shown(fake, hostile)).pages
  t.match(problem, /&#60;img src=x&#62;&#38;\.ccdump is not a dump/)
  t.notMatch(problem, '<img')
  t.match(problem, /content="default-src 'none'"/)
})

t.test('the debugger attaches to a server that ends with the session', async t => {
  const { folder, dump } = workspace(t)
  const fake = activated(t, { folders: [folder] })
  const { window } = fake
  window.shown = { viewType: 'crashCollector.dump', uri: fake.vscode.Uri.file(dump) }
  await window.commands['crashCollector.debug']()
  t.same(window.messages, [])
  const [configuration] = window.debugged
  t.match(configuration, { type: 'node', request: 'attach', address: '127.0.0.1', continueOnAttach: false })
  const { port } = configuration
  t.match(await targetsAt(port), [{ type: 'node', webSocketDebuggerUrl: `ws://127.0.0.1:${port}/` }])

  const connection = net.connect(port, '127.0.0.1').on('error', () => {})
  await new Promise(resolve => connection.once('connect', resolve))
  const closed = new Promise(resolve => connection.once('close', resolve))
  window.endSession({ configuration, parentSession: { configuration } })
  t.equal((await targetsAt(port)).length > 0, true, 'the session of the process is not the whole')
  window.endSession({ configuration })
  await closed

  window.willDebug = false
  await window.commands['crashCollector.debug'](fake.vscode.Uri.file(dump))
  t.equal(window.debugged.length, 2)
  await window.commands['crashCollector.debug'](fake.vscode.Uri.file(path.join(folder, 'none.ccdump')))
  t.match(window.messages, [/^crash-collector: .*none\.ccdump/])
  window.shown = { uri: fake.vscode.Uri.file('a.js') }
  await window.commands['crashCollector.debug']()
  t.equal(window.messages[1], 'crash-collector: no dump is open')
})

t.test('dumps are listed, and the newest opens', async t => {
  const { folder, crashes, dump } = workspace(t)
  fs.writeFileSync(path.join(crashes, 'crash.20260103.000000.1.0.1.ccdump'), 'nonsense')
  const { window } = activated(t, { folders: [folder, folder] })
  await window.commands['crashCollector.openNewest']()
  t.match(window.executed, [['vscode.openWith', { fsPath: dump }, 'crashCollector.dump']])
  await window.commands['crashCollector.list']()
  t.match(window.lists[0], [
    {
      label: "TypeError: Cannot read properties of undefined (reading 'price')",
      description: 'checkout.js:14',
      detail: `2026-01-02 03:04:05  ${NEWER}`,
      file: dump
    },
    { detail: `2026-01-01 00:00:00  ${OLDER}` },
    { label: /is not a dump/ }
  ])
  t.equal(window.lists[0].length, 3)
  t.match(window.executed[1], ['vscode.openWith', { fsPath: dump }])
})

t.test('without dumps, without a folder, without Node.js', async t => {
  const empty = temporaryDirectory(t)
  dumpsBesideCode(empty)
  for (const [folders, expected] of /** @type {[string[], RegExp][]} */ ([
    [[empty], /^crash-collector: there is no dump in this folder$/],
    [[temporaryDirectory(t)], /^crash-collector: there is no dump in this folder$/],
    [[], /^crash-collector: open a folder first$/]
  ])) {
    const { window } = activated(t, { folders })
    await window.commands['crashCollector.list']()
    await window.commands['crashCollector.openNewest']()
    t.match(window.messages, [expected, expected])
    t.same([window.executed, window.lists], [[], []])
  }
  const { folder, dump } = workspace(t)
  const { pages } = await shown(activated(t, { folders: [folder], node: '/nowhere/node' }), dump)
  t.match(pages[1], 'Cannot read properties of undefined', 'the Node.js that runs VS Code reads it')
})

t.test('the crash-collector of the workspace reads dumps, if the user trusts the workspace', async t => {
  const { folder, dump } = workspace(t)
  const { folder: elsewhere } = workspace(t)
  const own = path.join(folder, 'node_modules', 'crash-collector')
  fs.mkdirSync(path.join(own, 'bin'), { recursive: true })
  fs.writeFileSync(path.join(own, 'package.json'), JSON.stringify({ name: 'crash-collector' }))
  fs.writeFileSync(
    path.join(own, 'bin', 'crash-collector.js'),
    "console.error('crash-collector: of the workspace'); process.exitCode = 1\n"
  )
  const label = async (/** @type {boolean} */ isTrusted) => {
    const { window } = activated(t, { folders: [folder], isTrusted })
    await window.commands['crashCollector.list']()
    return [window.messages, window.lists.length]
  }
  t.same(await label(true), [['crash-collector: of the workspace'], 0])
  t.same(await label(false), [[], 1])
  const pageIn = async (/** @type {string} */ open) =>
    (await shown(activated(t, { folders: [open] }), dump)).pages[1]
  t.match(await pageIn(folder), 'crash-collector: of the workspace')
  t.match(await pageIn(elsewhere), 'Cannot read properties of undefined', 'the user trusts another folder')
})
