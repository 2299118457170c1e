'use strict'
// Tells whether a test has run code that was edited: if it has not, it says nothing about the edit.

const fs = require('node:fs')
const path = require('node:path')
const { commonLines, isCode } = require('./code-files')
const { coverageIn, hasRunAt } = require('../check/coverage')
const { LineTable, linesOf } = require('crash-collector-inspect/source/lines')

/** @typedef {{ file: string, lines: number[] }} EditedFile file: relative to the project; lines: from 0 */

/**
 * @param {string} before root of a project
 * @param {string} after root of the edited one
 * @returns {EditedFile[]} the files with code that differ, with their lines from the first edit to the last
 */
function editedFiles (before, after) {
  return fs.readdirSync(after, { recursive: true, encoding: 'utf8', withFileTypes: true }).flatMap(entry => {
    if (!entry.isFile() || !isCode(entry.name)) return []
    const file = path.join(entry.parentPath ?? entry.path, entry.name)
    const relative = path.relative(after, file)
    const old = path.join(before, relative)
    const now = linesOf(fs.readFileSync(file, 'utf8'))
    const lines = differing(fs.existsSync(old) ? linesOf(fs.readFileSync(old, 'utf8')) : [], now)
    return lines.length === 0 ? [] : [{ file: relative, lines }]
  })
}

/**
 * @param {string[]} old
 * @param {string[]} now
 * @returns {number[]} of now; where lines were only taken out, those around
 */
function differing (old, now) {
  const { first, last } = commonLines(old, now)
  if (first === old.length && first === now.length) return []
  const end = now.length - last
  const lines = Array.from({ length: end - first }, (_, i) => first + i)
  return lines.length > 0 ? lines : [Math.max(0, first - 1), Math.min(first, now.length - 1)]
}

/**
 * @param {EditedFile[]} edited
 * @param {object} run
 * @param {string} run.root of the edited project
 * @param {string} run.coverage directory into which V8 has written
 * @param {{ file: string, copyOf: string, text: string }|null} run.copy the file, which may be gone, with a copy of the
 *   code on the lines of its script
 * @returns {boolean} true also if it is not known
 */
function hasRun (edited, { root, coverage, copy }) {
  const ran = coverageIn(coverage)
  if (ran === null) return true
  return edited.some(({ file, lines }) => {
    const full = path.join(root, file)
    const own = fs.readFileSync(full, 'utf8')
    const texts = linesOf(own)
    const copied = copy?.copyOf === full ? linesOf(copy.text) : []
    return lines.some(line => {
      const text = texts[line].trim()
      if (text === '') return false
      if (isRun(own, line, ran.get(full) ?? [])) return true
      // Other lines of the copy are its own.
      const isCopied = copied[line]?.includes(text) === true
      return isCopied && copy !== null && isRun(copy.text, line, ran.get(copy.file) ?? [])
    })
  })
}

/**
 * @param {string} source
 * @param {number} line
 * @param {import('../check/coverage').Range[][]} written of the file
 * @returns {boolean} true if the line's code was run
 */
function isRun (source, line, written) {
  const text = linesOf(source)[line] ?? ''
  if (text.trim() === '') return false
  const offset = new LineTable(source).offsetOf({ lineNumber: line, columnNumber: text.search(/\S/) })
  return hasRunAt(written, offset)
}

module.exports = { editedFiles, hasRun }
