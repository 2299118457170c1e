'use strict'
const t = require('tap')
const { crashTests } = require('../helpers/crash')
const { matches } = require('../helpers/match-value')

const aFunction = matches((value) => value?.type === 'function' ? undefined : 'no function')

crashTests(t, [
  {
    name: 'local, block, catch, closure',
    file: 'scopes/all.js',
    frames: [
      { functionName: 'priceOf', crashLine: true, variables: { total: 42 }, scopes: { block: { total: 42 }, catch: { error: { message: matches((value) => /JSON/.test(String(value?.value)) ? undefined : 'no message') } }, local: { line: { count: 7 }, rate: 2 }, closure: { margin: 3, currency: 'EUR' } } },
      { functionName: 'checkout', scopes: { closure: { shopOf: aFunction } } }
    ],
    exception: { message: 'no price in EUR' }
  },
  {
    name: 'the block of the loop, too',
    file: 'scopes/all.js',
    frames: [{ functionName: 'priceOf', scopes: { block: { item: { count: 7 } } } }]
  },
  {
    name: 'with, eval, and of the global scope what the application added',
    file: 'scopes/sloppy.js',
    frames: [{ functionName: 'checkout', crashLine: true, variables: { total: 42, inWith: 42, inEval: 'evaluated', undeclared: 'module' }, scopes: { with: { inWith: 42 }, global: { shopName: 'corner', catalog: { size: 3 } } } }],
    check (t, dump) {
      const globals = dump.callFrames[0].scopeChain.filter((scope) => scope.type === 'global').flatMap((scope) => dump.scope(scope).variables)
      t.same(globals.map((each) => each.name).sort(), ['catalog', 'shopName'], "nothing of Node.js's own")
    }
  },
  { name: 'script', file: 'scopes/script.js', frames: [{ functionName: 'checkout', scopes: { script: { scriptConst: 42, scriptLet: { name: 'bob' }, ScriptClass: aFunction } } }] },
  { name: 'module', file: 'uncaught/top-level-esm.mjs', trigger: 'unhandledRejection', frames: [{ crashLine: true, scopes: { module: { total: 42, user: { name: 'bob' } } } }] },
  {
    name: 'parameters, and a variable that is not initialised yet',
    file: 'scopes/arguments.js',
    notOn: { 20: 'V8 answers undefined' },
    frames: [{ functionName: 'priceOf', crashLine: true, variables: { line: { sku: 'A-9' }, count: 3, rest: { colour: 'red' }, first: 5, others: ['x', 'y'], total: 42 } }, { functionName: 'checkout' }],
    check (t, dump) {
      const later = dump.callFrames.find((frame) => frame.functionName === 'checkout')?.scopeChain.flatMap((scope) => scope.variables).find((each) => each.name === 'later')
      t.equal(later?.value, undefined, 'it has no value')
      t.equal(later?.notCapturedReason, 'unavailable')
    }
  },
  {
    name: 'many frames: the first and the last, the rest counted',
    file: 'scopes/many-frames.js',
    frames: [{ functionName: 'descend', crashLine: true, variables: { depth: 100, left: 0 } }, { functionName: 'descend', variables: { depth: 99, left: 1 } }],
    check (t, dump) {
      const frames = dump.callFrames
      t.equal(frames.length, 60, 'the first 50 and the last 10')
      t.same(frames.slice(0, 50).map((frame) => frame.index), Array.from({ length: 50 }, (_, i) => i))
      const missing = dump.notCaptured.find((each) => each.reason === 'frameCount')
      t.equal(frames[59].index + 1 - 60, missing?.count, 'the rest is counted')
      t.ok(frames.slice(50).some((frame) => frame.functionName === 'checkout' || frame.internal), 'the outermost are there')
    }
  }
])
