'use strict'
// Markdown has lines of at most 120 columns. Tables of the benchmarks may be wider, since a row is one line.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')

const { PACKAGE } = require('./own-files')

const COLUMNS = 120
/** Files that `npm run bench -- report` writes. */
const GENERATED = /^(docs\/benchmarks\.md|benchmarks\/results\/pages\/.*)$/
/** The address of a link or a picture, which can't be broken. */
const ADDRESS = /\]\([^)\s]+\)/g

/** @param {string} folder @returns {string[]} Markdown files below it, relative to the package */
function markdownIn (folder) {
  return fs.readdirSync(path.join(PACKAGE, folder), { withFileTypes: true }).flatMap(entry => {
    const file = path.posix.join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : markdownIn(file)
    return file.endsWith('.md') ? [file] : []
  })
}

const FILES = [
  ...fs.readdirSync(PACKAGE).filter(name => name.endsWith('.md')),
  ...['docs', 'benchmarks', 'examples'].flatMap(markdownIn)
]

t.test('lines of Markdown', async t => {
  t.ok(FILES.includes('README.md') && FILES.includes('benchmarks/README.md'))
  for (const file of FILES) {
    const lines = fs.readFileSync(path.join(PACKAGE, file), 'utf8').split('\n')
    const long = lines.flatMap((line, index) =>
      line.replaceAll(ADDRESS, ']').length <= COLUMNS || (GENERATED.test(file) && line.startsWith('|'))
        ? []
        : [`${index + 1}: ${line}`]
    )
    t.same(long, [], file)
  }
})
