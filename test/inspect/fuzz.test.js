'use strict'
// On dumps with random damage, the reader and all viewers end with a result or with one of our errors. The seed is
// fixed, so that a failure can be repeated; FUZZ_SEED and FUZZ_ROUNDS try others.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { CrashCollectorError } = require('../../lib/errors')
const { readDump } = require('../../lib/dump/reader')
const { planEvaluation } = require('../../lib/inspect/evaluate/plan')
const { startSession } = require('../../lib/inspect/cdp/session')
const { exportDump } = require('../../lib/inspect/export')
const { pageData } = require('../../lib/inspect/page/page-data')
const { dumpToJson } = require('../../lib/inspect/show/json')
const { SourceMaps } = require('../../lib/inspect/source/source-map')
const { renderDump } = require('../../lib/inspect/show')
const { CHECKOUT_RECORDS } = require('../helpers/checkout-dump')
const { KINDS_RECORDS } = require('../helpers/kinds-dump')
const { dumpBytes } = require('../helpers/make-dump')

const SEED = Number(process.env.FUZZ_SEED ?? 20261121)
const ROUNDS = Number(process.env.FUZZ_ROUNDS ?? 1500)

/** mulberry32 @param {number} seed */
function randomNumbers (seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const random = randomNumbers(SEED)
const pick = (/** @type {unknown[]} */ list) => list[Math.floor(random() * list.length)]

const STRANGE = [
  null,
  true,
  0,
  -1,
  1.5,
  1e300,
  '',
  'x',
  '\u0000',
  '__proto__',
  'constructor',
  '1',
  '2',
  '20',
  's1',
  'symbol',
  'object',
  'function',
  'undefined',
  'null',
  'array',
  'map',
  'proxy',
  'date',
  'typedarray',
  'weakref',
  'iterator',
  'error',
  'promise',
  'Array',
  'Buffer',
  'Float64Array',
  'file:///app/checkout.js',
  'data:application/json,{}',
  'class {',
  'x'.repeat(5000),
  [],
  {},
  [[]],
  [null],
  [{}],
  { type: 'object', objectId: '2' },
  { type: 'object', objectId: 'none' },
  { type: 'symbol' },
  { type: 'bigint', unserializableValue: 'xn' },
  { type: 'string' },
  [{ type: 'closure', scopeId: 's1', variables: [] }],
  [{ name: '[[Prototype]]', value: { type: 'object', objectId: '2' } }]
]

/** @param {unknown} node @returns {[object, string][]} every place in it */
function placesIn (node) {
  if (typeof node !== 'object' || node === null) return []
  return Object.keys(node).flatMap(key => [[node, key], ...placesIn(node[key])])
}

/** @param {object[]} records */
function damage (records) {
  const damaged = structuredClone(records)
  for (let n = 1 + Math.floor(random() * 2); n > 0; n--) {
    const [holder, key] = pick(placesIn(damaged[Math.floor(random() * damaged.length)])) ?? [damaged, 0]
    const roll = random()
    if (roll < 0.15) delete holder[key]
    else if (roll < 0.3) damaged.splice(Math.floor(random() * damaged.length), 0, structuredClone(pick(damaged)))
    else if (roll < 0.4) damaged.splice(Math.floor(random() * damaged.length), 1)
    else {
      holder[key] = structuredClone(
        roll < 0.7 ? pick(STRANGE) : (pick(placesIn(damaged)) ?? [[1], 0]).reduce((o, k) => o[k])
      )
    }
  }
  return damaged
}

t.test(`${ROUNDS} damaged dumps, seed ${SEED}`, async t => {
  const file = path.join(t.testdir(), 'fuzz.ccdump')
  let shown = 0
  let refused = 0
  for (let round = 0; round < ROUNDS; round++) {
    const records = damage(round % 2 === 0 ? CHECKOUT_RECORDS : KINDS_RECORDS)
    fs.writeFileSync(file, dumpBytes(records, random() < 0.1 ? { end: null } : {}))
    try {
      const dump = await readDump(file)
      for (const all of [false, true]) renderDump(dump, new SourceMaps(dump), { columns: 80, all, isTerminal: false })
      JSON.stringify(dumpToJson(dump, new SourceMaps(dump)))
      for (const format of ['sentry', 'otlp', 'junit', 'github']) exportDump(format, dump, new SourceMaps(dump))
      JSON.stringify(pageData(dump))
      const target = { dump, task: dump.asyncTasks[0] ?? null }
      const { receive: ask } = startSession(target, { allowFunctions: false }, async () => {})
      for (const domain of ['Runtime', 'Debugger']) await ask(`{"id":1,"method":"${domain}.enable"}`)
      if (dump.callFrames.length > 0) planEvaluation(dump, new Map([['0', dump.callFrames[0]]]))
      shown++
    } catch (error) {
      if (!(error instanceof CrashCollectorError)) {
        t.error(error, `round ${round}`)
        fs.copyFileSync(file, path.join(require('node:os').tmpdir(), `fuzz-${SEED}-${round}.ccdump`))
        return
      }
      refused++
    }
  }
  t.ok(shown > ROUNDS / 10 && refused > ROUNDS / 10, `${shown} shown, ${refused} refused`)
})
