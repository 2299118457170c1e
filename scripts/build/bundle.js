'use strict'
// Makes the files that lib/addon/preload-bundle.js loads: prebuilds/preload.js, which runs at each start,
// prebuilds/report.js, which runs at the first report, prebuilds/fallback.js, which runs where V8's debugger is needed,
// and the prebuilds/paths.js of the package for execution paths. scripts/build/code-cache.js makes the code caches, and
// scripts/build/bundle-page.js makes the page's script.

const { spawnSync } = require('node:child_process')
const { createHash } = require('node:crypto')
const fs = require('node:fs')
const path = require('node:path')

const esbuild = require('esbuild')

const { DIGEST_LENGTH, PARTS, bundlePath } = require('../../lib/addon/preload-bundle')
const { PACKAGE } = require('./node-gyp')

const START = "module.exports = require('./lib/start')"
const REPORT = "module.exports = require('./lib/report')"
const FALLBACK = "module.exports = require('./lib/fallback')"
const PATHS = "module.exports = require('./packages/execution-path')"

const PATHS_FOLDER = path.join(PACKAGE, 'packages', 'execution-path')

/** The door to lib/fallback, which the part of the report has. */
const FALLBACK_DOOR = 'lib/fallback-door.js'

/** Expression of lib/execution-path-door.js. */
const PATHS_FILE = '(require(NAME))'

/**
 * Files that the bundle replaces. The texts use parameters of the bundle's functions.
 * @type {Record<string, string>}
 */
const REPLACED = {
  'lib/addon/own-package.js':
    'module.exports = { PACKAGE: host.PACKAGE, MODULE_PROTOTYPE: Object.getPrototypeOf(host.entry) }',
  'lib/report-door.js': `
    let report
    module.exports = { loadReport: () => report ??= runReport()(require, shared, runFallback) }`,
  'lib/execution-path-door.js': replaced(
    fs.readFileSync(path.join(PACKAGE, 'lib/execution-path-door.js'), 'utf8'),
    PATHS_FILE,
    `(runPaths(folder)?.(require('node:module').createRequire(folder + nodeBuiltins.sep)) ?? ${PATHS_FILE})`
  ),
  'packages/execution-path/loading/weaving-version.js':
    `module.exports = { weavingVersion: () => ${JSON.stringify(weavingDigest())} }`,
  'package.json': `module.exports = ${JSON.stringify({ version: require('../../package.json').version })}`
}

/**
 * @param {string} entry text of the module at which the part begins
 * @param {string[]} shared files that are modules of the other parts
 * @param {Record<string, string>} more texts of files that this part alone replaces
 * @returns {Promise<{ files: string[], text: string }>} files: the package's own files in the part, without `shared`
 */
async function bundlePart (entry, shared = [], more = {}) {
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
    plugins: [{ name: 'parts', setup: build => replaceFiles(build, shared, { ...REPLACED, ...more }) }]
  })
  const files = Object.keys(metafile.inputs).filter(file => /^(?:lib|packages)\/|^package\.json$/.test(file))
  return { files, text: outputFiles[0].text }
}

/**
 * @param {import('esbuild').PluginBuild} build
 * @param {string[]} shared
 * @param {Record<string, string>} texts of replaced files
 */
function replaceFiles (build, shared, texts) {
  build.onResolve({ filter: /^\./ }, ({ path: name, resolveDir }) => {
    const file = path.relative(PACKAGE, require.resolve(path.resolve(resolveDir, name)))
    return shared.includes(file) ? { path: file, external: true } : undefined
  })
  build.onLoad({ filter: /\.(js|json)$/ }, ({ path: file }) => {
    const contents = texts[path.relative(PACKAGE, file)]
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
  const { files } = await bundlePart(START)
  const doorTo = (/** @type {string} */ modules) => ({
    [FALLBACK_DOOR]: `
      const modules = { ${modules} }
      module.exports = { loadFallback: () => runFallback()(require, shared, modules) }`
  })
  const { files: filesOfReport } = await bundlePart(REPORT, files, doorTo(''))
  const fallback = await bundlePart(FALLBACK, [...files, ...filesOfReport])
  const paths = await bundlePart(PATHS)
  // A part uses the modules of those before it, so that each module exists once.
  const report = await bundlePart(REPORT, files, doorTo(tableOf(filesOfReport, [fallback.text], 'lib')))
  const preload = await bundlePart(`shared = { ${tableOf(files, [report.text, fallback.text])} }\n${START}`)
  return {
    preload: withHead(
      `(function (require, host, runReport, runFallback, runPaths) { let shared; const module = { exports: {} }
${preload.text}return module.exports })\n`,
      [...new Set([...preload.files, ...report.files, ...fallback.files, ...paths.files])]
    ),
    report: withHead(
      `(function (loadFromNode, shared, runFallback) { const module = { exports: {} }
const require = name => (shared[name] ?? loadFromNode)(name)
const { ObjectGetOwnPropertyNames } = require('lib/safe/primordials.js')
${withoutGlobals(report.text)}return module.exports })\n`,
      []
    ),
    fallback: withHead(
      `(function (loadFromNode, shared, ofReport) { const module = { exports: {} }
const require = name => (shared[name] ?? ofReport[name] ?? loadFromNode)(name)
const { ObjectGetOwnPropertyNames } = require('lib/safe/primordials.js')
${withoutGlobals(fallback.text)}return module.exports })\n`,
      []
    ),
    paths: withHead(
      `(function (require) { const module = { exports: {} }
${paths.text}return module.exports })\n`,
      []
    )
  }
}

/**
 * @param {string[]} files of a part
 * @param {string[]} texts of later parts
 * @param {string} [folder] of the module that has the table
 * @returns {string} members of an object: functions that load those of the files that the later parts use
 */
function tableOf (files, texts, folder = '') {
  return files
    .filter(file => texts.some(text => text.includes(`require("${file}")`)))
    .map(file => `${JSON.stringify(file)}: () => require('./${path.posix.relative(folder, file)}')`)
    .join(',\n')
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
  return part === 'paths' ? PATHS_FOLDER : PACKAGE
}

/**
 * @param {string[]} [nodes] executables for which code caches are made
 */
async function makeBundle (nodes = [process.execPath]) {
  const texts = await bundleTexts()
  for (const part of PARTS) {
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
