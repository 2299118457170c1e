'use strict'
// Secrets whose name stands at a distance, in a form of its own, or behind them.

const t = require('tap')

const { loadNative } = require('../../../lib/addon/native')
const { createRedactor } = require('../../../lib/redaction')
const { walkGraph } = require('../../native/walk-graph')

const { native } = loadNative()
const CONFIG = { redact: true, redactNames: [], redactExcept: [] }
const redactor = createRedactor(CONFIG, /** @type {NonNullable<typeof native>} */ (native), { env: {} })

/** What stands before and behind a secret. @type {Record<string, [string, string, string]>} */
const SECRETS = {
  'quotes in a header': ['Proxy-Authorization: ', 'Digest username="anna", response="x7Kp2qLm9wRt"', '\r\nAccept: */*'],
  'answer of Digest': ['sent Digest ', 'username="anna", response="x7Kp2qLm9wRt"', ''],
  'weak name of a variable': ['variable "token" { default = "', 'x7Kp2qLm9wRt', '" }'],
  'document of a shell': ['secret = <<EOF\n', 'x7Kp2qLm9wRt', '\nEOF'],
  'type of YAML': ['password: !!str ', 'x7Kp2qLm9wRt', '\nport: 1'],
  'type of PHP': ['["password"]=>\n  string(12) "', 'x7Kp2qLm9wRt', '"'],
  'list of Lisp': ['((user . "anna") (password . "', 'x7Kp2qLm9wRt', '"))'],
  'default of make': ['DB_PASSWORD ?= ', 'x7Kp2qLm9wRt', ''],
  'rule of Redis': ['ACL SETUSER shop on >', 'x7Kp2qLm9wRt', ' ~* +@all'],
  'key of a function': ['SELECT pgp_sym_decrypt(coalesce(a, b), \'', 'x7Kp2qLm9wRt', '\') FROM t'],
  'parameters of TypeORM': ['UPDATE users SET age = $1, password = $2 -- PARAMETERS: [7,"', 'x7Kp2qLm9wRt', '","de"]'],
  'parameters of PostgreSQL': [
    'parameters: $1 = \'anna\', $2 = \'',
    'x7Kp2qLm9wRt',
    '\'\nSTATEMENT: UPDATE users SET name=$1, password=$2'
  ],
  'login without a scheme': ['shop:', 'x7Kp2qLm9wRt', '@tcp(db:3306)/shop'],
  'login with a port': ['connecting to elastic:', 'x7Kp2qLm9wRt', '@es1:9200'],
  'pipe into a login': ['echo "', 'root:x7Kp2qLm9wRt', '" | chpasswd'],
  'network of a QR code': ['WIFI:T:WPA;S:Home;P:', 'x7Kp2qLm9wRt', ';;'],
  'sentence in French': ['Votre mot de passe est ', 'x7Kp2qLm9wRt', ''],
  'password for a login': ['A temporary password is generated for root@localhost: ', 'x7Kp2qLm9wRt', ''],
  'code before its name': ['G-', '481204', ' is your shop verification code.'],
  'random part of a link': ['https://shop.example/reset-password/', 'x7Kp2qLm9wRtB4vN', '?lang=en'],
  'scheme alone': ['Negotiate ', 'x7Kp2qLm9wRt', ''],
  'login at the beginning': ['auth admin:', 'x7Kp2qLm9wRt', ''],
  'command in a stack': ['Error: vault login ', 'x7Kp2qLm9wRt', '\n    at login (/app/vault.js:1:1)'],
  'line of .pgpass in a stack': ['Error: db.internal:5432:shop:app:', 'x7Kp2qLm9wRt', '\n    at a (/app/db.js:1:1)'],
  'cookie in a stack': ['TypeError: shop=', 'x7Kp2qLm9wRt', '; Path=/'],
  'field of a form': ['{"type":"password","value":"', 'x7Kp2qLm9wRt', '"}']
}

for (const [kind, [before, secret, after]] of Object.entries(SECRETS)) {
  t.test(kind, async t => t.equal(redactor.text(before + secret + after), `${before}[redacted]${after}`))
}

for (const text of [
  'UPDATE users SET age = $1, password = $2 -- PARAMETERS: [7,null]',
  'parameters: ["x7Kp2qLm9wRt", 7]',
  'SELECT aes_decrypt(a, $2) FROM t',
  'image registry.example/shop:v1a2b3@sha256:12345',
  'npm:lodash4a@4.17.21',
  'echo "root:x7Kp2qLm9wRt" | wc -l',
  'Digest realm="shop", nonce="7"',
  '20481204 is the number of your order',
  'https://shop.example/invite/123e4567-e89b-12d3-a456-426614174000',
  '/app/src/confirm/AbstractSingletonProxyFactoryBean',
  'multipart/form-data; boundary=----WebKitFormBoundary7MA4YWxkTrZu0gW',
  '{"type":"Token","value":"x7Kp2qLm9wRt"}',
  'a > b and user 7 >= c'
]) {
  t.test(text, async t => t.equal(redactor.text(text), text))
}

/** @param {unknown} held */
const captured = held => JSON.stringify([...walkGraph({ held }).records.values()])

t.test('a field of a form, and a token of a language', async t => {
  t.notMatch(captured({ type: 'password', value: 'x7Kp2qLm9wRt' }), 'x7Kp2qLm9wRt')
  t.match(captured({ type: 'token', value: 'x7Kp2qLm9wRt' }), 'x7Kp2qLm9wRt')
})

t.test('names that are read as they are meant', async t => {
  for (const harmless of [
    { session: 'agent:main:main' },
    { sessionStorage: 'memory' },
    { storageKey: 'theme-preference' },
    { writeKey: 'title' }
  ]) {
    t.notMatch(captured(harmless), 'redacted', JSON.stringify(harmless))
  }
  for (const secret of [
    { auth: 'anna:letmein' },
    { storageAccountKey: 'letmein' },
    { card_verification_value: '424' },
    { HONEYCOMB_WRITEKEY: 'edd9de59321317b16da5149e28ef24ba' },
    { κωδικός: 'letmein' }
  ]) {
    t.match(captured(secret), 'redacted', JSON.stringify(secret))
  }
})
