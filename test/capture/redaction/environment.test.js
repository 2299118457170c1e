'use strict'
// Sensitive values of the environment are found by equality in any text.

const t = require('tap')

const { loadNative } = require('../../../lib/addon/native')
const { createRedactor } = require('../../../lib/redaction')

const CONFIG = { redact: true, redactNames: [], redactExcept: [] }
const native = /** @type {import('../../../lib/addon/native-functions').Native} */ (loadNative().native)

const env = {
  DB_PASSWORD: 'blue whale swims',
  API_SECRET: '12345678',
  SHORT_TOKEN: '1234567',
  DATABASE_URL: 'postgres://shop:mackerel7fish@db/shop',
  QUOTED_SECRET: 'a"b\\c/d&e f',
  LONG_SECRET: 'walrus '.repeat(40),
  POSTGRES_PASSWORD: 'postgres',
  PWD: '/srv/shop/app',
  GOOGLE_APPLICATION_CREDENTIALS: '/run/keys/google.json',
  MOTTO: 'slow and steady'
}
const redactor = createRedactor(CONFIG, native, { env })

t.test('of 8 characters or more', async t => {
  t.equal(redactor.text('x12345678y'), 'x[redacted]y', 'inside a longer string')
  t.equal(redactor.text('x1234567y'), 'x1234567y', 'of 7')
  t.equal(redactor.text('the blue whale swims away, the blue whale swims'), 'the [redacted] away, the [redacted]')
  t.equal(redactor.text('slow and steady'), 'slow and steady', 'a harmless name')
})

t.test('the secret within a value', async t => {
  t.equal(redactor.text('caught a mackerel7fish!'), 'caught a [redacted]!')
  t.equal(redactor.text('db shop'), 'db shop')
})

t.test('as URLs and JSON spell it', async t => {
  t.equal(redactor.text(`?q=${encodeURIComponent(env.QUOTED_SECRET)}`), '?q=[redacted]')
  t.equal(redactor.text(JSON.stringify([env.QUOTED_SECRET])), '["[redacted]"]')
})

t.test('of a long value its beginning is enough', async t => {
  t.equal(redactor.text('walrus '.repeat(40)), '[redacted]')
  t.equal(redactor.text('--' + env.LONG_SECRET.slice(0, 100)), '--[redacted]')
  t.equal(redactor.text('walrus walrus'), 'walrus walrus')
})

t.test('words and paths are no secrets', async t => {
  for (const text of ['the postgres server', '/srv/shop/app/index.js', 'reads /run/keys/google.json']) {
    t.equal(redactor.text(text), text)
  }
})

t.test('a working directory is none, also in the JSON that pm2 passes to a worker', async t => {
  const passed = { PWD: '/srv/shop/app', OLDPWD: '/srv/other', DB_PASSWORD: 'blue whale swims' }
  const ofWorker = createRedactor(CONFIG, native, { env: { pm2_env: JSON.stringify(passed) } })
  t.equal(ofWorker.text('in /srv/shop/app and /srv/other'), 'in /srv/shop/app and /srv/other')
  t.equal(ofWorker.text('the blue whale swims'), 'the [redacted]')
})

t.test('in bytes', async t => {
  const bytes = Buffer.from('_blue whale swims_')
  t.equal(redactor.bytes(bytes), true)
  t.equal(bytes.toString(), '_****************_')
})

t.test('what is set later', async t => {
  t.equal(redactor.text('purple octopus'), 'purple octopus')
  env.LATE_PASSWORD = 'purple octopus'
  redactor.refresh()
  t.equal(redactor.text('purple octopus'), '[redacted]')
  t.equal(redactor.text('x12345678y'), 'x[redacted]y')
})

t.test("the process's own, and the object that an application puts in its place", async t => {
  const original = process.env
  t.teardown(() => {
    process.env = original
  })
  original.REDACTION_TEST_PASSWORD = 'green parrot'
  t.teardown(() => {
    delete original.REDACTION_TEST_PASSWORD
  })
  const redactor = createRedactor(CONFIG, native)
  t.equal(redactor.text('a green parrot'), 'a [redacted]')
  process.env = {
    OTHER_PASSWORD: 'yellow parrot',
    get LAZY_PASSWORD () {
      return t.fail('a getter was run')
    }
  }
  redactor.refresh()
  t.equal(redactor.text('a green parrot, a yellow parrot'), 'a [redacted], a [redacted]')
  process.env = new Proxy({}, { ownKeys: () => t.fail('a trap was run') })
  redactor.refresh()
  t.equal(redactor.text('a green parrot, a yellow parrot'), 'a [redacted], a yellow parrot')
})
