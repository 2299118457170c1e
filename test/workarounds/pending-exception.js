'use strict'
// C++ of Node.js makes an error while another one, which it has thrown before, is pending.
// Worked around in src/hooks/throw_hooks.cc and src/v8_internals/error_identity.h.
// Node.js 20, 22, 24
const assert = require('node:assert')
const crypto = require('node:crypto')
const v8 = require('node:v8')
const { loadNative } = require('../../lib/addon/native')

const { native } = loadNative()
assert.ok(native)
v8.setFlagsFromString('--stack-trace-limit=11')
native.installThrowHooks(() => false, { hookErrors: true }, null, () => [])
const { privateKey } = crypto.generateKeyPairSync('ed25519')
const before = native.hookCounters().refusedPending
assert.throws(() => crypto.sign('sha256', Buffer.from('text'), privateKey))
const pending = native.hookCounters().refusedPending - before
assert.equal(pending, 1, 'crypto.sign() throws once: HasPendingException() may go if nothing else throws twice')
