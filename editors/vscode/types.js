'use strict'
// Types of what the extension uses of VS Code's API (https://code.visualstudio.com/api/references/vscode-api).

/** @typedef {{ dispose: () => unknown }} Disposable */
/** @typedef {{ scheme: string, fsPath: string }} Uri */
/** @typedef {{ name: string, uri: Uri }} WorkspaceFolder */
/** @typedef {{ subscriptions: Disposable[], extensionPath: string }} ExtensionContext */
/** @typedef {{ label: string, description?: string, detail?: string }} QuickPickItem */

/**
 * @typedef {object} WebviewPanel
 * @property {{ html: string, options: { enableScripts?: boolean, localResourceRoots?: Uri[] } }} webview
 * @property {(listener: () => void) => Disposable} onDidDispose
 */

/**
 * @typedef {object} DebugSession
 * @property {Record<string, any>} configuration
 * @property {DebugSession} [parentSession]
 */

/**
 * @typedef {object} VsCode
 * @property {{ file: (path: string) => Uri }} Uri
 * @property {object} workspace
 * @property {boolean} workspace.isTrusted
 * @property {WorkspaceFolder[]|undefined} workspace.workspaceFolders
 * @property {(uri: Uri) => WorkspaceFolder|undefined} workspace.getWorkspaceFolder
 * @property {(section: string) => { get: (key: string) => unknown }} workspace.getConfiguration
 * @property {object} window
 * @property {(message: string) => Promise<unknown>} window.showErrorMessage
 * @property {(message: string) => Promise<unknown>} window.showInformationMessage
 * @property {<T extends QuickPickItem>(items: T[], options: object) => Promise<T|undefined>} window.showQuickPick
 * @property {{ activeTabGroup: { activeTab?: { input: unknown } } }} window.tabGroups
 * @property {object} commands
 * @property {(command: string, ...args: unknown[]) => Promise<unknown>} commands.executeCommand
 * @property {object} debug
 * @property {(folder: WorkspaceFolder|undefined, configuration: object) => Promise<boolean>} debug.startDebugging
 * @property {(listener: (session: DebugSession) => void) => Disposable} debug.onDidTerminateDebugSession
 */

module.exports = {}
