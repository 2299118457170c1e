'use strict'
// Hostile texts take no more time than others, and secrets are recognised even if their end was cut off.

const t = require('tap')

const { loadNative } = require('../../../lib/addon/native')
const { createRedactor } = require('../../../lib/redaction')
const { createRandom } = require('../../fixtures/redaction/random')
const { TOKENS } = require('../../fixtures/redaction/secrets')
const { cpuMs } = require('../../helpers/cpu-ms')

const native = /** @type {import('../../../lib/addon/native-functions').Native} */ (loadNative().native)
const redactor = createRedactor({ redact: true, redactNames: [], redactExcept: [] }, native, { env: {} })

/**
 * 800,000 characters take 10 to 40 ms; read again from each of their places they would take a quarter of a minute and
 * more.
 */
const LENGTH = 800_000
const MOST_MS = 3000

t.test('time grows with the length, whatever the text', async t => {
  const parts = [
    'a',
    '-',
    '=',
    ':',
    '/',
    '@',
    '$',
    '~',
    '"',
    '{',
    'key=',
    'key="',
    'token=',
    'token:',
    'sk-',
    'sk-sk_',
    'eyJ',
    '-eyJ',
    'eyJaaaaaaaaaa.',
    '$2b$',
    '-----BEGIN ',
    '1Q~',
    '12345678:AA',
    '4111 ',
    'Basic ',
    'Basic Og',
    'bearer ',
    'a://b:c/',
    '://',
    'password=,',
    'password={',
    'x=y;',
    '\n',
    'key=\\"',
    'MTEaaaaaaaaaaaaaaaaaaaaa.',
    'token%3D',
    '<password>',
    '--password ',
    "password '",
    'Token ',
    'password:(',
    'basic%20-',
    ' -p',
    'mysql -p ',
    'insert into a(token) values(',
    "insert into a(token) values ('",
    'AUTH ',
    'auth\r\n$1',
    'name="password" ',
    'name="password"\n',
    'AA',
    'UGFzc3dvcmQ6 ',
    'B4111111111111111^',
    ')=(',
    'token)=(',
    'password = crypt(',
    'password:req.',
    'token: ${'
  ]
  for (const part of parts) {
    const text = part.repeat(LENGTH / part.length)
    const ms = cpuMs(() => redactor.text(text))
    t.ok(ms < MOST_MS, `${JSON.stringify(part)}: ${Math.round(ms)} ms`)
  }
})

t.test('a secret cut at any place behind its beginning', async t => {
  const random = createRandom(3)
  for (const kind of [
    'JWT',
    'JWT, RS256 with key id',
    'PEM, RSA private key',
    'GitHub fine-grained token',
    'Anthropic key'
  ]) {
    const secret = TOKENS[kind](random)
    for (let length = 128; length < secret.length; length += 37) {
      const redacted = redactor.text(`value ${secret.slice(0, length)}`)
      t.equal(redacted, 'value [redacted]', `${kind}, ${length} characters`)
    }
  }
})

t.test('texts of any length', async t => {
  t.equal(redactor.text(''), '')
  t.equal(redactor.text('', redactor.nameFlags('password')), '', 'an empty password shows')
  t.equal(redactor.text('x', redactor.nameFlags('password')), '[redacted]')
  for (let length = 0; length < 12; length++) t.equal(redactor.text('='.repeat(length)), '='.repeat(length))
  const megabyte = 'lorem ipsum dolor '.repeat(60_000)
  t.equal(redactor.text(megabyte), megabyte)
})

t.test('half a surrogate pair and other characters', async t => {
  t.equal(redactor.text('пароль ключ 🔑 ünïcödé'), 'пароль ключ 🔑 ünïcödé')
  t.equal(redactor.text('password=pässwörd🔑 x'), 'password=[redacted] x')
})

t.test('long texts that are full of names', async t => {
  for (const [part, last, shows] of /** @type {[part: string, last: string, shows: boolean][]} */ ([
    ['password:(', '', true],
    ['password: (', ' x', true],
    ['password:', '(', true],
    ['password:word.', '('.padEnd(LENGTH, '.'), true],
    ['password:(password:hunter2 ', '', false],
    ['password:1', '', false],
    ['basic%20-', '', true]
  ])) {
    const text = part.repeat(LENGTH / part.length) + last
    t.equal(redactor.text(text) === text, shows, `${part}… ${shows ? 'shows' : 'is hidden'}`)
  }
})

t.test('a prefix that ends with a sign of the sentence', async t => {
  const { text } = createRedactor(
    { redact: true, redactNames: [], redactExcept: [], redactPrefixes: ['acme:'] },
    native,
    { env: {} }
  )
  t.equal(text('acme:s3same99 and more'), '[redacted] and more')
  t.equal(text('acme:. and more'), 'acme:. and more')
  t.equal(text('they begin with acme:., all of them'), 'they begin with acme:., all of them')
})
