'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { isFile, readManifest } = require('./application')

/** https://tc39.es/ecma426/#sec-linking-generated-code */
const COMMENT = /\/\/[#@] sourceMappingURL=(\S+)\s*$/
/** Number of characters. People write shorter lines. */
const GENERATED_LINE = 1000

/** @returns {import('../types').Finding[]} none if the main module of the application is as it was written */
function sourceMaps () {
  const main = readManifest()?.main
  if (main === undefined || !isFile(main)) return []
  const text = fs.readFileSync(main, 'utf8')
  const url = COMMENT.exec(text)?.[1]
  if (url === undefined) {
    const isGenerated = text.length / text.split('\n').length > GENERATED_LINE
    return isGenerated
      ? [{ state: 'note', text: `${main} is minified and names no source map`, remedy: 'build it with source maps' }]
      : []
  }
  if (url.startsWith('data:')) return [{ state: 'ok', text: `${main} holds its source map` }]
  return isFile(path.join(path.dirname(main), url))
    ? [{ state: 'ok', text: `the source map of ${main} is there` }]
    : [
        {
          state: 'note',
          text: `the source map of ${main} is not beside it: ${url}`,
          remedy: 'keep the maps on the machine that reads the dumps, at the same place'
        }
      ]
}

module.exports = { sourceMaps }
