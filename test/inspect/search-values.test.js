'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { matcher } = require('../../assets/viewer/model/search')
const { CHECKOUT_RECORDS } = require('../helpers/checkout-dump')
const { makeDump } = require('../helpers/make-dump')
const { runCli } = require('../helpers/run-cli')

/** @param {import('tap').Test} t */
function dumps (t) {
  const cwd = t.testdir()
  makeDump(path.join(cwd, 'crash.20260102.030405.4242.0.1.ccdump'), CHECKOUT_RECORDS)
  return cwd
}

t.test('a text, with the path to each hit', async t => {
  const cwd = dumps(t)
  const { stdout, exitCode } = await runCli(['search', 'C-9'], { cwd })
  t.equal(exitCode, 0)
  t.match(stdout, /^#0 line\.sku {2}'C-9'$/m)
  const ofPrivate = (await runCli(['search', 'WELCOME'], { cwd })).stdout
  t.match(ofPrivate, /^#1 order\.#coupon {2}'WELCOME'$/m)
  t.match((await runCli(['search', 'Cup'], { cwd })).stdout, /catalog\.get\('B-2'\)\.name {2}'Cup'/)
})

t.test('every path can be evaluated', async t => {
  const cwd = dumps(t)
  const [{ hits }] = JSON.parse((await runCli(['search', '/^(?:C-9|Cup)$/', '--json'], { cwd })).stdout)
  t.ok(hits.length >= 2)
  for (const { root, path, value } of hits) t.equal((await runCli(['eval', '--frame', root.replace('#', ''), path], { cwd })).stdout, value.description + '\n', path)
})

t.test('a regular expression, a number, nothing', async t => {
  const cwd = dumps(t)
  t.match((await runCli(['search', '/welcome/i'], { cwd })).stdout, /#coupon/)
  t.match((await runCli(['search', '/^0\\.1$/'], { cwd })).stdout, /discount {2}0\.1\n/)
  for (const flags of ['g', 'y', 'gi', 'igy']) t.match((await runCli(['search', `/C-9/${flags}`], { cwd })).stdout, /line\.sku {2}'C-9'/, flags)
  t.equal((await runCli(['search', '/e/g'], { cwd })).stdout, (await runCli(['search', '/e/'], { cwd })).stdout, 'every hit')
  const matches = matcher('/a/gy')
  t.same([matches('ba'), matches('ab'), matches('a'), matches('b')], [true, true, true, false], 'in the page too')
  t.equal((await runCli(['search', 'no such text'], { cwd })).stdout, 'nothing found\n')
  t.match(await runCli(['search', '/(/'], { cwd }), { exitCode: 2, stderr: /regular expression/i })
  t.match(await runCli(['search'], { cwd }), { exitCode: 2, stderr: /a text is missing/ })
})

t.test('a directory, also with a bad dump in it', async t => {
  const cwd = dumps(t)
  makeDump(path.join(cwd, 'crash.20260101.030405.4242.0.1.ccdump'), [{ kind: 'exception', value: { type: 'string', value: 'C-9 is gone' }, description: 'C-9 is gone' }])
  fs.writeFileSync(path.join(cwd, 'crash.20260103.030405.4242.0.1.ccdump'), 'nonsense')
  const { stdout, stderr, exitCode } = await runCli(['search', 'C-9', '.'], { cwd })
  t.equal(exitCode, 0)
  t.match(stdout, /^crash\.20260102\.030405\.4242\.0\.1\.ccdump\n#0 line\.sku {2}'C-9'\n[^]*^crash\.20260101\.030405\.4242\.0\.1\.ccdump\nexception {2}'C-9 is gone'$/m)
  t.match(stderr, /is not a dump/)
})

t.test('--max', async t => {
  const cwd = dumps(t)
  const { stdout } = await runCli(['search', '/./', '--max', '3'], { cwd })
  t.match(stdout, /^(?:.*\n){3}… \d+ more \(--max shows them\)\n$/)
  t.match(await runCli(['search', 'a', '--max', '0'], { cwd }), { exitCode: 2 })
})
