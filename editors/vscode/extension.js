'use strict'
// The entry of the extension.

// @ts-expect-error: VS Code provides this module to its extensions.
const vscode = require('vscode')
const { createCommandLine } = require('./command-line')
const { createDebugger } = require('./debug-dump')
const { VIEW_TYPE, createDumpEditor } = require('./dump-editor')
const { createDumpList } = require('./dump-list')

/** @param {import('./types').ExtensionContext} context */
function activate (context) {
  const commandLine = createCommandLine(vscode, context.extensionPath)
  const debug = createDebugger(vscode, commandLine)
  const dumps = createDumpList(vscode, commandLine)
  const register = vscode.commands.registerCommand
  context.subscriptions.push(
    debug,
    vscode.window.registerCustomEditorProvider(VIEW_TYPE, createDumpEditor(commandLine), {
      webviewOptions: { retainContextWhenHidden: true, enableFindWidget: true }
    }),
    register('crashCollector.openNewest', () => dumps.openNewest()),
    register('crashCollector.list', () => dumps.choose()),
    register('crashCollector.debug', (/** @type {import('./types').Uri|undefined} */ uri) => debug.start(uri))
  )
}

module.exports = { activate }
