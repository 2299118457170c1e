'use strict'
// Phrases that nobody says aloud stand neither in the documentation nor in what the commands print.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')

const { PACKAGE } = require('./own-files')

const PHRASES = [
  /\bunless said\b/,
  /\bby a pause\b/i,
  /\bof which no\b/,
  /\bmended\b/i,
  /\btakes the (package|addon)\b/,
  /\brest read at the report\b/,
  /\bcan not\b/,
  /\bunknown many\b/,
  /\bis no (object|length)\b/,
  /\bstands still\b/,
  /\bat last into\b/,
  /\bof an earlier version\b/
]
const FOLDERS = ['docs', 'packages', 'lib', 'bin', 'frameworks', 'test-runners']
const COMMENT = /^\s*(\/\/|\/?\*)/

/** @param {string} folder @returns {string[]} pages and scripts below it */
function filesIn (folder) {
  const entries = fs.readdirSync(path.join(PACKAGE, folder), { withFileTypes: true })
  return entries.flatMap(entry => {
    const file = path.posix.join(folder, entry.name)
    if (entry.isDirectory()) return ['node_modules', 'prebuilds'].includes(entry.name) ? [] : filesIn(file)
    return /\.(md|m?js)$/.test(file) ? [file] : []
  })
}

t.test('phrases', async t => {
  const files = ['README.md', 'SECURITY.md', 'CHANGELOG.md', ...FOLDERS.flatMap(filesIn)]
  t.ok(files.length > 300)
  const found = files.flatMap(file => {
    const lines = fs.readFileSync(path.join(PACKAGE, file), 'utf8').split('\n')
    return lines.filter(line => !COMMENT.test(line) && PHRASES.some(phrase => phrase.test(line)))
      .map(line => `${file}: ${line.trim()}`)
  })
  t.same(found, [])
})

t.test('a command that is printed can be copied', async t => {
  const { GROUPS } = require('../../packages/inspect/cli/help')
  const names = Object.values(GROUPS).flatMap(group => Object.keys(group))
  const bare = new RegExp(`[\`'(]crash-collector (?:${names.join('|')})\\b`)
  const isUsage = /\busage:|\[--|completion/
  const found = FOLDERS.slice(1).flatMap(filesIn).filter(file => !file.endsWith('.md')).flatMap(file => {
    const lines = fs.readFileSync(path.join(PACKAGE, file), 'utf8').split('\n')
    return lines.filter(line => !COMMENT.test(line) && bare.test(line) && !isUsage.test(line))
      .map(line => `${file}: ${line.trim()}`)
  })
  t.same(found, [])
})
