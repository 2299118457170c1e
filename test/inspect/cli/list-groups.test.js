'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { readDump } = require('../../../lib/dump/reader')
const { fingerprintOf, normalisedMessage } = require('../../../lib/inspect/crash/fingerprint')
const { SourceMaps } = require('../../../lib/inspect/source/source-map')
const { CHECKOUT_RECORDS } = require('../../helpers/checkout-dump')
const { callFrame, makeDump, object, ref, str } = require('../../helpers/make-dump')
const { runCli } = require('../../helpers/run-cli')

/**
 * @param {string} message
 * @param {{ lineNumber?: number, functionName?: string, source?: string, sourceMapURL?: string }} [frame]
 */
const crash = (message, { lineNumber = 4, functionName = 'load', ...script } = {}) => [
  {
    kind: 'exception',
    value: ref('1', 'Error', 'error'),
    className: 'Error',
    message,
    description: `Error: ${message}`
  },
  callFrame([], { functionName, url: '/app/shop.js', scriptId: '5', lineNumber, columnNumber: 2 }),
  object('1', { message: str(message) }, { subtype: 'error', className: 'Error' }),
  { kind: 'process', cwd: '/app' },
  { kind: 'script', scriptId: '5', url: '/app/shop.js', length: 3, source: 'a()', ...script }
]

t.test('numbers and ids of a message do not count, its words do', t => {
  t.equal(
    normalisedMessage('order 17 of user 6f1c9b1e-7a63-4c1f-9d53-2f0e4a3b7c11 took 2.5 s'),
    'order <n> of user <id> took <n> s'
  )
  t.equal(normalisedMessage('commit 79609bafd2141cd5, at 0x7ffe12'), 'commit <id>, at <id>')
  t.equal(normalisedMessage('no decade in the facade'), 'no decade in the facade')
  t.end()
})

t.test('the same crash has the same fingerprint, another one has not', async t => {
  const directory = t.testdir()
  const of = async (/** @type {any} */ records) => {
    const dump = await readDump(makeDump(path.join(directory, 'a.ccdump'), records))
    return fingerprintOf(dump, new SourceMaps(dump)).id
  }
  const first = await of(crash('no order 17'))
  t.equal(await of(crash('no order 3')), first)
  t.not(await of(crash('no customer 17')), first)
  t.not(await of(crash('no order 17', { lineNumber: 5 })), first)
  t.not(await of(crash('no order 17', { functionName: 'save' })), first)
})

t.test('the place is that in what was written', async t => {
  const directory = t.testdir()
  // Line 5, column 3 of the generated code, and line 6, of two builds, are line 1 of the original.
  const map = (/** @type {string} */ mappings) =>
    'data:application/json;base64,' +
    Buffer.from(
      JSON.stringify({ version: 3, sources: ['shop.ts'], sourcesContent: ['a'], names: [], mappings })
    ).toString('base64')
  const builds = [
    crash('no', { lineNumber: 4, sourceMapURL: map(';;;;EAAA') }),
    crash('no', { lineNumber: 5, sourceMapURL: map(';;;;;EAAA') })
  ]
  const found = []
  for (const records of builds) {
    const dump = await readDump(makeDump(path.join(directory, 'a.ccdump'), records))
    found.push(fingerprintOf(dump, new SourceMaps(dump)))
  }
  t.same(found[0].frames, ['load shop.ts:1'])
  t.equal(found[0].id, found[1].id)
})

t.test('list --group counts, with first and last seen; the plain list stays', async t => {
  const cwd = t.testdir()
  makeDump(path.join(cwd, 'crash.20260101.000000.1.0.1.ccdump'), crash('no order 17'), {
    header: { time: '2026-01-01T00:00:00.000Z' }
  })
  makeDump(path.join(cwd, 'crash.20260103.000000.1.0.1.ccdump'), crash('no order 3'), {
    header: { time: '2026-01-03T00:00:00.000Z' }
  })
  makeDump(path.join(cwd, 'crash.20260102.000000.1.0.1.ccdump'), CHECKOUT_RECORDS)
  fs.writeFileSync(path.join(cwd, 'crash.20260104.000000.1.0.1.ccdump'), 'nonsense')
  const { stdout, exitCode } = await runCli(['list', '--group'], { cwd })
  t.equal(exitCode, 0)
  t.match(
    stdout,
    new RegExp(
      [
        '^ {3}2 × {2}Error: no order <n>',
        String.raw` {8}load shop\.js:5`,
        ' {8}2026-01-01 00:00 to 2026-01-03 00:00 {2}[0-9a-f]{12} {2}show 2 4',
        ' {3}1 × {2}TypeError: [^]*is not a dump'
      ].join('\n')
    )
  )
  const { groups, unread } = JSON.parse((await runCli(['list', '--group', '--json'], { cwd })).stdout)
  t.match(groups, [
    {
      count: 2,
      message: 'no order <n>',
      firstSeen: '2026-01-01T00:00:00.000Z',
      lastSeen: '2026-01-03T00:00:00.000Z',
      dumps: [{ number: 2 }, { number: 4 }]
    },
    { count: 1 }
  ])
  t.match(unread, [{ problem: { code: 'NOT_A_DUMP' } }])
  t.equal((await runCli(['list'], { cwd })).stdout.trimEnd().split('\n').length, 4)
})
