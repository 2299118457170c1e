'use strict'
// The path of a bundle is shown in the lines of its original sources, however the bundle was made.

const fs = require('node:fs')
const path = require('node:path')
const { pathToFileURL } = require('node:url')

const esbuild = require('esbuild')
const { createCoverageMap } = require('istanbul-lib-coverage')
const t = require('tap')
const v8ToIstanbul = require('v8-to-istanbul')

const { WITHOUT_CHROMIUM } = require('../../helpers/chromium')
const { openDevTools } = require('../../helpers/devtools')
const { openReplay } = require('../../helpers/open-replay')
const { runCli } = require('../../helpers/run-cli')
const { runToDump } = require('../../helpers/run-to-dump')

const MAIN = `import { priceOf } from './price'

interface Line { sku: string, quantity: number }
declare const require: any

const { executionPath } = require(process.env.COLLECTOR)

function total (lines: Line[]): number {
  let sum = 0
  for (const line of lines) sum += priceOf(line.sku) * line.quantity
  return sum
}

executionPath.run('bill', () => {
  const lines: Line[] = [{ sku: 'cup', quantity: 1 }, { sku: 'pot', quantity: 2 }]
  console.log(total(lines))
})
`

const PRICE = `const prices: Record<string, number> = { cup: 7 }

export function priceOf (sku: string): number {
  if (sku in prices) {
    return prices[sku]!
  }
  // what nobody sells
  throw new RangeError('no price of ' + sku)
}

export function discountOf (sku: string): number {
  return prices[sku]! / 10
}
`

/** @param {import('tap').Test} t @param {import('esbuild').BuildOptions} options */
async function dumpOfBundle (t, options) {
  const directory = fs.realpathSync(t.testdir({ src: { 'main.ts': MAIN, 'price.ts': PRICE } }))
  const bundle = path.join(directory, 'bundle.js')
  esbuild.buildSync({
    entryPoints: [path.join(directory, 'src/main.ts')],
    outfile: bundle,
    bundle: true,
    platform: 'node',
    ...options
  })
  const { cwd, file } = await runToDump(t, [bundle], {
    env: { CRASH_COLLECTOR_EXECUTION_PATH: 'request', COLLECTOR: path.resolve(__dirname, '../../..') }
  })
  return { cwd, file, directory, bundle }
}

for (const [name, options] of /** @type {[string, import('esbuild').BuildOptions][]} */ ([
  ['a map beside the bundle', { sourcemap: true }],
  ['a map in the bundle', { sourcemap: 'inline' }],
  ['a bundle in one line', { sourcemap: true, minify: true }]
])) {
  t.test(name, async t => {
    const { cwd, file, directory } = await dumpOfBundle(t, options)
    // The reader has the dump only.
    fs.rmSync(directory, { recursive: true })
    const { stdout } = await runCli(['show', file, '--path'], { cwd, env: { COLUMNS: '80' } })
    const lines = stdout.split('\n')
    const lineWith = (/** @type {string} */ code) => lines.find(line => line.includes(code)) ?? stdout
    t.ok(lines.some(line => line.endsWith('src/main.ts')) && lines.some(line => line.endsWith('src/price.ts')), stdout)
    t.notOk(lines.some(line => line.endsWith('bundle.js')))
    for (const [mark, number, code] of /** @type {[string, number, string][]} */ ([
      ['+', 5, 'return prices[sku]!'],
      ['!', 8, 'throw new RangeError'],
      ['+', 9, 'let sum = 0'],
      ['-', 11, 'return sum']
    ])) {
      t.match(lineWith(code), new RegExp(`^\\${mark}.* ${number} \\| `), code)
    }
    t.notMatch(stdout, /discountOf/)
    const stepOf = (/** @type {string} */ code) => Number(lineWith(code).slice(1, 7))
    t.ok(stepOf('let sum = 0') < stepOf('return prices[sku]!'))
    t.ok(stepOf('return prices[sku]!') < stepOf('throw new RangeError'))

    const istanbul = await runCli(['path', file, '--format', 'istanbul'], { cwd })
    const coverage = createCoverageMap(JSON.parse(istanbul.stdout))
    const sources = ['main.ts', 'price.ts'].map(source => path.join(directory, 'src', source))
    t.same(coverage.files().sort(), sources)
    const [main, price] = sources.map(source => coverage.fileCoverageFor(source))
    t.match(main.getLineCoverage(), { 9: 1, 10: 1, 11: 0 })
    t.match(price.getLineCoverage(), { 5: 1, 8: 1 })
    t.equal(price.getLineCoverage()[7], undefined, 'a comment')
    t.equal(price.getLineCoverage()[12], undefined, 'esbuild has left the function out')
    const { fnMap, f } = price.toJSON()
    const functions = Object.keys(fnMap).map(i => [fnMap[i].loc.start.line, f[i]])
    t.same(functions, [[3, 1]])
    const lcov = await runCli(['path', file, '--format', 'lcov'], { cwd })
    const records = lcov.stdout.split('end_of_record\n')
    const record = records.find(text => text.includes(`SF:${sources[1]}\n`)) ?? ''
    for (const line of ['DA:5,1', 'DA:8,1']) t.ok(record.split('\n').includes(line), line)
  })
}

t.test('V8\'s form has the lines of the bundle, to which its readers apply the map', async t => {
  const { cwd, file, directory, bundle } = await dumpOfBundle(t, { sourcemap: true })
  const { stdout } = await runCli(['path', file, '--format', 'v8'], { cwd })
  const [{ url, functions }] = JSON.parse(stdout).result
  t.equal(url, pathToFileURL(bundle).href)
  const converter = v8ToIstanbul(bundle, 0)
  await converter.load()
  converter.applyCoverage(functions)
  const coverage = createCoverageMap(converter.toIstanbul())
  t.same(coverage.files().sort(), ['main.ts', 'price.ts'].map(source => path.join(directory, 'src', source)))
  t.match(coverage.fileCoverageFor(path.join(directory, 'src/price.ts')).getLineCoverage(), { 5: 1, 8: 1 })
})

t.test('DevTools has bars beside the lines of the original sources', { skip: WITHOUT_CHROMIUM }, async t => {
  const { file } = await dumpOfBundle(t, { sourcemap: 'inline' })
  const replay = await openReplay(file)
  t.teardown(() => replay.close())
  const devtools = await openDevTools(replay.devtoolsUrl)
  t.teardown(() => devtools.close())
  t.match(await devtools.coverage(), [/bundle\.js JS \(per block\)/], 'the panel itself lists the bundle')
  await devtools.openSource('price.ts')
  const lines = PRICE.split('\n')
  const ran = (await devtools.executedLines()).map(line => lines[line - 1])
  t.match(ran, [/export function priceOf/, /if \(sku in prices\)/, /return prices/, /throw new RangeError/])
  t.equal(ran.length, 4)
})
