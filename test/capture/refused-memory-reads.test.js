'use strict'
// Sandboxes refuse process_vm_readv: systemd's @system-service does not have it. Frames, variables and suspended
// functions are captured all the same, and not by a pause of the debugger.
const t = require('tap')
const path = require('node:path')
const { crashTests } = require('../helpers/crash')
const { sharedObject } = require('../helpers/shared-object')

const library = sharedObject(path.join(__dirname, '../helpers/refuse-memory-reads.c'))
const env = { LD_PRELOAD: String(library) }
const skip = library === null || process.env.TEST_WAY === 'pause'

t.test('a sandbox that refuses to read memory', { skip }, async t =>
  crashTests(t, [
    {
      name: 'a throw',
      file: 'uncaught/top-level.js',
      env,
      frames: [
        { functionName: 'priceOf', crashLine: true, variables: { total: 42, user: { name: 'bob' } } },
        { functionName: 'checkout', variables: { cart: { id: 7 }, label: 'cart 7' } }
      ],
      check: (t, { process }) => t.equal(process?.errorHooks.captureWay, 'native')
    },
    {
      name: 'a rejection, with those who waited',
      file: 'rejection/async-chain.js',
      env,
      trigger: 'unhandledRejection',
      frames: [
        { functionName: 'priceOf', crashLine: true, variables: { line: { sku: 'A-9' }, known: 3 } },
        { functionName: 'pricesOf', variables: { lines: [{ sku: 'A-9' }] } },
        { functionName: 'totalOf', this: { id: 7 }, variables: { currency: 'EUR' } }
      ],
      check: (t, { process }) => t.equal(process?.errorHooks.captureWay, 'native')
    }
  ])
)
