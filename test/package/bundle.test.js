'use strict'
// The bundle is the files of lib/, faster; never anything else than those files.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')

const { PATIENT } = require('../helpers/crash')
const { installCopy } = require('./installed-copy')
const { PACKAGE, runNode, temporaryDirectory } = require('./own-files')

const BUILT = path.join('build', 'Release', 'crash_collector.node')
/** From here the preload takes the addon first, and has it run the bundle. */
const PREBUILT = path.join('prebuilds', `${process.platform}-${process.arch}`, `node-v${process.versions.modules}.node`)

/**
 * @param {import('tap').Test} t
 * @param {string} [addon] where it is
 * @returns {string} an installed package with a fresh bundle, and the addon
 */
function bundledCopy (t, addon = PREBUILT) {
  const copy = installCopy(temporaryDirectory(t))
  fs.mkdirSync(path.dirname(path.join(copy, addon)), { recursive: true })
  fs.copyFileSync(path.join(PACKAGE, BUILT), path.join(copy, addon))
  const { status, stderr } = runNode(['scripts/bundle.js'], { cwd: copy })
  if (status !== 0) throw new Error(stderr)
  return copy
}

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

t.test('a program that does nothing has no module of Node.js more for it', t => {
  const directory = path.join(bundledCopy(t), '..', '..')
  fs.writeFileSync(
    path.join(directory, 'loaded.js'),
    "setTimeout(() => console.log(process.moduleLoadList.join('\\n')), 10)\n"
  )
  // To find a package takes some, whatever is in it.
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

t.test('a prebuilt addon runs it, without a file of lib/, also in a worker', async t => {
  const copy = bundledCopy(t)
  const directory = path.join(copy, '..', '..')
  fs.rmSync(path.join(copy, 'lib'), { recursive: true })
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
  const text = fs.readFileSync(path.join(bundledCopy(t), 'prebuilds', 'preload.js'), 'latin1')
  t.notMatch(text, /require\('\./)
  t.match(text, /^\/\/\{"files":\[\["lib/)
  t.match(text, /^[\0-\x7f]*$/)
})

t.test('V8 takes the code cache', async t => {
  const copy = bundledCopy(t)
  const script = `
    const { BUNDLE, cachePath, compile } = require(${JSON.stringify(path.join(copy, 'lib', 'addon', 'preload-bundle'))})
    const { readFileSync } = require('node:fs')
    console.log(compile(readFileSync(BUNDLE, 'latin1'), readFileSync(cachePath())).cachedDataRejected)`
  t.equal(runNode(['-e', script]).stdout, 'false\n')
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
  runNode(['scripts/bundle.js'], { cwd: copy })
  fs.rmSync(path.join(copy, '.git'), { recursive: true })
  t.match(run(), 'changed\n', 'bundled anew')
})
