'use strict'
// Prepares an editor's debugger for a served dump, and opens the editor at the line that threw.

const fs = require('node:fs')
const path = require('node:path')
const { isWithin } = require('crash-collector-shared/path-within')
const { innermostFrame } = require('../crash/application-frames')
const { fileOf } = require('../source/location')
const { SourceMaps } = require('../source/source-map')
const { jsonText, plain } = require('../text/terminal-text')
const { writeLaunch } = require('./launch-file')
const { EDITORS, findEditor, startEditor } = require('./start-editor')

/** @typedef {import('../reader').Dump} Dump */

/**
 * @typedef {object} OpenedEditor
 * @property {import('./launch-file').Launch} launch
 * @property {string|null} editor the path of its command; null if none is installed
 * @property {Promise<string|null>} started resolves to the reason why the editor did not start, or to null
 */

/**
 * @param {Dump} dump
 * @param {{ folder: string, port: number }} options
 * @returns {OpenedEditor}
 */
function openInEditor (dump, { folder, port }) {
  const launch = writeLaunch(folder, port)
  const editor = findEditor() ?? null
  const started = editor === null ? Promise.resolve(null) : startEditor(editor, folder, placeOfThrow(dump, folder))
  return { launch, editor, started }
}

/**
 * @param {Dump} dump may be hostile, so only files inside the folder are opened
 * @param {string} folder
 * @returns {string|undefined} `file:line:column`
 */
function placeOfThrow (dump, folder) {
  const frame = innermostFrame(dump)
  if (frame === undefined) return undefined
  const original = 'scriptId' in frame ? new SourceMaps(dump).original(frame) : undefined
  const { url, lineNumber, columnNumber } = original ?? frame
  try {
    const file = fs.realpathSync(fileOf(url))
    if (!isWithin(fs.realpathSync(folder), file) || !fs.statSync(file).isFile()) return undefined
    return `${file}:${lineNumber + 1}:${columnNumber + 1}`
  } catch {
    return undefined // the file is not on this machine
  }
}

/**
 * @param {OpenedEditor} opened
 * @param {string} folder
 * @returns {string} what the user does next
 */
function nextStep ({ launch, editor }, folder) {
  const file = path.relative(folder, launch.file)
  const { name } = launch.configuration
  const opens =
    editor === null
      ? `none of ${EDITORS.join(', ')} is on PATH: open ${plain(folder)} in VS Code and`
      : `${path.parse(editor).name} opens ${plain(folder)}:`
  if (launch.problem !== null) {
    const entry = jsonText(launch.configuration).trimEnd()
    return `${opens} start this configuration\n${entry}\n(${file} was not changed: ${plain(launch.problem)})\n`
  }
  return `${opens} press F5 to be at the throw\n` +
    `(if F5 starts something else, choose ${name} in Run and Debug; it is in ${file})\n`
}

module.exports = { nextStep, openInEditor }
