'use strict'
// No Node.js shows a variable that has no value yet as undefined: newer ones leave its value out, of older ones the reader finds out.
const t = require('tap')
const { crashTest } = require('../helpers/crash')
const { open } = require('../../reader')

t.test('const, let and class before their declaration', async (t) => crashTest(t, {
  name: 'uninitialised',
  file: 'scopes/uninitialised.js',
  frames: [{ functionName: 'priceOf', crashLine: true }, { functionName: 'checkout' }],
  async check (t, { file }) {
    const dump = await open(file)
    const [priceOf, checkout] = dump.callFrames.map((frame) => dump.variables(frame))
    const kinds = (/** @type {Map<string, import('../../reader').Variable>} */ variables, /** @type {string[]} */ names) =>
      names.map((name) => variables.get(name)?.value?.type ?? variables.get(name)?.notCapturedReason)
    t.same(kinds(priceOf, ['product', 'price']), ['undefined', 'unavailable'])
    t.same(kinds(checkout, ['given', 'later', 'price', 'unreached', 'total', 'Receipt']), ['undefined', 'undefined', 'unavailable', 'unavailable', 'unavailable', 'unavailable'])
  }
}))
