'use strict'
// Programs do the same with counters as without: all kinds of syntax, and packages that people use.

const path = require('node:path')

const t = require('tap')

const { temporaryDirectory } = require('../helpers/crash')
const { skippedWithout } = require('../helpers/ecosystem')
const { requests, startService } = require('../helpers/path-service')
const { runNode } = require('../helpers/run-node')

const PACKAGE = path.join(__dirname, '../..')
const FIXTURES = path.join(__dirname, '../fixtures/execution-path')

const PATHS = { CRASH_COLLECTOR_EXECUTION_PATH: 'request' }
const ALL_PACKAGES = { ...PATHS, CRASH_COLLECTOR_EXECUTION_PATH_PACKAGES: '*' }

/** @param {import('tap').Test} t @param {string} file @param {Record<string, string>} env */
function run (t, file, env) {
  return runNode(['--require', PACKAGE, path.join(FIXTURES, file)], { cwd: temporaryDirectory(t), env })
}

t.test('all kinds of syntax', async t => {
  const plain = await run(t, 'syntax.js', {})
  t.same({ exitCode: plain.exitCode, stderr: plain.stderr }, { exitCode: 0, stderr: '' })
  t.ok(plain.stdout.split('\n').length > 30, plain.stdout)
  const woven = await run(t, 'syntax.js', PATHS)
  t.same({ ...woven, pid: 0 }, { ...plain, pid: 0 })
})

t.test('packages', async t => {
  // It loads what these bring, too.
  if (skippedWithout(t, 'fastify', 'koa', 'pm2', 'rxjs')) return
  const plain = await run(t, 'packages.js', {})
  const woven = await run(t, 'packages.js', ALL_PACKAGES)
  t.same({ plain: plain.exitCode, woven: woven.exitCode }, { plain: 0, woven: 0 }, woven.stderr)
  t.equal(plain.stderr, '0 0\n')
  const [steps, files] = woven.stderr.split(' ').map(Number)
  // The path is cut there.
  t.ok(steps === 4096 && files > 50, `${steps} steps in ${files} files`)
  const lines = plain.stdout.split('\n')
  const wovenLines = woven.stdout.split('\n')
  t.ok(lines.length > 100, `${lines.length} lines`)
  t.equal(wovenLines.length, lines.length)
  t.same(wovenLines.filter((line, i) => line !== lines[i]).map(line => line.slice(0, 300)), [])
})

for (const face of /** @type {const} */ (['express', 'fastify'])) {
  t.test(`services on ${face} whose packages have counters, too`, async t => {
    if (face === 'fastify' && skippedWithout(t, face)) return
    const plain = await startService(t, face, {})
    const woven = await startService(t, face, ALL_PACKAGES)
    for (const [i, request] of requests.entries()) {
      t.equal(await woven.send(request, `${i}`), await plain.send(request, `${i}`), request.join(' '))
    }
    const paths = await woven.paths(requests.length)
    t.equal(paths.size, requests.length)
  })
}
