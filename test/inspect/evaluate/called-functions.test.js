'use strict'
// `eval` makes the functions of a dump only when an expression calls them, and the answers are those of a dump of which
// all functions are made. A kept world answers each question with the dump as it is.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { KeptWorld } = require('../../../packages/inspect/evaluate/kept-world')
const { formatValue } = require('../../../packages/inspect/values/format-value')
const { temporaryDirectory } = require('../../helpers/crash')
const { evaluateAll } = require('../../helpers/evaluate-all')
const { runNode } = require('../../helpers/run-node')
const { runToDump } = require('../../helpers/run-to-dump')

const PROGRAM = `'use strict'
class Base { constructor (id) { this.id = id } name () { return 'base ' + this.id } }
class Shop extends Base {
  #factor = 3
  #twice (x) { return x * this.#factor }
  name () { return 'shop ' + super.name() }
  price (x) { return this.#twice(x) + rate }
  get half () { return half(this.id) }
  toJSON () { return { shop: this.id } }
}
const rate = 0.5
const steps = {
  a: x => steps.b(x + 1), b: x => steps.c(x + 1), c: x => steps.d(x + 1), d: x => steps.e(x + 1),
  e: x => steps.f(x + 1), f: x => steps.g(x + 1), g: x => x + half(4)
}
function half (x) { return x / 2 }
async function later (x) { return half(await x) }
function pay (shop) {
  const used = [steps, later, half, Base, Shop]
  throw new Error('no money ' + used.length)
}
pay(new Shop(8))
`
const EXPRESSIONS = {
  'shop.id': '8',
  'typeof half': "'function'",
  'half(10)': '5',
  'shop.half': '4',
  'shop.name()': "'shop base 8'",
  'shop.price(2)': '6.5',
  'steps.a(1)': '9',
  'JSON.stringify({ shop }).length': '19',
  'await later(6)': '3',
  '(() => { try { return half(2) } catch { return 7 } })()': '1',
  '[4, 6].map(half)': '[ 2, 3 ]',
  'new Shop(2)': 'NotCaptured: a call of Shop (classes are not run again)',
  'shop instanceof Base': 'true',
  'half.toString()': "'function half (x) { return x / 2 }'",
  'shop.id = 9, shop.half': '4.5',
  'shop.#factor + 1': '4',
  'shop.#twice(4)': '12',
  '[#factor in shop, #twice in shop, #none in shop]': '[ true, true, false ]',
  '(() => { try { return shop.#twice(5) } catch { return 7 } })()': '15'
}

/**
 * The answers of a kept world, from a process without tap's hooks, which the evaluating process would inherit.
 * @param {string} file
 */
async function askKept (file) {
  const kept = new KeptWorld()
  const ask = async (/** @type {string} */ expression) => {
    const result = await kept.evaluate(await kept.open(file), expression, { timeoutMs: 60_000 })
    return result.error ?? formatValue(result.value, result, { columns: 200 })
  }
  /** @type {Record<string, string>} */
  const answers = {}
  for (const expression of [...Object.keys(EXPRESSIONS), 'shop.id', 'let found = 1', 'found']) {
    answers[expression] = await ask(expression)
  }
  const dump = await kept.open(file)
  const isReadOnce = dump === (await kept.open(file))
  fs.utimesSync(file, 2, 2)
  const isReadAgain = dump !== (await kept.open(file))
  kept.close()
  process.stdout.write(JSON.stringify({ answers, isReadOnce, isReadAgain }))
}

if (process.argv[2] === 'kept') askKept(process.argv[3])
else t.test('answers', answers)

/** @param {import('tap').Test} t */
async function answers (t) {
  const cwd = temporaryDirectory(t)
  const program = path.join(cwd, 'shop.js')
  fs.writeFileSync(program, PROGRAM)
  const { file } = await runToDump(t, [program], { cwd })
  const expressions = Object.keys(EXPRESSIONS)
  const results = await evaluateAll(file, expressions.map(each => [each, { allowFunctions: false }]))
  t.same(Object.fromEntries(expressions.map((each, i) => [each, results[i]])), EXPRESSIONS)

  const { stdout, stderr } = await runNode([__filename, 'kept', file], { cwd: __dirname })
  t.equal(stderr, '')
  const { answers: kept, ...files } = JSON.parse(stdout)
  t.match(kept.found, /^ReferenceError/, 'what a question declares is not there at the next')
  t.same(kept, { ...EXPRESSIONS, 'shop.id': '8', 'let found = 1': 'undefined', found: kept.found })
  t.same(files, { isReadOnce: true, isReadAgain: true })
}
