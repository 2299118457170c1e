'use strict'
// Viewers follow the objects of dumps of processes that really died into the heap snapshot beside the dump.

const fs = require('node:fs')
const path = require('node:path')
const zlib = require('node:zlib')
const t = require('tap')
const CDP = require('chrome-remote-interface')
const { heapSnapshotPath } = require('../../../packages/shared/dump/store')
const { openDump } = require('../../../packages/inspect/dumps/open-dump')
const { HeapNodes } = require('../../../packages/inspect/heap-snapshot/heap-nodes')
const { openReplay } = require('../../helpers/open-replay')
const { ROOT } = require('../../helpers/crash')
const { runNode } = require('../../helpers/run-node')
const { runToDump } = require('../../helpers/run-to-dump')

const CLI = path.join(ROOT, 'bin/crash-collector.js')
const PROGRAM = path.join(ROOT, 'test/fixtures/process/goes-deep.js')
const NEXT = '.next'.repeat(20)

/**
 * @param {import('tap').Test} t
 * @param {Record<string, string>} [env]
 * @param {string[]} [args]
 */
async function crash (t, env = {}, args = []) {
  const { cwd, file } = await runToDump(t, [PROGRAM, ...args], {
    nodeArgs: ['--expose-gc'],
    env: { CRASH_COLLECTOR_HEAP: 'snapshot-with-numbers', CRASH_COLLECTOR_MAX_DEPTH: '12', ...env }
  })
  /** @param {string} expression @param {string[]} flags */
  const evaluate = async (expression, ...flags) => {
    const { stdout, stderr } = await runNode([CLI, 'eval', file, expression, ...flags], { cwd })
    return (stdout + stderr).trim()
  }
  return { cwd, file, evaluate }
}

t.test('eval', async t => {
  const { evaluate, file, cwd } = await crash(t)
  t.notMatch((await runNode([CLI, 'show', file], { cwd })).stdout, /had been collected/, 'nothing was')
  t.equal(await evaluate(`deep${NEXT}.treasure`), "'the deepest string'")
  t.equal(
    await evaluate(`deep${NEXT}.order === order && again${NEXT} === order`),
    'true',
    'one object, by whichever way'
  )
  t.equal(await evaluate(`deep${NEXT}.order.total`), '12.5')
  t.match(
    await evaluate(`deep${NEXT}.unheard`),
    /NotCaptured: .*unheard.*not in the heap snapshot/,
    'it may be true or null: V8 does not tell'
  )
  t.equal(await evaluate('wide.field299'), "'value 299'", 'past the limit of properties')
  t.equal(await evaluate('long[9999].n'), '9999.5', 'past the limit of elements')
  t.match(
    await evaluate('long[10000].n'),
    /NotCaptured: element 10000 of \S+ in the Array \(over the limit of elements\)/,
    'which is another one here'
  )
  const piped = await runNode([CLI, 'repl', file], { cwd, input: `deep${NEXT}.treasure\n` })
  t.match(piped.stdout, /'the deepest string'/)
})

t.test('kinds of values', async t => {
  // The order itself is beyond the limit too.
  const { evaluate } = await crash(t, { CRASH_COLLECTOR_MAX_DEPTH: '0' })
  t.equal(await evaluate('[order.id, order.total, order.buyer.city].join()'), "'77,12.5,Ghent'")
  t.equal(await evaluate('order.lines.get("first").sku'), "'deep-sku'")
  t.equal(await evaluate('order.tags.has("red")'), 'true')
  t.match(await evaluate('order.tags.has("green")'), /NotCaptured/, 'nothing passes for a whole collection')
  t.match(await evaluate('order.lines.size'), /NotCaptured/)
  t.match(await evaluate('order.tags'), /Set\(\?\) {\s+'red',\s+'blue',.*not in the heap snapshot/s)
  t.match(await evaluate('order.list.length'), /NotCaptured/)
  t.match(await evaluate('order.list[5]'), /NotCaptured/)
  t.equal(await evaluate('order.list[1].b'), "'b'")
  t.equal(
    await evaluate(
      '[order.amounts.small, order.amounts.double, order.amounts.tagged, order.amounts.mixed[0], ' +
        'order.amounts.mixed[2], order.amounts.ratios.get("double")].join()'
    ),
    "'7,12.5,3.25,1,2.5,1.75'"
  )
  t.match(
    await evaluate('order.amounts.sizes'),
    /Array\(\?\) \[ … more true, false, null, undefined, numbers <not in the heap snapshot> \]/
  )
  t.match(await evaluate('order.buyer.password'), /redacted/)
  t.notMatch(await evaluate('order.buyer.password'), /hunter2/)
  t.notMatch(await evaluate('order.token'), /abcdefghijklmnop/)
})

t.test('numbers that were not asked for', async t => {
  const { evaluate, file } = await crash(t, { CRASH_COLLECTOR_MAX_DEPTH: '0', CRASH_COLLECTOR_HEAP: 'snapshot' })
  const elsewhere =
    /NotCaptured: .* \(not in the heap snapshot; numbers are with CRASH_COLLECTOR_HEAP=snapshot-with-numbers\)/
  for (const number of [
    'order.amounts.small',
    'order.amounts.double + 1',
    '"double" in order.amounts',
    'order.amounts.tagged',
    'order.amounts.mixed[0]',
    'order.amounts.mixed[2]',
    'order.amounts.ratios.get("double")'
  ]) {
    t.match(await evaluate(number), elsewhere, number)
  }
  // These V8 never writes.
  t.match(await evaluate('order.amounts.ratios.get("small")'), /NotCaptured: .* \(not in the heap snapshot\)/)
  t.match(await evaluate('order.amounts.sizes[0]'), /NotCaptured: .* \(not in the heap snapshot\)/)
  const shown = await evaluate('order.amounts')
  t.match(shown, /<1 unknown item>,\s+'one'/)
  t.match(shown, /true, false, null, undefined, numbers <not in the heap snapshot>/)
  t.equal(HeapNodes.read(heapSnapshotPath(file)).hasNumbers, false)
})

t.test('CDP', async t => {
  const { file } = await crash(t, { CRASH_COLLECTOR_MAX_DEPTH: '0' })
  const server = await openReplay(file)
  t.teardown(() => server.close())
  const client = await CDP({ host: '127.0.0.1', port: server.port, local: true })
  t.teardown(() => client.close())
  const paused = client.Debugger.paused()
  await client.Runtime.enable()
  await client.Debugger.enable()
  const { callFrames } = await paused
  /** @param {string | undefined} objectId */
  const properties = async objectId => {
    const { result, internalProperties = [] } = await client.Runtime.getProperties({
      objectId: String(objectId),
      ownProperties: true
    })
    return new Map([...result, ...internalProperties].map(({ name, value }) => [name, value]))
  }
  let variable = (await properties(callFrames[0].scopeChain[0].object.objectId)).get('deep')
  for (let i = 0; i < 20; i++) variable = (await properties(variable?.objectId)).get('next')
  const leaf = await properties(variable?.objectId)
  t.equal(leaf.get('treasure')?.value, 'the deepest string')
  const order = await properties(leaf.get('order')?.objectId)
  t.equal(order.get('total')?.value, 12.5)
  t.match([...order.keys()], ['id', 'total'])
  t.ok(
    [...leaf.values()].some(value => value?.description === '<not in the heap snapshot>'),
    'what V8 does not tell is said'
  )
  const lines = await properties((await properties(order.get('lines')?.objectId)).get('[[Entries]]')?.objectId)
  t.same([...lines.keys()], ['0', '1'])
  const scopes = await properties((await properties(order.get('priceOf')?.objectId)).get('[[Scopes]]')?.objectId)
  const rate = (await properties(scopes.get('0')?.objectId)).get('rate')
  t.equal((await properties(rate?.objectId)).get('percent')?.value, 21, 'what a closure holds')
})

t.test('what died is not mapped', async t => {
  const { cwd, evaluate, file } = await crash(t, {}, ['later', 'keep'])
  const frame = (await openDump(file)).callFrames.find(({ functionName }) => functionName === 'handled')
  t.equal(await evaluate(`kept${NEXT}.treasure`, '--frame', String(frame?.index)), "'kept'")
  t.match(await evaluate(`lost${NEXT}.treasure`, '--frame', String(frame?.index)), /NotCaptured/)
  const nodes = HeapNodes.read(heapSnapshotPath(file))
  t.ok(nodes.died > 0, 'and the file says how many')
  const lines = /^(?:- )?(\d+) captured objects had been collected before the heap snapshot/m
  for (const args of [
    ['show', '--more', file],
    ['heap', file]
  ]) {
    const { stdout } = await runNode([CLI, ...args], { cwd })
    t.equal(Number(lines.exec(stdout)?.[1]), nodes.died, args[0])
  }
  fs.rmSync(path.join(cwd, path.basename(file).replace('.ccdump', '.heapsnapshot')))
  t.equal(JSON.parse((await runNode([CLI, 'heap', file, '--json'], { cwd })).stdout).lostObjects, nodes.died)
  fs.rmSync(heapSnapshotPath(file))
  t.notMatch((await runNode([CLI, 'show', file], { cwd })).stdout, lines)
})

t.test('without the snapshot, or with a damaged one, as before', async t => {
  const { cwd, evaluate, file } = await crash(t)
  const snapshot = heapSnapshotPath(file)
  const whole = fs.readFileSync(snapshot)
  for (const bytes of [
    null,
    whole.subarray(0, whole.length >> 1),
    zlib.gzipSync('{"nodes":[]}'),
    Buffer.from('nothing')
  ]) {
    if (bytes === null) fs.rmSync(snapshot)
    else fs.writeFileSync(snapshot, bytes)
    const { exitCode, stdout, stderr } = await runNode([CLI, 'eval', file, `typeof deep${NEXT}.treasure`], { cwd })
    t.match({ exitCode, stdout }, { exitCode: 1, stdout: '' })
    t.match(stderr, /NotCaptured: .*deeper than the depth limit/)
    t.equal(/^crash-collector: the heap snapshot .*\n/.test(stderr), bytes !== null, 'one line that says why', {
      stderr
    })
    t.equal(stderr.split('\n').length, bytes === null ? 2 : 3, 'and no more', { stderr })
    t.equal(await evaluate('order.total'), '12.5', 'what the dump has takes no snapshot')
  }
  fs.writeFileSync(snapshot, whole)
  t.equal((await openDump(file)).object('heap:1'), undefined, 'only where it was asked for')
})
