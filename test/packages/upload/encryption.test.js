'use strict'
// Dumps that only the owner of a private key can read.

const { generateKeyPairSync } = require('node:crypto')
const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { temporaryDirectory } = require('../../helpers/crash')
const { shopDump } = require('../../helpers/shop-dumps')
const { cliAt, startStore, waitingFor } = require('../../helpers/upload-store')

const { decrypt, encrypt, readPrivateKey, readPublicKey } = require('../../../packages/upload/encryption')

const CHUNK = 64 * 1024
const TAG = 16

/** @type {import('../../../packages/upload/address').Source} */
const SOURCE = {
  version: '0',
  parseDumpName: () => null,
  note () {},
  error: (code, message) => Object.assign(new Error(message), { code })
}

const SPKI = /** @type {const} */ ({ format: 'pem', type: 'spki' })
const PKCS8 = /** @type {const} */ ({ format: 'pem', type: 'pkcs8' })
const x25519 = () => generateKeyPairSync('x25519', { publicKeyEncoding: SPKI, privateKeyEncoding: PKCS8 })
const rsa = (/** @type {number} */ modulusLength) =>
  generateKeyPairSync('rsa', { modulusLength, publicKeyEncoding: SPKI, privateKeyEncoding: PKCS8 })

for (const [name, pair] of Object.entries({ X25519: x25519(), RSA: rsa(2048) })) {
  t.test(name, async t => {
    const publicKey = readPublicKey(SOURCE, pair.publicKey, 'public.pem')
    const privateKey = readPrivateKey(SOURCE, pair.privateKey, 'private.pem')
    const read = (/** @type {Buffer} */ encrypted) => decrypt(SOURCE, encrypted, privateKey, 'a dump')
    for (const length of [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK]) {
      const content = Buffer.alloc(length, 'values of a process; ')
      const encrypted = encrypt(content, publicKey)
      t.ok(read(encrypted).equals(content), `${length} bytes`)
      t.notOk(encrypted.includes('values of a process'))
      t.notOk(encrypt(content, publicKey).equals(encrypted), 'each file has a key of its own')
    }

    const encrypted = encrypt(Buffer.alloc(3 * CHUNK, 'x'), publicKey)
    const start = encrypted.indexOf('\n') + 1
    const size = CHUNK + TAG
    const chunk = (/** @type {number} */ i) => encrypted.subarray(start + i * size, start + (i + 1) * size)
    const line = encrypted.subarray(0, start)
    const flipped = (/** @type {number} */ at) => {
      const copy = Buffer.from(encrypted)
      copy[at] ^= 1
      return copy
    }
    const damaged = {
      'a bit of the content': flipped(start + CHUNK + 100),
      'a bit of the first line': flipped(line.indexOf('recipient') + 1),
      'cut off between chunks': Buffer.concat([line, chunk(0), chunk(1)]),
      'cut off in a chunk': encrypted.subarray(0, -5),
      'only the first line': line,
      'chunks in another order': Buffer.concat([line, chunk(1), chunk(0), chunk(2)]),
      'no first line': encrypted.subarray(start),
      nothing: Buffer.alloc(0)
    }
    for (const [what, content] of Object.entries(damaged)) {
      t.throws(() => read(content), { code: /^(?:DECRYPTION_FAILED|KEY_DIFFERS)$/ }, what)
    }
    const other = readPrivateKey(SOURCE, x25519().privateKey, 'other.pem')
    t.throws(() => decrypt(SOURCE, encrypted, other, 'a dump'), { code: 'KEY_DIFFERS' })
  })
}

t.test('keys that are none', async t => {
  t.throws(() => readPublicKey(SOURCE, x25519().privateKey, 'k'), { code: 'RECIPIENT_WRONG', message: /private key/ })
  t.throws(() => readPublicKey(SOURCE, rsa(1024).publicKey, 'k'), { code: 'RECIPIENT_WRONG', message: /1024 bits/ })
  t.throws(() => readPublicKey(SOURCE, 'no PEM', 'k'), { code: 'RECIPIENT_WRONG' })
  const { publicKey } = generateKeyPairSync('ed25519', { publicKeyEncoding: SPKI, privateKeyEncoding: PKCS8 })
  t.throws(() => readPublicKey(SOURCE, publicKey, 'k'), { code: 'RECIPIENT_WRONG', message: /ed25519/ })
  t.throws(() => readPrivateKey(SOURCE, publicKey, 'k'), { code: 'PRIVATE_KEY_WRONG' })
})

t.test('an encrypted dump in a store', async t => {
  const cwd = temporaryDirectory(t)
  const crashes = path.join(cwd, 'crashes')
  fs.mkdirSync(crashes)
  const cli = cliAt(cwd)
  const { address, objects, endpoint } = await startStore(t)
  const pair = x25519()
  const recipient = path.join(cwd, 'public.pem')
  const key = path.join(cwd, 'private.pem')
  const otherKey = path.join(cwd, 'other.pem')
  fs.writeFileSync(recipient, pair.publicKey)
  fs.writeFileSync(key, pair.privateKey)
  fs.writeFileSync(otherKey, x25519().privateKey)
  const dump = shopDump(crashes)

  const withoutKey = await cli(['upload', dump, '--to', address, '--recipient', path.join(cwd, 'none.pem')])
  t.match(withoutKey, { exitCode: 1, stderr: /the key .*none\.pem cannot be read: ENOENT\n$/ })
  t.same([waitingFor(crashes), objects.size], [[], 0], 'nothing leaves unencrypted')
  const before = shopDump(crashes)
  await cli(['upload', before, '--to', address], { AWS_ACCESS_KEY_ID: 'wrong' })
  await cli(['upload', dump, '--to', address, '--recipient', recipient])
  t.match([...objects.keys()], [/\.enc$/, /\.enc$/], 'what has waited since before is encrypted, too')
  objects.clear()
  await cli(['upload', dump, '--to', address, '--recipient', recipient], { AWS_ACCESS_KEY_ID: 'wrong' })
  const [waiting] = waitingFor(crashes)
  const content = fs.readFileSync(path.join(crashes, '.upload', waiting), 'latin1')
  t.match(content, /^\{"format":"crash-collector-encrypted\/1"/)
  t.match(await cli(['upload', dump, '--to', address, '--recipient', recipient]), { exitCode: 0, stderr: '' })
  const [stored] = objects.keys()
  t.match(stored, /\.ccdump\.enc$/)

  const env = { CRASH_COLLECTOR_PRIVATE_KEY: undefined }
  t.match(await cli(['list', address], env), { exitCode: 1, stderr: /enc is encrypted \(CRASH_COLLECTOR_PRIVATE_KEY/ })
  t.match(await cli(['list', address], { CRASH_COLLECTOR_PRIVATE_KEY: otherKey }), {
    exitCode: 1,
    stderr: /is encrypted for another key/
  })
  const shown = await cli(['show', `s3://${stored}?endpoint=${endpoint}`], { CRASH_COLLECTOR_PRIVATE_KEY: key })
  t.match(shown, { exitCode: 0, stderr: '', stdout: /no rate/ })
  objects.set('crashes/prod/day=2026-03-01/host=b/crash.20260301.100000.1.0.1.ccdump.enc', Buffer.from('{}\n'))
  const listed = await cli(['list', address, '--json'], { CRASH_COLLECTOR_PRIVATE_KEY: key })
  t.match(listed, { exitCode: 0, stderr: /^crash-collector: day=.*host=b.* is not readable: it is not encrypted.*\n$/ })
  t.equal(JSON.parse(listed.stdout).length, 1)
})
