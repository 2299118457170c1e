'use strict'
const t = require('tap')
const { crashTests } = require('../helpers/crash')
const { matches } = require('../helpers/match-value')

const aFunction = matches(value => (value?.type === 'function' ? undefined : 'no function'))

crashTests(t, [
  {
    name: 'local, block, catch, closure',
    file: 'scopes/all.js',
    frames: [
      {
        functionName: 'priceOf',
        crashLine: true,
        variables: { total: 42 },
        scopes: {
          block: { total: 42 },
          catch: {
            error: { message: matches(value => (/JSON/.test(String(value?.value)) ? undefined : 'no message')) }
          },
          local: { line: { count: 7 }, rate: 2 },
          closure: { margin: 3, currency: 'EUR' }
        }
      },
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
    frames: [
      {
        functionName: 'checkout',
        crashLine: true,
        variables: { total: 42, inWith: 42, inEval: 'evaluated', undeclared: 'module' },
        scopes: { with: { inWith: 42 }, global: { shopName: 'corner', catalog: { size: 3 } } }
      }
    ],
    check (t, dump) {
      const globals = dump.callFrames[0].scopeChain
        .filter(scope => scope.type === 'global')
        .flatMap(scope => dump.scope(scope).variables)
      t.same(globals.map(each => each.name).sort(), ['catalog', 'shopName'], "nothing of Node.js's own")
    }
  },
  {
    name: 'a wrapper before the text, at a negative column',
    file: 'scopes/column-offset.js',
    frames: [{ variables: { total: 42 } }, { variables: { shop: { total: 42 } } }],
    check: (t, dump) => {
      const places = dump.callFrames.flatMap(({ functionLocation, scopeChain }) => [
        functionLocation,
        ...scopeChain.flatMap(({ startLocation, endLocation }) => [startLocation, endLocation])
      ])
      t.same(places.filter(place => place !== undefined && place.columnNumber < 0), [], 'no negative columns')
    }
  },
  {
    name: 'script',
    file: 'scopes/script.js',
    frames: [
      {
        functionName: 'checkout',
        scopes: { script: { scriptConst: 42, scriptLet: { name: 'bob' }, ScriptClass: aFunction } }
      }
    ]
  },
  {
    name: 'module',
    file: 'uncaught/top-level-esm.mjs',
    trigger: 'unhandledRejection',
    frames: [{ crashLine: true, scopes: { module: { total: 42, user: { name: 'bob' } } } }]
  },
  {
    name: 'parameters, and a variable that is not initialised yet',
    file: 'scopes/arguments.js',
    notOn: { 20: 'V8 answers undefined' },
    frames: [
      {
        functionName: 'priceOf',
        crashLine: true,
        variables: { line: { sku: 'A-9' }, count: 3, rest: { colour: 'red' }, first: 5, others: ['x', 'y'], total: 42 }
      },
      { functionName: 'checkout' }
    ],
    check (t, dump) {
      const later = dump.callFrames
        .find(frame => frame.functionName === 'checkout')
        ?.scopeChain.flatMap(scope => scope.variables)
        .find(each => each.name === 'later')
      t.equal(later?.value, undefined, 'it has no value')
      t.equal(later?.notCapturedReason, 'unavailable')
    }
  },
  {
    name: 'many frames: the first and the last, the rest counted',
    file: 'scopes/many-frames.js',
    frames: [
      { functionName: 'descend', crashLine: true, variables: { depth: 100, left: 0 } },
      { functionName: 'descend', variables: { depth: 99, left: 1 } }
    ],
    check (t, dump) {
      const frames = dump.callFrames
      t.equal(frames.length, 60, 'the first 50 and the last 10')
      t.same(
        frames.slice(0, 50).map(frame => frame.index),
        Array.from({ length: 50 }, (_, i) => i)
      )
      const missing = dump.notCaptured.find(each => each.reason === 'frameCount')
      t.equal(frames[59].index + 1 - 60, missing?.count, 'the rest is counted')
      t.ok(
        frames.slice(50).some(frame => frame.functionName === 'checkout' || frame.internal),
        'the outermost are there'
      )
    }
  }
])

const missing = matches(value =>
  value?.notCapturedReason === 'unavailable' && value.objectId === undefined ? undefined : 'not marked as missing'
)
const notByPause = 'the inspector says undefined, or what the caller passed'

/**
 * @param {string} name
 * @param {string} kind
 * @param {Partial<import('../helpers/crash').CrashCase>} more
 * @returns {import('../helpers/crash').CrashCase}
 */
const arrow = (name, kind, more) => ({
  name: `this of an arrow function: ${name}`,
  file: 'scopes/arrow-this.js',
  args: [kind],
  ...more
})

crashTests(t, [
  arrow('a listener that does not name it', 'unnamed', {
    notByPause,
    frames: [{ crashLine: '// CRASH unnamed', variables: { total: 42 }, this: missing }]
  }),
  arrow('a listener that names it', 'named', {
    frames: [{ crashLine: '// CRASH named', variables: { total: 42 }, this: { name: 'corner' } }]
  }),
  arrow('an async listener', 'unnamed-async', {
    notByPause,
    trigger: 'unhandledRejection',
    frames: [{ crashLine: '// CRASH unnamed-async', variables: { total: 42 }, this: missing }]
  }),
  arrow('an async listener after an await', 'async-later', {
    notByPause,
    trigger: 'unhandledRejection',
    frames: [{ crashLine: '// CRASH async-later', variables: { total: 42 }, this: missing }]
  }),
  arrow('a method that is called async', 'async (x)', {
    frames: [
      {
        functionName: 'async',
        this: matches(value => (value?.className === 'EventEmitter' ? undefined : 'not its receiver'))
      }
    ]
  }),
  arrow('its function is still running', 'on-stack', {
    notByPause,
    frames: [
      { crashLine: '// CRASH on-stack', variables: { total: 42 }, this: missing },
      { functionName: 'throws', this: { name: 'corner' } }
    ]
  })
])

/**
 * @param {string} kind of text
 * @returns {import('../helpers/crash').CrashCase}
 */
const foreignCache = kind => ({
  name: `a program whose text is taken away: ${kind}`,
  file: 'scopes/foreign-cache.js',
  args: [kind],
  frames: [
    { functionName: 'refuse', crashLine: true, variables: { lines: [42, { name: 'bob' }] } },
    { functionName: 'priceOf' },
    { functionName: 'checkout', variables: { cart: { id: 7 } } }
  ],
  check (t, dump) {
    const scopes = dump.callFrames.find(frame => frame.functionName === 'priceOf')?.scopeChain ?? []
    t.match(scopes[0], { type: 'local', notCaptured: [{ reason: 'unavailable', what: 'variables' }] })
    t.ok(
      scopes.some(scope => scope.type === 'closure' && dump.scope(scope).variables.some(({ name }) => name === 'fail')),
      'what it closes over'
    )
  }
})

crashTests(
  t,
  ['spaces', 'invisible', 'other'].map(kind => ({
    ...foreignCache(kind),
    notByPause: 'the inspector has V8 parse the text'
  }))
)
