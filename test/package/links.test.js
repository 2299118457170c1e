'use strict'
// Links of the documentation lead somewhere: in the repository, and in the package, which has fewer files.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')

const { anchorsIn, linksIn, withPackedLinks } = require('../../scripts/build/packed-links')
const { packedFiles } = require('./installed-copy')
const { PACKAGE } = require('./own-files')

const FOLDERS = ['docs', 'benchmarks', 'examples', 'editors', 'packages']
/** @param {string} file */
const read = file => fs.readFileSync(path.join(PACKAGE, file), 'utf8')

/** @param {string} folder @returns {string[]} Markdown files below it */
function markdownIn (folder) {
  const entries = fs.readdirSync(path.join(PACKAGE, folder), { withFileTypes: true })
  return entries.flatMap(entry => {
    const file = path.posix.join(folder, entry.name)
    // The tables of suites, which git ignores, stand there.
    if (entry.isDirectory()) return ['node_modules', 'pages'].includes(entry.name) ? [] : markdownIn(file)
    return file.endsWith('.md') ? [file] : []
  })
}

/**
 * @param {string} text of a page
 * @param {string} file
 * @param {(file: string) => boolean} exists
 * @param {(file: string) => string} textOf
 * @returns {string[]} links that lead nowhere
 */
function deadLinks (text, file, exists, textOf) {
  return linksIn(text).filter(target => {
    const [name, heading] = target.split('#')
    const linked = name === '' ? file : path.posix.join(path.posix.dirname(file), name)
    if (!exists(linked)) return true
    return heading !== undefined && linked.endsWith('.md') && !anchorsIn(textOf(linked)).has(heading)
  })
}

t.test('in the repository', async t => {
  const files = [...fs.readdirSync(PACKAGE).filter(name => name.endsWith('.md')), ...FOLDERS.flatMap(markdownIn)]
  t.ok(files.includes('docs/first-crash.md'))
  const exists = (/** @type {string} */ file) => fs.existsSync(path.join(PACKAGE, file))
  for (const file of files) t.same(deadLinks(read(file), file, exists, read), [], file)
})

t.test('in the package', async t => {
  const packed = new Set(packedFiles().map(({ path: file }) => file))
  const pages = [...packed].filter(file => file.endsWith('.md'))
  t.ok(pages.includes('README.md') && pages.includes('docs/recipes/docker.md'))
  const textOf = (/** @type {string} */ file) => withPackedLinks(read(file), file, packed)
  for (const file of pages) t.same(deadLinks(textOf(file), file, name => packed.has(name), textOf), [], file)
  t.ok(pages.some(file => linksIn(textOf(file)).length < linksIn(read(file)).length), 'some lead to the repository')
})

t.test('a link to what is not packed', async t => {
  const packed = new Set(['README.md', 'docs/cli.md'])
  const text = 'See [the *CLI*](cli.md#show) and [design](../lib/a.js#L1).\n\n![A picture](../a.png)\n\nEnd\n'
  t.equal(withPackedLinks(text, 'docs/api.md', packed), 'See [the *CLI*](cli.md#show) and design.\n\nEnd\n')
  t.equal(
    withPackedLinks(text, 'docs/api.md', packed, 'https://example.com/blob/v1'),
    'See [the *CLI*](cli.md#show) and [design](https://example.com/blob/v1/lib/a.js#L1).\n\n' +
      '![A picture](https://example.com/blob/v1/a.png)\n\nEnd\n'
  )
})
