'use strict'

const t = require('tap')

const { loadNative } = require('../../../lib/addon/native')
const { createRedactor } = require('../../../lib/redaction')

const HARMLESS = 0
const SUSPICIOUS = 1
const IDENTIFIER = 32
const SENSITIVE = 2
const CONTENTS = 4
const NUMBERS = 8
/** Sensitive, whatever the value is. */
const STRONG = 64

const EXPECTED = {
  [STRONG | SENSITIVE | NUMBERS]: [
    'password',
    'Password',
    'PASSWORD',
    'userPassword',
    'user_password',
    'db-password',
    'passwd',
    'pwd',
    'apiKey',
    'APIKey',
    'api_key',
    'x-api-key',
    'X-API-KEY',
    'secretAccessKey',
    'client_secret',
    'creditCard',
    'card_number',
    'cvv2',
    'ssn',
    'password2',
    '#password',
    '$password',
    'Symbol(password)',
    'passwordHash',
    'webhookSecret',
    'mfaCode'
  ],
  [STRONG | SENSITIVE]: [
    'pass',
    'dbPass',
    'SMTP_PASS',
    'accessToken',
    'ACCESS_TOKEN',
    'AUTH_TOKEN',
    'x-auth-token',
    'kAccessToken',
    'JSESSIONID',
    'csrf',
    '_csrf',
    'jwt',
    'accesstoken',
    'PGPASSWORD',
    'dbpassword',
    'privatekey'
  ],
  [SENSITIVE]: [
    'token',
    'cookie',
    'Set-Cookie',
    'connect.sid',
    'sid',
    'session',
    'laravel_session',
    'auth',
    '_auth',
    'oauth2Token'
  ],
  [SENSITIVE | NUMBERS]: ['pin', 'sessionId'],
  [SENSITIVE | CONTENTS]: ['tokens', 'cookies', 'Authorization', 'proxy-authorization'],
  [STRONG | SENSITIVE | CONTENTS]: [
    'credentials',
    'authorizationToken'
  ],
  [STRONG | SENSITIVE | CONTENTS | NUMBERS]: ['clientSecrets and pin'],
  [SUSPICIOUS]: ['key', 'signature', 'sig', 'stripeSignature', 'X-Amz-Signature', 'license', 'salt', 'itemKey'],
  [IDENTIFIER]: ['id', '_id', 'orderId', 'etag', 'sha256', 'publicKey'],
  [HARMLESS]: [
    '',
    '0',
    '17',
    'tokenize',
    'tokenizer',
    'keyboard',
    'monkey',
    'author',
    'authority',
    'unauthorized',
    'compass',
    'passenger',
    'bypass',
    'secretary',
    'passport',
    'passCount',
    'primaryKey',
    'cacheKey',
    'i18nKey',
    'foreign_key',
    'keys2ignoreList',
    'tokenType',
    'token_type',
    'token_count',
    'maxTokens',
    'total_tokens',
    'hasPassword',
    'isSecret',
    'passwordRequired',
    'passwordLength',
    'cookieName',
    'xsrfCookieName',
    'tokenExpiresAt',
    'secretName',
    'SSH_AUTH_SOCK',
    'authProvider',
    'authMethod',
    'sessionStore',
    'cookieParser',
    'description',
    'data',
    'value',
    'x'.repeat(129) + 'Password'
  ]
}

const native = /** @type {import('../../../lib/addon/native-functions').Native} */ (loadNative().native)

const redactor = createRedactor({ redact: true, redactNames: [], redactExcept: [] }, native, { env: {} })
t.test('kinds of names', async t => {
  for (const [flags, names] of Object.entries(EXPECTED)) {
    for (const each of names) t.equal(redactor.nameFlags(each), Number(flags), each.slice(0, 40))
  }
})

t.test('more names, in any spelling', async t => {
  const more = createRedactor({ redact: true, redactNames: ['tenantHandle'], redactExcept: [] }, native, { env: {} })
  for (const each of ['tenantHandle', 'TENANT_HANDLE', 'tenant-handle', 'oldTenantHandles'.slice(0, -1)]) {
    t.ok(more.nameFlags(each) & SENSITIVE, each)
  }
  t.equal(more.nameFlags('handle'), HARMLESS)
  t.equal(more.nameFlags('tenant'), HARMLESS)
  t.equal(more.text('tenant_handle=abc def'), 'tenant_handle=[redacted] def')
})

t.test('tokens of the application', async t => {
  const more = createRedactor({ redact: true, redactNames: [], redactExcept: [], redactPrefixes: ['acme_'] }, native, {
    env: {}
  })
  t.equal(more.text('with acme_k3y, then'), 'with [redacted], then')
  t.equal(more.text('an acme_, then'), 'an acme_, then')
  t.equal(more.text('nacme_k3y'), 'nacme_k3y', 'within a word')
})

t.test('names and values that stay', async t => {
  const fewer = createRedactor(
    { redact: true, redactNames: [], redactExcept: ['session-token', '4242 4242 4242 4242'] },
    native,
    { env: {} }
  )
  t.equal(fewer.nameFlags('sessionToken'), HARMLESS)
  t.equal(fewer.nameFlags('SESSION_TOKEN'), HARMLESS)
  t.ok(fewer.nameFlags('mySessionToken') & SENSITIVE, 'only the whole name')
  t.equal(fewer.text('card 4242 4242 4242 4242'), 'card 4242 4242 4242 4242')
  t.equal(fewer.text('card 4000 0566 5566 5556'), 'card [redacted]')
})

t.test('what is held inherits', async t => {
  t.equal(redactor.inherit(SENSITIVE, true), SENSITIVE, 'an array of tokens holds tokens')
  t.equal(redactor.inherit(SENSITIVE, false), SUSPICIOUS, 'an object under `token` may be that of a parser')
  t.equal(redactor.inherit(SENSITIVE | CONTENTS, false), SENSITIVE | CONTENTS)
  t.equal(redactor.inherit(SUSPICIOUS, false), HARMLESS)
})

/** @param {string[]} list @returns {string[]} the elements that are hidden */
const hiddenOf = list => {
  const flags = native.listFlags(list)
  return list.filter((_, i) => (flags[i] & SENSITIVE) !== 0)
}

t.test('names in lists', async t => {
  const names = ['authorization', 'Authorization', 'cookie', 'x-api-key', 'Set-Cookie', '--password', '--db-password']
  for (const name of names) {
    t.same(hiddenOf(['a', name, 'the value', 'b', 'c']), ['the value'], name)
  }
  for (const name of ['password', 'accept', 'content-type', '--port', '--password=x', 'a password - or not', '']) {
    t.same(hiddenOf(['a', name, 'the value', 'b', 'c']), [], name)
  }
  t.same(hiddenOf(['password', 'the value']), ['the value'], 'an entry of an object')
})

t.test('names and values in turn', async t => {
  t.same(hiddenOf(['page', '2', 'password', 'hunter2']), ['hunter2'])
  t.same(hiddenOf(['grant_type', 'password', 'user', 'anna', 'password', 'hunter2']), ['hunter2'])
  t.same(hiddenOf(['Host', 'a.example', 'Secret', 'hunter2', 'Accept', '*/*']), ['hunter2'])
  t.same(hiddenOf(['id', 'email', 'password', 'name']), [], 'names of columns')
  t.same(hiddenOf(['id', '1', 'password', 'hunter2', 'odd']), [], 'an odd number')
  t.same(hiddenOf(['a sentence', '1', 'password', 'hunter2']), [], 'no names')
})

t.test('arguments of commands', async t => {
  t.same(hiddenOf(['mysql', '-u', 'root', '-phunter2', 'shop']), ['-phunter2'])
  t.same(hiddenOf(['mysql', '-u', 'root', '-p', 'shop', '-h', 'db']), [], 'mysql asks for the password')
  t.same(hiddenOf(['-u', 'root', '-phunter2']), ['-phunter2'])
  t.same(hiddenOf(['/usr/bin/curl', '-u', 'anna:hunter2', 'https://a.example']), ['anna:hunter2'])
  t.same(hiddenOf(['redis-cli', '-a', 'hunter2']), ['hunter2'])
  t.same(hiddenOf(['docker', 'run', '-p', '8080:80', '-u', '1000:1000', 'nginx']), [])
  t.same(hiddenOf(['node', 'app.js', '-p', '3000', '-parallel']), [])
  t.same(hiddenOf(['AUTH', 'default', 'hunter2']), ['default', 'hunter2'])
})

t.test('numbers', async t => {
  t.equal(redactor.isSensitiveNumber(1234, redactor.nameFlags('pin')), true)
  t.equal(redactor.isSensitiveNumber(1234, redactor.nameFlags('tokens')), false)
  t.equal(redactor.isSensitiveNumber(4242424242424242), true)
  t.equal(redactor.isSensitiveNumber(4242424242424241), false)
  for (const number of [NaN, Infinity, -4242424242424242, 4242424242424242e3, 1767225600000]) {
    t.equal(redactor.isSensitiveNumber(number), false, `${number}`)
  }
})

t.test('parameters of a URL that is encoded in another', async t => {
  const { text } = createRedactor({ redact: true, redactNames: [], redactExcept: [] }, native, { env: {} })
  for (const name of ['token', 'access_token', 'password', 'sid']) {
    const inner = `https://b.example/?${name}=HIDDEN&page=2&${name}=HIDDEN`
    const hidden = `https://a.example/go?u=${encodeURIComponent(inner)}`
    t.equal(text(hidden.replaceAll('HIDDEN', 'abcdef12')), hidden.replaceAll('HIDDEN', '[redacted]'), name)
  }
})
