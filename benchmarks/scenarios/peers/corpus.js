'use strict'
// Finds ten programs with five named values each, and tells which of the values a tool shows.

const fs = require('node:fs')
const path = require('node:path')

/** Given to the programs as BENCH_MARK. It makes the values differ from the text of the programs. */
const MARK = 'k4'

const DIRECTORY = path.join(__dirname, 'corpus')

/**
 * @typedef {{ name: string, holder: string }} Value the text `crv-<name>-<MARK>`, which is unique, in a variable or
 *   property with the holder's name, or below it; written as `holder:name` in a program if the two names differ
 * @typedef {{ name: string, file: string, values: Value[] }} Program
 */

/** @returns {Program[]} */
function corpus () {
  return fs
    .readdirSync(DIRECTORY)
    .sort()
    .map(name => {
      const file = path.join(DIRECTORY, name)
      const words = /^\/\/ value: (.+)$/m.exec(fs.readFileSync(file, 'utf8'))?.[1].split(' ') ?? []
      if (words.length !== 5) throw new Error(`${name} does not name five values`)
      return {
        name,
        file,
        values: words.map(word => ({ holder: word.split(':')[0], name: word.split(':').at(-1) ?? word }))
      }
    })
}

/**
 * @param {import('./evidence').Evidence} evidence
 * @param {Value[]} values
 * @returns {{ shown?: string[], contained: string[] }} shown: names of values that are shown below their holder's name,
 *   if the format has names; contained: names of values that are anywhere in the output
 */
function shownBy ({ leaves, contents }, values) {
  const namesOf = (/** @type {(value: Value) => boolean} */ wanted) => values.filter(wanted).map(({ name }) => name)
  return {
    shown:
      leaves &&
      namesOf(({ name, holder }) =>
        leaves.some(leaf => leaf.names.includes(holder) && leaf.text.includes(textOf(name)))
      ),
    contained: namesOf(({ name }) => {
      // JSON contains bytes as base64.
      const inBytes = Buffer.from(textOf(name)).toString('base64').replace(/=+$/, '')
      return contents.some(content => content.includes(textOf(name)) || content.includes(inBytes))
    })
  }
}

/** @param {string} name */
function textOf (name) {
  return `crv-${name}-${MARK}`
}

module.exports = { MARK, corpus, shownBy }
