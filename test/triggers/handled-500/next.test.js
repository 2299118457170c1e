'use strict'
// Does what docs/recipes/next.md says: a server component throws after `next build` and `next start`, and leaves a dump
// by `crash-collector/next`.

const fs = require('node:fs')
const http = require('node:http')
const path = require('node:path')
const t = require('tap')
const { PATIENT, ROOT, temporaryDirectory } = require('../../helpers/crash')
const { matchValue } = require('../../helpers/match-value')
const { blocks, commands, missingIn, readRecipe, writePrograms } = require('../../helpers/recipe')
const { runCli } = require('../../helpers/run-cli')
const { runNode } = require('../../helpers/run-node')
const { validateDump } = require('../../helpers/validate-dump')
const { readDump } = require('../../../packages/inspect/reader')
const { openDump } = require('../../../packages/inspect/dumps/open-dump')
const { describeValue } = require('../../../packages/inspect/values/describe-value')

const RECIPE = readRecipe('next.md')
const NEXT = 'node_modules/next/dist/bin/next'
const PACKAGES = ['next', 'react', 'react-dom']

/** @param {import('tap').Test} t @returns {string} directory of the project */
function install (t) {
  const cwd = temporaryDirectory(t)
  writePrograms(RECIPE, cwd)
  fs.writeFileSync(path.join(cwd, 'package.json'), '{ "name": "shop", "private": true }')
  const modules = path.join(cwd, 'node_modules')
  fs.mkdirSync(modules)
  for (const name of PACKAGES) {
    fs.symlinkSync(path.join(ROOT, 'node_modules', name), path.join(modules, name), 'junction')
  }
  fs.symlinkSync(ROOT, path.join(modules, 'crash-collector'), 'junction')
  return cwd
}

/** @param {string} url @returns {Promise<number | undefined>} the status */
function statusOf (url) {
  return new Promise((resolve, reject) => {
    http.get(url, response => response.resume().on('end', () => resolve(response.statusCode))).on('error', reject)
  })
}

/**
 * Starts the application, asks for two pages, and ends it.
 * @param {string} cwd
 * @param {Record<string, string>} env
 */
async function serve (cwd, env) {
  /** @type {(number | undefined)[]} */
  const statuses = []
  const run = await runNode([NEXT, 'start', '--port', '0', '--hostname', '127.0.0.1'], {
    cwd,
    env: { NEXT_TELEMETRY_DISABLED: '1', CRASH_COLLECTOR_DIR: 'dumps', ...PATIENT, ...env },
    onSpawn (child) {
      let output = ''
      child.stdout?.on('data', async text => {
        const wasReady = output.includes('Ready')
        output += text
        if (wasReady || !output.includes('Ready')) return
        const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(output) ?? ['']
        try {
          for (const id of [8, 7]) statuses.push(await statusOf(`${url}/orders/${id}`))
        } finally {
          child.kill()
        }
      })
    }
  })
  return { ...run, statuses }
}

/** @param {string} cwd */
function dumpsIn (cwd) {
  const directory = path.join(cwd, 'dumps')
  const names = fs.existsSync(directory) ? fs.readdirSync(directory) : []
  return names.filter(name => name.endsWith('.ccdump')).map(name => path.join(directory, name))
}

t.test('a server component of Next.js', async t => {
  const cwd = install(t)
  const build = await runNode([NEXT, 'build', '--webpack'], { cwd, env: { NEXT_TELEMETRY_DISABLED: '1' } })
  if (!t.equal(build.exitCode, 0, 'it is built', { stdout: build.stdout, stderr: build.stderr })) return
  const preload = { NODE_OPTIONS: `--require ${ROOT}` }
  const off = await serve(cwd, preload)
  t.same(off.statuses, [200, 500])
  t.same(dumpsIn(cwd), [], 'without the trigger nothing is written')

  const run = await serve(cwd, { ...preload, CRASH_COLLECTOR_TRIGGERS: 'handled500' })
  t.match(run, { statuses: [200, 500], exitCode: off.exitCode, signal: off.signal })
  const dumps = dumpsIn(cwd)
  if (!t.equal(dumps.length, 1, 'one dump', { stderr: run.stderr })) return
  t.same(validateDump(dumps[0]).problems, [])
  const dump = await openDump(dumps[0])
  t.match(dump.header, { trigger: 'handled500' })
  t.same(dump.header.request, { framework: 'next', method: 'GET', url: '/orders/7', route: '/orders/[id]' })
  t.match(dump.exception, { className: 'TypeError', message: /reading 'amount'/ })

  // The build has shortened all of these names.
  const [, totalOf, receiptOf, page] = dump.callFrames.filter(({ internal }) => !internal)
  t.match([totalOf, receiptOf, page], [
    { functionName: 'totalOf' },
    { functionName: 'receiptOf' },
    { functionName: 'Page', role: 'awaiting' }
  ])
  t.equal((await readDump(dumps[0])).callFrames.some(({ functionName }) => functionName === 'receiptOf'), false)
  for (const [frame, name, value] of [[totalOf, 'currency', 'EUR'], [receiptOf, 'id', '7']]) {
    const variables = frame.scopeChain.flatMap(scope => dump.scope(scope).variables)
    t.same(matchValue(dump, variables.find(each => each.name === name)?.value, value, name), [])
  }
  t.equal(describeValue(totalOf.this ?? { type: 'undefined' }, dump), 'Receipt')

  const { prints } = commands(blocks(RECIPE, 'console')[0]).at(-1) ?? { prints: [] }
  const { stdout } = await runCli(['show', dumps[0]], { cwd, env: { COLUMNS: '100' } })
  t.equal(missingIn(prints, stdout), null, 'the page says what show prints', { stdout })
})
