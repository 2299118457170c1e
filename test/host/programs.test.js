'use strict'
// Programs that live without the collector live with it, and end in the same way. Each is one that once did not.
const t = require('tap')
const fs = require('node:fs')
const path = require('node:path')

const { ROOT, temporaryDirectory } = require('../helpers/crash')
const { buildAddonForNode } = require('../helpers/build-addon')
const { runNode } = require('../helpers/run-node')

const PROGRAMS = path.join(__dirname, '../fixtures/host')
const OUR_LINE = /^crash-collector: .*\n/gm

/**
 * Runs a program twice, and compares its end and its output.
 * @param {import('tap').Test} t
 * @param {string} program path
 * @param {{ args?: string[], nodeArgs?: string[], env?: Record<string, string>, stdout?: RegExp }} [options] stdout:
 *   what it prints
 */
async function assertSame (t, program, { args = [], nodeArgs = [], env = {}, stdout = /^/ } = {}) {
  const [without, collected] = await Promise.all(
    [[], ['--require', ROOT]].map(preload =>
      runNode([...preload, ...nodeArgs, program, ...args], { cwd: temporaryDirectory(t), env })
    )
  )
  const endOf = (/** @type {import('../helpers/run-node').Run} */ run) => ({
    exitCode: run.exitCode,
    signal: run.signal,
    stdout: run.stdout,
    stderr: run.stderr.replace(OUR_LINE, '').replace(/^\(node:\d+\)/gm, '(node)')
  })
  t.same(endOf(collected), endOf(without))
  t.match(without.stdout, stdout)
}

t.test('a function of the application around process._fatalException stays', async t => {
  const stdout = /wrapped first.*wrapped second.*wrapped last/s
  await assertSame(t, path.join(PROGRAMS, 'fatal-wrapper.js'), { stdout })
})

t.test('--trace-sync-io warns of the operations of the application alone', async t => {
  await assertSame(t, path.join(PROGRAMS, 'sync-io.js'), { nodeArgs: ['--trace-sync-io'], stdout: /^size true$/m })
})

t.test('a snapshot of an application dies as it would', async t => {
  const folder = t.testdir()
  const blob = path.join(folder, 'snapshot.blob')
  const build = ['--snapshot-blob', blob, '--build-snapshot', path.join(PROGRAMS, 'snapshot.js')]
  const { exitCode, stderr } = await runNode(build, { cwd: folder })
  t.equal(exitCode, 0, stderr)
  await assertSame(t, 'later', { nodeArgs: ['--snapshot-blob', blob], stdout: /^3 users, later$/m })
})

for (const limit of [9, 10, 11, 12]) {
  t.test(`--stack-trace-limit=${limit} is what the application sees`, async t => {
    const nodeArgs = [`--stack-trace-limit=${limit}`]
    const stdout = new RegExp(`^${limit} ${limit}\n`)
    await assertSame(t, path.join(PROGRAMS, 'stack-trace-limit.js'), { nodeArgs, stdout })
  })
}

// What they cost is measured by scripts/measure/host-programs.js, also with heaps that are nearly full.
for (const [program, args, stdout] of /** @type {[string, string[], RegExp][]} */ ([
  ['dropped-errors.js', ['20', '100000', '1'], /^lives$/m],
  ['kept-errors.js', ['20', '10', '1', 'buffer'], /^lives 10$/m],
  ['kept-errors.js', ['20', '10', '1', 'rows'], /^lives 10$/m],
  ['control-flow.js', ['100'], /^5700$/m],
  ['survived-errors.js', ['50', '1'], /^survived 100$/m]
])) {
  t.test([program, ...args].join(' '), async t => assertSame(t, path.join(PROGRAMS, program), { args, stdout }))
}

t.test('an isolate of another package throws, wherever that package is', async t => {
  const addon = await buildAddonForNode('isolate')
  const sandbox = () => ({ 'index.js': `module.exports = require(${JSON.stringify(addon)})` })
  const program = fs.readFileSync(path.join(PROGRAMS, 'sandbox.js'), 'utf8')
  const folder = t.testdir({
    nested: {
      'app.js': program,
      node_modules: {
        sandbox: { 'index.js': "module.exports = require('isolated-vm')", node_modules: { 'isolated-vm': sandbox() } }
      }
    },
    alias: { 'app.js': program, node_modules: { sandbox: sandbox() } },
    pnpm: {
      'app.js': program,
      node_modules: {
        '.pnpm': { 'sandbox@1.0.0': { node_modules: { sandbox: sandbox() } } },
        sandbox: t.fixture('symlink', '.pnpm/sandbox@1.0.0/node_modules/sandbox')
      }
    },
    bin: {
      node_modules: {
        tool: { 'cli.js': program, node_modules: { sandbox: sandbox() } },
        '.bin': { tool: t.fixture('symlink', '../tool/cli.js') }
      }
    },
    launcher: { 'launch.js': 'process.argv[1] = process.env.APP; require(process.env.APP)' }
  })
  const inside = (/** @type {string[]} */ ...names) => path.join(folder, ...names)
  const layouts = {
    'below another package': [inside('nested/app.js')],
    'under another name': [inside('alias/app.js')],
    'installed by pnpm': [inside('pnpm/app.js')],
    'of a program that is started by a link': [inside('bin/node_modules/.bin/tool')],
    'of a program that a launcher elsewhere starts': [inside('launcher/launch.js'), inside('alias/app.js')]
  }
  for (const [name, [started, application = '']] of Object.entries(layouts)) {
    const options = { env: { APP: application }, stdout: /user code 2.*service lives/s }
    await t.test(name, async t => assertSame(t, started, options))
  }
})
