'use strict'
// The addons of the packages for platforms: what they need, where they are found, and what happens without them.

const { execFileSync, spawnSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')

const { version } = require('../../package.json')
const { ADDON_FOLDERS } = require('../../lib/addon/native')
const { VERSION, addonFiles } = require('../../lib/preload')
const { objectsOf } = require('../../scripts/platforms/build')
const { faultsOf } = require('../../scripts/platforms/check-addon')
const { linkForOldGlibc } = require('../../scripts/platforms/old-glibc')
const { readResults } = require('../../scripts/platforms/tap-results')
const { addonsOf, hostTarget, packageName } = require('../../scripts/platforms/targets')
const { PATIENT } = require('../helpers/crash')
const { installCopy } = require('./installed-copy')
const { PACKAGE, runNode, temporaryDirectory } = require('./own-files')

const RELEASE = path.join(PACKAGE, 'build', 'Release')
const ADDON = path.join(RELEASE, 'crash_collector.node')
const FILE = `node-v${process.versions.modules}.node`
const TARGET = hostTarget()

t.test('npm pack is refused in a checkout, which has no binaries to pack', async t => {
  for (const command of ['pack', 'publish']) {
    const { status, stderr } = runNode(['scripts/platforms/refuse-pack.js'], { env: { npm_command: command } })
    t.equal(status, 1)
    t.match(stderr, `npm ${command} makes a package without its binaries`)
  }
  const { status, stderr } = spawnSync('npm', ['pack', '--dry-run'], { cwd: PACKAGE, encoding: 'utf8' })
  t.not(status, 0)
  t.match(stderr, 'npm pack makes a package without its binaries')
})

t.test('old glibc', { skip: TARGET !== 'linux-x64-gnu' && 'Linux on x64 with glibc only' }, async t => {
  const link = (/** @type {string[]} */ objects) => {
    const scratch = temporaryDirectory(t)
    const addon = path.join(scratch, FILE)
    linkForOldGlibc({ compiler: ['g++'], cpu: 'x64', objects, scratch, addon })
    return addon
  }
  const compile = (/** @type {string} */ text) => {
    const file = path.join(temporaryDirectory(t), 'a.cc')
    fs.writeFileSync(file, text)
    execFileSync('g++', ['-fPIC', '-c', '-o', `${file}.o`, file])
    return [`${file}.o`]
  }

  for (const name of addonsOf(TARGET)) {
    t.test(`${name} needs no newer one, and no library of C++`, async t => {
      const addon = link(objectsOf(RELEASE, name))
      t.same(faultsOf(TARGET, addon), [])
      const { status, stderr } = runNode(['-e', `require(${JSON.stringify(addon)})`], { env: { LD_BIND_NOW: '1' } })
      t.equal(status, 0, stderr)
    })
  }

  t.test('what is newer is found in an addon', async t => {
    t.match(faultsOf(TARGET, ADDON).join('\n'), /needs libstdc\+\+/)
    t.match(faultsOf('linux-arm64-gnu', ADDON).join('\n'), /^is for x64$/m)
    t.match(faultsOf('linux-x64-musl', ADDON).join('\n'), /^needs glibc [\d.]+$/m)
  })

  t.test('an addon without protection is found', async t => {
    const [object] = compile('extern "C" int napi_register_module_v1() { return 0; }')
    execFileSync('g++', ['-shared', '-Wl,-z,norelro,-z,lazy,-z,execstack', '-o', `${object}.node`, object])
    const faults = faultsOf(TARGET, `${object}.node`).join('\n')
    for (const name of ['relro', 'nodelete', 'now', 'noexecstack']) t.match(faults, `was linked without ${name}\n`)
    t.match(faults, /without -fstack-protector-strong\nwas compiled without _FORTIFY_SOURCE/)
  })

  t.test('a function that it lacks is refused', async t => {
    const calls = compile(`
      extern "C" int gettid();
      extern "C" int napi_register_module_v1() { return gettid(); }`)
    t.throws(() => link(calls), /glibc 2\.28 has no gettid/)
  })
})

/**
 * @param {string} directory an application that has the package installed
 * @returns {{ amount: unknown, stderr: string }} the value of a variable in the dump of a crash
 */
function crash (directory) {
  fs.rmSync(path.join(directory, 'crashes'), { recursive: true, force: true })
  fs.writeFileSync(path.join(directory, 'app.js'), "function pay (amount) { throw new Error('declined') }\npay(17)\n")
  const { stderr } = runNode(['--require', 'crash-collector', 'app.js'], { cwd: directory, env: PATIENT })
  const command = path.join(directory, 'node_modules', 'crash-collector', 'bin', 'crash-collector.js')
  const shown = JSON.parse(runNode([command, 'show', '--json'], { cwd: directory }).stdout)
  return { amount: shown.callFrames[0]?.scopeChain[0].variables.amount.value, stderr }
}

/** @param {string} folder @param {string} [inVersion] */
function installPlatform (folder, inVersion = version) {
  const addons = path.join(folder, packageName(TARGET), inVersion)
  fs.mkdirSync(addons, { recursive: true })
  fs.copyFileSync(ADDON, path.join(addons, FILE))
}

t.test('the two lists of places are one', async t => {
  t.equal(VERSION, version)
  t.same(addonFiles().map(file => path.normalize(file)), ADDON_FOLDERS.map(folder => path.join(folder, FILE)))
  t.match(ADDON_FOLDERS[0], packageName(TARGET))
})

t.test("Plug'n'Play has unpacked the package of the platform, and Yarn has not started Node.js", async t => {
  const unplugged = path.join(temporaryDirectory(t), '.yarn', 'unplugged')
  const copy = installCopy(path.join(unplugged, 'crash-collector-virtual-0123456789'))
  const name = packageName(TARGET)
  installPlatform(path.join(unplugged, `${name}-npm-${version}-0123456789`, 'node_modules'))
  fs.rmSync(path.join(unplugged, 'crash-collector-virtual-0123456789', 'node_modules', 'bindings'))
  const elsewhere = temporaryDirectory(t)
  const { stdout, stderr } = runNode(['--require', path.join(copy, 'index.js'), '-p', '6 * 7'], { cwd: elsewhere })
  t.same({ stdout, stderr }, { stdout: '42\n', stderr: '' })
})

t.test('the package of the platform brings the addon, without an install script', async t => {
  const directory = temporaryDirectory(t)
  installCopy(directory)
  const modules = path.join(directory, 'node_modules')

  installPlatform(modules, '0.0.9')
  t.equal(crash(directory).amount, undefined, 'that of another version is left alone')
  installPlatform(modules)
  t.match(crash(directory), { amount: 17, stderr: /^crash-collector: dump written to [^\n]+\n$/m })

  // Where a package manager keeps it further up.
  const upper = path.join(directory, 'app')
  fs.mkdirSync(upper)
  fs.renameSync(path.join(modules, 'crash-collector'), path.join(upper, 'crash-collector'))
  const nested = path.join(upper, 'node_modules')
  fs.mkdirSync(nested)
  fs.renameSync(path.join(upper, 'crash-collector'), path.join(nested, 'crash-collector'))
  t.match(crash(upper), { amount: 17 })
})

t.test('an addon for another C library is passed over', { skip: process.platform !== 'linux' && 'Linux' }, async t => {
  const directory = temporaryDirectory(t)
  const copy = installCopy(directory)
  installPlatform(path.join(directory, 'node_modules'))
  fs.writeFileSync(path.join(directory, 'node_modules', packageName(TARGET), version, FILE), 'for another one')
  t.match(crash(directory), { amount: undefined, stderr: /the addon could not be loaded/ })
  fs.mkdirSync(path.join(copy, 'prebuilds', `${process.platform}-${process.arch}`), { recursive: true })
  fs.copyFileSync(ADDON, path.join(copy, 'prebuilds', `${process.platform}-${process.arch}`, FILE))
  t.match(crash(directory), { amount: 17 })
})

t.test('reading a dump takes no addon', async t => {
  const directory = temporaryDirectory(t)
  installCopy(directory)
  const command = path.join(directory, 'node_modules', 'crash-collector', 'bin', 'crash-collector.js')
  const dumps = path.join(PACKAGE, 'test', 'fixtures', 'dumps')
  const [name] = fs.readdirSync(dumps).filter(file => file.endsWith('.ccdump')).sort().reverse()
  fs.mkdirSync(path.join(directory, 'crashes'))
  fs.copyFileSync(path.join(dumps, name), path.join(directory, 'crashes', name))
  const file = path.join('crashes', name)
  for (const args of [
    ['show', file],
    ['show', '--json', file],
    ['show', '--html', '-', file],
    ['eval', file, '1 + 1'],
    ['list'],
    ['diff', file, file]
  ]) {
    const without = runNode([command, ...args], { cwd: directory })
    const withAddon = runNode([path.join(PACKAGE, 'bin', 'crash-collector.js'), ...args], { cwd: directory })
    t.equal(withAddon.status, 0, `${args.join(' ')}: ${withAddon.stderr}`)
    t.equal(without.status, withAddon.status, `${args.join(' ')}: ${without.stderr}`)
    t.equal(without.stdout, withAddon.stdout, args.join(' '))
    t.not(without.stdout, '', args.join(' '))
  }
})

t.test('the results of a test on another platform are those of its innermost tests', async t => {
  const text = `
TAP version 14
# Subtest: a group
    # Subtest: one
        ok 1 - a check
        not ok 2 - another check
          ---
          at: here
          ...
        1..2
    not ok 1 - one # time=5ms
    # Subtest: two
        ok 1 - a check
        1..1
    ok 2 - two # time=5ms
    # Subtest: elsewhere
        1..0 # no such thing here
    ok 3 - elsewhere # SKIP no such thing here
    not ok 4 - known # TODO it fails
    1..4
not ok 1 - a group # time=9ms
# Subtest: alone
    ok 1 - a check
    1..1
ok 2 - alone # time=3ms
ok 3 - left out # SKIP
1..3`
  t.same(readResults(text), [
    { name: 'one', passed: false },
    { name: 'two', passed: true },
    { name: 'alone', passed: true }
  ])
})
