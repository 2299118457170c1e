'use strict'
// Commands print one line for a file that is not a dump or is incomplete, and leave no incomplete output.

const fs = require('node:fs')
const path = require('node:path')
const zlib = require('node:zlib')
const t = require('tap')
const { CHECKOUT_RECORDS } = require('../../helpers/checkout-dump')
const { dumpBytes, makeDump } = require('../../helpers/make-dump')
const { runCli } = require('../../helpers/run-cli')

t.test('a dump that can not be read is one line and 1', async t => {
  const cwd = t.testdir({ 'bad.ccdump': 'nonsense' })
  const broken = [
    ['show'],
    ['show', 'bad.ccdump'],
    ['show', 'none.ccdump', '--json'],
    ['show', 'bad.ccdump', '--html', 'bad.html'],
    ['eval', 'bad.ccdump', '1'],
    ['open', 'bad.ccdump'],
    ['repl', 'bad.ccdump'],
    ['search', 'a', 'bad.ccdump'],
    ['diff', 'bad.ccdump', 'bad.ccdump']
  ]
  for (const args of broken) {
    const { exitCode, stdout, stderr } = await runCli(args, { cwd })
    t.equal(exitCode, 1, args.join(' '))
    t.equal(stdout, '')
    t.match(stderr, /^crash-collector: .+ \(.+\)\n$/)
    t.equal(stderr.split('\n').length, 2, 'one line')
  }
})

t.test('a page is whole or not there', async t => {
  const cwd = t.testdir({ 'kept.html': 'the page of yesterday' })
  // More than is written at a time, and behind it an object that has to be parsed and can't be.
  const long = { kind: 'process', argv: Array.from({ length: 40 }, () => 'a'.repeat(100_000)) }
  const records = CHECKOUT_RECORDS.filter(({ kind }) => kind !== 'process').concat(/** @type {any} */ (long))
  const bad = {
    kind: 'object',
    objectId: 'bad',
    type: 'object',
    depth: 0,
    properties: 'none',
    scopes: [{ scopeId: 's9' }]
  }
  makeDump(path.join(cwd, 'bad.ccdump'), [...records, /** @type {any} */ (bad)])
  for (const args of [
    ['show', 'bad.ccdump', '--html', '/dev/stdout'],
    ['open', 'bad.ccdump', '--html', 'kept.html'],
    ['show', 'bad.ccdump', '--html', 'new.html']
  ]) {
    t.match(
      await runCli(args, { cwd }),
      { exitCode: 1, stdout: '', stderr: /^crash-collector: bad\.ccdump is not valid: .*\n$/ },
      args.join(' ')
    )
  }
  for (const args of [
    [],
    ['--json'],
    ['--all'],
    ...['sentry', 'otlp', 'junit', 'github'].map(name => ['--format', name])
  ]) {
    const { exitCode, stdout } = await runCli(['show', 'bad.ccdump', ...args], { cwd })
    t.equal(stdout === '', exitCode === 1, args.join(' '))
  }
  t.same(fs.readdirSync(cwd).sort(), ['bad.ccdump', 'kept.html'])
  t.equal(fs.readFileSync(path.join(cwd, 'kept.html'), 'utf8'), 'the page of yesterday')
  const whole = dumpBytes([...records])
  fs.writeFileSync(path.join(cwd, 'cut.ccdump'), whole.subarray(0, whole.length - 40))
  const { exitCode, stdout, stderr } = await runCli(['show', 'cut.ccdump', '--html', '/dev/stdout'], { cwd })
  t.equal(exitCode, 0, stderr)
  t.match(stdout, /^<!DOCTYPE html>[^]*"truncated":true[^]*<\/html>\n$/, 'the page and nothing else')
})

t.test('a dump that is too much for a way of looking at it is one line and 1', async t => {
  const cwd = t.testdir()
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  const text = zlib
    .gunzipSync(dumpBytes(CHECKOUT_RECORDS))
    .toString()
    .replace('"limits"', () => `"deep":${deep},"limits"`)
  fs.writeFileSync(path.join(cwd, 'a.ccdump'), zlib.gzipSync(text))
  t.match(await runCli(['show', 'a.ccdump'], { cwd }), { exitCode: 0 })
  const { exitCode, stdout, stderr } = await runCli(['show', 'a.ccdump', '--json'], { cwd })
  t.same([exitCode, stdout], [1, ''])
  t.match(stderr, /^crash-collector: the dump is too big or nested too deeply for this: .+ \(.+\)\n$/)
})
