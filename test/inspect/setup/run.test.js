'use strict'
// `crash-collector run` and `where`: the preload works in any directory, and the program runs as without.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { readDump } = require('../../../packages/inspect/reader')
const { preloadIn, withPreload } = require('../../../packages/inspect/setup/preload')
const { ROOT, temporaryDirectory } = require('../../helpers/crash')
const { matchFrames } = require('../../helpers/match-frames')
const { runCli } = require('../../helpers/run-cli')
const { runNode } = require('../../helpers/run-node')

const CRASH = `'use strict'
function pay (order) {
  throw new Error('no money') // CRASH
}
pay({ id: 7 })
`

/** @param {import('tap').Test} t @param {string} [name] of the directory */
function application (t, name = 'application') {
  const cwd = path.join(temporaryDirectory(t), name)
  fs.mkdirSync(cwd)
  fs.writeFileSync(path.join(cwd, 'pay.js'), CRASH)
  return cwd
}

/** @param {import('tap').Test} t @param {string} cwd */
async function oneDump (t, cwd) {
  const dumps = fs.readdirSync(cwd).filter(name => name.endsWith('.ccdump'))
  t.equal(dumps.length, 1, 'one dump', { dumps })
  const dump = await readDump(path.join(cwd, dumps[0]))
  const program = path.join(cwd, 'pay.js')
  t.same(matchFrames(dump, [{ functionName: 'pay', crashLine: true, variables: { order: { id: 7 } } }], program), [])
}

for (const [how, words] of /** @type {[string, string[]][]} */ ([
  ['a command', ['run', 'node', 'pay.js']],
  ['after two dashes', ['run', '--', 'node', 'pay.js', '--help', '--json']],
  ['a file', ['run', 'pay.js']],
  ['a shell that starts it', ['run', 'sh', '-c', 'cd / && node "$OLDPWD/pay.js"']]
])) {
  t.test(how, async t => {
    const cwd = application(t)
    const { exitCode, stdout, stderr } = await runCli(words, { cwd })
    t.equal(exitCode, 1)
    t.equal(stdout, '')
    t.match(stderr, /Error: no money/)
    await oneDump(t, cwd)
  })
}

t.test('a worker, and arguments of the program', async t => {
  const cwd = application(t)
  const source =
    "new (require('worker_threads').Worker)('./pay.js').on('error', e => console.log(e.message, process.argv[1]))"
  const { exitCode, stdout } = await runCli(['run', 'node', '-e', source, '--', '--json'], { cwd })
  t.equal(exitCode, 0)
  t.equal(stdout, 'no money --json\n')
  await oneDump(t, cwd)
})

t.test('the exit code and the signal of the program', async t => {
  const cwd = application(t)
  t.equal((await runCli(['run', 'sh', '-c', 'exit 7'], { cwd })).exitCode, 7)
  t.equal((await runCli(['run', 'sh', '-c', 'kill -TERM $$'], { cwd })).signal, 'SIGTERM')
})

t.test('a signal is handed on', async t => {
  const cwd = application(t)
  const program = `process.on('SIGTERM', () => { console.log('closed'); process.exit(3) })
setInterval(() => {}, 1000)
console.log('open')`
  const run = await runNode([path.join(ROOT, 'bin/crash-collector.js'), 'run', 'node', '-e', program], {
    cwd,
    onSpawn: child => child.stdout?.once('data', () => child.kill('SIGTERM'))
  })
  t.equal(run.stdout, 'open\nclosed\n')
  t.equal(run.exitCode, 3)
})

t.test('wrong usage', async t => {
  const cwd = application(t)
  t.match(await runCli(['run'], { cwd }), { exitCode: 2, stderr: /which program\?/ })
  const missing = await runCli(['run', './missing'], { cwd })
  t.match(missing, { exitCode: 1, stderr: /^crash-collector: cannot run \.\/missing: ENOENT\n$/ })
  t.match(await runCli(['run', '--nix', 'node'], { cwd }), { exitCode: 2, stderr: /'--nix'/ })
})

t.test('the path that `where` prints works in every directory', async t => {
  const cwd = application(t, 'a directory')
  const { stdout, exitCode } = await runCli(['where'], { cwd })
  t.equal(exitCode, 0)
  const env = { NODE_OPTIONS: `--require ${stdout.trim()}`, CRASH_COLLECTOR_DIR: cwd }
  t.equal((await runNode(['pay.js'], { cwd, env })).exitCode, 1)
  await oneDump(t, cwd)
  const json = JSON.parse((await runCli(['where', '--json'], { cwd })).stdout)
  t.equal(json.nodeOptions, env.NODE_OPTIONS)
})

t.test('the path that `where` prints stays when pnpm puts the next version beside this one', async t => {
  const cwd = application(t)
  const link = path.join(fs.realpathSync(cwd), 'node_modules', 'crash-collector')
  fs.mkdirSync(path.join(cwd, 'lib'))
  fs.mkdirSync(path.dirname(link))
  fs.symlinkSync(ROOT, link, 'junction')
  for (const directory of [cwd, path.join(cwd, 'lib')]) {
    const { stdout } = await runCli(['where'], { cwd: directory })
    t.equal(stdout, `${path.join(link, 'index.js')}\n`)
  }
  await runCli(['run', 'pay.js'], { cwd })
  await oneDump(t, cwd)
})

t.test('options that have a preload', async t => {
  t.equal(preloadIn('--max-old-space-size=100'), null)
  t.equal(preloadIn('--require crash-collector'), 'byName')
  t.equal(preloadIn('-r crash-collector --inspect'), 'byName')
  t.equal(preloadIn('--import=/opt/crash-collector/index.js'), 'absolute')
  t.equal(preloadIn('--require "/opt/with blank/crash-collector/index.js"'), 'absolute')
  t.equal(withPreload('--inspect'), `--inspect --require ${path.join(ROOT, 'index.js')}`)
  t.equal(withPreload(withPreload()), withPreload(), 'it is added once')
})

t.test('failed requests leave dumps, unless the triggers are set', async t => {
  const cwd = application(t)
  fs.writeFileSync(path.join(cwd, 'package.json'), '{"dependencies":{"express":"5","koa":"3"}}')
  const words = ['run', 'node', '-p', 'process.env.CRASH_COLLECTOR_TRIGGERS']
  const run = await runCli(words, { cwd })
  t.match(run.stdout, /^uncaughtException,.*,handled500\n$/)
  t.match(run.stderr, /^crash-collector: errors that koa answers with status 500 need a line of set-up/)
  fs.writeFileSync(path.join(cwd, 'app.js'), "app.use(require('crash-collector/koa'))")
  t.equal((await runCli(words, { cwd })).stderr, '')
  const told = await runCli(words, { cwd, env: { CRASH_COLLECTOR_TRIGGERS: 'api' } })
  t.equal(told.stdout, 'api\n')
  t.match(told.stderr, /express and koa answer with status 500 leave no dump/)
  const quiet = { CRASH_COLLECTOR_STDERR: 'none', CRASH_COLLECTOR_TRIGGERS: 'api' }
  t.equal((await runCli(words, { cwd, env: quiet })).stderr, '')
})
