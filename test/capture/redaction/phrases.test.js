'use strict'
// Commands and sentences say which of their words is the secret.

const t = require('tap')

const { loadNative } = require('../../../lib/addon/native')
const { createRedactor } = require('../../../lib/redaction')

const { native } = loadNative()
const CONFIG = { redact: true, redactNames: [], redactExcept: [] }
const redactor = createRedactor(CONFIG, /** @type {NonNullable<typeof native>} */ (native), { env: {} })

for (const [before, secret, after] of [
  ['rabbitmqctl add_user app ', 'purple7Monkey', ''],
  ['$ sudo htpasswd -b /etc/nginx/users anna ', 'purple7Monkey', '\n'],
  ['vault login ', 's.aB3dE5fG7hJ9kL1mN3pQ5rS7', ''],
  ['echo ', 'purple7Monkey', ' | docker login -u ci --password-stdin'],
  ['sqlplus scott/', 'purple7Monkey', '@//db.internal/orcl'],
  ['jdbc:oracle:thin:scott/', 'purple7Monkey', '@//db.internal:1521/orcl'],
  ['stats auth admin:', 'purple7Monkey', '\n'],
  ['OTP for anna: ', '481204', ''],
  ['anna:{', 'PLAIN}purple7Monkey', ':1000:1000']
]) {
  t.test(`${before}…${after}`, async t => {
    t.equal(redactor.text(before + secret + after), `${before}[redacted]${after}`)
  })
}

for (const text of [
  'rabbitmqctl list_users app2Admin',
  'echo purple7Monkey | wc -l',
  'git clone scott/repository2@v3',
  '1006 is the code of the end of the connection',
  '20481204 is your order, thank you',
  'fetched for anna: 481204'
]) {
  t.test(text, async t => t.equal(redactor.text(text), text))
}
