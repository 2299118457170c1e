'use strict'
// Properties, private fields and methods of minified classes have the names of the source.

const path = require('node:path')
const t = require('tap')
const { openDump } = require('../../../packages/inspect/dumps/open-dump')
const { explainRoot } = require('../../../packages/inspect/explain')
const { evaluateSession } = require('../../helpers/evaluate-session')
const { CRASHES } = require('../../helpers/crash')
const { runCli } = require('../../helpers/run-cli')
const { runToDump } = require('../../helpers/run-to-dump')

const THIS = `Order {
  #label: 'P-1',
  #zone: [Function: #zone],
  #lines: [ { grams: 2 } ],
  #address: undefined,
  weight_: 2,
  surcharge_: 1
}`
const THIS_LINE = THIS.replace(/\n */g, ' ')

const CHANGED = THIS_LINE
  .replace('weight_: 2', 'weight_: 5')
  .replace('surcharge_: 1', 'surcharge_: 9')
  .replace('P-1', 'x')

for (const tool of ['esbuild', 'terser', 'swc']) {
  t.test(tool, async t => {
    const { file, directory } = await runToDump(t, [path.join(CRASHES, 'original-members', tool, 'app.js')])
    const dump = await openDump(file)
    t.same(dump.callFrames.slice(0, 2).map(({ functionName }) => functionName), ['#zone', 'shippingCost_'])
    t.match(explainRoot(dump)?.text, /^`this\.#address` is undefined/)
    const shown = (await runCli(['show', file], { cwd: directory })).stdout.replace(/^ {13}/gm, '')
    t.ok(shown.includes(THIS), shown)
    t.match(shown, /^ {6}Order +\[class Order\] \{ made_: 1 \}$/m)
    const record = dump.object(dump.callFrames[0].this?.objectId ?? '')
    for (const { name, generatedName } of record?.properties ?? []) {
      t.ok(tool === 'swc' && name === 'surcharge_' ? generatedName === undefined : generatedName !== name, name)
    }
    const steps = /** @type {[string, string, number?][]} */ ([
      ['this', THIS_LINE],
      ['this.weight_ + this.surcharge_', '3'],
      ['this.#lines.length + this.#label', "'1P-1'"],
      ['this?.weight_.toFixed(1)', "'2.0'"],
      ['({ order: this }).order.weight_', '2'],
      ['(this).weight_ += 3; this.weight_', '5'],
      ['this.surcharge_ = 9; this.#label = "x"; this', CHANGED],
      ['order', CHANGED, 2],
      ['delete this.weight_; Object.keys(this).length', '1'],
      ['Order.made_', '1'],
      ['typeof this.shippingCost_', "'function'"],
      ['this.#address', 'undefined']
    ])
    const results = await evaluateSession(file, steps.map(([expression, , frame = 0]) => [expression, { frame }]))
    steps.forEach(([expression, expected], i) => t.equal(results[i], expected, expression))
  })
}

t.test('private fields of one name in two classes', async t => {
  const program = `
class Base { #id = 1; get base () { return this.#id } }
class Order extends Base { #id = 2; #lines = 3; fail () { return this.#id + this.#lines.first.sku } }
new Order().fail()`
  const { file } = await runToDump(t, [path.join(t.testdir({ 'order.js': program }), 'order.js')])
  t.same(await evaluateSession(file, [['this'], ['this.#lines'], ['this.#id'], ['this.base']]), [
    'Order { #id: 1, #id: 2, #lines: 3 }',
    '3',
    'NotCaptured: #id (several classes have a private member of that name)',
    'NotCaptured: #id (several classes have a private member of that name)'
  ])
})
