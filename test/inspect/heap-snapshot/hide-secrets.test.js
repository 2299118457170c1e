'use strict'
// Viewers hide secrets of a heap snapshot by the rules of the dump beside it, whatever else runs in their process.
const t = require('tap')
const { createRedactor } = require('../../../lib/redaction')
const { createHider } = require('../../../packages/inspect/heap-snapshot/hide-secrets')
const { loadNative } = require('../../../lib/addon/native')

const TOKEN = ['ghp', '16C7e42F292c6912E7710c838347Ae178B4a'].join('_')

t.test('by the rules that the process had', async t => {
  const { text, isSecretNumber, nameFlags } = createHider(true, {
    redactNames: ['tenantHandle'],
    redactPrefixes: ['acme_', 7]
  })
  t.equal(text(`with ${TOKEN}`, 0), 'with [redacted]')
  t.equal(text('of acme_k3y', 0), 'of [redacted]')
  t.equal(text('bob', nameFlags('tenantHandle')), '[redacted]')
  t.equal(text('bob', nameFlags('name')), 'bob')
  t.equal(isSecretNumber(1234, nameFlags('pin')), true)
  t.equal(isSecretNumber(1234, 0), false)
})

t.test("a collector in the viewer's process keeps its own", async t => {
  const native = /** @type {import('../../../lib/addon/native-functions').Native} */ (loadNative().native)
  const collector = createRedactor({ redact: true, redactNames: [], redactExcept: [] }, native, {
    env: { DB_PASSWORD: 'blue whale swims' }
  })
  const first = createHider(true, { redactPrefixes: ['acme_'] })
  const second = createHider(true, { redactPrefixes: ['emca_'] })
  t.equal(collector.text('the blue whale swims', 0), 'the [redacted]')
  t.equal(collector.text('of acme_k3y', 0), 'of acme_k3y')
  t.equal(first.text('of acme_k3y and emca_k3y', 0), 'of [redacted] and emca_k3y')
  t.equal(second.text('of acme_k3y and emca_k3y', 0), 'of acme_k3y and [redacted]')
})

t.test('without the addon nothing is shown, unless redaction was off', async t => {
  process.env.CRASH_COLLECTOR_ADDON = 'none'
  t.teardown(() => {
    delete process.env.CRASH_COLLECTOR_ADDON
  })
  const { text, isSecretNumber } = createHider(true, {})
  t.equal(text('bob', 0), '[redacted]')
  t.equal(isSecretNumber(7, 0), true)
  const off = createHider(false, {})
  t.equal(off.text(TOKEN, 0), TOKEN)
  t.equal(off.isSecretNumber(4242424242424242, 0), false)
})
