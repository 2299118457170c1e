'use strict'
// Joins the modules of page/browser, and those of lib/inspect that they share, into one script.

const fs = require('node:fs')
const path = require('node:path')

const ROOT = path.join(__dirname, '..', '..', '..')
const VIEWER = path.join(__dirname, 'browser')
/** The module that stands for Node.js's Buffer in the page. */
const BUFFER = path.join(VIEWER, 'model', 'bytes.js')
const REQUIRE = /\brequire\('(\.[^']+)'\)/g
/** The library that the page needs. Its file for browsers is a script that sets a global. */
const LIBRARY = { name: 'fflate', file: 'umd/index.js' }

/**
 * Puts CommonJS modules in the order of their use, each in a function of its own.
 * @param {string} entry
 * @returns {string}
 */
function bundleScript (entry) {
  /** @type {Map<string, string>} */
  const modules = new Map()
  /** @param {string} file */
  const add = file => {
    const name = nameOf(file)
    if (modules.has(name)) return
    modules.set(name, '')
    const text = fs.readFileSync(file, 'utf8').replace(REQUIRE, (_, request) => {
      const target = path.resolve(path.dirname(file), `${request}.js`)
      add(target)
      return `require('${nameOf(target)}')`
    })
    modules.set(name, withoutComments(text))
  }
  modules.set(LIBRARY.name, libraryText())
  add(BUFFER)
  add(entry)
  const functions = Array.from(modules, ([name, text]) => `'${name}': function (module, require, Buffer) {\n${text}}`)
  return `'use strict'
{
const modules = {
${functions.join(',\n')}
}
const loaded = {}
const require = (name) => {
  if (!(name in loaded)) {
    const module = { exports: {} }
    const isOwn = name.startsWith('${nameOf(VIEWER)}/')
    const sharesBuffer = !isOwn && name.startsWith('lib/')
    modules[name](module, require, sharesBuffer ? require('${nameOf(BUFFER)}').PageBuffer : undefined)
    loaded[name] = module.exports
  }
  return loaded[name]
}
require('${nameOf(entry)}').start()
}
`
}

/**
 * @returns {string} the library with the notice that its licence asks for; its global is visible only inside the text
 */
function libraryText () {
  const folder = path.dirname(require.resolve(`${LIBRARY.name}/package.json`))
  const [text, licence] = [LIBRARY.file, 'LICENSE'].map(file => fs.readFileSync(path.join(folder, file), 'utf8'))
  return (
    `/* ${licence.trim().replaceAll('*/', '* /')} */\nconst self = {}\n${text.trim()}\n` +
    `module.exports = self.${LIBRARY.name}`
  )
}

/** @param {string} file */
function nameOf (file) {
  return path.relative(ROOT, file).split(path.sep).join('/')
}

/**
 * Removes comments that stand on lines of their own: they are half of the sources and of no use in a page.
 * @param {string} text
 */
function withoutComments (text) {
  return text
    .replace(/\/\*\* @type \{.*?\} \*\/ (?=\()/g, '')
    .replace(/^\s*\/\*\*(?:(?!\*\/)[^])*\*\/\n/gm, '')
    .replace(/^\s*\/\/.*\n/gm, '')
    .replace(/^'use strict'\n/, '')
    .replace(/^\s*\n/gm, '')
}

module.exports = { bundleScript, VIEWER }
