'use strict'
// Weaves counters into the application's modules when they are loaded: CommonJS modules when they are compiled, ES
// modules by a load hook (from Node.js 22.15 on).

const nodeModule = require('node:module')
const { fileURLToPath } = require('node:url')

const { nodeBuiltins, ownFiles, ownFolders } = require('../preload')
const { RESERVED } = require('../weaving/templates')
const { withoutTypes } = require('./program-text')

const { isAbsolute, sep } = nodeBuiltins

const MODULES_FOLDER = `${sep}node_modules${sep}`

/**
 * @typedef {object} Weaving
 * @property {import('../weaving/woven-file').WovenFiles} files
 * @property {readonly string[]} packages whose files are woven, too; `*` for all
 */

/**
 * Node.js 20 has no hooks for ES modules on the thread that runs them.
 * @param {Weaving} weaving
 * @param {import('../../../lib/addon/native-functions').Native} native
 */
function installLoadHooks (weaving, { changeArgument, isMainThread }) {
  const prototype = /** @type {any} */ (nodeModule).prototype
  prototype._compile = changeArgument(
    prototype._compile,
    (/** @type {string} */ content, /** @type {string} */ file, /** @type {unknown} */ format) =>
      wovenText(weaving, content, { file, url: file, format: String(format) })
  )
  const { registerHooks } = /** @type {any} */ (nodeModule)
  if (registerHooks === undefined || (!isMainThread && isHooksThread())) return
  registerHooks({
    /** @param {string} url @param {{ conditions?: string[] }} context @param {Function} nextLoad */
    load (url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      const { format, source } = loaded
      if (source == null || !url.startsWith('file:') || !isLoadedHere(format, context)) return loaded
      const content = typeof source === 'string' ? source : Buffer.from(source).toString()
      const text = wovenText(weaving, content, { file: fileURLToPath(url), url, format })
      // Node.js takes the types away otherwise.
      return text === content ? loaded : { ...loaded, format: format.replace('-typescript', ''), source: text }
    }
  })
}

/**
 * True on the thread that runs the hooks of module.register(). On Node.js 22 it runs preloads, and could not load
 * modules with our hooks (test/workarounds/hooks-on-hooks-thread.js, Node.js 22).
 */
function isHooksThread () {
  return /** @type {any} */ (require('node:worker_threads')).isInternalThread === true
}

/**
 * True for a module that Module.prototype._compile does not get.
 * @param {string} format
 * @param {{ conditions?: string[] }} context
 */
function isLoadedHere (format, { conditions }) {
  if (format === 'commonjs-typescript') return conditions?.includes('import') === true
  return format === 'module' || format === 'module-typescript'
}

/**
 * @param {Weaving} weaving
 * @param {string} content
 * @param {{ file: string, url: string, format: string }} module url: as V8 will show it; format: Node.js's name, or
 *   `undefined`
 * @returns {string} the content itself if it cannot be woven, or is not to be
 */
function wovenText ({ files, packages }, content, { file, url, format }) {
  try {
    if (typeof content !== 'string' || !isWanted(file, packages)) return content
    // The name is looked for first, because a text without it is the usual case, and an URL takes longer.
    if (content.includes(RESERVED) && files.isWoven(url, content)) return content
    const program = format.endsWith('typescript') ? withoutTypes(content, url) : content
    if (program === null) return content
    const text = files.add(url, program, format.startsWith('module') ? 'module' : 'commonjs')
    // Node.js runs files as ES modules, too, if they have the syntax but are not declared to be such modules.
    if (format.startsWith('module') || files.refused[url] !== 'syntax') return text
    return files.add(url, program, 'module')
  } catch {
    files.refused[url] = 'error'
    return content
  }
}

/**
 * @param {string} file
 * @param {readonly string[]} packages
 */
function isWanted (file, packages) {
  // Programs of --eval have no path.
  if (!isAbsolute(file) || ownFiles.includes(file) || ownFolders.some(folder => file.startsWith(folder))) return false
  const at = file.lastIndexOf(MODULES_FOLDER)
  if (at === -1) return true
  const inside = file.slice(at + MODULES_FOLDER.length)
  return packages.some(name => name === '*' || inside.startsWith(name.replaceAll('/', sep) + sep))
}

module.exports = { installLoadHooks }
