'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { compareFacts } = require('../../../packages/fleet/common/compare-facts')
const { comparableFacts, parentOf } = require('../../../packages/fleet/common/facts')
const { fisher, wilsonLower } = require('../../../packages/fleet/common/statistics')
const { openDump } = require('../../../packages/inspect/dumps/open-dump')
const { PATIENT, ROOT, temporaryDirectory } = require('../../helpers/crash')
const { callFrame, makeDump, num, object, ref, str, undef, vars } = require('../../helpers/make-dump')
const { runCli } = require('../../helpers/run-cli')
const { runNode } = require('../../helpers/run-node')

const ORDERS = path.join(__dirname, '..', '..', 'fixtures', 'groups', 'orders.js')
const CRASHES = 30
const AT_ONCE = 5

t.test('Fisher and Wilson, by published values', t => {
  // Fisher's lady who tastes tea: 4 of 4 right is 1 of 70, 3 of 4 or more is 17 of 70.
  t.ok(Math.abs(fisher({ count: 4, of: 4 }, { count: 0, of: 4 }) - 1 / 70) < 1e-12)
  t.ok(Math.abs(fisher({ count: 3, of: 4 }, { count: 1, of: 4 }) - 17 / 70) < 1e-12)
  t.ok(Math.abs(fisher({ count: 5, of: 5 }, { count: 7, of: 7 }) - 1) < 1e-12)
  t.ok(fisher({ count: 300, of: 300 }, { count: 0, of: 700 }) < 1e-200)
  // Newcombe 1998, table I: 81 of 263 and 15 of 148.
  t.equal(wilsonLower({ count: 81, of: 263 }).toFixed(4), '0.2553')
  t.equal(wilsonLower({ count: 15, of: 148 }).toFixed(4), '0.0624')
  t.equal(wilsonLower({ count: 0, of: 20 }), 0)
  t.end()
})

t.test('a program that crashed 30 times with random content: the cause is ranked first', async t => {
  const cwd = temporaryDirectory(t)
  const env = { CRASH_COLLECTOR_DIR: cwd, CRASH_COLLECTOR_RETAIN_SAME: '0', ...PATIENT }
  for (let seed = 0; seed < CRASHES; seed += AT_ONCE) {
    const argvOf = (/** @type {number} */ i) => ['--require', ROOT, ORDERS, String(seed + i)]
    const runs = await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => runNode(argvOf(i), { cwd, env })))
    for (const { exitCode, stderr } of runs) t.equal(exitCode, 1, stderr)
  }
  const { groups } = JSON.parse((await runCli(['list', '--group', '--json'], { cwd })).stdout)
  const causes = new Map([
    ["Cannot read properties of null (reading 'percent')", { path: 'order.coupon', is: 'null' }],
    ["Cannot read properties of undefined (reading 'most')", { path: 'order.customer.id', is: '"c-7"' }],
    ['the card <…> was declined', { path: 'order.card.declined', is: 'true' }]
  ])
  t.same(groups.map((/** @type {any} */ each) => each.message).sort(), [...causes.keys()].sort())
  for (const { fingerprint, message } of groups) {
    const { facts, dumps, others } = JSON.parse((await runCli(['common', fingerprint, '--json'], { cwd })).stdout)
    t.match({ dumps, others }, { dumps: 10, others: 20 })
    t.match(facts[0], { ...causes.get(message), here: { count: 10, of: 10 }, elsewhere: { count: 0, of: 20 } })
    t.ok(facts[0].chance < 0.001, 'is sure')
    t.ok(facts.slice(1).every((/** @type {any} */ { chance }) => chance > 0.05), 'nothing else is')
  }
  const [{ fingerprint }] = groups.filter((/** @type {any} */ { className }) => className === 'TypeError')
  const { stdout, exitCode } = await runCli(['common', fingerprint.slice(0, 8), cwd, '--max', '1'], { cwd })
  t.equal(exitCode, 0)
  t.match(stdout, /\n10 dumps, compared with 20 others\n\n {2}order\.\S+: .*\n {6}10 of 10 here, 0 of 20 elsewhere,/)
})

/** @param {Record<string, any>[]} list @param {string} directory */
const read = (list, directory) =>
  Promise.all(
    list.map(async (variables, i) => {
      const frame = callFrame(vars({ order: ref('1'), ...variables.own }), { functionName: 'f', url: '/app/a.js' })
      const file = makeDump(path.join(directory, `${i}.ccdump`), [frame, object('1', variables.order)])
      return comparableFacts(await openDump(file))
    })
  )

t.test('a member that is missing, numbers beyond those of others, what only the group has', async t => {
  const directory = t.testdir()
  const numbers = [1, 2, 3, 4, 5, 6, 7, 8]
  const group = await read(
    numbers.map(n => ({ order: { size: num(50 + n) }, own: { only: undef } })),
    directory
  )
  const others = await read(
    numbers.map(n => ({ order: { size: num(n), coupon: str(`${n}`) } })),
    directory
  )
  const { facts, uncompared } = compareFacts(group, others)
  t.match(facts, [{ path: 'order.coupon', is: 'missing', also: ['order.size: more than 8'] }])
  t.match(uncompared, [{ path: 'only', is: 'undefined', elsewhere: { of: 0 }, chance: null }])
  const hinted = compareFacts(group, others, { hints: 'order.size' })
  t.match(hinted.facts, [{ path: 'order.size', is: 'more than 8' }])
  t.same(compareFacts(others, others).facts, [])
})

t.test('what is there but not known is not missing', async t => {
  const directory = t.testdir()
  const numbers = [1, 2, 3, 4, 5, 6, 7, 8]
  /** @type {import('../../../packages/shared/dump/format').Value} */
  const hidden = { type: 'string', notCapturedReason: 'redacted' }
  const group = await read(numbers.map(() => ({ order: { token: hidden } })), directory)
  const others = await read(numbers.map(n => ({ order: { token: str(`${n}`) } })), directory)
  t.same(compareFacts(group, others).facts, [])
})

t.test('what Node.js wraps around a module is not compared', async t => {
  const wrapped = vars({ __filename: str('/app/a.js'), module: ref('m', 'Module'), order: num(7) })
  const frame = callFrame([], { url: '/app/a.js', scopeChain: [{ type: 'closure', variables: wrapped }] })
  const dump = await openDump(makeDump(path.join(t.testdir(), 'a.ccdump'), [frame, object('m', { id: str('.') })]))
  t.same([...comparableFacts(dump).values.keys()].filter(each => /^(?:module|__filename|order)/.test(each)), ['order'])
})

t.test('`this` of sloppy code is no fact if it is the global object', async t => {
  for (const className of ['global', 'Cart']) {
    const frame = callFrame([], { url: '/app/a.js', this: { type: 'object', className, objectId: '1' } })
    const dump = await openDump(makeDump(path.join(t.testdir(), `${className}.ccdump`), [frame, object('1', {})]))
    t.equal(comparableFacts(dump).values.has('this'), className === 'Cart')
  }
})

t.test('parents of paths', t => {
  const paths = ['order', 'order.coupon', 'list[0]', 'list[0].a', 'async store request.user', 'called by f (a.js)']
  t.same(paths.map(parentOf), ['', 'order', 'list', 'list[0]', 'async store request', 'called by '])
  t.end()
})

t.test('what there is of a huge dump is bounded', async t => {
  const wide = Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`v${i}`, ref(String(1 + (i % 500)))]))
  const records = Array.from({ length: 500 }, (_, i) =>
    object(String(1 + i), { next: ref(String(1 + ((i + 1) % 500))), text: str('x'.repeat(10_000)) }))
  const file = makeDump(path.join(t.testdir(), 'a.ccdump'), [callFrame(vars(wide), { url: '/app/a.js' }), ...records])
  const { values } = comparableFacts(await openDump(file))
  t.ok(values.size >= 1000 && values.size < 1100, String(values.size))
  t.ok([...values.values()].every(({ text }) => text.length < 300))
})

t.test('wrong words', async t => {
  const cwd = t.testdir()
  t.match(await runCli(['common'], { cwd }), { exitCode: 2, stderr: /a fingerprint is missing/ })
  t.match(await runCli(['common', 'abc', '--max', '0'], { cwd }), { exitCode: 2, stderr: /--max takes a whole number/ })
  t.match(await runCli(['common', 'abc'], { cwd }), { exitCode: 1, stderr: /there is no dump in/ })
  const none = await runCli(['common', 'abc', '.'], { cwd })
  t.match(none, { exitCode: 1, stderr: /no group of dumps with the fingerprint/ })
  fs.writeFileSync(path.join(cwd, 'crash.20260104.000000.1.0.1.ccdump'), 'nonsense')
  t.match(await runCli(['common', 'abc', cwd], { cwd }), { exitCode: 1 })
})
