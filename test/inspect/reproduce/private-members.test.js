'use strict'
// Objects of a test have no private members, whatever the process had: a failure of code that used them proves nothing.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { ecosystemPath, notInstalled } = require('../../helpers/ecosystem')
const { runCli } = require('../../helpers/run-cli')
const { runToDump } = require('../../helpers/run-to-dump')

/** The prices of a dead process have no tea; those of a test have nothing at all. */
const PRICES = 'const prices = { cup: { cents: 1 } }'

/**
 * Code whose function `total` is called with what `made` gives.
 * @type {Record<string, { code: string, verdict: string, reason?: string }>}
 */
const PROGRAMS = {
  'code that catches the TypeError': {
    code: `class Order {
  #sku = 'tea'
  get sku () { try { return this.#sku } catch { return 'none' } }
}
const made = () => new Order()
${PRICES}
const total = order => prices[order.sku].cents`,
    verdict: 'notProven',
    reason: "`Order` had private members (#sku), which the test's objects have not, and sku used them"
  },
  'code that asks whether an object has the field': {
    code: `class Order {
  #sku = 'tea'
  static skuOf (order) { return #sku in order ? order.#sku : 'none' }
}
const made = () => new Order()
${PRICES}
const total = order => prices[Order.skuOf(order)].cents`,
    verdict: 'notProven',
    reason: "`Order` had private members (#sku), which the test's objects have not, and skuOf() used them"
  },
  'a private method': {
    code: `class Order {
  #sku () { return 'tea' }
  sku () { try { return [0].map(() => this.#sku())[0] } catch {} }
}
const made = () => new Order()
${PRICES}
const total = order => prices[order.sku()].cents`,
    verdict: 'notProven',
    reason: "`Order` had private members (#sku), which the test's objects have not, and sku() used them"
  },
  'a private accessor of a class that is extended': {
    code: `class Thing {
  get #sku () { return 'tea' }
  sku () { try { return this.#sku } catch {} }
}
class Order extends Thing {}
const made = () => new Order()
${PRICES}
const total = order => prices[order.sku()].cents`,
    verdict: 'notProven',
    reason: "`Order` had private members (#sku), which the test's objects have not, and sku() used them"
  },
  'a static private field that the process has filled': {
    code: `class Order {
  static #skus = new Map()
  static add (id, sku) { Order.#skus.set(id, sku) }
  sku () { return Order.#skus.get(this.id) }
}
const made = () => { Order.add(7, 'tea'); return Object.assign(new Order(), { id: 7 }) }
${PRICES}
const total = order => prices[order.sku()].cents`,
    verdict: 'notProven',
    reason: 'the dump does not have the static private fields of `Order` (#skus), and sku() used them'
  },
  'static private members that are always the same': {
    code: `class Order {
  static #sku = 'tea'
  static #skuOf () { return Order.#sku }
  sku () { return Order.#skuOf() }
}
const made = () => new Order()
${PRICES}
const total = order => prices[order.sku()].cents`,
    verdict: 'reproduced'
  },
  'private members that nothing uses': {
    code: `class Order {
  #id = 7
  sku = 'tea'
  id () { return this.#id }
  name (isLong) { return isLong ? this.#id + this.sku : this.sku }
}
const made = () => new Order()
${PRICES}
const total = order => prices[order.name(false)].cents`,
    verdict: 'reproduced'
  },
  'another class with a private member of that name, made in the test': {
    code: `class Order {
  #id = 7
  sku = 'tea'
  id () { return this.#id }
}
class Row {
  #id
  constructor (id) { this.#id = id }
  id () { return this.#id }
}
const made = () => new Order()
${PRICES}
const total = order => prices[new Row(order.sku).id()].cents`,
    verdict: 'reproduced'
  },
  'private members that nothing uses, in a process that does not end': {
    code: `class Order {
  #id = 7
  sku = 'tea'
  id () { return this.#id }
}
const made = () => new Order()
${PRICES}
const total = order => { setInterval(() => {}, 1e6); return prices[order.sku].cents }`,
    verdict: 'reproduced'
  },
  'an object that its constructor makes in the test': {
    code: `class Order {
  #id = 7
  constructor (sku) { this.sku = sku; this.#id++ }
  again () { return new Order(this.sku) }
}
const made = () => new Order('tea')
${PRICES}
const total = order => prices[order.again().sku].cents`,
    verdict: 'reproduced'
  }
}

/** @param {import('tap').Test} t @param {string} code @param {boolean} isExported */
async function crash (t, code, isExported) {
  const cwd = fs.realpathSync(t.testdir({
    'app.js': "const { made, total } = require('./order')\nsetImmediate(total, made())\n",
    'order.js': `${code}\nmodule.exports = { Order, made, total }\n`,
    'whole.js': `${code}\nsetImmediate(total, made())\n`,
    'package.json': '{}',
    node_modules: {}
  }))
  return { cwd, file: (await runToDump(t, [path.join(cwd, isExported ? 'app.js' : 'whole.js')], { cwd })).file }
}

/** @param {string} file @param {string} cwd @param {...string} flags */
async function checked (file, cwd, ...flags) {
  const { exitCode, stdout, stderr } = await runCli(
    ['reproduce', file, '--check', '--json', '--force', '--timeout', '240000', ...flags], { cwd }
  )
  if (stdout === '') throw new Error(stderr)
  return { exitCode, ...JSON.parse(stdout) }
}

for (const [name, { code, verdict, reason }] of Object.entries(PROGRAMS)) {
  for (const way of ['module', 'excerpt']) {
    t.test(`${name}, ${way === 'module' ? 'exported' : 'copied'}`, async t => {
      const { cwd, file } = await crash(t, code, way === 'module')
      const result = await checked(file, cwd)
      t.match(result, { way, verdict, reproduced: verdict === 'reproduced' })
      t.equal(result.reason, reason)
      t.equal(result.exitCode, verdict === 'reproduced' ? 0 : 1)
    })
  }
}

for (const runner of ['mocha', 'jest', 'vitest']) {
  t.test(runner, { skip: notInstalled(runner) }, async t => {
    const { code } = PROGRAMS['private members that nothing uses']
    const { cwd, file } = await crash(t, code, true)
    fs.symlinkSync(ecosystemPath(runner), path.join(cwd, 'node_modules', runner), 'junction')
    const result = await checked(file, cwd, '--runner', runner)
    if (runner === 'mocha') return t.match(result, { verdict: 'reproduced' })
    t.match(result, { verdict: 'notProven', reason: /`Order` had .*, and whether the code used them is not known$/ })
  })
}

t.test('verify', async t => {
  const using = await crash(t, PROGRAMS['a private method'].code, true)
  const verify = async (/** @type {{ cwd: string, file: string }} */ { cwd, file }, /** @type {string[]} */ ...flags) =>
    JSON.parse((await runCli(['verify', file, '--json', '--timeout', '240000', ...flags], { cwd })).stdout)
  t.match(await verify(using), {
    verdict: 'unknown',
    reason: /^total: with the code that crashed its test fails alike, but `Order` had .* and sku\(\) used them/
  })
  const edited = await crash(t, PROGRAMS['private members that nothing uses'].code, true)
  const file = path.join(edited.cwd, 'order.js')
  fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('order.name(false)', 'order.name(order.id() > 0)'))
  const reason = /^total: `Order` had private members .* id\(\) used them/
  t.match(await verify(edited), { verdict: 'unknown', reason }, 'the fix asks for what the test has not')
})
