'use strict'
// `new.target` is a variable of the function that was called with it, and of the scope in which arrow functions find
// it.
const t = require('tap')
const { openDump } = require('../../packages/inspect/dumps/open-dump')
const { crashTests } = require('../helpers/crash')
const { dumpOfOptimised } = require('../helpers/optimised-program')
const { validateDump } = require('../helpers/validate-dump')

const NAME = 'new.target'
const notByPause = 'V8 does not tell it at a pause'

/**
 * @param {import('../../packages/inspect/reader').Dump} dump
 * @param {string} functionName of the outermost frame with this name
 */
function ofLocalScope (dump, functionName) {
  const frame = dump.callFrames.findLast(each => each.functionName === functionName)
  const local = frame.scopeChain.find(({ type }) => type === 'local')
  return dump.scope(local).variables.find(({ name }) => name === NAME)
}

for (const [way, budget] of [['read at once', '100'], ['copied', '0']]) {
  crashTests(t, [
    {
      name: `in functions, classes, derived classes before and after super(), and arrow functions (${way})`,
      file: 'scopes/new-target.js',
      env: { CRASH_COLLECTOR_BUDGET_PERCENT: budget },
      notByPause,
      frames: [
        { functionName: 'paint', crashLine: true, scopes: { closure: { [NAME]: { name: 'Label' } } } },
        { functionName: 'Leaf', scopes: { local: { colour: 'red', [NAME]: { name: 'Label' } } } },
        { functionName: 'Leaf', scopes: { local: { colour: 'red', [NAME]: undefined } } },
        { functionName: 'Branch', variables: { colour: 'red' } },
        { functionName: 'Oak', scopes: { local: { height: 42, [NAME]: { name: 'Oak' } } } },
        { functionName: 'plant', scopes: { local: { colour: 'red', [NAME]: undefined } } },
        { functionName: 'Forest', scopes: { local: { colour: 'red', [NAME]: { name: 'Wood' } } } },
        { functionName: 'Wood', scopes: { local: { [NAME]: { name: 'Wood' } } } }
      ],
      check (t, dump) {
        t.equal(ofLocalScope(dump, 'paint'), undefined, 'an arrow function has none of its own')
        t.equal(ofLocalScope(dump, 'Branch'), undefined, 'nothing where V8 has kept none')
        const outermost = dump.callFrames.find(({ functionName }) => functionName === '')
        const names = outermost.scopeChain.flatMap(scope => dump.scope(scope).variables).map(({ name }) => name)
        t.notOk(names.includes(NAME), 'nothing in a function that does not use it')
      }
    },
    {
      name: `a register that has a generator is no new.target (${way})`,
      file: 'scopes/no-new-target.mjs',
      env: { CRASH_COLLECTOR_BUDGET_PERCENT: budget },
      trigger: 'unhandledRejection',
      frames: [
        { functionName: 'fail', crashLine: true, variables: { reason: 'rain' } },
        { functionName: 'list', variables: { reason: 'rain' } },
        { functionName: 'ask', variables: { reason: 'rain' } }
      ],
      check (t, dump) {
        const all = [...dump.allCallFrames, ...dump.asyncTasks].flatMap(({ scopeChain }) => scopeChain)
        t.notOk(all.some(scope => dump.scope(scope).variables.some(({ name }) => name === NAME)))
      }
    }
  ])

  for (const compiler of ['OptimizeFunction', 'OptimizeMaglev']) {
    for (const how of ['each for itself', 'inlined']) {
      t.test(`optimised constructors, ${how}, by %${compiler}OnNextCall (${way})`, async t => {
        const list = how === 'inlined' ? '[serve]' : '[...Object.values(classes), serve]'
        const file = await dumpOfOptimised(
          t,
          {
            'functions.js': `
              let fails = false
              function fail () { if (fails) throw new Error('no stock'); return 1 }
              function use (...values) { return values }
              class Later { constructor (n) { this.n = fail() + n; use(new.target) } }
              class Earlier { constructor (n) { use(new.target); this.later = new Later(n) } }
              class Closed { constructor (n) { const f = () => new.target; use(f); this.earlier = new Earlier(n) } }
              class Derived extends Closed { constructor (n) { const k = n + 1; super(k); this.k = k } }
              class Sub extends Derived { constructor (n) { super(n); this.s = 1 } }
              exports.fail = () => { fails = true }
              exports.serve = function serve (n) { return [new Sub(n), n] }
              exports.classes = { Later, Earlier, Closed, Derived, Sub }`,
            'program.js': `
              const { classes, fail, serve } = require('./functions.js');
              for (const f of ${list}) %PrepareFunctionForOptimization(f);
              for (let i = 0; i < 50; i++) serve(i);
              for (const f of ${list}) %${compiler}OnNextCall(f);
              serve(1)
              fail()
              serve(4242)`
          },
          { CRASH_COLLECTOR_BUDGET_PERCENT: budget }
        )
        t.same(validateDump(file).problems, [])
        const dump = await openDump(file)
        const shown = (/** @type {string} */ functionName) => {
          const { value, notCapturedReason } = ofLocalScope(dump, functionName)
          const record = value === undefined ? undefined : dump.object(value.objectId)
          return record?.properties.find(({ name }) => name === 'name').value.value ?? notCapturedReason
        }
        t.equal(shown('Later'), 'Later', 'the function reads it later')
        t.equal(shown('Closed'), 'Sub', 'a context has it')
        // What is read no more may be removed.
        for (const [name, right] of [['Earlier', 'Earlier'], ['Derived', 'Sub'], ['Sub', 'Sub']]) {
          t.match(shown(name), new RegExp(`^(?:${right}|optimisedAway)$`), name)
        }
      })
    }
  }
}
