'use strict'
// Runs one program as each tool has compiled it, and finds the names of its source in the dump.

const fs = require('node:fs')
const path = require('node:path')
const { encode } = require('@jridgewell/sourcemap-codec')
const t = require('tap')
const { openDump } = require('../../../packages/inspect/dumps/open-dump')
const { readDump } = require('../../../packages/inspect/reader')
const { describeValue } = require('../../../packages/inspect/values/describe-value')
const { explainRoot } = require('../../../packages/inspect/explain')
const { CRASHES } = require('../../helpers/crash')
const { callFrame, makeDump, vars } = require('../../helpers/make-dump')
const { runCli } = require('../../helpers/run-cli')
const { runToDump } = require('../../helpers/run-to-dump')

/**
 * A dump of a process that died in `function h(e,n){return e.x+n}`.
 * @param {import('tap').Test} t
 * @param {object} map
 */
async function minified (t, map) {
  const source = 'function h(e,n){return e.x+n}'
  const place = (/** @type {number} */ columnNumber) => ({ lineNumber: 0, columnNumber })
  const file = makeDump(path.join(t.testdir(), 'a.ccdump'), [
    { kind: 'exception', value: { type: 'string', value: 'x' }, description: 'x' },
    callFrame(vars({ e: { type: 'undefined' }, n: { type: 'number', value: 2 } }), {
      functionName: 'h',
      columnNumber: 25,
      functionLocation: place(10)
    }),
    {
      kind: 'script',
      scriptId: '1',
      url: '/app/a.js',
      length: source.length,
      source,
      sourceMapURL: 'a.js.map',
      sourceMap: JSON.stringify({ version: 3, sources: ['src.js'], sourcesContent: ['x'], ...map })
    }
  ])
  const dump = await openDump(file)
  const [frame] = dump.callFrames
  return { dump, names: [frame.functionName, ...ownVariables(dump, frame).map(({ name }) => name)] }
}

/** Mappings of the code of minified(): of `h`, `e`, `n`, and of the second `e` and `n`, if they have names. */
const mapped = (/** @type {string[]} */ ...names) => {
  const all = [...new Set(names.filter(name => name !== ''))]
  const segments = [[0, 0, 0, 0], ...[9, 11, 13, 23, 27].map((column, i) => [column, 0, 0, column, names[i] ?? ''])]
  const decoded = segments.map(([column, source, line, from, name]) =>
    name === undefined || name === '' ? [column, source, line, from] : [column, source, line, from, all.indexOf(name)]
  )
  return { names: all, mappings: encode([(/** @type {unknown} */ (decoded))]) }
}

t.test('names that a map tells', async t => {
  const { names } = await minified(t, mapped('total', 'order', 'tax', 'order', 'tax'))
  t.same(names, ['total', 'order', 'tax'])
})

t.test('no wrong names', async t => {
  for (const [why, map, expected] of [
    ['words that are no names', mapped('class', 'this', 'a b'), ['h', 'e', 'n']],
    ['two variables with one name', mapped('total', 'order', 'order'), ['total', 'e', 'n']],
    ['one variable with two names', mapped('total', 'order', 'tax', 'line'), ['total', 'e', 'tax']],
    ['a name for a use only', mapped('', '', '', 'order'), ['h', 'e', 'n']],
    ['a damaged map', { names: [7, null], mappings: 'AAAAA,SAAAC,EAAAC' }, ['h', 'e', 'n']]
  ]) {
    t.same((await minified(t, map)).names, expected, why)
  }
})

t.test('names that only the scopes of a map tell', async t => {
  // The function `total (order, tax)` from column 10 on, with the expressions `e` and `n`.
  const scopes = ['BFAAA', 'DCC', 'CAE', 'EGKA', 'GEF', 'FT'].join(',')
  const { names, dump } = await minified(t, { names: ['total', 'order', 'tax', 'e', 'n'], mappings: 'AAAA', scopes })
  t.same(names, ['total', 'order', 'tax'])
  t.same(ownVariables(dump, dump.callFrames[0]).map(({ generatedName }) => generatedName), ['e', 'n'])
})

const FIXTURES = path.join(CRASHES, 'original-names')

/** What the variables of each function hold at the throw; a tool may have removed some of them. */
const VARIABLES = {
  zoneOf: { destination: 'undefined', known: 'Array(2)', country: /^(?:undefined|<not initialised yet)/ },
  shippingCost: { surcharge: '6', weight: '5', zone: /^(?:undefined|<not initialised yet)/ },
  checkout: {
    customer: "'office'",
    skus: 'Array(2)',
    lines: 'Array(2)',
    address: 'undefined',
    order: 'Order',
    article: "'K-1'",
    weight: '2',
    surcharge: '6'
  }
}

/**
 * Names that a tool does not tell, or that it has removed with the variable.
 * @type {Record<string, string[]>}
 */
const UNKNOWN = {
  swc: ['weight', 'zone', 'address', 'checkout'],
  terser: ['weight', 'zone'],
  vite: ['weight', 'zone', 'address', 'surcharge'],
  webpack: ['weight', 'zone', 'skus']
}

const TOOLS = fs
  .readdirSync(FIXTURES, { withFileTypes: true })
  .filter(each => each.isDirectory() && each.name !== 'src')
  .map(({ name }) => name)

/**
 * @param {import('../../../packages/inspect/reader').Dump} dump
 * @param {import('../../../packages/shared/dump/format').CallFrameRecord} frame
 */
function ownVariables (dump, frame) {
  return frame.scopeChain
    .filter(({ type }) => type === 'local' || type === 'block')
    .flatMap(scope => dump.scope(scope).variables)
    .filter(({ name }) => name !== 'arguments')
}

for (const tool of TOOLS) {
  t.test(tool, async t => {
    const program = fs.readdirSync(path.join(FIXTURES, tool)).find(name => /^app\.m?js$/.test(name))
    const { file, directory } = await runToDump(t, [path.join(FIXTURES, tool, program ?? '')])
    const dump = await openDump(file)
    const frames = dump.callFrames.filter(({ internal }) => !internal)
    const called = frames.slice(0, 3).map(({ functionName }) => functionName)
    t.same(called, Object.keys(VARIABLES).map(name => (UNKNOWN[tool]?.includes(name) ? '' : name)))
    for (const [i, frame] of frames.slice(0, 3).entries()) {
      const expected = Object.values(VARIABLES)[i]
      const variables = ownVariables(dump, frame)
      const found = variables.map(({ name }) => name)
      const missing = Object.keys(expected).filter(name => !found.includes(name))
      const known = UNKNOWN[tool] ?? []
      t.same(missing.filter(name => !known.includes(name)), [], `the variables of ${frame.functionName}`)
      for (const { name, generatedName, value, notCapturedReason } of variables) {
        if (generatedName === undefined) continue
        t.ok(name in expected, `${generatedName} is ${name} of ${frame.functionName}`)
        const text = value === undefined ? `<${notCapturedReason}>` : describeValue(value, dump)
        t.match(text.replace(/<un\w+>/, '<not initialised yet'), expected[name], `${frame.functionName} ${name}`)
      }
    }
    t.match(explainRoot(dump)?.text, /^`destination` is undefined/)

    const raw = (await readDump(file)).callFrames.filter(({ internal }) => !internal)[0]
    const generated = ownVariables(dump, frames[0]).find(({ name }) => name === 'destination')?.generatedName
    t.ok(generated === undefined || ownVariables(dump, raw).some(({ name }) => name === generated))
    for (const [expression, expected] of [
      ['known.length', '2\n'],
      [`String(${generated ?? 'destination'}) + destination`, "'undefinedundefined'\n"]
    ]) {
      const { stdout, stderr } = await runCli(['eval', file, expression], { cwd: directory })
      t.equal(stdout + stderr, expected, expression)
    }
    const shown = (await runCli(['show', file], { cwd: directory })).stdout
    t.match(shown, /^#0 {2}zoneOf {2}.*order\.js:20:\d+$/m)
    t.match(shown, /^ {6}destination {2}undefined$/m)
    t.match(shown, /^ {6}this +Order \{/m)
  })
}
