'use strict'
// Makes the parts of the bundle, which lib/addon/preload-bundle.js loads, in prebuilds/, and those of execution paths
// and of `show` in the prebuilds/ of their packages. scripts/build/code-cache.js makes the code caches, and
// scripts/build/bundle-page.js makes the page's script.

const { spawnSync } = require('node:child_process')
const { createHash } = require('node:crypto')
const fs = require('node:fs')
const path = require('node:path')

const esbuild = require('esbuild')

const { DIGEST_LENGTH, PARTS, bundlePath } = require('../../lib/addon/preload-bundle')
const { PACKAGE } = require('./node-gyp')

/** The module at which each part begins. @type {Record<import('../../lib/addon/preload-bundle').Part, string>} */
const ENTRIES = {
  preload: './lib/start',
  report: './lib/report',
  fallback: './lib/fallback',
  options: './lib/options',
  trial: './lib/addon/build-trial/try-build',
  'without-addon': './lib/without-addon',
  'paths-door': './lib/execution-path-door',
  paths: './packages/execution-path',
  show: './packages/inspect/cli/command-line'
}

const PATHS_FOLDER = path.join(PACKAGE, 'packages', 'execution-path')
const TOOLS_FOLDER = path.join(PACKAGE, 'packages', 'inspect')

/** What `show` leaves to files: other commands, and the door to the preload, which keeps what it was told. */
const NOT_OF_SHOW = /^packages\/inspect\/(?:cli\/commands\/(?!show\.js)|cli\/packaged-commands\.js|preload\.js)/

/** Expression of lib/execution-path-door.js. */
const PATHS_FILE = '(require(NAME))'

/**
 * Files that the bundle replaces. The texts use parameters of the bundle's functions.
 * @type {Record<string, string>}
 */
const REPLACED = {
  'lib/addon/own-package.js':
    'module.exports = { PACKAGE: host.PACKAGE, MODULE_PROTOTYPE: Object.getPrototypeOf(host.entry) }',
  'lib/parts.js': `
    const parts = { __proto__: null }
    const load = name => parts[name] ??= runPart(name)(loadFromNode, shared, runPart)
    const loadAfterReport = name => {
      load('report')
      return load(name)
    }
    module.exports = {
      loadReport: () => load('report'),
      loadFallback: () => loadAfterReport('fallback'),
      loadOptions: () => loadAfterReport('options'),
      loadPathsDoor: () => load('paths-door'),
      loadTrial: () => load('trial'),
      loadWithoutAddon: () => load('without-addon')
    }`,
  'lib/execution-path-door.js': replaced(
    replaced(
      fs.readFileSync(path.join(PACKAGE, 'lib/execution-path-door.js'), 'utf8'),
      PATHS_FILE,
      `(runPart('paths', folder)?.(loadFromNode('module').createRequire(folder + nodeBuiltins.sep)) ?? ${PATHS_FILE})`
    ),
    'require.resolve',
    'loadFromNode.resolve'
  ),
  'packages/execution-path/loading/weaving-version.js':
    `module.exports = { weavingVersion: () => ${JSON.stringify(weavingDigest())} }`,
  'package.json': `module.exports = ${JSON.stringify({ version: require('../../package.json').version })}`
}

/**
 * Asks Node.js's loader once for each of its modules, though each file of a part asks for those that it uses. Code that
 * runs often is compiled by V8 anew, and errors that are made while an application loads were then dearer, since V8
 * takes longer to find positions in the loader's frames (scripts/measure/host-programs.js, Node.js 24).
 */
const REQUIRE_ONCE = `const require = name => {
const loaded = (shared[name] ?? loadFromNode)(name)
shared[name] ??= () => loaded
return loaded
}`

/**
 * @param {import('../../lib/addon/preload-bundle').Part} part
 * @param {string[]} [shared] files that are modules of other parts
 * @param {string} [before] text that runs before the part's entry
 * @param {{ external?: string[], plugins?: import('esbuild').Plugin[] }} [options]
 * @returns {Promise<{ files: string[], text: string }>} files: the package's own files in the part, without `shared`
 */
async function bundlePart (part, shared = [], before = '', options = {}) {
  const entry = `${before}\nmodule.exports = require('${ENTRIES[part]}')`
  const { metafile, outputFiles } = await esbuild.build({
    stdin: { contents: entry, resolveDir: PACKAGE, sourcefile: 'entry.js' },
    absWorkingDir: PACKAGE,
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    external: ['bindings', 'acorn'],
    charset: 'ascii',
    legalComments: 'none',
    minifyWhitespace: true,
    lineLimit: 120,
    logLevel: 'error',
    plugins: [{ name: 'parts', setup: build => replaceFiles(build, shared) }],
    ...options
  })
  const files = Object.keys(metafile.inputs).filter(file => /^(?:lib|packages)\/|^package\.json$/.test(file))
  return { files, text: outputFiles[0].text }
}

/**
 * `show` has the parser and the reader of source maps in it, and is run with the folder of its package.
 * @returns {Promise<string>}
 */
async function bundleShow () {
  const { files, text } = await bundlePart('show', [], '', {
    external: [],
    plugins: [{ name: 'show', setup: keepFiles }]
  })
  // readText() reads it as latin1. esbuild escapes other characters, but in regular expressions.
  const [around] = /.{0,40}[^\0-\x7f].{0,40}/.exec(text) ?? []
  if (around !== undefined) throw new Error(`the script of show is not ASCII: write \\u… for it in: ${around}`)
  return withHead(
    `(function (require, folder) { const module = { exports: {} }\n${text}return module.exports })\n`,
    files
  )
}

/** @param {import('esbuild').PluginBuild} build */
function keepFiles (build) {
  build.onResolve({ filter: /^\./ }, ({ path: name, resolveDir }) => {
    const file = path.relative(PACKAGE, require.resolve(path.resolve(resolveDir, name)))
    if (!NOT_OF_SHOW.test(file)) return undefined
    return { path: path.relative('packages/inspect/prebuilds', file), external: true }
  })
  build.onLoad({ filter: /inspect\/.+\.js$/ }, ({ path: file }) => {
    const text = fs.readFileSync(file, 'utf8')
    if (!/\b__dirname\b/.test(text)) return undefined
    const inner = JSON.stringify(path.relative(TOOLS_FOLDER, path.dirname(file)))
    return { contents: `const __dirname = require('node:path').join(folder, ${inner})\n${text}`, loader: 'js' }
  })
}

/**
 * @param {import('esbuild').PluginBuild} build
 * @param {string[]} shared
 */
function replaceFiles (build, shared) {
  build.onResolve({ filter: /^\./ }, ({ path: name, resolveDir }) => {
    const file = path.relative(PACKAGE, require.resolve(path.resolve(resolveDir, name)))
    return shared.includes(file) ? { path: file, external: true } : undefined
  })
  build.onLoad({ filter: /\.(js|json)$/ }, ({ path: file }) => {
    const contents = REPLACED[path.relative(PACKAGE, file)]
    return contents === undefined ? undefined : { contents, loader: 'js' }
  })
}

/** @returns {string} */
function weavingDigest () {
  const folder = path.join(PACKAGE, 'packages/execution-path/weaving')
  const hash = createHash('sha256')
  for (const name of fs.readdirSync(folder).sort()) hash.update(fs.readFileSync(path.join(folder, name)))
  return hash.digest('hex')
}

/** @returns {Promise<Record<import('../../lib/addon/preload-bundle').Part, string>>} the texts of the parts */
async function bundleTexts () {
  const { files } = await bundlePart('preload')
  const { files: ofReport } = await bundlePart('report', files)
  const later = {
    trial: await bundlePart('trial', files),
    'without-addon': await bundlePart('without-addon', files),
    'paths-door': await bundlePart('paths-door', files),
    options: await bundlePart('options', [...files, ...ofReport]),
    fallback: await bundlePart('fallback', [...files, ...ofReport])
  }
  const texts = Object.values(later).map(part => part.text)
  // A part uses the modules of those before it, so that each module exists once.
  const report = await bundlePart('report', files, sharing(ofReport, texts))
  const preload = await bundlePart('preload', [], sharing(files, [report.text, ...texts]))
  const paths = await bundlePart('paths')
  const all = [preload, report, paths, ...Object.values(later)]
  return {
    preload: withHead(
      `(function (loadFromNode, host, runPart) { const shared = { __proto__: null }; const module = { exports: {} }
${REQUIRE_ONCE}
require.cache = loadFromNode.cache
${preload.text}return module.exports })\n`,
      [...new Set(all.flatMap(part => part.files))]
    ),
    report: laterPart(report.text),
    trial: laterPart(later.trial.text),
    'without-addon': laterPart(later['without-addon'].text),
    'paths-door': laterPart(later['paths-door'].text),
    options: laterPart(later.options.text),
    fallback: laterPart(later.fallback.text),
    paths: withHead(
      `(function (require) { const module = { exports: {} }
${paths.text}return module.exports })\n`,
      []
    ),
    show: fs.existsSync(TOOLS_FOLDER) ? await bundleShow() : ''
  }
}

/**
 * @param {string[]} files of a part
 * @param {string[]} texts of the parts after it
 * @returns {string} shares those files that the other parts use
 */
function sharing (files, texts) {
  return files
    .filter(file => texts.some(text => text.includes(`require("${file}")`)))
    .map(file => `shared[${JSON.stringify(file)}] = () => require('./${file}')`)
    .join('\n')
}

/**
 * @param {string} text of a part that has the modules of those before it
 * @returns {string}
 */
function laterPart (text) {
  return withHead(
    `(function (loadFromNode, shared, runPart) { const module = { exports: {} }
${REQUIRE_ONCE}
const { ObjectGetOwnPropertyNames } = require('lib/safe/primordials.js')
${withoutGlobals(text)}return module.exports })\n`,
    []
  )
}

/**
 * esbuild's own module helper takes a function from the global object, which the application may have changed by then.
 * @param {string} text
 */
function withoutGlobals (text) {
  const taken = 'var __getOwnPropNames=Object.getOwnPropertyNames;'
  return replaced(text, taken, 'var __getOwnPropNames=ObjectGetOwnPropertyNames;')
}

/** @param {string} text @param {string} part @param {string} by */
function replaced (text, part, by) {
  if (!text.includes(part)) throw new Error(`there is no ${part} any more`)
  return text.replace(part, by)
}

/**
 * Begins a text with its digest. A code cache begins with the same digest, because V8 only compares lengths.
 * @param {string} text
 * @param {string[]} files in a checkout, the text must not be older than these
 */
function withHead (text, files) {
  const stats = files.map(file => {
    const { size, mtimeMs } = fs.statSync(path.join(PACKAGE, file))
    return [file, size, mtimeMs]
  })
  const digest = createHash('sha256').update(text).digest('hex').slice(0, DIGEST_LENGTH - 2)
  return `//${digest}\n//${JSON.stringify({ files: stats })}\n${text}`
}

/** @param {import('../../lib/addon/preload-bundle').Part} part @returns {string} folder of the package that has it */
function folderOf (part) {
  if (part === 'show') return TOOLS_FOLDER
  return part === 'paths' ? PATHS_FOLDER : PACKAGE
}

/**
 * @param {string[]} [nodes] executables for which code caches are made
 */
async function makeBundle (nodes = [process.execPath]) {
  const texts = await bundleTexts()
  for (const part of PARTS) {
    if (texts[part] === '') continue // its package is not here
    const file = bundlePath(part, folderOf(part))
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, texts[part])
  }
  for (const node of nodes) spawnSync(node, [path.join(__dirname, 'code-cache.js')], { stdio: 'inherit' })
}

if (require.main === module) {
  makeBundle().catch(error => {
    console.error(error)
    process.exitCode = 1
  })
}

module.exports = { bundleTexts, folderOf, makeBundle }
