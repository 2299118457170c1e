'use strict'
// Crashes the programs of test/fixtures/fingerprints/programs on each Node.js of the matrix, as they are and as later
// deploys would run them, and keeps of each dump the records that a fingerprint is made of. The result is
// test/fixtures/fingerprints/corpus.jsonl.br. Needs `npm run build:matrix` before.

const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const zlib = require('node:zlib')
const esbuild = require('esbuild')
const { MATRIX, matrixNode } = require('../build/matrix-node')

const ROOT = path.join(__dirname, '../..')
const FIXTURES = path.join(ROOT, 'test', 'fixtures', 'fingerprints')
const PROGRAMS = path.join(FIXTURES, 'programs')
/** One program as seven build tools compile it. */
const BUILDS = path.join(ROOT, 'test', 'fixtures', 'crashes', 'original-names')
const TOOLS = ['esbuild', 'rollup', 'swc', 'terser', 'tsc', 'vite', 'webpack']

/** Lines that a later release has above and between the functions. */
const COMMENT = '// Added by a later release.\n'
const FUNCTION = 'export function addedLater (a, b) {\n  return a === b ? a : [a, b].join()\n}\n\n'

const temporary = fs.mkdtempSync(path.join(os.tmpdir(), 'fingerprints-'))
/** @type {object[]} */
const rows = []

/** @param {string} folder @param {(text: string) => string} [change] */
function deploy (folder, change = text => text) {
  const directory = path.join(temporary, folder)
  fs.mkdirSync(directory, { recursive: true })
  for (const name of fs.readdirSync(PROGRAMS)) {
    const text = fs.readFileSync(path.join(PROGRAMS, name), 'utf8')
    fs.writeFileSync(path.join(directory, name), change(text))
  }
  return directory
}

/** @param {string} text */
function shifted (text) {
  // Imports stand first; what is added between functions moves the lines of those that follow.
  const later = text.replace(/^(?=(?:export )?function )/m, FUNCTION).replace(/^( +)(?=const )/gm, `$1${COMMENT}$1`)
  return COMMENT.repeat(3) + later
}

/** @param {string} directory @param {import('esbuild').BuildOptions} options */
function build (directory, options) {
  esbuild.buildSync({
    absWorkingDir: directory,
    entryPoints: ['main.mjs'],
    bundle: true,
    platform: 'node',
    format: 'esm',
    sourcemap: true,
    outfile: 'dist/server.mjs',
    ...options
  })
  return path.join(directory, 'dist', 'server.mjs')
}

/**
 * @param {{ crash: string, variant: string, major: string, file: string, cwd: string, args?: string[],
 *   nodeArgs?: string[] }} run
 */
function crash ({ crash, variant, major, file, cwd, args = [], nodeArgs = [] }) {
  const dumps = fs.mkdtempSync(path.join(temporary, 'dumps-'))
  const { status, stderr } = spawnSync(matrixNode(major), [...nodeArgs, '--require', ROOT, file, ...args], {
    cwd,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, CRASH_COLLECTOR_DIR: dumps, CRASH_COLLECTOR_DEADLINE_MS: '60000' }
  })
  const found = fs.readdirSync(dumps).filter(name => name.endsWith('.ccdump'))
  if (found.length !== 1) throw new Error(`${crash} ${variant} ${major}: ${found.length} dumps, ${status}, ${stderr}`)
  const text = zlib.gunzipSync(fs.readFileSync(path.join(dumps, found[0]))).toString()
  rows.push({ crash, variant, node: major, records: needed(text.trimEnd().split('\n').map(line => JSON.parse(line))) })
}

/** @param {any[]} records @returns {object[]} */
function needed (records) {
  const objects = new Map(records.filter(({ kind }) => kind === 'object').map(record => [record.objectId, record]))
  const kept = new Set()
  for (const { kind, value } of records) {
    // An error's class has its original name where its prototype's constructor was declared.
    if (kind !== 'exception' && kind !== 'cause') continue
    for (let at = value.objectId, i = 0; at !== undefined && i < 3; i++) {
      kept.add(at)
      const record = objects.get(at)
      const wanted = i === 0 ? '[[Prototype]]' : 'constructor'
      const held = i === 0 ? record?.internalProperties : record?.properties
      at = held?.find((/** @type {any} */ each) => each.name === wanted)?.value?.objectId
    }
  }
  return records.flatMap(record => {
    switch (record.kind) {
      case 'header':
        return [{ ...record, processes: undefined, crashId: undefined, settingsFile: undefined }]
      case 'process':
        return [{ kind: 'process', cwd: record.cwd }]
      case 'callFrame':
        return [{ ...record, scopeChain: [], this: { type: 'undefined' } }]
      case 'object':
        return kept.has(record.objectId) ? [{ ...record, scopes: undefined, notCaptured: undefined }] : []
      case 'script':
        return record.url.startsWith('node:') ? [] : [record]
      case 'exception':
      case 'cause':
        return [record]
      default:
        return []
    }
  })
}

const main = fs.readFileSync(path.join(PROGRAMS, 'main.mjs'), 'utf8')
const names = [...main.matchAll(/^ {2}'(\w+-\w+)':/gm)].map(([, name]) => name)
const first = deploy('shop-41')
const second = deploy('releases/shop-42', shifted)
const minified = build(deploy('minified-41'), { minify: true })
const later = build(deploy('minified-42', shifted), { minify: true })
const bundled = build(deploy('bundled'), { sourcemap: 'inline' })
const [source, shiftedSource] = [first, second].map(directory => path.join(directory, 'main.mjs'))

for (const [i, name] of names.entries()) {
  const run = (
    /** @type {string} */ variant, /** @type {string} */ major, /** @type {string} */ file,
    /** @type {{ cwd?: string, wrapped?: boolean, given: number }} */ { cwd = path.dirname(file), wrapped, given }
  ) => crash({ crash: name, variant, major, file, cwd, args: [name, wrapped ? 'wrapped' : '', String(given)] })
  for (const [j, major] of Object.keys(MATRIX).entries()) run('plain', major, source, { given: i + 3 * j })
  run('shifted lines, another folder', '22', shiftedSource, { given: 901 })
  run('started from another folder', '20', source, { cwd: temporary, given: 23 })
  run('minified', '24', minified, { given: 5 })
  run('minified, shifted lines', '26', later, { cwd: temporary, given: 77 })
  run('bundled, inline map', '20', bundled, { given: 8 })
  run('wrapped', '22', source, { wrapped: true, given: 12 })
  run('wrapped, minified', '26', minified, { wrapped: true, given: 13 })
}
const copy = path.join(temporary, 'built')
fs.cpSync(BUILDS, copy, { recursive: true })
for (const tool of TOOLS) {
  const file = path.join(copy, tool, tool === 'vite' ? 'app.mjs' : 'app.js')
  for (const major of Object.keys(MATRIX)) crash({ crash: 'built', variant: tool, major, file, cwd: copy })
}
fs.rmSync(temporary, { recursive: true })
const text = rows.map(row => JSON.stringify(row) + '\n').join('')
const file = path.join(FIXTURES, 'corpus.jsonl.br')
fs.writeFileSync(file, zlib.brotliCompressSync(text, { params: { [zlib.constants.BROTLI_PARAM_LGWIN]: 24 } }))
console.log(`${rows.length} dumps, ${fs.statSync(file).size} bytes`)
