'use strict'
// Runs the extension with a module `vscode` that records what the extension does.

const Module = require('node:module')
const path = require('node:path')

/** @typedef {ReturnType<typeof fakeVsCode>} FakeVsCode */

/**
 * @param {{ folders?: string[], isTrusted?: boolean, node?: string }} [options] of the window
 */
function fakeVsCode ({ folders = [], isTrusted = true, node = process.execPath } = {}) {
  const file = (/** @type {string} */ fsPath) => ({ scheme: 'file', fsPath })
  const workspaceFolders = folders.map(folder => ({ name: path.basename(folder), uri: file(folder) }))
  /** @type {Record<string, (...args: any[]) => any>} */
  const commands = {}
  /** @type {((session: object) => void)[]} */
  const sessionEnds = []
  const window = {
    commands,
    /** @type {{ viewType: string, provider: any }|undefined} */
    editor: undefined,
    /** @type {any[][]} */
    executed: [],
    /** @type {any[]} */
    debugged: [],
    /** @type {string[]} */
    messages: [],
    /** @type {any[][]} */
    lists: [],
    willDebug: true,
    /** The debugger ends a session. */
    endSession: (/** @type {object} */ session) => sessionEnds.forEach(listener => listener(session)),
    /** @type {any} */
    shown: undefined
  }
  const disposable = { dispose () {} }
  const vscode = {
    Uri: { file },
    workspace: {
      isTrusted,
      workspaceFolders,
      getWorkspaceFolder: (/** @type {{ fsPath: string }} */ uri) =>
        workspaceFolders.find(each => uri.fsPath.startsWith(each.uri.fsPath + path.sep)),
      getConfiguration: () => ({ get: () => node })
    },
    window: {
      showErrorMessage: async (/** @type {string} */ text) => window.messages.push(text),
      showInformationMessage: async (/** @type {string} */ text) => window.messages.push(text),
      showQuickPick: async (/** @type {any[]} */ items) => {
        window.lists.push(items)
        return items[0]
      },
      registerCustomEditorProvider: (/** @type {string} */ viewType, /** @type {any} */ provider) => {
        window.editor = { viewType, provider }
        return disposable
      },
      tabGroups: { activeTabGroup: { get activeTab () { return { input: window.shown } } } }
    },
    commands: {
      registerCommand (/** @type {string} */ name, /** @type {() => unknown} */ run) {
        commands[name] = run
        return disposable
      },
      executeCommand: async (/** @type {any[]} */ ...args) => window.executed.push(args)
    },
    debug: {
      startDebugging: async (/** @type {any} */ folder, /** @type {any} */ configuration) => {
        window.debugged.push(configuration)
        return window.willDebug
      },
      onDidTerminateDebugSession (/** @type {(session: object) => void} */ listener) {
        sessionEnds.push(listener)
        return disposable
      }
    }
  }
  return { vscode, window }
}

/**
 * @param {string} extensionPath
 * @param {FakeVsCode} fake
 * @returns {() => void} ends the extension
 */
function activateExtension (extensionPath, { vscode }) {
  const internal = /** @type {any} */ (Module)
  const load = internal._load
  internal._load = (/** @type {string} */ name, /** @type {unknown[]} */ ...rest) =>
    name === 'vscode' ? vscode : load.call(internal, name, ...rest)
  /** @type {{ dispose: () => void }[]} */
  const subscriptions = []
  try {
    const entry = path.join(extensionPath, 'extension.js')
    delete require.cache[entry]
    require(entry).activate({ extensionPath, subscriptions })
  } finally {
    internal._load = load
  }
  return () => subscriptions.forEach(each => each.dispose())
}

module.exports = { activateExtension, fakeVsCode }
