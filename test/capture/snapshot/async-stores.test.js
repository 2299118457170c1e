'use strict'
const t = require('tap')
const path = require('node:path')
const { ROOT } = require('../../helpers/crash')
const { matchValue } = require('../../helpers/match-value')
const { testedVersion } = require('../../helpers/run-node')
const { runToDump } = require('../../helpers/run-to-dump')
const { shownDump } = require('../../helpers/shown-dump')
const { validateDump } = require('../../helpers/validate-dump')

const PROGRAM = path.join(ROOT, 'test/fixtures/process/stores.js')
const LATE = path.join(ROOT, 'test/fixtures/process/late-stores.js')
const POOLED = path.join(ROOT, 'test/fixtures/process/pooled-stores.js')
const SECRET_STORES = path.join(ROOT, 'test/fixtures/process/secret-stores.js')

/**
 * @param {import('tap').Test} t
 * @param {string} way
 * @param {{ env?: Record<string, string>, nodeArgs?: string[], program?: string }} [options]
 */
async function storesOf (t, way, { env = {}, nodeArgs = [], program = PROGRAM } = {}) {
  const { exitCode, stderr, file } = await runToDump(t, [program, way], { env, nodeArgs })
  t.equal(exitCode, 1, 'no code of the application ran', { stderr })
  const { dump, shown } = await shownDump(t, file)
  return { dump, file, shown, stores: /** @type {any} */ (dump.process).asyncStores }
}

/** @param {import('tap').Test} t */
async function major (t) {
  return Number((await testedVersion()).slice(1).split('.')[0])
}

for (const way of ['sync', 'timer', 'await', 'rejection', 'primitive']) {
  t.test(`the stores at the throw: ${way}`, async t => {
    const { dump, file, stores, shown } = await storesOf(t, way)
    // A primitive leaves no frame that could be captured.
    t.equal(stores.readAt, way === 'primitive' ? 'report' : 'capture')
    t.equal(stores.stores.length, 2, 'of two storages of three')
    const [request, tenant] = stores.stores
    t.same(matchValue(dump, request.store, { requestId: 'r-17' }, 'request'), [])
    t.same(tenant.store, { type: 'string', value: 'acme' })
    if ((await major(t)) >= 24) {
      t.equal(request.name, 'request')
      t.match(request.storage, { type: 'object', className: 'AsyncLocalStorage', objectId: String })
    } else {
      t.match(request.storage, { type: 'symbol', objectId: String })
    }
    // Without the texts of programs, where literals stay.
    const texts = JSON.stringify(validateDump(file).records, (key, value) => (key === 'source' ? undefined : value))
    t.match(texts, 'r-17')
    t.notMatch(texts, 'hunter2', 'redacted')
    const section = shown.split('\n\n').find(text => text.startsWith('Async stores')) ?? ''
    t.match(section, /requestId: 'r-17'/)
    t.match(section, /'acme'/)
    // Of a primitive no variables were in sight that would tell the name.
    if (way !== 'primitive') t.match(section, /^ {2}tenant +'acme'$/m, 'named after its variable')
  })
}

t.test('an error that a package made where it had opened its connection', async t => {
  const nodeArgs = (await major(t)) >= 24 ? ['--no-async-context-frame'] : []
  for (const args of [[], nodeArgs]) {
    const { dump, shown, stores } = await storesOf(t, '', { nodeArgs: args, program: POOLED })
    t.equal(stores.readAt, 'capture')
    t.equal(stores.stores.length, 1)
    t.same(matchValue(dump, stores.stores[0].store, { requestId: 'r-2' }, 'request'), [])
    t.notMatch(shown, 'r-1')
  }
})

t.test('a context that was left, and none', async t => {
  const left = await storesOf(t, 'left')
  t.match(left.shown, /^Async stores\n {2}tenant +'acme'\n\n/m)
  t.equal((await storesOf(t, 'none')).stores, undefined)
})

t.test('an error of so many that the stores were not looked for', async t => {
  // With the default budget: of 100 % each error would be read at once.
  const crowded = () => storesOf(t, 'crowded', { env: { CRASH_COLLECTOR_BUDGET_PERCENT: '0.05' } })
  // After each pause of the process the next few errors are copied whole again.
  let { dump, stores, shown } = await crowded()
  for (let n = 0; n < 9 && stores !== undefined; n++) ({ dump, stores, shown } = await crowded())
  t.equal(stores, undefined)
  t.ok(dump.notCaptured.some(({ what, reason }) => what === 'asyncStores' && reason === 'rationed'))
  t.match(shown, /^Not captured\n- asyncStores: too many errors a second/m)
})

t.test('storages that are made after the first error', async t => {
  const nodeArgs = (await major(t)) >= 24 ? ['--no-async-context-frame'] : []
  for (const args of [[], nodeArgs]) {
    const { stores } = await storesOf(t, 'await', { nodeArgs: args, program: LATE })
    t.equal(stores.stores.length, 2)
  }
})

t.test('without the addon', async t => {
  const { dump, stores } = await storesOf(t, 'await', { env: { CRASH_COLLECTOR_ADDON: 'none' } })
  t.equal(stores, undefined)
  t.ok(dump.notCaptured.some(({ what, reason }) => what === 'asyncStores' && reason === 'noAddon'))
})

t.test('the other way to keep contexts', async t => {
  const version = await major(t)
  if (version === 20) return t.plan(0, 'Node.js 20 has but one')
  const nodeArgs = [version === 22 ? '--experimental-async-context-frame' : '--no-async-context-frame']
  for (const way of ['sync', 'timer', 'await', 'rejection']) {
    const { dump, stores } = await storesOf(t, way, { nodeArgs })
    t.equal(stores.readAt, 'capture', way)
    t.same(matchValue(dump, stores.stores[0].store, { requestId: 'r-17' }, 'request'), [])
    t.same(stores.stores[1].store, { type: 'string', value: 'acme' })
  }
})

t.test('stores that are secret by the name of their storage', async t => {
  if ((await major(t)) < 24) return t.plan(0, 'storages have no names, and only a symbol stands for them')
  const secret = 'swordfish'
  for (const redact of [true, false]) {
    const { file } = await runToDump(t, [SECRET_STORES, secret], { env: { CRASH_COLLECTOR_REDACT: String(redact) } })
    const { dump } = await shownDump(t, file)
    const { stores } = /** @type {any} */ (dump.process).asyncStores
    const text = JSON.stringify(validateDump(file).records)
    t.equal(stores.length, 4)
    for (const store of [1, 2, 3]) {
      t.equal(text.includes(`${secret}-${store}`), !redact, `store ${store}, redact ${redact}`)
    }
    t.same(stores[3].store, { type: 'string', value: 'acme' })
    if (redact) {
      t.same(stores[0].store, { type: 'string', value: '[redacted]', length: 11, notCapturedReason: 'redacted' })
    }
    t.ok(text.includes('AsyncContextFrame'), 'where they stand, too')
  }
})
