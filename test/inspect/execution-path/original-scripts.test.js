'use strict'
// The path of a bundle is shown in the lines of its original sources, however the bundle was made.

const fs = require('node:fs')
const path = require('node:path')

const esbuild = require('esbuild')
const { createCoverageMap } = require('istanbul-lib-coverage')
const t = require('tap')

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

for (const [name, options] of /** @type {[string, import('esbuild').BuildOptions][]} */ ([
  ['a map beside the bundle', { sourcemap: true }],
  ['a map in the bundle', { sourcemap: 'inline' }],
  ['a bundle in one line', { sourcemap: true, minify: true }]
])) {
  t.test(name, async t => {
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
