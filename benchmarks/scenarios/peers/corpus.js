'use strict'
// Ten programs with five named values each, and which of them a tool shows.

const fs = require('node:fs')
const path = require('node:path')

/** Set for the programs as BENCH_MARK: what makes their values differ from their text. */
const MARK = 'k4'

const DIRECTORY = path.join(__dirname, 'corpus')

/**
 * @typedef {{ name: string, holder: string }} Value is `crv-<name>-<MARK>`, which stands nowhere else, in a variable or
 *   property of the holder's name or below it; `holder:name` in the programs' text where the two differ
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
 * @returns {{ shown?: string[], contained: string[] }} names of those that are shown as their holder's, where the
 *   format has names, and of those that are anywhere in it
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
      // JSON has bytes as base64.
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
