'use strict'
// While the setting is off nothing of execution paths is loaded or changed, and a setting that cannot be fulfilled is
// said to be off.

const path = require('node:path')

const t = require('tap')

const { temporaryDirectory } = require('../helpers/crash')
const { runNode } = require('../helpers/run-node')

const PACKAGE = path.join(__dirname, '../..')

const LOOK = `
  const Module = require('node:module')
  console.log(JSON.stringify({
    compile: String(Module.prototype._compile).includes('native code'),
    http: process.moduleLoadList.some(name => / (http|async_hooks)$/.test(name)),
    toString: Object.getOwnPropertyDescriptor(Function.prototype, 'toString').value.name,
    path: require(process.argv[1]).executionPath(),
    ran: require(process.argv[1]).executionPath.run('job', () => 7),
    seen: require(process.argv[1]).executionPath.run('job', () => require(process.argv[1]).executionPath() !== null),
    loaded: Object.keys(require.cache).filter(file => file.includes('execution-path') || file.includes('acorn'))
  }))`

/** @param {import('tap').Test} t @param {Record<string, string>} env */
async function look (t, env) {
  const cwd = temporaryDirectory(t)
  const { stdout, stderr } = await runNode(['--require', PACKAGE, '-e', LOOK, PACKAGE], { cwd, env })
  return { ...JSON.parse(stdout), stderr }
}

t.test('off', async t => {
  const { compile, path: current, ran, seen, loaded, stderr } = await look(t, {})
  t.same({ compile, current, ran, seen, stderr }, { compile: false, current: null, ran: 7, seen: false, stderr: '' })
  t.notOk(loaded.some((/** @type {string} */ file) => !file.endsWith('execution-path-door.js')), { loaded })
})

t.test('on', async t => {
  const { compile, path: current, ran, seen, stderr } = await look(t, { CRASH_COLLECTOR_EXECUTION_PATH: 'request' })
  t.same({ compile, current, ran, seen, stderr }, { compile: true, current: null, ran: 7, seen: true, stderr: '' })
})

for (const [name, env, reason] of /** @type {[string, Record<string, string>, RegExp][]} */ ([
  ['without the addon', { CRASH_COLLECTOR_ADDON: 'none' }, /it needs the addon/],
  ['in mode always', { CRASH_COLLECTOR_MODE: 'always' }, /it needs the mode on-demand, not always/],
  ['with V8\'s own coverage', { NODE_V8_COVERAGE: 'coverage' }, /NODE_V8_COVERAGE is set/]
])) {
  t.test(name, async t => {
    const { compile, seen, ran, stderr } = await look(t, { CRASH_COLLECTOR_EXECUTION_PATH: 'request', ...env })
    t.same({ compile, seen, ran }, { compile: false, seen: false, ran: 7 })
    t.match(stderr, new RegExp(`crash-collector: no execution paths are recorded: ${reason.source}`))
  })
}
