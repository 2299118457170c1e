'use strict'

const { builtinModules } = require('node:module')
const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')

const manifest = require('../../package.json')
const { PATIENT } = require('../helpers/crash')
const { addAddon, installCopy, packedFiles } = require('./installed-copy')
const { PACKAGE, PROGRAMS, runNode, scriptsIn, temporaryDirectory } = require('./own-files')

t.test('the tarball holds what runs and what compiles, and nothing else', async t => {
  const files = packedFiles().map(file => file.path)
  const expected = [
    /^lib\/.+\.(js|json)$/,
    /^frameworks\/[\w-]+\.js$/,
    /^test-runners\/[\w-]+\.m?js$/,
    /^packages\/shared\/(\w+\/)?[\w-]+\.(js|json)$/,
    /^src\/(\w+\/){1,2}\w+\.(cc|h|inc)$/,
    /^docs\/(recipes\/)?[\w-]+\.md$/,
    /^prebuilds\/\w+-\w+\/node-v\d+(-signals)?\.node$/,
    /^prebuilds\/(preload|report|fallback|options|trial|paths-door|without-addon)(-[\w.-]+)?\.(js|cache|preimage)$/,
    /^types\/.+\.d\.m?ts$/
  ]
  const others = files.filter(file => !expected.some(kind => kind.test(file)))
  t.same(others.sort(), [
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'bin/crash-collector.js',
    'binding.gyp',
    'index.js',
    'index.mjs',
    'package.json',
    'reader.js',
    'scripts/build/build.js',
    'scripts/build/code-cache.js',
    'scripts/build/flag-hash-preimage.js',
    'scripts/build/node-gyp.js',
    'scripts/build/unity.js',
    'scripts/install.js'
  ])
  for (const file of scriptsIn('lib')) t.ok(files.includes(file), file)
})

t.test('one install script, and it is the known one', async t => {
  const { scripts } = manifest
  const run = [
    'preinstall',
    'install',
    'postinstall',
    'preprepare',
    'prepare',
    'postprepare',
    'prepublish',
    'dependencies'
  ]
  t.same(run.filter(name => scripts[name] !== undefined), ['install'])
  t.equal(scripts.install, 'node scripts/install.js')
  t.equal(
    manifest.gypfile,
    false,
    'npm adds node-gyp rebuild where there is a binding.gyp, which fails without a compiler'
  )
})

/** Folders of the packages, with the files that they consist of besides those in these folders. */
const PACKAGES = [
  { folder: '.', files: [...scriptsIn('lib'), ...scriptsIn('bin'), 'index.js', 'reader.js'] },
  ...fs.readdirSync(path.join(PACKAGE, 'packages')).map(name => ({
    folder: path.join('packages', name),
    files: scriptsIn(path.join('packages', name)).filter(file => !file.includes('prebuilds'))
  }))
]

t.test('the preload depends on what compiles and loads the addon, and on nothing else', async t => {
  t.same(Object.keys(manifest.dependencies), ['bindings', 'node-addon-api'])
})

t.test('every package is packed with all of its files', async t => {
  for (const { folder, files } of PACKAGES.slice(1)) {
    const packed = packedFiles(folder).map(({ path: file }) => path.join(folder, file))
    const programs = PROGRAMS.filter(file => file.startsWith(path.join(folder, '/')))
    t.same([...files, ...programs].filter(file => !packed.includes(file)), [], folder)
  }
})

t.test('every package that a package requires is its dependency', async t => {
  const all = PACKAGES.flatMap(({ folder, files }) => files.map(file => ({ folder, file })))
  for (const { folder, file } of all) {
    const { dependencies = {} } = require(path.join(PACKAGE, folder, 'package.json'))
    // The modules that the page's script requires are part of prebuilds/page.js.
    const isInPage = file.startsWith(path.join('packages', 'inspect', 'page', 'browser'))
    const known = isInPage ? { ...dependencies, ...manifest.devDependencies } : dependencies
    const text = fs.readFileSync(path.join(PACKAGE, file), 'utf8')
    for (const [, name] of text.matchAll(/\brequire\('([^'.$][^']*)'\)/g)) {
      const [, scope = '', short] = /^(@[^/]+\/)?([^/]+)/.exec(name) ?? []
      const isThere = name.startsWith('node:')
        ? builtinModules.includes(name.slice(5)) || name === 'node:sqlite'
        : known[scope + short] !== undefined
      t.ok(isThere || name === manifest.name, `${name} in ${file}`)
    }
  }
})

/**
 * Crashes an application that has the package installed, and runs `show` on the dump.
 * @param {string} directory
 */
function crashAndShow (directory) {
  fs.writeFileSync(path.join(directory, 'app.js'), "function pay (amount) { throw new Error('declined') }\npay(17)\n")
  const crash = runNode(['--require', 'crash-collector', 'app.js'], { cwd: directory, env: PATIENT })
  const command = path.join('node_modules', 'crash-collector', manifest.bin['crash-collector'])
  const show = runNode([command, 'show', '--json'], { cwd: directory })
  return { crash, show }
}

t.test("a copy with the tarball's files alone works: with the addon", async t => {
  const directory = temporaryDirectory(t)
  addAddon(installCopy(directory))
  const { crash, show } = crashAndShow(directory)
  t.equal(crash.status, 1)
  t.match(crash.stderr, /^crash-collector: dump written to .*\.ccdump$/m)
  t.match(JSON.parse(show.stdout), {
    mode: 'on-demand',
    callFrames: [{ functionName: 'pay', scopeChain: [{ variables: { amount: { value: 17 } } }] }]
  })
})

t.test('without the bundle, and in mode always: capture() of an object with private fields', async t => {
  const directory = temporaryDirectory(t)
  addAddon(installCopy(directory))
  const program =
    'class Card { #digits = 4 }\nconst card = new Card()\n' +
    "console.log(require('crash-collector').capture(Object.assign(new Error('declined'), { card })))\n"
  fs.writeFileSync(path.join(directory, 'app.js'), program)
  const env = { ...PATIENT, CRASH_COLLECTOR_MODE: 'always' }
  const { stdout } = runNode(['--require', 'crash-collector', 'app.js'], { cwd: directory, env })
  const command = path.join('node_modules', 'crash-collector', manifest.bin['crash-collector'])
  const show = runNode([command, 'show', stdout.trim()], { cwd: directory })
  t.equal(show.stderr, '')
  t.match(show.stdout, /#digits: 4/)
})

t.test("a copy with the tarball's files alone works: without the addon", async t => {
  const directory = temporaryDirectory(t)
  installCopy(directory)
  const { crash, show } = crashAndShow(directory)
  t.equal(crash.status, 1)
  const notices = crash.stderr.match(/^crash-collector: the addon could not be loaded.*$/gm)
  t.equal(notices?.length, 1, crash.stderr)
  t.match(notices?.[0], /run `npm rebuild crash-collector`/)
  t.match(JSON.parse(show.stdout), { mode: 'on-demand', callFrames: [], notCaptured: [{ reason: 'noAddon' }] })
})
