'use strict'
// The bundle behaves like the files of lib/ and is made of nothing else.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')

const { PARTS, bundlePath, cachePath, readText } = require('../../lib/addon/preload-bundle')
const { loadShow } = require('../../lib/tools')
const { PATIENT } = require('../helpers/crash')
const { BUILT, PREBUILT, bundle, bundledCopy } = require('./installed-copy')
const { PACKAGE, runNode, temporaryDirectory } = require('./own-files')

/** @param {string} copy */
function crash (copy) {
  const directory = path.join(copy, '..', '..')
  fs.writeFileSync(path.join(directory, 'app.js'), "function pay (amount) { throw new Error('declined') }\npay(17)\n")
  const { stderr } = runNode(['--require', 'crash-collector', 'app.js'], { cwd: directory, env: PATIENT })
  const show = runNode([path.join(copy, 'bin', 'crash-collector.js'), 'show'], { cwd: directory })
  return { stderr, shown: show.stdout }
}

t.test('it is all that a crash needs', async t => {
  for (const addon of [PREBUILT, BUILT]) {
    const copy = bundledCopy(t, addon)
    for (const folder of ['capture', 'triggers']) fs.rmSync(path.join(copy, 'lib', folder), { recursive: true })
    const { stderr, shown } = crash(copy)
    t.match(stderr, /^crash-collector: dump written to /m)
    t.match(shown, /^ +amount +17$/m)
    t.notMatch(shown, 'preload.js', 'no frame of the collector')
  }
})

t.test('it is all that execution paths need, besides the parser', async t => {
  const copy = bundledCopy(t)
  const paths = path.join(copy, 'packages', 'execution-path')
  for (const name of fs.readdirSync(paths)) {
    if (name !== 'prebuilds' && name !== 'package.json') fs.rmSync(path.join(paths, name), { recursive: true })
  }
  const directory = path.join(copy, '..', '..')
  fs.writeFileSync(
    path.join(directory, 'app.js'),
    `const { executionPath } = require('crash-collector')
    executionPath.run('job', () => console.log(executionPath().steps.length))`
  )
  const env = { CRASH_COLLECTOR_EXECUTION_PATH: 'request', XDG_CACHE_HOME: temporaryDirectory(t) }
  for (const from of ['the parser', 'the cache']) {
    const { stdout, stderr } = runNode(['--require', 'crash-collector', 'app.js'], { cwd: directory, env })
    t.same({ stdout, stderr }, { stdout: '1\n', stderr: '' }, from)
  }
})

t.test('a program that does nothing has no module of Node.js more for it', t => {
  const directory = path.join(bundledCopy(t), '..', '..')
  fs.writeFileSync(
    path.join(directory, 'loaded.js'),
    "setTimeout(() => console.log(process.moduleLoadList.join('\\n')), 10)\n"
  )
  // Finding any package loads some modules, so the comparison is with a package that does nothing.
  fs.mkdirSync(path.join(directory, 'node_modules', 'nothing'))
  fs.writeFileSync(path.join(directory, 'node_modules', 'nothing', 'package.json'), '{ "exports": "./index.js" }')
  fs.writeFileSync(path.join(directory, 'node_modules', 'nothing', 'index.js'), '')
  const [nothing, collector] = ['nothing', 'crash-collector'].map(name =>
    runNode(['--require', name, 'loaded.js'], { cwd: directory }).stdout.split('\n')
  )
  t.ok(nothing.includes('NativeModule fs'))
  t.same(collector.filter(name => !nothing.includes(name)), [])
  t.end()
})

t.test('a prebuilt addon runs it, with one file of lib/, also in a worker', async t => {
  const copy = bundledCopy(t)
  const directory = path.join(copy, '..', '..')
  for (const name of fs.readdirSync(path.join(copy, 'lib'))) {
    if (name !== 'preload.js') fs.rmSync(path.join(copy, 'lib', name), { recursive: true })
  }
  fs.writeFileSync(
    path.join(directory, 'worker.js'),
    "function pay (amount) { throw new Error('declined') }\npay(17)\n"
  )
  fs.writeFileSync(
    path.join(directory, 'main.js'),
    `
    const { Worker } = require('node:worker_threads')
    let left = 3
    const next = () => {
      const worker = new Worker(require.resolve('./worker'), { execArgv: ['--require', 'crash-collector'] })
      worker.on('error', error => {
        console.log(error.message)
        if (--left > 0) next()
      })
    }
    next()`
  )
  const { status, stdout, stderr } = runNode(['main.js'], { cwd: directory })
  t.equal(stdout, 'declined\n'.repeat(3))
  t.equal(stderr.match(/dump written to/g)?.length, 3)
  t.equal(status, 0)
  t.match(runNode(['--require', 'crash-collector', '-e', '0'], { cwd: directory }), { status: 0, stderr: '' })

  // The integration of a test runner starts it in the same way.
  fs.writeFileSync(
    path.join(directory, 'fails.js'),
    "require('node:test').it('pays', () => { throw new Error('declined') })\n"
  )
  const run = runNode(['--import', 'crash-collector/node-test', 'fails.js'], { cwd: directory })
  t.match(run.stdout, /# crash-collector: dump written to /)
  t.equal(run.stderr, '')
})

t.test('it knows its own frames after the package was moved', async t => {
  const copy = bundledCopy(t)
  const directory = path.join(copy, '..', '..')
  const elsewhere = temporaryDirectory(t)
  fs.renameSync(path.join(directory, 'node_modules'), path.join(elsewhere, 'node_modules'))
  const { stderr, shown } = crash(path.join(elsewhere, path.relative(directory, copy)))
  t.match(stderr, /^crash-collector: dump written to /m)
  t.match(shown, /^#0 +pay +app\.js:1:/m)
  t.match(shown, /^ +amount +17$/m)
})

t.test('nothing is left in it to be found as a file', async t => {
  const copy = bundledCopy(t)
  for (const part of PARTS.filter(name => name !== 'show')) {
    const folder = part === 'paths' ? path.join(copy, 'packages', 'execution-path') : copy
    const text = fs.readFileSync(path.join(folder, 'prebuilds', `${part}.js`), 'latin1')
    t.notMatch(text, /require\(["']\./)
    t.match(text, /^\/\/[0-9a-f]{22}\n\/\/\{"files":\[/)
    t.match(text, /^[\0-\x7f]*$/)
  }
})

t.test('what runs at a report alone takes nothing from Node.js, which may be the application\'s by then', async t => {
  const prebuilds = path.join(bundledCopy(t), 'prebuilds')
  const PARTS_AFTER = ['report', 'fallback', 'options', 'trial', 'without-addon']
  const [report, fallback, options, trial, withoutAddon] = PARTS_AFTER.map(part =>
    fs.readFileSync(path.join(prebuilds, `${part}.js`), 'latin1')
  )
  t.match(report, '"lib/capture/write/save-dump.js"')
  t.match(fallback, '"lib/fallback/pause.js"')
  t.notMatch(report, '"lib/fallback/pause.js"')
  for (const text of [report, fallback, options, trial, withoutAddon]) {
    t.notMatch(text, '"lib/safe/primordials.js"(', 'each module exists once')
    t.notMatch(text === report ? '' : text, '"lib/capture/write/save-dump.js"(')
  }
  for (const text of [report, fallback, withoutAddon]) {
    t.same(text.match(/require\("node:[^"]*"\)/g), null)
  }
})

t.test('V8 takes the code caches, under the flags of the start and of a report', async t => {
  const copy = bundledCopy(t)
  const loader = path.join(copy, 'lib', 'addon', 'preload-bundle')
  const script = `
    const { compile, readCache, readText } = require(${JSON.stringify(loader)})
    const [, part, folder] = process.argv
    const text = readText(part, folder)
    console.log(compile(text, readCache(part, text, folder)).cachedDataRejected)`
  const folders = { preload: copy, paths: path.join(copy, 'packages', 'execution-path') }
  for (const [part, folder] of Object.entries(folders)) {
    t.equal(runNode(['-e', script, part, folder]).stdout, 'false\n', part)
  }
  t.equal(runNode(['--require', copy, '-e', script, 'report']).stdout, 'false\n')
})

t.test('a code cache of another text of the same length is left alone', async t => {
  const copy = bundledCopy(t)
  const prebuilds = path.join(copy, 'prebuilds')
  for (const name of fs.readdirSync(prebuilds).filter(file => file.endsWith('.cache'))) {
    const bytes = fs.readFileSync(path.join(prebuilds, name))
    bytes[5] ^= 1
    bytes.fill(0xff, 64)
    fs.writeFileSync(path.join(prebuilds, name), bytes)
  }
  const { stderr, shown } = crash(copy)
  t.match(stderr, /^crash-collector: dump written to /m)
  t.match(shown, /^ +amount +17$/m)
})

t.test('a code cache whose file has lost a page is left alone', async t => {
  for (const addon of [PREBUILT, BUILT]) {
    const copy = bundledCopy(t, addon)
    const prebuilds = path.join(copy, 'prebuilds')
    const caches = fs.readdirSync(prebuilds).filter(file => file.endsWith('.cache'))
    for (const name of caches) {
      const bytes = fs.readFileSync(path.join(prebuilds, name))
      fs.writeFileSync(path.join(prebuilds, name), bytes.fill(0, 5 * 4096, 6 * 4096))
    }
    t.equal(caches.length, 2)
    const { stderr, shown } = crash(copy)
    t.match(stderr, /^crash-collector: dump written to /m)
    t.match(shown, /^ +amount +17$/m)
  }
})

t.test('a process whose package is replaced while it runs dies with the collector that it began with', async t => {
  const copy = bundledCopy(t)
  const directory = path.join(copy, '..', '..')
  fs.writeFileSync(
    path.join(directory, 'app.js'),
    `
    const fs = require('node:fs')
    const copy = require('node:path').dirname(require.resolve('crash-collector/package.json'))
    fs.rmSync(copy + '/lib', { recursive: true })
    for (const name of fs.readdirSync(copy + '/prebuilds')) {
      if (/\\.(js|cache)$/.test(name)) fs.writeFileSync(copy + '/prebuilds/' + name, 'throw 1')
    }
    for (const name of ['getOwnPropertyNames', 'is', 'keys']) Object[name] = () => process.exit(90)
    for (const name of ['openSync', 'readFileSync', 'renameSync', 'existsSync']) fs[name] = () => process.exit(91)
    require('node:module')._load = () => process.exit(92)
    function pay (amount) { throw new Error('declined') }
    pay(17)`
  )
  const { status, stderr } = runNode(['--require', 'crash-collector', 'app.js'], { cwd: directory, env: PATIENT })
  t.equal(status, 1)
  const [, dump] = /^crash-collector: dump written to (.*)$/m.exec(stderr) ?? []
  const { stdout } = runNode([path.join(PACKAGE, 'bin', 'crash-collector.js'), 'show', dump], { cwd: directory })
  t.match(stdout, /^ +amount +17$/m)
})

t.test('a bundle that is broken, and a cache that is', async t => {
  const broken = [
    ['preload.js', '//{"files":[]}\n(function ( {'],
    ['preload.js', ''],
    ['preload.js', '1'],
    ['cache', 'nonsense'],
    ['cache', '']
  ]
  for (const [name, content] of broken) {
    const copy = bundledCopy(t)
    const prebuilds = path.join(copy, 'prebuilds')
    for (const file of fs.readdirSync(prebuilds).filter(file => file.endsWith(name))) {
      fs.writeFileSync(path.join(prebuilds, file), content)
    }
    const { stderr, shown } = crash(copy)
    t.match(stderr, /^crash-collector: dump written to /m)
    t.match(shown, /^ +amount +17$/m)
  }
})

t.test('in a checkout a changed file counts, at once', async t => {
  const copy = bundledCopy(t)
  const start = path.join(copy, 'lib', 'start.js')
  const run = () => runNode(['--require', copy, '-e', '0'], { cwd: copy }).stdout
  fs.appendFileSync(start, "\nconsole.log('changed')\n")
  t.equal(run(), '', 'installed, nobody changes files')
  fs.mkdirSync(path.join(copy, '.git'))
  t.equal(run(), 'changed\n')
  bundle(copy)
  fs.rmSync(path.join(copy, '.git'), { recursive: true })
  t.match(run(), 'changed\n', 'bundled anew')
})

const TOOLS = path.join(PACKAGE, 'packages', 'inspect')

t.test('show prints from its script what it prints from its files', async t => {
  const bundled = loadShow()
  if (bundled === null) throw new Error('prebuilds/show.js is missing or older than its files: npm run build')
  const { runCommand } = require('crash-collector-inspect/cli/command-line')
  /** @param {typeof runCommand} run @param {string[]} args */
  const print = async (run, args) => {
    let text = ''
    const write = (/** @type {string} */ more) => { text += more }
    const exitCode = await run(['show', ...args], { write, writeError: write, isTerminal: false, columns: 100 })
    return { exitCode, text }
  }
  for (const name of ['version-1', 'version-2']) {
    const dump = path.join(PACKAGE, 'test', 'fixtures', 'dumps', `${name}.ccdump`)
    for (const flag of ['--no-pager', '--more', '--json', '--tasks', '--for-agent', '--format=sentry', '--html']) {
      const args = flag === '--html' ? [flag, path.join(temporaryDirectory(t), 'page.html')] : [flag]
      const expected = await print(runCommand, [dump, ...args])
      t.equal(expected.exitCode, 0, flag)
      t.same(await print(bundled.runCommand, [dump, ...args]), expected, `${name} ${flag}`)
    }
  }
  t.same(await print(bundled.runCommand, ['nowhere']), await print(runCommand, ['nowhere']))
  t.same(await print(bundled.runCommand, ['--wrong']), await print(runCommand, ['--wrong']))
})

t.test('the script of show finds no file but those of other commands, and V8 takes its cache', async t => {
  const text = readText('show', TOOLS)
  t.match(text, /^\/\/[0-9a-f]{22}\n\/\/\{"files":\[/)
  t.match(text, /^[\0-\x7f]*$/)
  const files = [...text.matchAll(/require\("(\.[^"]*)"\)/g)].map(([, file]) => file)
  for (const file of files) t.match(file, /^\.\.\/(?:cli\/(?:commands\/|packaged-commands)|preload)/)
  t.notMatch(files.join(), 'commands/show')
  // `npm run build:matrix` makes it for the other versions.
  if (!fs.existsSync(cachePath('show', TOOLS))) return
  const script = `
    const { compile, readCache, readText } = require('./lib/addon/preload-bundle')
    const text = readText('show', ${JSON.stringify(TOOLS)})
    console.log(compile(text, readCache('show', text, ${JSON.stringify(TOOLS)})).cachedDataRejected)`
  t.equal(runNode(['-e', script]).stdout, 'false\n')
})

t.test('a script of show that is older than its files, or broken, is left alone', async t => {
  const directory = temporaryDirectory(t)
  const copy = path.join(directory, 'packages', 'inspect')
  fs.mkdirSync(path.dirname(bundlePath('show', copy)), { recursive: true })
  fs.mkdirSync(path.join(directory, 'node_modules'))
  fs.symlinkSync(copy, path.join(directory, 'node_modules', 'crash-collector-inspect'), 'junction')
  fs.copyFileSync(path.join(TOOLS, 'package.json'), path.join(copy, 'package.json'))
  fs.cpSync(path.join(PACKAGE, 'lib'), path.join(directory, 'lib'), { recursive: true })
  fs.copyFileSync(path.join(PACKAGE, 'package.json'), path.join(directory, 'package.json'))
  const file = path.join(directory, 'file.js')
  const load = () => runNode(['-p', "require('./lib/tools').loadShow()"], { cwd: directory }).stdout.trim()
  const script = () => {
    const { size, mtimeMs } = fs.statSync(file)
    return `//1\n//${JSON.stringify({ files: [['file.js', size, mtimeMs]] })}\n(() => 'loaded')\n`
  }
  t.equal(load(), 'null')
  fs.writeFileSync(file, '')
  fs.writeFileSync(bundlePath('show', copy), script())
  t.equal(load(), 'loaded')
  fs.writeFileSync(file, 'changed')
  t.equal(load(), 'null')
  fs.writeFileSync(bundlePath('show', copy), `${script()} (`)
  t.equal(load(), 'null')
})
