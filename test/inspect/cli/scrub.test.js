'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const zlib = require('node:zlib')
const { openDump } = require('../../../packages/inspect/dumps/open-dump')
const { callFrame, makeDump, object, ref, str, num, undef, vars } = require('../../helpers/make-dump')
const { KINDS_RECORDS } = require('../../helpers/kinds-dump')
const { temporaryDirectory } = require('../../helpers/crash')
const { runCli } = require('../../helpers/run-cli')
const { runToDump } = require('../../helpers/run-to-dump')
const { validateDump } = require('../../helpers/validate-dump')

const PROGRAM = path.join(__dirname, '..', '..', 'fixtures', 'groups', 'planted.js')
/** What the program holds in many places. */
const PLANTED = ['Anna Berger', 'anna@shop.example', 'K-774411', '8855221', 'in the source']

/** @param {string} file */
const textOf = file => zlib.gunzipSync(fs.readFileSync(file)).toString()

/** @param {string} cwd @param {object} rules */
function rulesFile (cwd, rules) {
  fs.writeFileSync(path.join(cwd, 'rules.json'), JSON.stringify(rules))
  return path.join(cwd, 'rules.json')
}

t.test('planted values are gone from the bytes of a real dump', async t => {
  const env = { CRASH_COLLECTOR_ENV: 'SHOP', SHOP: 'shop of Anna Berger' }
  const { file, cwd } = await runToDump(t, [PROGRAM], { env })
  const before = textOf(file)
  for (const text of PLANTED) t.ok(before.includes(text), `${text} was there`)
  const bytes = fs.readFileSync(file)

  await t.test('by names and texts', async t => {
    const texts = ['Anna Berger', '/K-\\d+/', '8855221', 'in the source']
    const rules = rulesFile(cwd, { names: ['e-mail', 'customer'], texts })
    const out = path.join(cwd, 'named.ccdump')
    const { stdout, stderr, exitCode } = await runCli(['scrub', file, out, '--rules', rules, '--json'], { cwd })
    t.equal(exitCode, 0, stderr)
    t.same(validateDump(out).problems, [])
    const after = textOf(out)
    for (const text of PLANTED) t.notOk(after.includes(text), text)
    t.notOk(after.includes(Buffer.from('Anna Berger').toString('base64').slice(0, 12)), 'bytes of a Buffer')
    const { taken } = JSON.parse(stdout)
    for (const what of ['name e-mail', 'name customer', 'text Anna Berger', 'the same values elsewhere']) {
      t.ok(taken.some((/** @type {{ what: string }} */ each) => each.what === what), what)
    }
    const dump = await openDump(out)
    t.match(dump.callFrames[0], { functionName: 'ship' })
    t.match(dump.notCaptured.find(({ detail = '' }) => detail.includes('scrub')), { reason: 'redacted' })
    t.match(after, /"harmless 4711"/)
  })

  await t.test('by --structure-only', async t => {
    const out = path.join(cwd, 'structure.ccdump')
    const { exitCode, stderr } = await runCli(['scrub', file, out, '--structure-only'], { cwd })
    t.equal(exitCode, 0, stderr)
    t.same(validateDump(out).problems, [])
    const after = textOf(out)
    // Code stays.
    const code = fs.readFileSync(PROGRAM, 'utf8')
    for (const text of [...PLANTED, 'harmless 4711']) {
      const [held, written] = [after, code].map(each => each.split(text).length - 1)
      t.equal(held > 0, written > 0, text)
    }
    const { records } = validateDump(out)
    const rest = records.filter(({ kind }) => kind !== 'script').map(record => ({ ...record, source: undefined }))
    for (const text of [...PLANTED, 'harmless 4711']) t.notOk(JSON.stringify(rest).includes(text), text)
    const { stdout } = await runCli(['show', '--more', out], { cwd })
    t.match(stdout, /#\d+ +ship [^]*order +\{\n +id: <redacted>,\n +customer: Customer \{/)
  })

  t.same(fs.readFileSync(file), bytes, 'the input is as it was')
})

t.test('a dump of every kind of value', async t => {
  const cwd = t.testdir()
  const file = makeDump(path.join(cwd, 'a.ccdump'), KINDS_RECORDS)
  const rules = rulesFile(cwd, { texts: ['/./s'], names: ['big', 'map', 'unique'], parts: ['sources'] })
  const problems = validateDump(file).problems
  const ways = [['--rules', rules], ['--structure-only'], ['--rules', rules, '--structure-only']]
  for (const [i, args] of ways.entries()) {
    const out = path.join(cwd, `out-${i}.ccdump`)
    const { exitCode, stderr } = await runCli(['scrub', file, out, ...args], { cwd })
    t.equal(exitCode, 0, stderr)
    t.same(validateDump(out).problems, problems, args.join(' '))
    await openDump(out)
  }
})

t.test('what a name leads to goes, also under other names; what others share stays', async t => {
  const cwd = t.testdir()
  const frame = callFrame(vars({
    customer: ref('1'),
    other: ref('1'),
    list: ref('2'),
    nothing: undef,
    cut: {
      type: 'string', value: 'begins secret-to', length: 100, notCapturedReason: 'stringLength'
    }
  }))
  const file = makeDump(path.join(cwd, 'a.ccdump'), [
    frame,
    object('1', { address: ref('3'), shared: ref('4'), loop: ref('1') }),
    object('2', { shared: ref('4'), nothing: undef, token: num(12345678), copy: str('token 12345678') }),
    object('3', { street: str('planted street') }),
    object('4', { kept: str('kept text') })
  ])
  const out = path.join(cwd, 'out.ccdump')
  const rules = rulesFile(cwd, { names: ['CUSTOMER', 'to_ken', 'nothing'], texts: ['secret-token'] })
  t.equal((await runCli(['scrub', file, out, '--rules', rules], { cwd })).exitCode, 0)
  const text = textOf(out)
  for (const gone of ['planted street', '12345678', 'secret-to']) t.notOk(text.includes(gone), gone)
  t.match(text, 'kept text')
  const dump = await openDump(out)
  t.same([...dump.objectIds()], ['2', '4'])
  const { variables } = dump.callFrames[0].scopeChain[0]
  const gone = { type: 'object', notCapturedReason: 'redacted' }
  t.match(variables.slice(0, 2).map(({ value }) => value), [gone, gone])
  t.same(variables[3].value, undef)
})

t.test('objects as they were at the report are scrubbed like all others', async t => {
  const cwd = t.testdir()
  const { properties } = object('1', { token: str('planted token'), note: str('for planted text'), held: ref('2') })
  const file = makeDump(path.join(cwd, 'a.ccdump'), [
    callFrame(vars({ order: ref('1') })),
    object('1', { kept: str('kept text') }),
    { kind: 'objectDetails', objectId: '1', atReport: { type: 'object', depth: 1, properties } },
    object('2', { kept: str('held text') }),
    { kind: 'process' }
  ])
  t.same(validateDump(file).problems, [])
  const out = path.join(cwd, 'out.ccdump')
  const rules = rulesFile(cwd, { names: ['token'], texts: ['planted text'] })
  t.equal((await runCli(['scrub', file, out, '--rules', rules], { cwd })).exitCode, 0)
  t.same(validateDump(out).problems, [])
  t.notMatch(textOf(out), 'planted')
  t.match(textOf(out), 'held text', 'what only they refer to')
  const structure = path.join(cwd, 'structure.ccdump')
  t.equal((await runCli(['scrub', file, structure, '--structure-only'], { cwd })).exitCode, 0)
  t.same(validateDump(structure).problems, [])
  t.notMatch(textOf(structure), 'objectDetails', 'a record of which nothing is left')
})

t.test('parts', async t => {
  const cwd = t.testdir()
  const file = makeDump(path.join(cwd, 'a.ccdump'), [
    callFrame([], { scriptId: '5' }),
    { kind: 'process', cwd: '/app', env: { A: 'planted' }, argv: ['planted'] },
    { kind: 'script', scriptId: '5', url: '/app/a.js', length: 9, source: 'planted()', sourceMapURL: 'data:planted' }
  ])
  const out = path.join(cwd, 'out.ccdump')
  const rules = rulesFile(cwd, { parts: ['sources', 'env', 'argv'] })
  const { stdout } = await runCli(['scrub', file, out, '--rules', rules], { cwd })
  t.match(stdout, /1 × part env\n/)
  t.notOk(textOf(out).includes('planted'))
  t.match(validateDump(out).records.find(({ kind }) => kind === 'process'), { cwd: '/app' })
})

t.test('nothing is overwritten, and wrong words are said to be', async t => {
  const cwd = temporaryDirectory(t)
  const file = makeDump(path.join(cwd, 'a.ccdump'), KINDS_RECORDS)
  const bytes = fs.readFileSync(file)
  const run = (/** @type {string[]} */ ...args) => runCli(['scrub', ...args], { cwd })
  for (const out of [file, path.join(cwd, 'b', '..', 'a.ccdump')]) {
    t.match(await run(file, out, '--structure-only'), { exitCode: 1, stderr: /exists already/ })
  }
  t.same(fs.readFileSync(file), bytes)
  const missing = await run(file, path.join(cwd, 'no', 'b.ccdump'), '--structure-only')
  t.match(missing, { exitCode: 1, stderr: /can't be written/ })
  t.match(await run(file, 'b.ccdump'), { exitCode: 2, stderr: /--rules, --personal or --structure-only is needed/ })
  t.match(await run(file), { exitCode: 2, stderr: /two files are needed/ })
  for (const [rules, why] of /** @type {[object, RegExp][]} */ ([
    [{ name: ['a'] }, /unknown kind of rules: name/],
    [{ names: 'a' }, /names is not a list of texts/],
    [{ texts: ['/(/'] }, /Invalid regular expression/]
  ])) {
    const result = await run(file, 'b.ccdump', '--rules', rulesFile(cwd, rules))
    t.match(result, { exitCode: 1, stderr: why })
  }
  fs.writeFileSync(path.join(cwd, 'damaged.ccdump'), bytes.subarray(0, 40))
  const damaged = await run(path.join(cwd, 'damaged.ccdump'), 'c.ccdump', '--structure-only')
  t.same(fs.readdirSync(cwd).filter(name => name.startsWith('c.ccdump.')), [], 'no partial file is left')
  t.ok([0, 1].includes(Number(damaged.exitCode)))
})
