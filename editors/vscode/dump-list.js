'use strict'
// Lists the dumps of the open folders, and opens one of them.

const path = require('node:path')
const { VIEW_TYPE } = require('./dump-editor')

/** @typedef {import('./types').VsCode} VsCode */

/**
 * A dump as `crash-collector list --json` tells of it.
 * @typedef {object} Summary
 * @property {string} file
 * @property {string} [time]
 * @property {string} [trigger]
 * @property {string} [error]
 * @property {{ url: string, lineNumber: number }|null} [topFrame]
 * @property {{ message: string }} [problem] why the dump can't be read
 */

/**
 * @param {VsCode} vscode
 * @param {import('./command-line').CommandLine} commandLine
 */
function createDumpList (vscode, commandLine) {
  /** @returns {Promise<Summary[]>} newest first */
  const dumps = async () => {
    const folders = vscode.workspace.workspaceFolders ?? []
    /** The same dump can be in the list of two folders. @type {Map<string, Summary>} */
    const found = new Map()
    const problems = []
    for (const { uri } of folders) {
      try {
        for (const each of await commandLine.list(uri)) found.set(each.file, each)
      } catch (error) {
        problems.push(error instanceof Error ? error.message : String(error))
      }
    }
    if (found.size === 0) {
      const text = folders.length === 0 ? 'open a folder first' : (problems[0] ?? 'there is no dump in this folder')
      await vscode.window.showInformationMessage(`crash-collector: ${text.replace(/^crash-collector: /, '')}`)
    }
    return [...found.values()].sort((a, b) => (b.time ?? '').localeCompare(a.time ?? ''))
  }

  /** @param {string} file */
  const open = file => vscode.commands.executeCommand('vscode.openWith', vscode.Uri.file(file), VIEW_TYPE)

  return {
    async openNewest () {
      const [newest] = await dumps()
      if (newest !== undefined) await open(newest.file)
    },

    async choose () {
      const items = (await dumps()).map(item)
      if (items.length === 0) return
      const chosen = await vscode.window.showQuickPick(items, {
        placeHolder: 'Dump of a crash',
        matchOnDescription: true,
        matchOnDetail: true
      })
      if (chosen !== undefined) await open(chosen.file)
    }
  }
}

/** @param {Summary} summary */
function item ({ file, time, trigger, error, topFrame, problem }) {
  const place = topFrame ? `${path.posix.basename(topFrame.url)}:${topFrame.lineNumber + 1}` : ''
  return {
    label: problem?.message ?? (error || trigger || path.basename(file)).split('\n', 1)[0],
    description: place,
    detail: [time?.replace('T', ' ').replace(/\.\d+Z$/, ''), path.basename(file)].filter(Boolean).join('  '),
    file
  }
}

module.exports = { createDumpList }
