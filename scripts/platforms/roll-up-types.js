'use strict'
// npm run types: writes one declaration file for each entry of the packages into types/. tsc writes a declaration for
// each file that it reads; rollup-plugin-dts puts those together that an entry needs.

const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const ts = require('typescript')
const { rollup } = require('rollup')
const { dts } = require('rollup-plugin-dts')

const { PACKAGE } = require('../build/node-gyp')
const MANIFEST = require('../../package.json')

const TSC = require.resolve('typescript/bin/tsc')
const TYPES = path.join(PACKAGE, 'types')
/** Where the functions of the API stand, with what editors are to show. */
const API = path.join(PACKAGE, 'lib', 'collector.js')
const OF_PACKAGE = /^crash-collector-(\w+(?:-\w+)*)(?:\/(.+?)(?:\.js)?)?$/
/** `module.exports = …`: the plugin knows only exports with names, and takes this for the one named `default`. */
const EXPORT_ASSIGNMENT = /^export = /m
const DEFAULT_ONLY = /\nexport \{ (\w+) as default \};\s*$/

/**
 * The types of the reader are those of the package that it hands on. An assignment would leave out the names of types.
 * @type {Record<string, string>}
 */
const HANDED_ON = { 'reader.d.ts': "export * from 'crash-collector-inspect'\n" }

/** Relative to types/. */
const INSPECT = path.join('packages', 'inspect', 'index.d.ts')

/** @param {string} folder gets the declarations, at the places that package.json names, and that of packages/inspect */
async function rollUpTypes (folder) {
  const written = fs.mkdtempSync(path.join(os.tmpdir(), 'crash-collector-types-'))
  try {
    execFileSync(process.execPath, [TSC, '-p', 'tsconfig.types.json', '--outDir', written], {
      cwd: PACKAGE,
      stdio: 'inherit'
    })
    fs.rmSync(folder, { recursive: true, force: true })
    for (const entry of [...entries(MANIFEST.exports), INSPECT]) {
      const target = path.join(folder, entry)
      fs.mkdirSync(path.dirname(target), { recursive: true })
      const code = HANDED_ON[entry] ?? (await rollUp(written, entry))
      fs.writeFileSync(target, entry.startsWith('index.') ? withComments(code) : code)
    }
  } finally {
    fs.rmSync(written, { recursive: true, force: true })
  }
}

/** @param {unknown} exports of a manifest @returns {string[]} files of declarations, relative to types/ */
function entries (exports) {
  if (typeof exports !== 'object' || exports === null) return []
  return Object.entries(exports).flatMap(([condition, value]) =>
    condition === 'types' ? [path.relative('types', value)] : entries(value))
}

/**
 * @param {string} written the folder into which tsc has written
 * @param {string} entry
 * @returns {Promise<string>}
 */
async function rollUp (written, entry) {
  const input = path.join(written, entry)
  const ownPackages = {
    name: 'own-packages',
    /** @this {import('rollup').PluginContext} @param {string} name @param {string | undefined} importer */
    resolveId (name, importer) {
      const [, folder, module = 'index'] = OF_PACKAGE.exec(name) ?? []
      if (folder === undefined) return null
      return this.resolve(path.join(written, 'packages', folder, module), importer, { skipSelf: true })
    }
  }
  const external = (/** @type {string} */ name) => !/^[./]/.test(name) && !OF_PACKAGE.test(name)
  const onLog = (/** @type {string} */ _, /** @type {import('rollup').RollupLog} */ log) => {
    // An entry that is imported for what it does declares nothing.
    if (log.code !== 'EMPTY_BUNDLE') throw new Error(`${entry}: ${log.message}`)
  }
  const bundle = await rollup({ input, external, onLog, plugins: [ownPackages, dts()] })
  const [{ code }] = (await bundle.generate({ format: 'es' })).output
  if (!EXPORT_ASSIGNMENT.test(fs.readFileSync(input, 'utf8'))) return code
  if (!DEFAULT_ONLY.test(code)) throw new Error(`${entry} assigns to module.exports, and exports types besides`)
  return code.replace(DEFAULT_ONLY, '\nexport = $1;\n')
}

/**
 * tsc writes no comments of an object literal, such as those of the API, which editors show.
 * @param {string} code declarations of the API
 * @returns {string}
 */
function withComments (code) {
  const text = fs.readFileSync(API, 'utf8')
  const source = ts.createSourceFile(API, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS)
  let commented = code
  const visit = (/** @type {import('typescript').Node} */ node) => {
    const isApi = ts.isVariableDeclaration(node) && node.name.getText() === 'api'
    if (!isApi || node.initializer === undefined || !ts.isObjectLiteralExpression(node.initializer)) {
      ts.forEachChild(node, visit)
      return
    }
    for (const property of node.initializer.properties) {
      const [comment] = ts.getJSDocCommentsAndTags(property)
      const name = property.name?.getText() ?? ''
      if (comment === undefined) throw new Error(`${name} of the API has no comment`)
      const member = new RegExp(`^( *)(?=(?:declare const )?${name}[:(])`, 'm')
      if (!member.test(commented)) throw new Error(`the types of the API lack ${name}`)
      const lines = comment.getText().replaceAll(/import\('[^']*'\)\./g, '').split(/\n */)
      commented = commented.replaceAll(new RegExp(member, 'gm'), (_, indent) =>
        `${indent}${lines.join(`\n${indent} `)}\n${indent}`)
    }
  }
  visit(source)
  return commented
}

if (require.main === module) {
  rollUpTypes(TYPES).catch(error => {
    console.error(error.message)
    process.exitCode = 1
  })
}

module.exports = { TYPES, rollUpTypes }
