'use strict'
// Puts the edited text of a project's files into a dump in memory, as if the edited code had crashed with the same
// values. What writes tests then needs not to know of the edit.

const fs = require('node:fs')
const nodeModule = require('node:module')
const path = require('node:path')
const { EditedCode } = require('./edited-code')
const { fileOf, isDependency } = require('crash-collector-inspect/source/location')
const { dropTrees, scriptTree } = require('crash-collector-inspect/source/script-trees')
const { child, children, parseProgram } = require('crash-collector-inspect/source/syntax')
const { isWithin } = require('crash-collector-shared/path-within')

/** @typedef {import('crash-collector-inspect/reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').ScriptRecord} ScriptRecord */
/** @typedef {import('crash-collector-inspect/source/syntax').AnyNode} AnyNode */

const TYPESCRIPT = /\.[cm]?ts$/

/**
 * A script of the application that is a file of the project.
 * @typedef {object} ProjectScript
 * @property {ScriptRecord} script
 * @property {string} file its path in the copy
 * @property {string} source that ran
 * @property {string|null} text of the file as Node.js would run it; null if it is not known
 * @property {boolean} isTransformed a tool compiled the file as it was loaded, such as jest or ts-node, so it can't be
 *   compared with what ran
 */

/**
 * @param {Dump} dump whose places are in a copy of its project
 * @param {string} root of the copy
 * @returns {ProjectScript[]}
 */
function projectScripts (dump, root) {
  return [...dump.scripts()].flatMap(script => {
    const file = fileOf(script.url)
    const { source } = script
    if (source === undefined || isDependency(file) || !isWithin(root, file)) return []
    const text = currentText(file)
    const mark = 'sourceMappingURL='
    const hasMap = script.sourceMapURL !== undefined || source.includes(mark)
    return [{ script, file, source, text, isTransformed: hasMap && text !== null && !text.includes(mark) }]
  })
}

/**
 * @param {string} file
 * @returns {string|null} its text as Node.js would run it; null if it is not known
 */
function currentText (file) {
  if (!fs.existsSync(file)) return null
  const text = fs.readFileSync(file, 'utf8').replace(/^\uFEFF/, '')
  if (!TYPESCRIPT.test(path.extname(file))) return text
  try {
    // Missing in Node.js 20.
    return /** @type {any} */ (nodeModule).stripTypeScriptTypes(text)
  } catch {
    return null // a Node.js that strips no types, or a syntax that has to be transformed
  }
}

/**
 * @typedef {object} Edits
 * @property {string[]} changed files whose text is not the one that ran
 * @property {string[]} transformed files that can't be compared
 * @property {string[]} unreadable files whose text is no JavaScript now
 * @property {(file: string, line: number) => number[]} linesFor the lines that count as a line of the old text; from 1
 * @property {Map<import('crash-collector-shared/dump/format').CallFrameRecord, string>} lost why a frame's function
 *   is not known in the edited code
 */

/**
 * @param {Dump} dump is changed
 * @param {string} root
 * @returns {Edits}
 */
function editDump (dump, root) {
  /** @type {Map<string, EditedCode|null>} by scriptId */
  const codes = new Map()
  /** @type {Map<string, EditedCode|null>} by file */
  const ofFiles = new Map()
  /** @type {Edits} */
  const edits = { changed: [], transformed: [], unreadable: [], linesFor, lost: new Map() }
  for (const { script, file, source, text, isTransformed } of projectScripts(dump, root)) {
    if (text === source) continue
    if (isTransformed) {
      edits.transformed.push(file)
      continue
    }
    edits.changed.push(file)
    const [before, after] = [scriptTree(dump, script.scriptId), text === null ? null : parseProgram(text)]
    const code =
      before === null || after === null || text === null
        ? null
        : new EditedCode({ source, program: before }, { source: text, program: after })
    if (code === null) edits.unreadable.push(file)
    codes.set(script.scriptId, code)
    ofFiles.set(file, code)
    if (code !== null && text !== null) script.source = text
  }
  dropTrees(dump)

  for (const frame of dump.callFrames) {
    const code = codes.get(frame.scriptId)
    if (code === undefined) continue
    const found = frame.functionLocation === undefined ? null : (code?.functionAt(frame.functionLocation) ?? null)
    const isFile = frame.functionName === '' && frame.functionLocation?.lineNumber === 0
    if (found === null && !isFile) edits.lost.set(frame, code === null ? 'its file is not JavaScript any more' : LOST)
    if (found === null || code === null) continue
    frame.functionLocation = { ...frame.functionLocation, ...found.place }
    Object.assign(frame, code.placeOf(frame) ?? { lineNumber: code.linesFor(frame.lineNumber)[0] ?? 0 })
    renameParameters(dump, frame, found)
    forgetEdited(dump, frame, code.editedVariables())
  }
  dump.correctObjects(({ functionLocation }) => {
    const code = codes.get(functionLocation?.scriptId ?? '')
    if (functionLocation === undefined || !code) return
    const found = code.functionAt(functionLocation)
    // No function begins there: such a value becomes a stand-in.
    Object.assign(functionLocation, found?.place ?? { lineNumber: -1, columnNumber: -1 })
  })
  return edits

  /** @param {string} file @param {number} line */
  function linesFor (file, line) {
    const code = ofFiles.get(file)
    return code ? code.linesFor(line - 1).map(each => each + 1) : [line]
  }
}

const LOST = 'the edited file has no function of its name and place, or several'

/**
 * Parameters keep their values by their position, also under another name.
 * @param {Dump} dump
 * @param {import('crash-collector-shared/dump/format').CallFrameRecord} frame
 * @param {{ before: AnyNode, node: AnyNode }} functions
 */
function renameParameters (dump, { scopeChain }, { before, node }) {
  const local = scopeChain.find(({ type }) => type === 'local')
  if (local === undefined) return
  const { variables } = dump.scope(local)
  const old = children(before, 'params').map(identifierOf)
  const now = children(node, 'params').map(identifierOf)
  for (const [i, name] of old.entries()) {
    const next = now[i]
    if (name === undefined || next === undefined || name === next || old.includes(next)) continue
    const variable = variables.find(each => (each.generatedName ?? each.name) === name)
    if (variable !== undefined) [variable.name, variable.generatedName] = [next, undefined]
  }
}

/**
 * A variable of the module whose text was edited has the value of its new text, and not that of the dump.
 * @param {Dump} dump
 * @param {import('crash-collector-shared/dump/format').CallFrameRecord} frame
 * @param {Set<string>} names
 */
function forgetEdited (dump, { scopeChain }, names) {
  const last = scopeChain.findLast(({ type }) => type === 'closure' || type === 'module' || type === 'script')
  if (last === undefined || names.size === 0) return
  const scope = dump.scope(last)
  scope.variables = scope.variables.filter(({ name, generatedName = name }) => !names.has(generatedName))
}

/** @param {AnyNode} parameter */
function identifierOf (parameter) {
  const id = parameter.type === 'AssignmentPattern' ? child(parameter, 'left') : parameter
  return id?.type === 'Identifier' ? String(id.name) : undefined
}

module.exports = { editDump, projectScripts }
