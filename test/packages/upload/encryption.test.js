'use strict'
// Dumps that only the owner of a private key can read.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { temporaryDirectory } = require('../../helpers/crash')
const { shopDump } = require('../../helpers/shop-dumps')
const { cliAt, startStore, waitingFor } = require('../../helpers/upload-store')

const { readIdentities, readRecipients } = require('../../../packages/upload/encryption')

const CHUNK = 64 * 1024
const TAG = 16

/** @type {import('../../../packages/upload/address').Source} */
const SOURCE = {
  version: '0',
  parseDumpName: () => null,
  note () {},
  error: (code, message) => Object.assign(new Error(message), { code })
}

const age = import('age-encryption')

async function keyPair () {
  const { generateX25519Identity, identityToRecipient } = await age
  const privateKey = await generateX25519Identity()
  return { privateKey, publicKey: await identityToRecipient(privateKey) }
}

t.test('contents of any length, and damaged ones', async t => {
  const [pair, another] = [await keyPair(), await keyPair()]
  const keys = `# created: 2026-03-01\n# public key: ${pair.publicKey}\n${pair.privateKey}\n`
  const encrypt = await readRecipients(SOURCE, `${pair.publicKey}\n\n${another.publicKey}\n`, 'public.txt')
  const decrypt = await readIdentities(SOURCE, keys, 'key.txt')
  for (const length of [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK]) {
    const content = Buffer.alloc(length, 'values of a process; ')
    const encrypted = await encrypt(content)
    t.ok((await decrypt(encrypted, 'a dump')).equals(content), `${length} bytes`)
    t.notOk(encrypted.includes('values of a process'))
    t.notOk((await encrypt(content)).equals(encrypted), 'each file has a key of its own')
    const other = await readIdentities(SOURCE, another.privateKey, 'other.txt')
    t.ok((await other(encrypted, 'a dump')).equals(content), 'for each of the keys')
  }

  const encrypted = await encrypt(Buffer.alloc(3 * CHUNK, 'x'))
  const flipped = (/** @type {number} */ at) => {
    const copy = Buffer.from(encrypted)
    copy[at] ^= 1
    return copy
  }
  const start = encrypted.indexOf('\n--- ')
  const damaged = {
    'a bit of the content': flipped(encrypted.length - CHUNK),
    'a bit of the head': flipped(start - 3),
    'cut off between chunks': encrypted.subarray(0, encrypted.length - CHUNK - TAG),
    'cut off in a chunk': encrypted.subarray(0, -5),
    'only the head': encrypted.subarray(0, start),
    'no first line': encrypted.subarray(encrypted.indexOf('\n') + 1),
    nothing: Buffer.alloc(0)
  }
  for (const [what, content] of Object.entries(damaged)) {
    await t.rejects(decrypt(content, 'a dump'), { code: /^(?:DECRYPTION_FAILED|KEY_DIFFERS)$/ }, what)
  }
  const stranger = await readIdentities(SOURCE, (await keyPair()).privateKey, 'stranger.txt')
  await t.rejects(stranger(encrypted, 'a dump'), { code: 'KEY_DIFFERS' })
})

t.test('a file that another program of age has made', async t => {
  const { Encrypter } = await age
  const { publicKey, privateKey } = await keyPair()
  const encrypter = new Encrypter()
  encrypter.addRecipient(publicKey)
  const encrypted = Buffer.from(await encrypter.encrypt('values'))
  const decrypt = await readIdentities(SOURCE, privateKey, 'key.txt')
  t.equal(String(await decrypt(encrypted, 'a dump')), 'values')
})

t.test('keys that are none', async t => {
  const { publicKey, privateKey } = await keyPair()
  const wrong = { code: 'RECIPIENT_WRONG' }
  await t.rejects(readRecipients(SOURCE, privateKey, 'k'), { ...wrong, message: /private key/ })
  await t.rejects(readRecipients(SOURCE, '-----BEGIN PRIVATE KEY-----', 'k'), { ...wrong, message: /private key/ })
  await t.rejects(readRecipients(SOURCE, '# none\n', 'k'), { ...wrong, message: /it is empty/ })
  await t.rejects(readRecipients(SOURCE, 'no key', 'k'), wrong)
  await t.rejects(readIdentities(SOURCE, publicKey, 'k'), { code: 'PRIVATE_KEY_WRONG' })
  await t.rejects(readIdentities(SOURCE, '', 'k'), { code: 'PRIVATE_KEY_WRONG', message: /it is empty/ })
})

t.test('an encrypted dump in a store', async t => {
  const cwd = temporaryDirectory(t)
  const crashes = path.join(cwd, 'crashes')
  fs.mkdirSync(crashes)
  const cli = cliAt(cwd)
  const { address, objects, endpoint } = await startStore(t)
  const pair = await keyPair()
  const recipient = path.join(cwd, 'public.txt')
  const key = path.join(cwd, 'key.txt')
  const otherKey = path.join(cwd, 'other.txt')
  fs.writeFileSync(recipient, pair.publicKey)
  fs.writeFileSync(key, pair.privateKey)
  fs.writeFileSync(otherKey, (await keyPair()).privateKey)
  const dump = shopDump(crashes)

  const withoutKey = await cli(['upload', dump, '--to', address, '--recipient', path.join(cwd, 'none.txt')])
  t.match(withoutKey, { exitCode: 1, stderr: /the key .*none\.txt cannot be read: ENOENT\n$/ })
  t.same([waitingFor(crashes), objects.size], [[], 0], 'nothing leaves unencrypted')
  const before = shopDump(crashes)
  await cli(['upload', before, '--to', address], { AWS_ACCESS_KEY_ID: 'wrong' })
  await cli(['upload', dump, '--to', address, '--recipient', recipient])
  t.match([...objects.keys()], [/\.age$/, /\.age$/], 'what has waited since before is encrypted, too')
  objects.clear()
  await cli(['upload', dump, '--to', address, '--recipient', recipient], { AWS_ACCESS_KEY_ID: 'wrong' })
  const [waiting] = waitingFor(crashes)
  const content = fs.readFileSync(path.join(crashes, '.upload', waiting), 'latin1')
  t.match(content, /^age-encryption\.org\/v1\n/)
  t.match(await cli(['upload', dump, '--to', address, '--recipient', recipient]), { exitCode: 0, stderr: '' })
  const [stored] = objects.keys()
  t.match(stored, /\.ccdump\.age$/)

  const scrubbed = path.join(cwd, 'less.age')
  const scrub = () => cli(['scrub', dump, scrubbed, '--structure-only', '--recipient', recipient, '--json'])
  const { stdout } = await scrub()
  t.match(JSON.parse(stdout), { out: scrubbed, bytes: fs.statSync(scrubbed).size, taken: [{}] })
  t.match(fs.readFileSync(scrubbed, 'latin1'), /^age-encryption\.org\/v1\n/)
  t.match(await scrub(), { exitCode: 1, stderr: /less\.age exists already/ })

  const env = { CRASH_COLLECTOR_PRIVATE_KEY: undefined }
  t.match(await cli(['list', address], env), { exitCode: 1, stderr: /age is encrypted \(CRASH_COLLECTOR_PRIVATE_KEY/ })
  t.match(await cli(['list', address], { CRASH_COLLECTOR_PRIVATE_KEY: otherKey }), {
    exitCode: 1,
    stderr: /is encrypted for another key/
  })
  const shown = await cli(['show', `s3://${stored}?endpoint=${endpoint}`], { CRASH_COLLECTOR_PRIVATE_KEY: key })
  t.match(shown, { exitCode: 0, stderr: '', stdout: /no rate/ })
  const beside = 'crashes/prod/day=2026-03-01/host=b/crash.20260301.100000.1.0.1.ccdump'
  objects.set(`${beside}.age`, Buffer.from('{}\n'))
  const listed = await cli(['list', address, '--json'], { CRASH_COLLECTOR_PRIVATE_KEY: key })
  t.match(listed, { exitCode: 0, stderr: /^crash-collector: day=.*host=b.* is not readable: it is not encrypted.*\n$/ })
  objects.delete(`${beside}.age`)
  objects.set(`${beside}.enc`, Buffer.from('{"format":"crash-collector-encrypted/1"}\n'))
  const former = await cli(['list', address, '--json'], { CRASH_COLLECTOR_PRIVATE_KEY: key })
  t.match(former, { exitCode: 0, stderr: /^crash-collector: day=.*\.enc is encrypted in the format of versions .*\n$/ })
  t.equal(JSON.parse(listed.stdout).length, 1)
})
