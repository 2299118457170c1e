'use strict'
// npm run test:platform -- <target> [--node=<major>] [test file…]: packs the packages, installs them as on that
// platform, and lets the programs of test/fixtures/crashes die there. Needs the addon, from `npm run build:platform`.
// Without files it runs those of the list. Writes the results to test/results/platforms.jsonl.

const { execFile, execFileSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const { parseArgs } = require('node:util')

const { PACKAGE } = require('../build/node-gyp')
const { provideNode } = require('./foreign-node')
const { packPlatform, packWithTools } = require('./pack')
const { readResults } = require('./tap-results')
const { OUTPUT, TARGETS, addonPath, hostTarget } = require('./targets')
const { installPacked } = require('./try-packed')

const MANIFEST = require('../../package.json')

/** Of test/triggers. */
const FILES = [
  'uncaught-exception',
  'uncaught-language',
  'unhandled-rejection',
  'thrown-values',
  'values',
  'scopes',
  'sources',
  'workers',
  'children',
  'handlers',
  'handled-errors',
  'unsettled-await',
  'exit',
  'terminated',
  'modes',
  'optimised-code',
  'other-threads',
  'blocked-loop',
  'out-of-memory'
]
const ROWS = path.join(PACKAGE, 'test', 'results', 'platforms.jsonl')
/** Each test runs one program at a time. */
const TESTS_AT_ONCE = 2

/**
 * Why a test can't pass here, by its file and name.
 * @type {Record<string, Record<string, string>>}
 */
const OF_THE_RIG = {
  'linux-arm64-gnu': {
    'uncaught-exception: child process that inherits NODE_OPTIONS': 'no process starts another in the emulator',
    'uncaught-exception: addon that throws': 'that addon is for x64',
    'uncaught-exception: function called by an addon': 'that addon is for x64',
    'uncaught-language: a stack that takes long to be read': 'a capture takes seconds in the emulator',
    'values: half-floats': 'no process starts another in the emulator'
  }
}

/** @typedef {import('./tap-results').Result & { file: string, why?: string }} Row */

/**
 * @param {string} file of the test
 * @param {string} log what it prints is kept there
 * @param {Record<string, string | undefined>} env
 * @returns {Promise<import('./tap-results').Result[]>}
 */
async function runTest (file, log, env) {
  const text = await new Promise(resolve => {
    const options = {
      cwd: PACKAGE,
      env: { ...process.env, ...env, TAP_TIMEOUT: '0' },
      maxBuffer: 256 * 1024 * 1024
    }
    execFile(process.execPath, [file], options, (_, stdout, stderr) => resolve(`${stdout}\n${stderr}`))
  })
  fs.mkdirSync(path.dirname(log), { recursive: true })
  fs.writeFileSync(log, text)
  const results = readResults(text)
  if (results.length === 0) throw new Error(`${file} has run nothing: ${log}`)
  return results
}

/**
 * @param {string[]} files
 * @param {string} target
 * @param {Record<string, string | undefined>} env
 * @returns {Promise<Row[]>}
 */
async function runTests (files, target, env) {
  /** @type {Row[][]} */
  const rows = []
  const waiting = [...files.entries()]
  const runWaiting = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, file] = next
      const name = path.basename(file, '.test.js')
      const results = await runTest(file, path.join(OUTPUT, 'tests', target, `${name}.tap`), env)
      rows[index] = results.map(result => {
        const why = OF_THE_RIG[target]?.[`${name}: ${result.name}`]
        return { file, ...result, ...(result.passed || why === undefined ? {} : { why }) }
      })
    }
  }
  await Promise.all(Array.from({ length: TESTS_AT_ONCE }, runWaiting))
  return rows.flat()
}

/**
 * @param {string} target
 * @param {string} major
 * @param {string[]} chosen test files; none: those of the list
 */
async function testPlatform (target, major, chosen) {
  const { node, how } = target === hostTarget() ? { node: process.execPath, how: '' } : provideNode(target, major)
  const ask = (/** @type {string} */ expression) => execFileSync(node, ['-p', expression], { encoding: 'utf8' }).trim()
  const abi = Number(ask('process.versions.modules'))
  const packed = path.join(OUTPUT, 'tests', 'packed')
  fs.rmSync(packed, { recursive: true, force: true })
  fs.mkdirSync(packed, { recursive: true })
  const packages = [packPlatform(target, packed, [abi]), ...(await packWithTools([target], packed))]
  const directory = installPacked(packages, target)
  try {
    const installed = path.join(directory, 'node_modules', MANIFEST.name)
    // As npm does. A process under an emulator cannot start another one by process.execPath.
    if (TARGETS[target].cpu === process.arch) {
      execFileSync(node, [path.join(installed, 'scripts', 'install.js')], { stdio: 'inherit' })
    }
    const refused = ask(`require(${JSON.stringify(addonPath(target, abi))}).v8Symbols().problem`)
    const byPause = refused !== '' || process.env.TEST_WAY === 'pause'
    const way = byPause ? { TEST_WAY: 'pause' } : {}
    const files = chosen.length > 0 ? chosen : FILES.map(name => path.join('test', 'triggers', `${name}.test.js`))
    const rows = await runTests(files, target, { CRASH_COLLECTOR_TEST_NODE: node, TEST_PACKAGE: installed, ...way })
    const failed = rows.filter(({ passed }) => !passed)
    const summary = {
      target,
      node: ask('process.version'),
      how,
      date: new Date().toISOString().slice(0, 10),
      version: MANIFEST.version,
      addonBytes: fs.statSync(addonPath(target, abi)).size,
      byPause,
      files: files.map(file => path.basename(file, '.test.js')),
      tests: rows.length,
      passed: rows.length - failed.length,
      failed: failed.map(({ file, name, why = 'unknown' }) => ({ file: path.basename(file), name, why }))
    }
    keepRow(summary)
    console.log(summary)
    if (failed.some(({ why }) => why === undefined)) process.exitCode = 1
  } finally {
    fs.rmSync(directory, { recursive: true, force: true })
  }
}

/** @param {{ target: string, node: string, byPause: boolean }} summary replaces that of an earlier run */
function keepRow (summary) {
  const text = fs.existsSync(ROWS) ? fs.readFileSync(ROWS, 'utf8') : ''
  const others = text
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line))
    .filter(row => nameOf(row) !== nameOf(summary))
  const rows = [...others, summary].sort((left, right) => nameOf(left).localeCompare(nameOf(right)))
  fs.writeFileSync(ROWS, rows.map(row => `${JSON.stringify(row)}\n`).join(''))
}

/** @param {{ target: string, node: string, byPause: boolean }} summary */
function nameOf ({ target, node, byPause }) {
  return `${target} ${node} ${byPause}`
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { node: { type: 'string', default: '24' } }
})
const [target, ...chosen] = positionals
if (TARGETS[target]?.os !== 'linux') {
  console.error('name a Linux platform: npm run test:platform -- linux-x64-musl')
  process.exitCode = 1
} else {
  testPlatform(target, values.node, chosen).catch(error => {
    console.error(error.message)
    process.exitCode = 1
  })
}
