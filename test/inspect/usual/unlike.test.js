'use strict'
// Programs that die of a value that is unlike those of other runs, and programs of which nothing may be said. Each
// names in a comment the line that is expected of `show`, or says that there must be none. GAP: why it isn't there.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { openDump } = require('../../../packages/inspect/dumps/open-dump')
const { unlikeOthers } = require('../../../packages/inspect/usual')
const { otherRuns } = require('../../../packages/inspect/usual/other-dumps')
const { EXTENSION } = require('../../../packages/shared/dump/terms')
const { PATIENT, ROOT } = require('../../helpers/crash')
const { openPage } = require('../../helpers/open-page')
const { runCli } = require('../../helpers/run-cli')
const { runNode } = require('../../helpers/run-node')

const FIXTURES = path.join(ROOT, 'test/fixtures/usual')
const AT_ONCE = 2
const ON_SCREEN = { cwd: FIXTURES, env: { COLUMNS: '80' } }
/** What the project wants: 15 of 20 with the line, and no other line. */
const WANTED = 15 / 20

/**
 * @param {import('tap').Test} t
 * @param {string} name
 * @param {string[]} runs an argument for each run
 * @returns {Promise<string[]>} the dumps, oldest first
 */
async function crash (t, name, runs) {
  const directory = t.testdir()
  const env = { CRASH_COLLECTOR_DIR: directory, HOME: directory, ...PATIENT }
  for (const argument of runs) {
    const { exitCode } = await runNode(['--require', ROOT, path.join(FIXTURES, name), argument], { cwd: FIXTURES, env })
    t.equal(exitCode, 1, 'it dies of its error')
  }
  const names = fs.readdirSync(directory).filter(file => file.endsWith(EXTENSION)).sort()
  return names.map(file => path.join(directory, file))
}

/** @param {string} name */
function textOf (name) {
  return fs.readFileSync(path.join(FIXTURES, name), 'utf8')
}

t.jobs = AT_ONCE
const files = fs.readdirSync(FIXTURES).filter(name => name.endsWith('.js'))
let asked = 0
let said = 0

const done = files.map(name =>
  t.test(name, async t => {
    const expected = /^\/\/ UNLIKE (.+)$/m.exec(textOf(name))?.[1]
    t.equal(expected === undefined, name.endsWith('.silent.js'), 'the program says what is expected of it')
    if (expected === undefined) t.match(textOf(name), /^\/\/ SILENT$/m)
    const runs = /^\/\/ RUNS (.+)$/m.exec(textOf(name))?.[1].split(' ') ?? ['']
    const last = (await crash(t, name, runs)).pop() ?? ''
    const dump = await openDump(last)
    const { others } = await otherRuns(dump)
    const found = unlikeOthers(dump, others)?.text
    const isGap = /^\/\/ GAP /m.test(textOf(name))
    t.equal(found, isGap ? undefined : expected)
    if (expected !== undefined) {
      asked++
      if (found === expected) said++
    }
  })
)

t.test('most say so in one line, and there are enough of which nothing may be said', async t => {
  await Promise.all(done)
  t.ok(asked >= 28, `${asked} programs`)
  t.ok(said / asked >= WANTED, `${said} of ${asked}`)
  t.ok(files.length - asked >= 19, `${files.length - asked} counter-examples`)
})

t.test('show has the line on its first screen, and the values beside those of others', async t => {
  const [file] = await crash(t, 'task-coupon.js', [''])
  const line = /^\/\/ UNLIKE (.+)$/m.exec(textOf('task-coupon.js'))?.[1] ?? ''
  const { stdout } = await runCli(['show', file], ON_SCREEN)
  t.ok(stdout.split('\n', 3).includes(line), stdout)
  const compared = await runCli(['show', file, '--compare'], ON_SCREEN)
  t.match(compared.stdout, /^ {2}! coupon +undefined +a string, 'spring-1', 'spring-2', 'spring-3', …$/m)
  t.match(compared.stdout, /^ {4}id +13 +a number, 1 to 12$/m)
  t.ok(compared.stdout.split('\n').every(each => each.length <= 80), compared.stdout)
  const json = JSON.parse((await runCli(['show', file, '--compare', '--json'], ON_SCREEN)).stdout)
  t.match(json.unlike, { name: 'coupon', here: 'undefined', usually: 'a string', count: 12, of: 12, source: 'calls' })
  const [{ sources }] = json.frames
  t.match(sources[0].values.find((/** @type {{ name: string }} */ { name }) => name === 'coupon'), { isUnlike: true })
  t.equal(JSON.parse((await runCli(['show', file, '--json'], ON_SCREEN)).stdout).unlike.text, line)
})

t.test('the page has the line, and the values beside those of others', async t => {
  const [file] = await crash(t, 'task-coupon.js', [''])
  const page = openPage(await openDump(file))
  t.same(page.texts('p.diagnosis'), ['coupon is undefined here; in 12 other calls of checkout it is a string'])
  t.same(page.texts('.compared .unlike'), [
    "order.couponundefineda string, 'spring-1', 'spring-2', 'spring-3', …",
    "couponundefineda string, 'spring-1', 'spring-2', 'spring-3', …"
  ])
  t.same(page.errors, [])
})

t.test('earlier dumps of the same crash have a column of their own, and are not what is usual', async t => {
  const dumps = await crash(t, 'dumps-profile.js', ['1', '2', '3', '4', '4'])
  const { stdout } = await runCli(['show', dumps[4], '--compare'], ON_SCREEN)
  t.match(stdout, /^`profile` is undefined here; in 3 other dumps of `render` it is an object$/m)
  t.match(stdout, /^ {2}! profile +undefined +undefined +/m)
  t.match(stdout, /^then: in 1 other dump of this crash$/m)
})

t.test('a crash of which no other runs are known', async t => {
  const [file] = await crash(t, 'endless.silent.js', [''])
  const { stdout } = await runCli(['show', file, '--compare', '--json'], ON_SCREEN)
  t.equal(JSON.parse(stdout).unlike, null)
  const [lonely] = await crash(t, 'beyond-end.silent.js', [''])
  t.match((await runCli(['show', lonely, '--compare'], ON_SCREEN)).stdout, /^Nothing is known of other runs/)
})
