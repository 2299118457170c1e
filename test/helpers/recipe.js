'use strict'
// Reads pages whose programs and commands a test runs: those in docs/recipes/, and docs/first-crash.md.

const fs = require('node:fs')
const path = require('node:path')

const RECIPES = path.join(__dirname, '..', '..', 'docs', 'recipes')

/**
 * @typedef {object} Command
 * @property {string} text
 * @property {string[]} prints lines; `...` stands for any number of lines
 */

/** @param {string} name of the page, below docs/recipes/ */
const readRecipe = name => fs.readFileSync(path.join(RECIPES, name), 'utf8')

/**
 * @param {string} text of a recipe
 * @param {string} language
 * @returns {string[]} its blocks of code
 */
const blocks = (text, language) =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'gm'))].map(([, block]) => block)

/** @param {string} block @returns {Command[]} */
function commands (block) {
  /** @type {Command[]} */
  const all = []
  for (const line of block.trimEnd().split('\n')) {
    if (line.startsWith('$ ')) all.push({ text: line.slice(2), prints: [] })
    else all[all.length - 1].prints.push(line)
  }
  return all
}

/**
 * Writes the programs of a recipe. The first line of each is a comment with its name.
 * @param {string} text of the recipe
 * @param {string} directory
 * @param {(block: string) => string} [change]
 */
function writePrograms (text, directory, change = block => block) {
  for (const block of ['js', 'mjs', 'ts', 'json'].flatMap(language => blocks(text, language))) {
    const [, file] = /^\/\/ (\S+)\n/.exec(block) ?? []
    if (file === undefined) throw new Error(`no name in ${block}`)
    fs.mkdirSync(path.dirname(path.join(directory, file)), { recursive: true })
    fs.writeFileSync(path.join(directory, file), change(file.endsWith('.json') ? block.replace(/^.*\n/, '') : block))
  }
}

/** @param {string} text @returns {string} the same without what differs between two runs */
const withoutChance = text =>
  text
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/g, '<time>')
    .replace(/\bpid \d+/g, 'pid <pid>')
    .replace(/\bv\d+\.\d+\.\d+( [a-z]+-[a-z0-9]+)?/g, '<node>')
    .replace(/(crash\.\d{8}|\d{4}-\d\d-\d\d)\S*\.ccdump/g, '<dump>')

/**
 * @param {string[]} wanted lines, `...` for any number of lines
 * @param {string[]} found
 * @returns {string | null} the first line that is missing; null if all are there in this order
 */
function firstMissing (wanted, found) {
  let at = 0
  let skips = false
  for (const line of wanted) {
    if (line === '...') {
      skips = true
      continue
    }
    const next = skips ? found.indexOf(line, at) : found[at] === line ? at : -1
    if (next === -1) return line
    at = next + 1
    skips = false
  }
  return null
}

/**
 * @param {string[]} prints as the page has it
 * @param {string} output
 * @returns {string | null} the first line that is missing
 */
function missingIn (prints, output) {
  return firstMissing(prints.map(withoutChance), withoutChance(output.trimEnd()).split('\n'))
}

module.exports = { RECIPES, blocks, commands, missingIn, readRecipe, writePrograms }
