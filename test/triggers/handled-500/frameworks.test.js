'use strict'
// Errors that express, fastify, koa and Nest answer with status 500.

const t = require('tap')
const { readDump } = require('../../../packages/inspect/reader')
const { collect, crashTests } = require('../../helpers/crash')
const { notInstalled } = require('../../helpers/ecosystem')
const { runCli } = require('../../helpers/run-cli')

/** @typedef {import('../../helpers/crash').CrashCase} CrashCase */

const env = { CRASH_COLLECTOR_TRIGGERS: 'handled500', NODE_ENV: 'test' }
/** The paths that a program asks for, and what it prints. */
const PATHS = ['/orders/71?access_token=hunter2', '/orders/none', '/orders/1']
const ANSWERS = `${PATHS[0]} 500\n${PATHS[1]} 404\n${PATHS[2]} 200\n`

/**
 * @param {string} framework
 * @param {string} handler
 * @param {string} [extension]
 * @param {string[]} [needs] packages
 * @returns {CrashCase}
 */
const caseOf = (framework, handler, extension = 'js', needs = [framework]) => ({
  name: framework,
  needs,
  file: `handled-500/${framework}.${extension}`,
  args: [JSON.stringify(PATHS)],
  env,
  exitCode: 0,
  stdout: ANSWERS,
  trigger: 'handled500',
  exception: { className: 'Error', message: 'order 71 is not in orders', handled: false },
  check (t, dump) {
    const { request } = dump.header
    t.match(request, { framework, method: 'GET', statusCode: 500, url: /^\/orders\/71\?access_token=/ })
    t.notMatch(request?.url, 'hunter2', 'secrets are taken out')
    const [load, ...others] = dump.callFrames
    t.equal(load.functionName, 'loadOrder')
    const variables = load.scopeChain.flatMap(scope => scope.variables)
    t.match(
      variables.filter(({ name }) => name === 'id' || name === 'table'),
      [{ name: 'id', value: { value: '71' } }, { name: 'table', value: { value: 'orders' } }]
    )
    t.ok(others.some(({ functionName }) => functionName.endsWith(handler)), 'the handler waited for it')
  }
})

crashTests(t, [
  caseOf('express', 'order'),
  caseOf('fastify', 'order'),
  caseOf('koa', 'order'),
  caseOf('nest', 'order', 'mjs', ['@nestjs/core', '@nestjs/platform-express'])
])

t.test('without the addon the framework and the method are known, and it is said that the URL is not', async t => {
  const run = await collect(t, {
    file: 'handled-500/express.js',
    args: [JSON.stringify([PATHS[0]])],
    env: { ...env, CRASH_COLLECTOR_ADDON: 'none' }
  })
  t.same((await readDump(run.dumps[0])).header.request, { framework: 'express', method: 'GET', statusCode: 500 })
  const { stdout } = await runCli(['show', run.dumps[0]], { cwd: t.testdir() })
  t.match(stdout, /^a GET request was answered with status 500 \(express\)$/m)
  t.match(stdout.replace(/\n */g, ' '), /URL of the request[^.]*: the native addon was not loaded/)
})

t.test('an error that the application answers otherwise leaves nothing', async t => {
  const args = [JSON.stringify(['/recovers', '/orders/none', '/orders/1'])]
  const run = await collect(t, { file: 'handled-500/express.js', args, env })
  t.match(run, { exitCode: 0, dumps: [], stderr: '', stdout: '/recovers 200\n/orders/none 404\n/orders/1 200\n' })
})

t.test('without the trigger nothing is written', async t => {
  const triggers = { ...env, CRASH_COLLECTOR_TRIGGERS: 'uncaughtException,unhandledRejection,api' }
  for (const [file, skip] of [['express.js', false], ['koa.js', notInstalled('koa')]]) {
    t.test(`${file}`, { skip }, async t => {
      const run = await collect(t, { file: `handled-500/${file}`, args: [JSON.stringify(PATHS)], env: triggers })
      t.match(run, { exitCode: 0, dumps: [], stderr: '', stdout: ANSWERS })
    })
  }
})

t.test('one place leaves a few dumps, and the rest is counted', async t => {
  const args = [JSON.stringify(Array.from({ length: 9 }, (_, i) => `/orders/7${i}`))]
  const run = await collect(t, { file: 'handled-500/express.js', args, env })
  t.equal(run.dumps.length, 5)
  t.equal((run.stderr.match(/dump written/g) ?? []).length, 5)
})

t.test('requestFailed() without a response', async t => {
  crashTests(t, [
    {
      name: 'writes at once',
      file: 'handled-500/own-framework.js',
      env,
      exitCode: 0,
      trigger: 'handled500',
      frames: [{ functionName: 'handle', variables: { job: { id: 7 } } }],
      check (t, dump) {
        t.same(dump.header.request, { framework: 'own', method: 'PUT', url: '/jobs/7' })
      }
    }
  ])
})
