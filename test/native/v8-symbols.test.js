'use strict'
// V8's debug interface is found in each of three ways, or refused with a reason, whatever file holds V8.

const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const t = require('tap')

const { loadNative } = require('../../lib/addon/native')
const { readTable, wantedSymbols } = require('../../scripts/build/v8-builds')
const { makeElf } = require('../helpers/make-elf')
const { NODE } = require('../helpers/run-node')
const { RandomNumbers } = require('./random-numbers')

const { native } = loadNative()
const isSupported = process.platform === 'linux' && process.arch === 'x64'
const major = process.versions.node.split('.', 1)[0]
const row = isSupported && readTable(major).find(({ version }) => version === process.versions.node)
const OTHER_BUILD_ID = '0123456789abcdef0123456789abcdef01234567'
const FLIPS = 3000

t.test('elsewhere it is refused', { skip: isSupported && 'this is Linux on x64' }, async t => {
  t.match(native.v8Symbols(), { source: 'none', problem: 'not Linux on x64' })
})

const skip = (!isSupported && 'Linux on x64 only') || (!row && `Node.js ${process.versions.node} is not in the table`)

t.test('a published build is known', { skip }, async t => {
  t.same(native.v8Symbols(), { source: 'knownBuild', buildId: row.buildId, problem: '' })
})

t.test('an unknown build is asked, and answers what the table says', { skip }, async t => {
  const { addresses } = native.v8Symbols('knownBuild')
  t.same(
    addresses,
    row.words.slice(0, addresses.length).map(word => word.toString(16)),
    'executables of Node.js have fixed addresses'
  )
  // Since 24 Node.js exports V8's public functions only.
  const source = Number(major) < 24 ? 'dynamicLinker' : 'symbolTable'
  t.match(native.v8Symbols('dynamicLinker'), { source, problem: '', addresses })
  t.match(native.v8Symbols('symbolTable'), { source: 'symbolTable', problem: '', addresses })
})

t.test(
  'a stripped copy is known by its build id; were it not, it is refused where nothing is exported',
  { skip },
  async t => {
    const copy = path.join(t.testdir(), 'node')
    const { error, status, stderr } = spawnSync('strip', ['--strip-unneeded', '-o', copy, NODE], { encoding: 'utf8' })
    if (error !== undefined) return t.skip('no strip here')
    t.equal(status, 0, stderr)
    const [known, unknown] = symbolsIn(copy, ['knownBuild', 'symbolTable'])
    t.match(known, { source: 'knownBuild', buildId: row.buildId, problem: '' })
    if (Number(major) < 24) {
      t.match(unknown, { source: 'symbolTable', problem: '' }, 'what the dynamic linker needs is left')
    } else {
      const addresses = unknown.addresses.map(() => '0')
      t.match(unknown, { source: 'none', problem: /^no symbol _ZN2v8/, addresses })
    }
  }
)

/**
 * What an executable finds out about itself.
 * @param {string} node
 * @param {string[]} sources
 */
function symbolsIn (node, sources) {
  const library = path.join(__dirname, '../../lib/addon/native')
  const script = `const { native } = require(${JSON.stringify(library)})
    .loadNative()
    console.log(JSON.stringify(${JSON.stringify(sources)}.map(source => native.v8Symbols(source))))`
  const { stdout, stderr } = spawnSync('env', ['-i', node, '-e', script], { encoding: 'utf8' })
  if (stderr !== '') throw new Error(stderr)
  return JSON.parse(stdout)
}

/** @returns {[name: string, address: number][]} all that the real file has */
function realSymbols () {
  const { symbols, frameSlots, scopeSlots } = wantedSymbols()
  const names = [
    ...symbols.map(({ names: [name, oldName] }) => (major === '20' && oldName !== '' ? oldName : name)),
    ...[...frameSlots, ...scopeSlots].map(([name]) => name)
  ]
  return names.map((name, index) => [name, row.words[index]])
}

/**
 * @param {import('tap').Test} t
 * @param {Buffer} bytes
 * @returns {import('../../lib/addon/native-types').V8Symbols}
 */
function symbolsOf (t, bytes) {
  const file = path.join(t.testdirName, 'elf')
  fs.mkdirSync(t.testdirName, { recursive: true })
  fs.writeFileSync(file, bytes)
  return native.v8Symbols('symbolTable', file)
}

t.test('a symbol table is believed when V8 is as it says', { skip }, async t => {
  t.testdir()
  const real = realSymbols()
  const told = symbols => symbolsOf(t, makeElf(row.buildId, symbols))
  const { addresses } = native.v8Symbols('knownBuild')
  t.match(told(real), { source: 'symbolTable', problem: '', addresses })

  const without = name => real.filter(([each]) => !each.includes(name))
  const optional = told(without('SuspendedLocation'))
  t.match(
    optional,
    { problem: '', addresses: addresses.map((address, index) => (index === 8 ? '0' : address)) },
    'what is not needed may be missing'
  )
  t.match(told(without('DebugScopeC1')), {
    source: 'none',
    problem: 'no symbol _ZN2v88internal10DebugScopeC1EPNS0_5DebugE'
  })
  t.match(told(without('7AdvanceEv')), { source: 'none', problem: /^no symbol .*Advance/ })

  const moved = (name, address) => real.map(each => (each[0].includes(name) ? [each[0], address] : each))
  const addressOf = name => real.find(([each]) => each.includes(name))[1]
  const unexpected = "the methods of V8's iterators are not those that were expected"
  t.match(told(moved('18DebugScopeIterator9GetObject', addressOf('18DebugScopeIterator7GetType'))), {
    source: 'none',
    problem: unexpected
  })
  t.match(told(moved('StackTraceIterator11GetFunctionEv', addressOf('StackTraceIterator9GetScript'))), {
    source: 'none',
    problem: unexpected
  })
  t.match(told(moved('_ZTVN2v88internal23', addressOf('_ZTVN2v88internal23') + 8)), {
    source: 'none',
    problem: unexpected
  })
  t.match(
    told(moved('SetDebugDelegate', 0x10)),
    { source: 'none', problem: /^not where V8 is: .*SetDebugDelegate/ },
    'nothing is there'
  )
  t.match(
    told(moved('SetDebugDelegate', addressOf('_ZTVN2v88internal23'))),
    { source: 'none', problem: /^not where V8 is/ },
    'data is there'
  )
  t.match(told(moved('_ZTVN2v88internal18', 2 ** 47)), { source: 'none', problem: /^not where V8 is/ })
})

t.test('a file that is another one than was loaded is refused', { skip }, async t => {
  const folder = t.testdir({ text: 'no executable', empty: '', folder: {} })
  const refused = { source: 'none', problem: "the file that holds V8 can't be read" }
  for (const name of ['text', 'empty', 'folder', 'missing']) {
    t.match(native.v8Symbols('symbolTable', path.join(folder, name)), refused, name)
  }
  t.equal(spawnSync('mkfifo', [path.join(folder, 'pipe')]).status, 0)
  t.match(native.v8Symbols('symbolTable', path.join(folder, 'pipe')), refused, 'a pipe that nobody writes to')
  t.match(native.v8Symbols('symbolTable', '/dev/zero'), refused, 'a file that never ends')
  t.match(symbolsOf(t, makeElf(OTHER_BUILD_ID, realSymbols())), { source: 'none', problem: /another build id/ })
})

t.test('a file that breaks off is refused', { skip }, async t => {
  t.testdir()
  const whole = makeElf(row.buildId, realSymbols())
  for (let bytes = 0; bytes < whole.length; bytes += bytes < 256 ? 1 : 97) {
    const { source, problem } = symbolsOf(t, whole.subarray(0, bytes))
    if (source !== 'none' || problem === '') t.fail(`after ${bytes} bytes`)
  }
  const copy = path.join(t.testdirName, 'node')
  fs.copyFileSync(NODE, copy)
  fs.truncateSync(copy, Math.floor(fs.statSync(copy).size / 2))
  t.match(native.v8Symbols('symbolTable', copy), { source: 'none', problem: /section headers/ })
})

t.test('a file that was damaged ends no process', { skip }, async t => {
  const seed = Number(process.env.CRASH_COLLECTOR_TEST_SEED ?? 1)
  const random = new RandomNumbers(seed)
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'v8-symbols-'))
  t.teardown(() => fs.rmSync(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'elf')
  const whole = makeElf(row.buildId, realSymbols())
  const { addresses } = native.v8Symbols('knownBuild')
  // The parts that say where others are, at both ends. Of a damaged address nothing tells, where it is still one of
  // V8's code.
  const places = [...Array(156).keys(), ...Array.from({ length: 192 }, (_, index) => whole.length - 1 - index)]
  let refused = 0
  for (let round = 0; round < FLIPS; round++) {
    const bytes = Buffer.from(whole)
    for (let change = 0; change <= random.below(3); change++) {
      bytes[random.pick(places)] = random.pick([0, 1, 0x7f, 0x80, 0xff, random.below(256)])
    }
    fs.writeFileSync(file, bytes)
    const found = native.v8Symbols('symbolTable', file)
    refused += found.source === 'none' ? 1 : 0
    const isSound =
      found.source === 'none'
        ? found.problem !== ''
        : found.addresses.every((address, index) => address === addresses[index] || address === '0')
    if (!isSound) t.fail(`round ${round} of seed ${seed}`, { found })
  }
  t.ok(refused > FLIPS / 4, `${refused} of ${FLIPS} were refused`)
})
