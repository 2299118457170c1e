'use strict'
// `crash-collector doctor` finds what keeps a crash from leaving a dump, and `init` writes a configuration.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { readConfig } = require('../../../packages/shared/config')
const { BY_PAUSE, ROOT, temporaryDirectory } = require('../../helpers/crash')
const { runCli } = require('../../helpers/run-cli')

/**
 * @param {import('tap').Test} t
 * @param {Record<string, string>} files
 */
function application (t, files = {}) {
  const cwd = temporaryDirectory(t)
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(cwd, name)), { recursive: true })
    fs.writeFileSync(path.join(cwd, name), text)
  }
  return cwd
}

/**
 * @param {string} cwd
 * @param {Record<string, string>} [env]
 */
async function findings (cwd, env) {
  const { stdout, exitCode } = await runCli(['doctor', '--json'], { cwd, env })
  const found = /** @type {import('../../../packages/inspect/setup/types').NamedFinding[]} */ (JSON.parse(stdout))
  return { exitCode, found }
}

t.jobs = 2

t.test('a sound installation', async t => {
  const cwd = application(t)
  const { exitCode, found } = await findings(cwd, { NODE_OPTIONS: `--require ${ROOT}/index.js` })
  t.equal(exitCode, 0)
  t.same(found.filter(({ state }) => state !== 'ok'), [], 'all is well')
  t.match(found.find(({ name }) => name === 'crash'), { text: /with its variables, read without the debugger$/ })
  t.same(fs.readdirSync(cwd), [], 'nothing is left')
})

t.test('a sound installation beside a module that is imported first', async t => {
  const { found } = await findings(application(t), { NODE_OPTIONS: '--import data:text/javascript,' })
  t.match(found.find(({ name }) => name === 'crash'), { state: 'ok' })
})

/**
 * @typedef {object} Case
 * @property {Record<string, string>} [env]
 * @property {Record<string, string>} [files]
 * @property {string} name of the check
 * @property {string} state
 * @property {RegExp} text
 * @property {RegExp} [remedy]
 */

/** @type {Record<string, Case>} */
const CASES = {
  'a wrong setting': {
    env: { CRASH_COLLECTOR_MAX_OBJECTS: 'many' },
    name: 'configuration',
    state: 'fails',
    text: /MAX_OBJECTS is "many"/,
    remedy: /api\.md/
  },
  'mode off': {
    env: { CRASH_COLLECTOR_MODE: 'off' },
    name: 'crash',
    state: 'fails',
    text: /left no dump; exit code 1/,
    remedy: /troubleshooting/
  },
  'a directory that takes nothing': {
    files: { file: '' },
    env: { CRASH_COLLECTOR_DIR: 'file/dumps' },
    name: 'directory',
    state: 'fails',
    text: /file\/dumps: E[A-Z]+$/,
    remedy: /CRASH_COLLECTOR_DIR/
  },
  'a misspelt setting': {
    env: { CRASH_COLLECTOR_TRIGERS: 'api' },
    name: 'configuration',
    state: 'fails',
    text: /^there is no setting CRASH_COLLECTOR_TRIGERS; did you mean CRASH_COLLECTOR_TRIGGERS\?$/,
    remedy: /api\.md/
  },
  'no addon': {
    env: { CRASH_COLLECTOR_ADDON: 'none' },
    name: 'crash',
    state: 'fails',
    text: /without variables \(noAddon\)/,
    remedy: /^unset CRASH_COLLECTOR_ADDON/
  },
  'by a pause': {
    env: { CRASH_COLLECTOR_FALLBACK: 'on' },
    name: 'crash',
    state: 'note',
    text: /by pausing the debugger/,
    remedy: /caveats/
  },
  'a preload by name': {
    env: { NODE_OPTIONS: '--require crash-collector' },
    name: 'preload',
    state: 'note',
    text: /no Node\.js starts where/,
    remedy: /index\.js/
  },
  'a web framework that answers errors': {
    files: { 'package.json': '{"dependencies":{"express":"5"}}' },
    name: 'failedRequests',
    state: 'note',
    text: /^errors that express answers with status 500 leave no dump: the trigger handled500 is off$/,
    remedy: /^`npx crash-collector init --failed-requests` turns it on \(docs/
  },
  'a web framework whose errors leave dumps': {
    files: { 'package.json': '{"dependencies":{"express":"5"}}' },
    env: { CRASH_COLLECTOR_TRIGGERS: 'handled500' },
    name: 'failedRequests',
    state: 'ok',
    text: /^errors that express answers with status 500 leave dumps$/
  },
  'a web framework that needs a line of set-up': {
    files: { 'package.json': '{"dependencies":{"koa":"3"}}' },
    env: { CRASH_COLLECTOR_TRIGGERS: 'handled500' },
    name: 'failedRequests',
    state: 'note',
    text: /^errors that koa answers with status 500 leave dumps after a line of set-up$/,
    remedy: /crash-collector\/koa/
  },
  'a web framework whose line of set-up is there': {
    files: {
      'package.json': '{"dependencies":{"koa":"3"}}',
      'node_modules/koa/index.js': "require('crash-collector/koa')",
      'source/app.js': "app.use(require('crash-collector/koa'))"
    },
    env: { CRASH_COLLECTOR_TRIGGERS: 'handled500' },
    name: 'failedRequests',
    state: 'ok',
    text: /^errors that koa answers with status 500 leave dumps: source[\\/]app\.js has the line of set-up$/
  },
  'an express that does not tell of errors': {
    files: {
      'package.json': '{"dependencies":{"express":"4"}}',
      'node_modules/express/package.json': '{"version":"4.22.1"}'
    },
    env: { CRASH_COLLECTOR_TRIGGERS: 'handled500' },
    name: 'failedRequests',
    state: 'note',
    text: /^errors that express answers/,
    remedy: /^after all routes: app\.use\(.*requestFailed/
  },
  'a test runner': {
    files: { 'package.json': '{"devDependencies":{"mocha":"12"}}' },
    name: 'testRunners',
    state: 'note',
    text: /mocha/,
    remedy: /--require crash-collector\/mocha/
  },
  'a test runner whose line of set-up is there': {
    files: {
      'package.json': '{"devDependencies":{"jest":"30"}}',
      'jest.config.js': "module.exports = { testEnvironment: 'crash-collector/jest' }"
    },
    name: 'testRunners',
    state: 'ok',
    text: /^failed tests of jest leave dumps: jest\.config\.js has the line of set-up$/
  },
  'a lost source map': {
    files: { 'package.json': '{"main":"out.js"}', 'out.js': 'f()\n//# sourceMappingURL=out.js.map\n' },
    name: 'sourceMaps',
    state: 'note',
    text: /out\.js\.map/,
    remedy: /same place/
  }
}

for (const [title, { env, files, ...expected }] of Object.entries(CASES)) {
  // The command itself does not start where its NODE_OPTIONS name a package that is not there.
  t.test(title, { skip: BY_PAUSE }, async t => {
    const byName = env?.NODE_OPTIONS !== undefined
    const cwd = byName ? ROOT : application(t, files)
    const { exitCode, found } = await findings(cwd, env)
    t.match(found.filter(({ name, state }) => name === expected.name && state === expected.state), [expected])
    t.equal(exitCode, found.some(({ state }) => state === 'fails') ? 1 : 0)
  })
}

t.test('the line of set-up to which `run` leads is said before the trigger is on', { skip: BY_PAUSE }, async t => {
  const { found } = await findings(application(t, { 'package.json': '{"dependencies":{"koa":"3"}}' }))
  const [off, line] = found.filter(({ name }) => name === 'failedRequests')
  t.match(off, { state: 'note', text: /the trigger handled500 is off$/ })
  t.match(line, { state: 'note', text: /^with that trigger, .* a line of set-up$/, remedy: /crash-collector\/koa/ })
})

t.test('on a terminal of 80 columns, what to do stands in one line', async t => {
  const { stdout, exitCode } = await runCli(['doctor'], { cwd: application(t), env: { COLUMNS: '80' } })
  t.equal(exitCode, 0)
  t.match(stdout, /^ok {5}Node\.js v/)
  t.match(stdout, new RegExp(`^ {9}.*export NODE_OPTIONS='--require ${ROOT}/index\\.js'$`, 'm'))
  for (const line of stdout.split('\n')) t.ok(line.length <= 80 || line.startsWith('         '), line)
})

t.test('init', async t => {
  const cwd = application(t)
  const { stdout, exitCode } = await runCli(['init'], { cwd })
  t.equal(exitCode, 0)
  t.match(stdout, new RegExp(`NODE_OPTIONS=--require ${ROOT}/index\\.js`))
  const before = readConfig({ cwd: '/', env: {} }).config
  const { config, problems } = readConfig({ cwd, env: {} })
  t.same(problems, [], 'a key that begins with two slashes is a comment')
  const same = { dir: '', settingsFile: undefined }
  t.same({ ...config, ...same }, { ...before, ...same }, 'the file has the defaults')
  const again = await runCli(['init'], { cwd })
  t.match(again, { exitCode: 1, stderr: /it exists already/ })
})

t.test('init turns on dumps of failed requests, in a new file and in one that is there', async t => {
  const cwd = application(t, { 'package.json': '{"dependencies":{"express":"5","koa":"3"}}' })
  const untold = await runCli(['init'], { cwd })
  t.match(untold.stdout, /express and koa answer with status 500 leave no dump/)
  t.notOk(readConfig({ cwd, env: {} }).config.triggers.includes('handled500'))
  const file = path.join(cwd, 'crash-collector.config.json')
  const before = JSON.parse(fs.readFileSync(file, 'utf8'))
  const added = await runCli(['init', '--failed-requests'], { cwd })
  t.match(added, { exitCode: 0, stdout: /has the trigger handled500 now/ })
  t.match(added.stdout, /express answers with status 500 leave dumps\.\n.*koa answers.* after a line of set-up:/)
  const after = JSON.parse(fs.readFileSync(file, 'utf8'))
  t.same(after, { ...before, triggers: [...before.triggers, 'handled500'] }, 'nothing else has changed')
  fs.rmSync(file)
  await runCli(['init', '--failed-requests'], { cwd })
  t.same(JSON.parse(fs.readFileSync(file, 'utf8')), after)
  fs.writeFileSync(file, '{')
  t.match(await runCli(['init', '--failed-requests'], { cwd }), { exitCode: 1, stderr: /was not written/ })
})
