'use strict'
// Dumps go to a store of S3 and are read from there, with the official client: what the network and the store do
// wrong loses nothing.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { temporaryDirectory } = require('../../helpers/crash')
const { shopDump } = require('../../helpers/shop-dumps')
const { cliAt, startStore, waitingFor } = require('../../helpers/upload-store')

/** @param {import('tap').Test} t */
function machine (t) {
  const cwd = temporaryDirectory(t)
  const crashes = path.join(cwd, 'crashes')
  fs.mkdirSync(crashes)
  return { cwd, crashes, cli: cliAt(cwd) }
}

t.test('a dump goes to the store, and every command reads it there', async t => {
  const { crashes, cli } = machine(t)
  const { address, endpoint, objects } = await startStore(t, { pageSize: 2 })
  const dumps = [1, 2, 3].map(customer => shopDump(crashes, { customer, host: `api-${customer}` }))
  for (const dump of dumps) {
    const run = await cli(['upload', dump, '--to', address])
    t.match(run, { exitCode: 0, stderr: '', stdout: /^s3:\/\/crashes\/prod\/day=2026-03-01\/host=.*ccdump \(.*B\)\n$/ })
  }
  t.same(waitingFor(crashes), [])
  t.match([...objects.keys()], dumps.map(dump =>
    new RegExp(String.raw`^crashes/prod/day=2026-03-01/host=[\w.-]+/${path.basename(dump)}$`)))
  t.same([...objects.values()].map(String), dumps.map(dump => fs.readFileSync(dump, 'latin1')).map(latin1 =>
    Buffer.from(latin1, 'latin1').toString()))

  const listed = await cli(['list', address, '--json'])
  t.equal(listed.stderr, '')
  t.match(JSON.parse(listed.stdout), [{}, {}, { error: 'TypeError: no rate' }])
  const [key] = objects.keys()
  const shown = await cli(['show', `s3://${key}?endpoint=${endpoint}`])
  t.match(shown, { exitCode: 0, stderr: '', stdout: /no rate/ })
  const answer = await cli(['sql', 'select host from crashes order by all', '--from', address, '--json'])
  t.same(JSON.parse(answer.stdout), [{ host: 'api-1' }, { host: 'api-2' }, { host: 'api-3' }], answer.stderr)
  const groups = JSON.parse((await cli(['list', address, '--group', '--json'])).stdout)
  t.match(groups.groups, [{ count: 3 }])

  objects.delete(key)
  t.equal(JSON.parse((await cli(['list', address, '--json'])).stdout).length, 2, 'what is gone there goes here')
  t.match(await cli(['show', `s3://crashes/none/crash.20260301.100000.1.0.1.ccdump?endpoint=${endpoint}`]), {
    exitCode: 1,
    stderr: /^crash-collector: s3:\/\/crashes\/none\/.* has no such dump\n$/
  })
})

t.test('a lost connection is tried again', async t => {
  const { crashes, cli } = machine(t)
  let lost = 0
  const { address, objects } = await startStore(t, {
    fault (request) {
      if (lost++ > 1) return false
      request.socket.destroy()
      return true
    }
  })
  t.match(await cli(['upload', shopDump(crashes), '--to', address]), { exitCode: 0, stderr: '' })
  t.equal(objects.size, 1)
  t.ok(lost >= 3)
})

t.test('half an upload is none, and the dump waits until the store takes it', async t => {
  const { crashes, cli } = machine(t)
  let isBroken = true
  const { address, objects } = await startStore(t, {
    fault (request) {
      if (!isBroken || request.method !== 'PUT') return false
      request.once('data', () => request.socket.destroy())
      return true
    }
  })
  const [first, second] = [shopDump(crashes), shopDump(crashes)]
  const failed = await cli(['upload', first, '--to', address])
  t.match(failed, { exitCode: 1, stdout: '' })
  t.match(failed.stderr, /^crash-collector: s3:.* does not answer: .*; the dump waits in .*\n$/)
  t.equal(objects.size, 0)
  t.equal(waitingFor(crashes).length, 1)
  isBroken = false
  fs.rmSync(first) // as the retention may do
  const sent = JSON.parse((await cli(['upload', second, '--to', address, '--json'])).stdout)
  t.match(sent, { to: 's3://crashes/prod', waiting: 0, sent: [{ key: new RegExp(path.basename(second)) }, {}] })
  t.equal(objects.size, 2)
  t.same(waitingFor(crashes), [])
})

t.test('half a download is none', async t => {
  const { crashes, cli } = machine(t)
  let halves = 0
  const { address, objects } = await startStore(t, {
    fault (request, response) {
      if (!/\.ccdump/.test(String(request.url)) || request.method !== 'GET' || halves === 2) return false
      halves++
      response.writeHead(200, { 'content-length': 5000 }).write('half of it', () => request.socket.destroy())
      return true
    }
  })
  await cli(['upload', shopDump(crashes), '--to', address])
  const { stdout, stderr } = await cli(['list', address, '--json'])
  t.equal(stderr, '')
  t.match(JSON.parse(stdout), [{ error: 'TypeError: no rate' }])
  t.same([halves, objects.size], [2, 1])
})

t.test('wrong credentials: one line, and nothing is lost', async t => {
  const { crashes, cli } = machine(t)
  const { address, objects, endpoint } = await startStore(t)
  const dump = shopDump(crashes)
  const wrong = [
    { env: { AWS_SECRET_ACCESS_KEY: 'another' }, says: /does not accept these credentials: 403 SignatureDoesNotMatch/ },
    { env: { AWS_ACCESS_KEY_ID: 'another' }, says: /403 InvalidAccessKeyId/ },
    { env: { AWS_ACCESS_KEY_ID: undefined, AWS_SECRET_ACCESS_KEY: undefined }, says: /there are no credentials for s3/ }
  ]
  for (const { env, says } of wrong) {
    const { exitCode, stdout, stderr } = await cli(['upload', dump, '--to', address], env)
    t.same({ exitCode, stdout }, { exitCode: 1, stdout: '' })
    t.match(stderr, says)
    t.match(stderr, /^crash-collector: .*s3:\/\/crashes\/prod.*; the dump waits in .*\n$/)
    t.equal(stderr.split('\n').length, 2, 'one line')
    t.equal(waitingFor(crashes).length, 1)
  }
  const missing = await cli(['upload', dump, '--to', `s3://other?endpoint=${endpoint}`])
  t.match(missing, { exitCode: 1, stderr: /^crash-collector: there is no bucket other; the dump waits in .*\n$/ })
  t.equal(objects.size, 0)
  const counted = await cli(['sql', 'select count(*) as n from crashes', '--from', path.dirname(crashes), '--json'])
  t.same(JSON.parse(counted.stdout), [{ n: 1 }], 'what waits is not counted twice')
  t.match(await cli(['list', address], wrong[0].env), { exitCode: 1, stderr: /does not accept these credentials.*\n$/ })
  t.match(await cli(['upload', dump, '--to', address]), { exitCode: 0, stderr: '' })
  t.equal(objects.size, 1)
  t.same(waitingFor(crashes), [])
})

t.test('what the rules take out is neither in the spool nor in the store', async t => {
  const { cwd, crashes, cli } = machine(t)
  const { address, objects } = await startStore(t)
  const rules = path.join(cwd, 'rules.json')
  fs.writeFileSync(rules, JSON.stringify({ names: ['customer'], texts: ['no rate'] }))
  const dump = shopDump(crashes, { customer: 987654321 })
  await cli(['upload', dump, '--to', address, '--rules', rules], { AWS_ACCESS_KEY_ID: 'wrong' })
  const [waiting] = waitingFor(crashes)
  for (const content of [fs.readFileSync(path.join(crashes, '.upload', waiting))]) t.notOk(holds(content, 'no rate'))
  await cli(['upload', dump, '--to', address, '--rules', rules])
  const [content] = objects.values()
  t.notOk(holds(content, 'no rate'))
  t.notOk(holds(content, '987654321'))
  t.ok(holds(fs.readFileSync(dump), '987654321'), 'the dump itself stays as it is')
  const broken = await cli(['upload', dump, '--to', address, '--rules', path.join(cwd, 'none.json')])
  t.match(broken, { exitCode: 1, stderr: /the rules in .* can't be used/ })
})

/**
 * @param {Buffer} dump
 * @param {string} text
 */
function holds (dump, text) {
  return require('node:zlib').gunzipSync(dump).includes(text)
}

t.test('a dump that is too large stays, and so does what is none', async t => {
  const { cwd, crashes, cli } = machine(t)
  const { address, objects } = await startStore(t)
  const dump = shopDump(crashes)
  const { size } = fs.statSync(dump)
  const limit = (/** @type {number} */ bytes) => ({ CRASH_COLLECTOR_UPLOAD_MAX_BYTES: String(bytes) })
  t.match(await cli(['upload', dump, '--to', address], limit(size - 1)), {
    exitCode: 1,
    stderr: /has \d+ bytes, more than \d+\n$/
  })
  t.equal(objects.size, 0)
  t.equal((await cli(['upload', dump, '--to', address], limit(size))).exitCode, 0)
  const other = path.join(cwd, 'other.txt')
  fs.writeFileSync(other, 'x')
  t.match(await cli(['upload', other, '--to', address]), { exitCode: 1, stderr: /other\.txt is not the name of a/ })
  const none = path.join(cwd, 'none')
  t.match(await cli(['upload', none, '--to', address]), { exitCode: 1, stderr: /there is no dump at/ })
  t.match(await cli(['upload', dump]), { exitCode: 2, stderr: /--to is needed/ })
  t.match(await cli(['upload', dump, '--to', 'ftp://a/b']), { exitCode: 1, stderr: /unknown address ftp:/ })
  t.match(await cli(['upload', dump, '--to', 's3://a?region=b&x=1']), { exitCode: 1, stderr: /unknown option, x / })
  t.match(await cli(['upload', dump, '--to', 'http://127.0.0.1:1/']), { exitCode: 1, stderr: /unknown address http:/ })
})

t.test('a spool of somebody else is not used', async t => {
  const { cwd, crashes, cli } = machine(t)
  fs.mkdirSync(path.join(cwd, 'elsewhere'))
  fs.symlinkSync(path.join(cwd, 'elsewhere'), path.join(crashes, '.upload'))
  const run = await cli(['upload', shopDump(crashes), '--to', cwd])
  t.match(run, { exitCode: 1, stderr: /\.upload is not a directory of this user \(remove it\)/ })
  t.same(fs.readdirSync(path.join(cwd, 'elsewhere')), [])
})

t.test('a directory that machines share', async t => {
  const { cwd, crashes, cli } = machine(t)
  const shared = path.join(cwd, 'volume')
  const dump = shopDump(crashes)
  const failed = await cli(['upload', dump, '--to', shared])
  t.match(failed, { exitCode: 1, stderr: /cannot be used: ENOENT; the dump waits/ })
  t.notOk(fs.existsSync(shared), 'a volume that is not there is not made')
  fs.mkdirSync(shared)
  t.match(await cli(['upload'], { CRASH_COLLECTOR_DUMP: dump, CRASH_COLLECTOR_UPLOAD_TO: shared }), { exitCode: 0 })
  for (const from of [shared, `file://${shared}`]) {
    t.match(JSON.parse((await cli(['list', from, '--json'])).stdout), [{ error: 'TypeError: no rate' }])
    const answer = await cli(['sql', 'select count(*) as n from crashes', '--from', from, '--json'])
    t.same(JSON.parse(answer.stdout), [{ n: 1 }], answer.stderr)
  }
  const html = path.join(cwd, 'report.html')
  t.match(await cli(['report', shared, '--html', html, '--pages', '0']), { exitCode: 0, stderr: '' })
})

t.test('keys of a store that lead elsewhere are left out', async t => {
  const { cwd, cli } = machine(t)
  const { address, objects } = await startStore(t)
  const name = 'crash.20260301.100000.1.0.1.ccdump'
  for (const key of [`../../../${name}`, `a/../../${name}`, `/${name}`, 'notes.txt']) {
    objects.set(`crashes/prod/${key}`, Buffer.from('x'))
  }
  t.match(await cli(['list', address]), { exitCode: 0, stdout: /^no dumps in/, stderr: '' })
  const files = /** @type {string[]} */ (fs.readdirSync(cwd, { recursive: true }))
  t.same(files.filter(file => file.endsWith('.ccdump')), [])
})
