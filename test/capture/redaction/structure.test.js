'use strict'
// With `redact=structure` a dump has types, shapes, sizes and code, and no value.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { pathToFileURL } = require('node:url')
const zlib = require('node:zlib')

const { readDump } = require('../../../packages/inspect/reader')
const { ROOT } = require('../../helpers/crash')
const { runCli } = require('../../helpers/run-cli')
const { runToDump } = require('../../helpers/run-to-dump')
const { validateDump } = require('../../helpers/validate-dump')

const PROGRAM = path.join(ROOT, 'test/fixtures/redaction/crash-with-values.js')
const WORD = 'quokka'
const NUMBER = 918_273_645 + WORD.length
/** Everything that the collector can be asked to write down. */
const MORE = {
  CRASH_COLLECTOR_RECORD: 'logs,output',
  CRASH_COLLECTOR_ENV: `WORD_${WORD}`,
  CRASH_COLLECTOR_HEAP: 'classes',
  CRASH_COLLECTOR_UNCAUGHT_THROWS: 'on'
}
const base64 = (/** @type {string} */ text) => Buffer.from(text).toString('base64').slice(0, -4)
const VALUES = [
  WORD,
  String(NUMBER),
  String(BigInt(NUMBER) ** 3n),
  new Date(NUMBER * 1000).toISOString(),
  base64(`bytes ${WORD}`),
  Buffer.from(Float64Array.of(NUMBER).buffer).toString('base64').slice(0, 10)
]
const HIDDEN = { notCapturedReason: 'redacted' }
const STRING = { type: 'string', value: '[redacted]', ...HIDDEN }

/** @param {string} file */
const recordsOf = file => zlib.gunzipSync(fs.readFileSync(file)).toString()

for (const way of ['error', 'thrown', 'rejected']) {
  t.test(way, async t => {
    const argv = [PROGRAM, WORD, way]
    const { file: usual } = await runToDump(t, argv, { env: MORE })
    const missing = VALUES.filter(value => !recordsOf(usual).includes(value))
    t.same(way === 'thrown' ? [] : missing, [], 'without it they are in the dump')

    const { file, cwd } = await runToDump(t, argv, { env: { ...MORE, CRASH_COLLECTOR_REDACT: 'structure' } })
    t.same(validateDump(file).problems, [])
    const records = recordsOf(file)
    for (const value of VALUES) {
      const at = records.indexOf(value)
      t.equal(at, -1, `${value}: …${records.slice(at - 200, at + 100)}`)
    }
    t.match(records, /"redaction":\{"enabled":true,"structure":true\}/)
    t.match(records, 'class Order', 'the source stays')
    const { stdout, exitCode } = await runCli(['show', file], { cwd })
    t.equal(exitCode, 0)
    t.match(stdout, 'crash-with-values.js')
    if (way === 'thrown') return

    const dump = await readDump(file)
    t.match(dump.exception, { className: 'TypeError', message: '[redacted]', description: 'TypeError: [redacted]' })
    const serve = dump.callFrames.find(({ functionName }) => functionName === 'serve')
    t.match(serve, { url: pathToFileURL(PROGRAM).href })
    const line = fs.readFileSync(PROGRAM, 'utf8').split('\n')[serve?.lineNumber ?? 0]
    t.match(line, /^ {2}throw Object\.assign/)
    const [order, request] = serve?.scopeChain[0].variables ?? []
    t.match([order, request], [
      { name: 'order', value: { type: 'object', className: 'Order' } },
      { name: 'request', value: { type: 'object', className: 'Object' } }
    ])
    const members = records
      .split('\n')
      .filter(line => line.includes(`"objectId":"${order.value.objectId}"`) && line.includes('"kind":"object"'))
      .flatMap(line => JSON.parse(line).properties)
    t.match(Object.fromEntries(members.map(({ name, value }) => [name, value])), {
      id: { type: 'number', ...HIDDEN },
      big: { type: 'bigint', ...HIDDEN },
      paid: { type: 'boolean', ...HIDDEN },
      at: { type: 'object', subtype: 'date' },
      customer: { type: 'object', className: 'Object' },
      lookup: { type: 'object', subtype: 'map' },
      bytes: { type: 'object', className: 'Buffer' },
      made: { type: 'function' },
      missing: { type: 'undefined' },
      nothing: { type: 'object', subtype: 'null' }
    })
    const word = serve?.scopeChain[1].variables?.find(({ name }) => name === 'word')
    t.match(word?.value, { ...STRING, length: WORD.length })
  })
}
