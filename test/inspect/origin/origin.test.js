'use strict'
// Services in which one value was made wrong at a known statement crash elsewhere, and `show` names the statement; or
// nothing, if it can't know.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')

const { openDump } = require('../../../packages/inspect/dumps/open-dump')
const { valueOrigin } = require('../../../packages/inspect/origin')
const { ROOT } = require('../../helpers/crash')
const { mutationsOf } = require('../../helpers/mutate')
const { openPage } = require('../../helpers/open-page')
const { runCli } = require('../../helpers/run-cli')
const { runToDump } = require('../../helpers/run-to-dump')

const FIXTURES = path.join(ROOT, 'test/fixtures/origin')
const env = { CRASH_COLLECTOR_EXECUTION_PATH: 'request' }

/**
 * @param {import('tap').Test} t
 * @param {string} file whose value becomes wrong
 * @param {number} line
 * @param {string} kind of the mutation
 * @param {{ extra?: Record<string, string>, replaced?: string }} [options] extra: the environment; replaced: how the
 *   text begins that the mutation replaces, if there are several on the line
 */
async function crash (t, file, line, kind, { extra = env, replaced = '' } = {}) {
  // A path with a space is not written as its URL.
  const cwd = path.join(t.testdir(), 'of a shop')
  fs.cpSync(FIXTURES, cwd, { recursive: true })
  fs.symlinkSync(path.join(ROOT, 'test/ecosystem/node_modules'), path.join(cwd, 'node_modules'))
  const target = path.join(cwd, file)
  const source = fs.readFileSync(target, 'utf8')
  const mutation = mutationsOf(source).find(each =>
    each.line === line && each.kind === kind && source.startsWith(replaced, each.start))
  if (mutation === undefined) throw new Error(`${file}:${line} has no ${kind}`)
  fs.writeFileSync(target, source.slice(0, mutation.start) + mutation.text + source.slice(mutation.end))
  const run = await runToDump(t, [path.join(path.dirname(file), 'main.js')], { cwd, env: extra })
  t.equal(run.exitCode, 1, 'it dies of its error')
  return run
}

/** @type {[file: string, line: number, kind: string, expected: string, replaced?: string][]} */
const KNOWN = [
  ['shop/cart.js', 21, 'assignment undefined',
    '`cart.coupon` became undefined at shop/cart.js:21, in `applyCoupon`, called at shop/cart.js:35: ' +
    '`this.coupon = undefined`'],
  ['shop/pricing.js', 23, 'property null',
    '`bill.tax.rate` became null at shop/pricing.js:23, in `taxOf`, called at shop/pricing.js:30: ' +
    '`return { rate: null, amount: net * rate.standard }`'],
  ['shop/pricing.js', 3, "variable '?'",
    "`rate` is undefined: what has it became no object at shop/pricing.js:3: `const rates = '?'`"],
  ['shop/invoice.js', 20, 'property misspelt',
    '`title` is undefined: a name is misspelt at shop/invoice.js:20: ' +
    '`{ title: line.note.tet, tags: line.product.tags })),`'],
  ['desk/tickets.js', 48, "assignment '?'", "`tickets` became a string at desk/tickets.js:48: `module.exports = '?'`"],
  ['trips/print.js', 19, 'property null',
    '`printTicket` became null at trips/print.js:19: `module.exports = { printTicket: null }`'],
  ['shop/invoice.js', 23, 'variable null',
    '`receipt` became null at shop/invoice.js:23, in `makeInvoice`, called at shop/main.js:18: `const receipt = null`'],
  ['shop/catalog.js', 6, 'property null',
    "`price` became null at shop/catalog.js:6: `products.set('tray', { sku: 'tray', name: 'Tray', price: nu…`",
    '{ amount'],
  ['shop/pricing.js', 3, 'property undefined',
    '`rate` became undefined at shop/pricing.js:3: `const rates = { AT: undefined, DE: { standard: 0.19 }, LI: …`'],
  ['shop/cart.js', 14, 'argument null',
    '`line.product` is undefined: what it was looked up by became undefined or null at shop/cart.js:14, in `add`, ' +
    'called at shop/cart.js:32: `const product = findProduct(null)`'],
  ['ledger/accounts.js', 9, 'result undefined',
    '`source` became undefined at ledger/accounts.js:9, in `load`: `undefined`'],
  ['ledger/book.js', 10, "variable '?'",
    "`booking` became a string at ledger/book.js:10, in `prepare`, called at ledger/book.js:16: `const booking = '?'`"],
  ['ledger/book.js', 22, 'argument null',
    '`entry.day` is undefined: what has it became no object at ledger/book.js:22, in `book`, called at ' +
    'ledger/main.js:22: `receipts.push(append(account, null))`', 'entry'],
  ['ledger/rules.js', 8, 'assignment undefined',
    '`name` became undefined at ledger/rules.js:8, in `new Rule`: `this.#name = undefined`'],
  ['trips/planner.js', 37, 'variable undefined',
    '`journey` became undefined at trips/planner.js:37, in `plan`, called at trips/main.js:19: ' +
    '`const journey = undefined`'],
  ['trips/planner.js', 43, "property '?'",
    "`Planner` became a string at trips/planner.js:43: `module.exports = { Planner: '?' }`"],
  ['trips/planner.js', 32, 'argument undefined',
    '`found` is undefined: what it was looked up by became undefined or null at trips/planner.js:32: ' +
    '`const leg = { start: station(edge.from), end: station(undef…`', 'edge.to']
]

for (const [file, line, kind, expected, replaced] of KNOWN) {
  t.test(`${file}:${line} ${kind}`, async t => {
    const dump = await openDump((await crash(t, file, line, kind, { replaced })).file)
    const origin = valueOrigin(dump)
    t.equal(origin?.text, expected)
    t.equal(origin?.lineNumber, line - 1)
    t.ok(origin?.url.endsWith(`/${file}`))
  })
}

t.test('what looks something up and finds nothing may be right: it was asked for the wrong thing', async t => {
  const dump = await openDump((await crash(t, 'shop/catalog.js', 14, "argument '?'")).file)
  t.match(dump.exception?.message, /Cannot read properties of undefined/)
  t.equal(valueOrigin(dump), null)
})

t.test('nor does an error that the application throws itself tell which of the two is wrong', async t => {
  const dump = await openDump((await crash(t, 'trips/stations.js', 6, 'left out')).file)
  t.equal(dump.exception?.message, 'no station SBG')
  t.equal(valueOrigin(dump), null)
})

t.test('nor is a loop that finds nothing to blame for it', async t => {
  const dump = await openDump((await crash(t, 'trips/planner.js', 30, 'argument null')).file)
  t.match(dump.exception?.message, "Cannot read properties of null (reading 'map')")
  t.equal(valueOrigin(dump), null)
})

t.test('without an execution path nothing is said', async t => {
  const dump = await openDump((await crash(t, 'shop/cart.js', 21, 'assignment undefined', { extra: {} })).file)
  t.equal(valueOrigin(dump), null)
})

t.test('show, its JSON and the page have the line', async t => {
  const { file, cwd } = await crash(t, 'shop/cart.js', 21, 'assignment undefined')
  const shown = await runCli(['show', file], { cwd, env: { COLUMNS: '80' } })
  const text = shown.stdout.replace(/\s+/g, ' ')
  t.match(text, '`cart.coupon` became undefined at shop/cart.js:21, in `applyCoupon`, called at shop/cart.js:35:')
  t.match(text, '`this.coupon = undefined`')
  const { origin } = JSON.parse((await runCli(['show', file, '--json'], { cwd })).stdout)
  t.match(origin, {
    name: 'cart.coupon',
    value: 'undefined',
    how: 'given',
    code: 'this.coupon = undefined',
    functionName: 'applyCoupon',
    lineNumber: 20,
    calledBy: { functionName: 'fillCart', lineNumber: 34 }
  })
  t.type(origin.ms, 'number')
  const page = openPage(await openDump(file))
  t.ok(page.texts('.diagnosis').some(line => line.startsWith('cart.coupon became undefined at')))
  t.same(page.errors, [])
})
