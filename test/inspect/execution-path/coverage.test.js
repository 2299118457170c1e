'use strict'
// The coverage formats are what the libraries of coverage tools read.

const fs = require('node:fs')
const path = require('node:path')
const { createCoverageMap } = require('istanbul-lib-coverage')
const { createContext } = require('istanbul-lib-report')
const reports = require('istanbul-reports')
const t = require('tap')
const v8ToIstanbul = require('v8-to-istanbul')

const { pathDumps } = require('../../helpers/path-dumps')
const { runCli } = require('../../helpers/run-cli')

const SERVICE = 'service.js'

/** @param {import('tap').Test} t */
async function formats (t) {
  const { cwd, died, directory } = await pathDumps(t)
  const print = async (/** @type {string[]} */ ...args) => {
    const { stdout, stderr, exitCode } = await runCli(['path', ...args], { cwd })
    t.equal(stderr, '')
    t.equal(exitCode, 0)
    return stdout
  }
  const lineOf = (/** @type {string} */ code) =>
    fs.readFileSync(path.join(cwd, SERVICE), 'utf8').split('\n').findIndex(line => line.includes(code)) + 1
  return { cwd, died, directory, print, lineOf, file: path.join(cwd, SERVICE) }
}

t.test('v8, as v8-to-istanbul reads it', async t => {
  const { died, print, lineOf, file } = await formats(t)
  const { result } = JSON.parse(await print(died, '--format', 'v8'))
  t.same(result.map((/** @type {{ url: string }} */ { url }) => path.basename(url)), [SERVICE])
  const converter = v8ToIstanbul(file, 0)
  await converter.load()
  converter.applyCoverage(result[0].functions)
  const coverage = createCoverageMap(converter.toIstanbul()).fileCoverageFor(file)
  const lines = coverage.getLineCoverage()
  for (const [code, count] of Object.entries(RAN)) t.equal(lines[lineOf(code)], count, code)
  const { fnMap, f } = coverage.toJSON()
  const counts = Object.fromEntries(Object.keys(fnMap).map(i => [fnMap[i].name, f[i]]))
  t.match(counts, { priceOf: 1, cancel: 0 })
})

/** Code of the request that died, and how often it ran. @type {Record<string, number>} */
const RAN = {
  'const cents = ': 1,
  'throw new RangeError': 1,
  'const euros = cents': 0,
  'return euros': 0,
  'return refund(order)': 0,
  'const euros = priceOf': 1,
  'response.end': 0
}

t.test('Istanbul and lcov, which agree', async t => {
  const { cwd, died, print, lineOf, file } = await formats(t)
  const map = createCoverageMap(JSON.parse(await print(died, '--format', 'istanbul')))
  t.same(map.files(), [file])
  const coverage = map.fileCoverageFor(file)
  const lines = coverage.getLineCoverage()
  for (const [code, count] of Object.entries(RAN)) t.equal(lines[lineOf(code)], count, code)
  for (const code of ["require('node:http')", 'server.listen', 'function priceOf']) {
    t.equal(lines[lineOf(code)], code.startsWith('function') ? 1 : undefined, code)
  }
  t.match(coverage.toSummary().toJSON(), { functions: { covered: 2 }, branches: { covered: 2 } })

  const context = createContext({ dir: cwd, coverageMap: map })
  reports.create('lcovonly', { file: 'expected.info', projectRoot: '/' }).execute(context)
  const expected = fs.readFileSync(path.join(cwd, 'expected.info'), 'utf8')
  const lcov = await print(died, '--format', 'lcov')
  t.same(lcov.replace('SF:/', 'SF:').split('\n'), expected.split('\n'))
})

t.test('the union of several dumps counts requests', async t => {
  const { directory, print, lineOf, file } = await formats(t)
  const json = JSON.parse(await print(directory, '--union', '--format', 'istanbul'))
  const lines = createCoverageMap(json).fileCoverageFor(file).getLineCoverage()
  t.equal(lines[lineOf('const cents = ')], 2)
  t.equal(lines[lineOf('throw new RangeError')], 1)
  t.equal(lines[lineOf('return euros')], 1)
  t.equal(lines[lineOf('return refund(order)')], 0)
})

t.test('an unknown format, a directory, and a dump without a path', async t => {
  const { cwd, died, directory } = await pathDumps(t, { CRASH_COLLECTOR_EXECUTION_PATH: 'off' })
  const unknown = await runCli(['path', died, '--format', 'cobertura'], { cwd })
  t.equal(unknown.exitCode, 2)
  t.match(unknown.stderr, /v8, istanbul, lcov/)
  const folder = await runCli(['path', directory], { cwd })
  t.equal(folder.exitCode, 2)
  t.match(folder.stderr, /is a directory, which --union takes/)
  const without = await runCli(['path', died, '--format', 'lcov'], { cwd })
  t.equal(without.exitCode, 1)
  t.match(without.stderr, /there is no execution path \(.*CRASH_COLLECTOR_EXECUTION_PATH/)
  t.equal(without.stdout, '')
})
