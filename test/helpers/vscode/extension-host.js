'use strict'
// A program that runs VS Code's JavaScript debugger as VS Code's extension host does, with as much of the module
// `vscode` as attaching needs; everything else of that module does nothing. It reads a debug configuration as one line
// of JSON from stdin, and writes a line `{ id, configuration, path }` for each debug session: the pipe of its adapter.

const Module = require('node:module')
const path = require('node:path')
const readline = require('node:readline')

const [, , extensionFolder, storageFolder] = process.argv

/** Names that the extension imports and that only have to exist. */
const IDLE = (
  'commands languages tasks window workspace CancellationTokenSource CodeAction CodeLens CompletionItem ' +
  'CompletionItemKind ConfigurationTarget DebugConfigurationProviderTriggerKind DebugConsoleMode EndOfLine ' +
  'EvaluatableExpression ExtensionKind FileChangeType FilePermission FileSystemError FileType Hover InlineValueText ' +
  'Location LogLevel MarkdownString PortAttributes PortAutoForwardAction Position ProgressLocation QuickPickItemKind ' +
  'Range Selection StatusBarAlignment TerminalProfile TextEditorRevealType ThemeColor ThemeIcon TreeItem ' +
  'TreeItemCheckboxState TreeItemCollapsibleState UIKind ViewColumn WorkspaceEdit'
).split(' ')

class Disposable {
  dispose () {}
}

class EventEmitter {
  /** @type {Set<(event: unknown) => void>} */ #listeners = new Set()
  event = (/** @type {(event: unknown) => void} */ listener) => {
    this.#listeners.add(listener)
    return { dispose: () => this.#listeners.delete(listener) }
  }

  /** @param {unknown} event */
  fire (event) {
    for (const listener of this.#listeners) listener(event)
  }

  dispose () {}
}

class DebugAdapterNamedPipeServer {
  /** @param {string} path */
  constructor (path) {
    this.path = path
  }
}

/** A function whose properties are such functions too, and whose events never happen. @returns {any} */
function idle () {
  /** @type {Map<PropertyKey, unknown>} */
  const members = new Map()
  return new Proxy(class {}, {
    get (target, key, receiver) {
      if (typeof key === 'symbol' || key === 'prototype') return Reflect.get(target, key, receiver)
      if (key === 'then') return undefined
      if (/^on[A-Z]/.test(key)) return () => new Disposable()
      if (!members.has(key)) members.set(key, idle())
      return members.get(key)
    },
    apply: () => idle()
  })
}

/** @template {object} T @param {T} known @returns {T} */
function withIdle (known) {
  const rest = idle()
  return new Proxy(known, { get: (target, key) => (key in target ? Reflect.get(target, key) : rest[key]) })
}

/** @type {Map<string, any>} */
const factories = new Map()
/** @type {{ type: string, provider: any }[]} */
const providers = []
const uri = (/** @type {string} */ fsPath) => ({ fsPath, scheme: 'file', toString: () => `file://${fsPath}` })

/** @type {Record<string, unknown>} */
const vscode = {
  ...Object.fromEntries(IDLE.map(name => [name, idle()])),
  Disposable,
  EventEmitter,
  DebugAdapterNamedPipeServer,
  Uri: {
    file: uri,
    parse: uri,
    joinPath: (/** @type {{ fsPath: string }} */ base, /** @type {string[]} */ ...parts) =>
      uri(path.join(base.fsPath, ...parts))
  },
  debug: withIdle({
    registerDebugAdapterDescriptorFactory (/** @type {string} */ type, /** @type {unknown} */ factory) {
      factories.set(type, factory)
      return new Disposable()
    },
    registerDebugConfigurationProvider (/** @type {string} */ type, /** @type {any} */ provider) {
      providers.push({ type, provider })
      return new Disposable()
    },
    startDebugging: async (/** @type {unknown} */ folder, /** @type {any} */ configuration) => {
      await startSession(configuration)
      return true
    }
  }),
  env: withIdle({ language: 'en', remoteName: undefined }),
  extensions: { all: [], getExtension: () => undefined },
  l10n: {
    bundle: undefined,
    t: (/** @type {string|{ message: string }} */ text, /** @type {any[]} */ ...values) =>
      (typeof text === 'string' ? text : text.message).replace(/\{(\w+)\}/g, (_, name) =>
        String((typeof values[0] === 'object' ? values[0] : values)[name])
      )
  },
  version: '1.117.0'
}

let sessions = 0

/** @param {any} configuration */
async function startSession (configuration) {
  const id = `session ${++sessions}`
  const { type, name } = configuration
  const session = { id, type, name, configuration, customRequest: async () => {} }
  const { path } = await factories.get(type).createDebugAdapterDescriptor(session, undefined)
  process.stdout.write(`${JSON.stringify({ id, configuration, path })}\n`)
}

/**
 * Completes a configuration of launch.json. A provider may change its type (`node` becomes `pwa-node`); then those of
 * the new type are asked.
 * @param {any} configuration
 */
async function resolve (configuration) {
  for (const step of ['resolveDebugConfiguration', 'resolveDebugConfigurationWithSubstitutedVariables']) {
    for (let type; type !== configuration.type;) {
      type = configuration.type
      for (const { provider } of providers.filter(each => each.type === type)) {
        configuration = (await provider[step]?.(undefined, configuration)) ?? configuration
      }
    }
  }
  return configuration
}

async function main () {
  const internal = /** @type {any} */ (Module)
  const load = internal._load
  internal._load = (/** @type {string} */ name, /** @type {unknown[]} */ ...rest) =>
    name === 'vscode' ? vscode : load.call(internal, name, ...rest)
  const state = { get: (/** @type {string} */ key, /** @type {unknown} */ value) => value, update: async () => {} }
  await require(path.join(extensionFolder, 'src', 'extension.js')).activate(
    withIdle({
      subscriptions: [],
      extension: { id: 'ms-vscode.js-debug', packageJSON: require(path.join(extensionFolder, 'package.json')) },
      extensionPath: extensionFolder,
      extensionUri: uri(extensionFolder),
      asAbsolutePath: (/** @type {string} */ file) => path.join(extensionFolder, file),
      storagePath: storageFolder,
      globalStorageUri: uri(storageFolder),
      logUri: uri(storageFolder),
      workspaceState: state,
      globalState: state
    })
  )
  for await (const line of readline.createInterface({ input: process.stdin })) {
    await startSession(await resolve(JSON.parse(line)))
  }
  process.exit()
}

main()
