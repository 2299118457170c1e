'use strict'
// Debugs a dump: serves it, and attaches VS Code's JavaScript debugger. The server ends with the session.

const path = require('node:path')

/** @typedef {import('./types').VsCode} VsCode */
/** @typedef {import('./types').Uri} Uri */

/**
 * @param {VsCode} vscode
 * @param {import('./command-line').CommandLine} commandLine
 */
function createDebugger (vscode, commandLine) {
  /** By port, which the session's configuration has. @type {Map<number, import('./command-line').Server>} */
  const servers = new Map()

  /** @param {number} port */
  const end = port => {
    servers.get(port)?.close()
    servers.delete(port)
  }

  const watch = vscode.debug.onDidTerminateDebugSession(({ configuration, parentSession }) => {
    // The debugger makes one more session for the process that it finds at the port.
    if (parentSession === undefined) end(configuration.port)
  })

  return {
    /** @param {Uri|undefined} uri of a dump; by default the dump that is shown */
    async start (uri = shownDump(vscode)) {
      if (uri === undefined) {
        await vscode.window.showErrorMessage('crash-collector: no dump is open')
        return
      }
      try {
        const server = await commandLine.serve(uri)
        servers.set(server.port, server)
        const started = await vscode.debug.startDebugging(vscode.workspace.getWorkspaceFolder(uri), {
          type: 'node',
          request: 'attach',
          name: path.basename(uri.fsPath),
          address: '127.0.0.1',
          port: server.port,
          continueOnAttach: false
        })
        if (!started) end(server.port)
      } catch (error) {
        await vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error))
      }
    },

    dispose () {
      watch.dispose()
      for (const port of servers.keys()) end(port)
    }
  }
}

/** @param {VsCode} vscode @returns {Uri|undefined} */
function shownDump (vscode) {
  const input = /** @type {{ uri?: Uri }|undefined} */ (vscode.window.tabGroups.activeTabGroup.activeTab?.input)
  return input?.uri?.fsPath.endsWith('.ccdump') === true ? input.uri : undefined
}

module.exports = { createDebugger }
