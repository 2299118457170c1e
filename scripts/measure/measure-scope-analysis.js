'use strict'
// node scripts/measure/measure-scope-analysis.js: compares the search for declarations of
// packages/inspect/source/declarations.js with eslint-scope: CPU for 40 names of a file, and the answers for all names.
// docs/decisions/scope-analysis.md has the result.

const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const { createRequire } = require('node:module')
const path = require('node:path')

const acorn = require('acorn')

const { declarationOf, isReference } = require('../../packages/inspect/source/declarations')
const { pathTo, walk } = require('../../packages/inspect/source/syntax')
const { environment } = require('./environment')

const ROOT = path.join(__dirname, '..', '..')
const FILES = [
  'test/ecosystem/node_modules/koa/lib/application.js',
  'packages/inspect/reader/index.js',
  'test/ecosystem/node_modules/fastify/lib/route.js',
  'test/ecosystem/node_modules/zod/v4/core/schemas.cjs',
  'test/ecosystem/node_modules/decimal.js/decimal.js',
  'node_modules/acorn/dist/acorn.js',
  'test/ecosystem/node_modules/next/dist/compiled/next-server/app-page.runtime.prod.js'
]
const ROUNDS = 5
const NAMES = 40

/** @typedef {import('../../packages/inspect/source/syntax').AnyNode} AnyNode */

/**
 * @template T
 * @param {() => T} run
 * @returns {{ ms: number, result: T }}
 */
function withCpu (run) {
  const before = process.cpuUsage()
  const result = run()
  const { user, system } = process.cpuUsage(before)
  return { ms: (user + system) / 1000, result }
}

/**
 * @param {string} source
 * @param {boolean} ranges eslint-scope needs them in the tree
 * @returns {AnyNode}
 */
function parse (source, ranges) {
  const options = /** @type {const} */ ({ ecmaVersion: 'latest', allowReturnOutsideFunction: true, ranges })
  return /** @type {AnyNode} */ (/** @type {unknown} */ (acorn.parse(source, { ...options, sourceType: 'script' })))
}

/**
 * @param {AnyNode} program
 * @param {AnyNode[]} names
 * @returns {number[]} where each name is declared; -1 for a global
 */
function ownAnswers (program, names) {
  return names.map(id => declarationOf(String(id.name), pathTo(program, id.start, id.end))?.id.start ?? -1)
}

/**
 * @param {AnyNode} program
 * @returns {(names: AnyNode[]) => number[]}
 */
function eslintScope (program) {
  const load = createRequire(require.resolve('eslint'))
  const { analyze } = load('eslint-scope')
  const { KEYS } = load('eslint-visitor-keys')
  const how = { sourceType: 'commonjs', ignoreEval: true, nodejsScope: true, ecmaVersion: 2022 }
  const options = { ...how, childVisitorKeys: KEYS, fallback: 'none' }
  /** @type {Map<unknown, number>} */
  const byName = new Map()
  for (const { references } of analyze(program, options).scopes) {
    for (const { identifier, resolved } of references) byName.set(identifier, resolved?.defs[0]?.name.start ?? -1)
  }
  return names => names.map(id => byName.get(id) ?? NaN)
}

/**
 * @param {AnyNode} program
 * @returns {AnyNode[]}
 */
function namesIn (program) {
  /** @type {AnyNode[]} */
  const names = []
  walk(program, node => { if (node.type === 'Identifier') names.push(node) }, { intoFunctions: true })
  return names
}

/** @param {string} file @param {string} how */
function measure (file, how) {
  const source = fs.readFileSync(path.join(ROOT, file), 'utf8')
  const { ms: parseMs, result: program } = withCpu(() => parse(source, how === 'eslint-scope'))
  const all = namesIn(program)
  const asked = Array.from({ length: NAMES }, (_, i) => all[Math.floor((i * all.length) / NAMES)])
  const { ms } = withCpu(() => (how === 'own' ? ownAnswers(program, asked) : eslintScope(program)(asked)))
  console.log(JSON.stringify({ file, how, kB: Math.round(source.length / 1024), parseMs, ms }))
}

/** @param {string} file */
function compare (file) {
  const program = parse(fs.readFileSync(path.join(ROOT, file), 'utf8'), true)
  const names = namesIn(program).filter(id => isReference(pathTo(program, id.start, id.end)))
  const theirs = eslintScope(program)(names)
  const own = ownAnswers(program, names)
  const known = names.filter((_, i) => !Number.isNaN(theirs[i])).length
  const different = names.flatMap((id, i) => (Number.isNaN(theirs[i]) || theirs[i] === own[i] ? [] : [id.start]))
  console.log(JSON.stringify({ file, names: known, different: different.length, first: different.slice(0, 5) }))
}

const [, , file, how] = process.argv
if (how === 'compare') compare(file)
else if (how !== undefined) measure(file, how)
else {
  const rows = [JSON.stringify(environment())]
  const add = (/** @type {string[]} */ ...args) => {
    const { stdout } = spawnSync(process.execPath, [__filename, ...args], { encoding: 'utf8' })
    process.stdout.write(stdout)
    rows.push(stdout.trim())
  }
  for (const each of FILES) {
    for (let i = 0; i < ROUNDS; i++) for (const way of ['own', 'eslint-scope']) add(each, way)
    add(each, 'compare')
  }
  fs.writeFileSync(path.join(ROOT, 'benchmarks', 'results', 'scope-analysis.jsonl'), `${rows.join('\n')}\n`)
}
