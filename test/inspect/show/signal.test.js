'use strict'
// Dumps of fatal signals that are made by hand: what is said of each signal, and what a hostile dump can do.

const path = require('node:path')
const t = require('tap')
const { readDump } = require('../../../packages/inspect/reader')
const { htmlPage } = require('../../../packages/inspect/page/page')
const { makeDump } = require('../../helpers/make-dump')
const { runCli } = require('../../helpers/run-cli')
const { shownDump } = require('../../helpers/shown-dump')

/** @typedef {import('../../../packages/shared/dump/format').SignalRecord} SignalRecord */

/** @type {SignalRecord} */
const SEGMENTATION_FAULT = {
  kind: 'signal',
  name: 'SIGSEGV',
  number: 11,
  code: 1,
  address: '0x10',
  thread: { id: 4242, name: 'node', type: 'main' },
  stackPointer: '0x7ffd00000000',
  frames: [{ address: '0x7f0000001234', module: 0, offset: '0x1234' }, { address: '0x55' }],
  modules: [{ file: '/nowhere/app.node', base: '0x7f0000000000', buildId: '00' }]
}

/** @type {[Partial<SignalRecord>, string, string][]} */
const TEXTS = [
  [{}, 'SIGSEGV at address 0x10 in the main thread', 'a null pointer was followed'],
  [{ address: '0x7ffcfffffff0' }, 'SIGSEGV at address 0x7ffcfffffff0 in the main thread', 'stack was used up'],
  [{ address: '0x123456789' }, 'SIGSEGV at address 0x123456789 in the main thread', 'no memory is mapped'],
  [{ address: undefined, code: 0, senderPid: 4242 }, 'SIGSEGV in the main thread', 'sent the signal to itself'],
  [{ address: undefined, code: 0, senderPid: 17 }, 'SIGSEGV sent by process 17 in the main thread', ''],
  [
    { name: 'SIGABRT', number: 6, address: undefined, code: -6, senderPid: 4242 },
    'SIGABRT in the main thread',
    'abort() was called'
  ],
  [{ name: 'SIGFPE', number: 8, address: '0x55' }, 'SIGFPE at address 0x55 in the main thread', 'divided by zero'],
  [
    { thread: { id: 4250, name: 'libuv-worker', type: 'other' } },
    'SIGSEGV at address 0x10 in the thread "libuv-worker", which runs no JavaScript',
    'a null pointer'
  ]
]

/**
 * @param {import('tap').Test} t
 * @param {Partial<SignalRecord>} changes
 */
function dumpOf (t, changes) {
  const file = path.join(t.testdir(), 'a.ccdump')
  const process = { kind: /** @type {const} */ ('process'), argv: ['node', 'app.js'] }
  makeDump(file, [{ ...SEGMENTATION_FAULT, ...changes }, process], { header: { trigger: 'signal' } })
  return file
}

for (const [changes, title, reason] of TEXTS) {
  t.test(title, async t => {
    const { shown, dump } = await shownDump(t, dumpOf(t, changes))
    const [first, second] = shown.split('\n')
    t.equal(first, title)
    t.ok(second.includes(reason))
    t.match(shown, / {2}0 {2}\? {2}app\.node\+0x1234\n {2}1 {2}\? {2}0x55\n/)
    t.ok(htmlPage(dump).includes(`<title>${title.split('"')[0]}`))
  })
}

t.test('--json and the exports have the signal', async t => {
  const file = dumpOf(t, {})
  const cwd = path.dirname(file)
  const { signal } = JSON.parse((await runCli(['show', file, '--json'], { cwd })).stdout)
  t.match(signal, { name: 'SIGSEGV', frames: [{ offset: '0x1234', functionName: '' }, { address: '0x55' }] })
  const { stdout } = await runCli(['show', file, '--format', 'github'], { cwd })
  t.match(stdout, /^::error title=SIGSEGV::SIGSEGV: at address 0x10 in the main thread: a null pointer was followed$/m)
})

t.test('no text of the dump reaches the terminal as an escape', async t => {
  const { shown } = await shownDump(
    t,
    dumpOf(t, {
      thread: { id: 1, name: '\u001b[31mred', type: 'other' },
      modules: [{ file: '/a/\u001b[2J', base: '0x0', buildId: '00' }]
    })
  )
  // eslint-disable-next-line no-control-regex
  t.notMatch(shown, /\u001b/)
})

t.test('wrong types are refused, and indexes that lead nowhere do no harm', async t => {
  for (const changes of [{ address: 'zero' }, { frames: [{ address: '0x' }] }, { number: -1 }, { modules: {} }]) {
    await t.rejects(readDump(dumpOf(t, /** @type {any} */ (changes))), { code: 'DUMP_DAMAGED' })
  }
  const frames = [{ address: '0x1', module: 9, offset: '0x2' }, { address: '0x2', callFrame: 7 }]
  const { shown } = await shownDump(t, dumpOf(t, { frames, leftOut: { after: 9, count: 1 } }))
  t.match(shown, / {2}0 {2}\? {2}0x1\n {2}1 {2}\? {2}0x2\n/)
})
