'use strict'
// Opens VS Code, or an editor that is made from it, on a folder.

const { spawn } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')

/** Commands of VS Code and of editors that have its launch configurations, in the order of preference. */
const EDITORS = ['code', 'code-insiders', 'codium', 'cursor']
const ON_WINDOWS = process.platform === 'win32'

/**
 * @param {string} [searchPath]
 * @returns {string|undefined} the path of the first of EDITORS that is installed
 */
function findEditor (searchPath = process.env.PATH ?? '') {
  // A relative directory of PATH would find a command in the folder of the application.
  const directories = searchPath.split(path.delimiter).filter(each => path.isAbsolute(each))
  const extension = ON_WINDOWS ? '.cmd' : ''
  return EDITORS.flatMap(name => directories.map(each => path.join(each, name + extension))).find(isProgram)
}

/** @param {string} file */
function isProgram (file) {
  try {
    fs.accessSync(file, fs.constants.X_OK)
    return fs.statSync(file).isFile()
  } catch {
    return false
  }
}

/**
 * @param {string} editor from findEditor()
 * @param {string} folder
 * @param {string|undefined} place `file:line:column`, as the editor's --goto takes it
 * @returns {Promise<string|null>} why the editor did not start; null if its command ended well
 */
function startEditor (editor, folder, place) {
  // Commands of Windows need a shell, so they get no text that comes from a dump.
  const [command, args] = ON_WINDOWS
    ? [`"${editor}"`, ['.']]
    : [editor, ['.', ...(place === undefined ? [] : ['--goto', place])]]
  return new Promise(resolve => {
    // A process group of its own, so that Ctrl+C here does not reach the editor.
    const child = spawn(command, args, { cwd: folder, shell: ON_WINDOWS, stdio: 'ignore', detached: !ON_WINDOWS })
    child.on('error', ({ message }) => resolve(message))
    child.on('exit', (exitCode, signal) => {
      resolve(exitCode === 0 ? null : `it ended with ${signal ?? `exit code ${exitCode}`}`)
    })
    child.unref()
  })
}

module.exports = { EDITORS, findEditor, startEditor }
