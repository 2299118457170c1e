'use strict'
// What V8's compilers have removed from one frame and the next frame has as well is shown in both.
const t = require('tap')
const { openDump } = require('../../packages/inspect/dumps/open-dump')
const { readDump } = require('../../packages/inspect/reader')
const { dumpOfOptimised, ownVariables } = require('../helpers/optimised-program')

/**
 * `run`, or `pay`, is called until V8 has compiled the functions of `names`, with those of `inlined` in them and not
 * `draw`, and then fails. `lost`: variables that the dump does not have; `values`: what is shown. V8 has the
 * parameters of a function in registers, and may lose them, if one of them is a pattern.
 */
const CASES = {
  'a caller that has lost what it passed': {
    code: `function draw (account, id) { if (fails) throw new RangeError(account + id) }
    function pay (id) { const account = 'account ' + id; return draw(account, id) }`,
    names: ['pay'],
    lost: { pay: ['account'] },
    values: { pay: { account: 'account 4242', id: 4242 } }
  },
  'a function that has lost what it got': {
    code: `function draw () { if (fails) throw new RangeError() }
    function check (owner, limit, { isUrgent } = {}) { use(owner, limit, isUrgent); draw() }
    function pay (id) { const account = 'account ' + id; check(account, 10); return [account] }`,
    names: ['pay'],
    inlined: ['check'],
    lost: { check: ['owner', 'limit'] },
    values: { check: { owner: 'account 4242', limit: 10 } }
  },
  'three functions': {
    code: `function draw (account, id) { if (fails) throw new RangeError(account + id) }
    function check (owner, id) { return draw(owner, id) }
    const bank = { check }
    function pay (id) { const account = 'account ' + id; return bank.check(account, id) }`,
    names: ['pay', 'check'],
    lost: { pay: ['account'] },
    values: { pay: { account: 'account 4242' }, check: { owner: 'account 4242' } }
  },
  'functions that wait': {
    code: `async function draw (account, id) { await null; if (fails) throw new RangeError(account + id) }
    async function pay (id) { const account = 'account ' + id; await draw(account, id); return [id] }`,
    names: ['pay'],
    lost: { pay: ['account'] },
    values: { pay: { account: 'account 4242', id: 4242 } }
  },
  'a function that awaits what was called synchronously': {
    code: `function draw (account, id) { if (fails) throw new RangeError(account + id); return { id } }
    async function pay (id) { const account = 'account ' + id; await null; return draw(account, id) }
    async function settle (id) { const invoice = 'invoice ' + id; const paid = await pay(id); return [invoice, paid] }`,
    names: ['settle', 'pay'],
    run: 'settle',
    lost: { pay: ['account'] },
    values: { pay: { account: 'account 4242' }, settle: { invoice: 'invoice 4242' } }
  },
  'an object': {
    code: `function draw (order) { use(order); if (fails) throw new RangeError(order.id) ; return [order] }
    function pay (id) { const order = { id }; return draw(order) }`,
    names: ['pay'],
    lost: { pay: ['order'] },
    values: { pay: { order: 'object' } }
  },
  'a bound function, which gets more than it is passed': {
    code: `function draw (account, id) { if (fails) throw new RangeError(account + id) }
    const bound = draw.bind(null, 'first')
    function pay (id) { const account = 'account ' + id; return bound(account, id) }`,
    names: ['pay'],
    lost: { pay: ['account'] },
    values: { pay: { account: 'optimisedAway' } }
  },
  'a parameter that was changed': {
    code: `function draw (account, id) { account = 'other'; if (fails) throw new RangeError(account + id) }
    function pay (id) { const account = 'account ' + id; return draw(account, id) }`,
    names: ['pay'],
    lost: { pay: ['account'] },
    values: { pay: { account: 'optimisedAway' } }
  }
}

/** V8's own syntax stands apart, because readers cannot parse it. */
function program ({ code, names, inlined = [], run = 'pay' }) {
  const all = [...new Set([run, ...names, ...inlined, 'draw'])].join(', ')
  return {
    'functions.js': `let fails = false
    function use (...values) { return values }
    ${code}
    module.exports = { ${all}, setFails () { fails = true } }`,
    'program.js': `
      const { ${all}, setFails } = require('./functions.js')
      async function main () {
        %NeverOptimizeFunction(draw);
        ${[...names, ...inlined].map(name => `%PrepareFunctionForOptimization(${name});`).join(' ')}
        for (let i = 0; i < 50; i++) await ${run}(i);
        ${names.map(name => `%OptimizeFunctionOnNextCall(${name});`).join(' ')}
        await ${run}(1)
        setFails()
        await ${run}(4242)
      }
      main()`
  }
}

for (const [way, budget] of [['read at once', '100'], ['copied', '0']]) {
  for (const [name, shape] of Object.entries(CASES)) {
    t.test(`${name} (${way})`, async t => {
      const file = await dumpOfOptimised(t, program(shape), { CRASH_COLLECTOR_BUDGET_PERCENT: budget })
      const raw = await readDump(file)
      const dump = await openDump(file)
      const frameOf = (from, functionName) => from.callFrames.find(frame => frame.functionName === functionName)
      for (const [functionName, lost] of Object.entries(shape.lost)) {
        const variables = ownVariables(raw, frameOf(raw, functionName))
        for (const each of lost) t.match(variables.get(each) ?? 'undefined', /^un(?:available|defined)$/, `no ${each}`)
      }
      for (const [functionName, values] of Object.entries(shape.values)) {
        const variables = ownVariables(dump, frameOf(dump, functionName))
        for (const [each, value] of Object.entries(values)) t.equal(variables.get(each), value, each)
      }
    })
  }
}

t.test('the note beside such a value names the frame', async t => {
  const file = await dumpOfOptimised(t, program(CASES['a caller that has lost what it passed']))
  const dump = await openDump(file)
  const [draw, pay] = dump.callFrames
  const account = dump.scope(pay.scopeChain[0]).variables.find(({ name }) => name === 'account')
  t.match(account, { value: { value: 'account 4242' }, passedTo: draw.index })
})
