'use strict'
// Ten programs with five named values each, and which of them a tool shows.

const fs = require('node:fs')
const path = require('node:path')

const { dumpsIn, showDump } = require('../../lab/dumps')

/** Set for the programs as BENCH_MARK: what makes their values differ from their text. */
const MARK = 'k4'

const DIRECTORY = path.join(__dirname, 'corpus')

/**
 * @returns {{ file: string, names: string[] }[]} a value is `crv-<name>-<MARK>`, which stands nowhere else
 */
function corpus () {
  return fs.readdirSync(DIRECTORY).sort().map(name => {
    const file = path.join(DIRECTORY, name)
    const names = /^\/\/ value: (.+)$/m.exec(fs.readFileSync(file, 'utf8'))?.[1].split(' ') ?? []
    if (names.length !== 5) throw new Error(`${name} does not name five values`)
    return { file, names }
  })
}

/**
 * @param {string} configuration
 * @param {string} directory where the program ran
 * @param {string[]} bodies sent meanwhile
 * @param {string[]} names
 * @returns {{ found: string[], size: number }} size in bytes of what was written
 */
function shownBy (configuration, directory, bodies, names) {
  if (configuration === 'on-demand' || configuration === 'always') {
    const dumps = dumpsIn(path.join(directory, 'crashes'))
    return { found: inTexts(dumps.map(dump => JSON.stringify(showDump(dump))), names), size: sizeOf(dumps) }
  }
  const files = fs.readdirSync(directory).map(name => path.join(directory, name)).filter(file => fs.statSync(file).isFile())
  const texts = configuration === 'core' ? [] : files.map(file => fs.readFileSync(file, 'latin1'))
  const cores = configuration === 'core' ? files.map(file => fs.readFileSync(file)) : []
  const found = inTexts([...texts, ...bodies], names)
  return { found: [...found, ...names.filter(name => cores.some(core => core.includes(`crv-${name}-${MARK}`)))], size: sizeOf(files) }
}

/**
 * @param {string[]} texts
 * @param {string[]} names
 * @returns {string[]} also those in bytes, which JSON has as base64
 */
function inTexts (texts, names) {
  return names.filter(name => {
    const value = `crv-${name}-${MARK}`
    const inBytes = Buffer.from(value).toString('base64').replace(/=+$/, '')
    return texts.some(text => text.includes(value) || text.includes(inBytes))
  })
}

/** @param {string[]} files */
function sizeOf (files) {
  return files.reduce((sum, file) => sum + fs.statSync(file).size, 0)
}

module.exports = { MARK, corpus, shownBy }
