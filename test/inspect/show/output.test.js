'use strict'
// What `show` prints of the last output, and of an error's stack when no frames were captured.

const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { PATIENT, ROOT } = require('../../helpers/crash')
const { makeDump, ref } = require('../../helpers/make-dump')
const { runCli } = require('../../helpers/run-cli')

/** @param {import('tap').Test} t @param {object} options @returns {Promise<string>} what `show` prints */
async function shown (t, { lines = [], stack = [], args = [] }) {
  const cwd = t.testdir()
  const file = makeDump(path.join(cwd, 'a.ccdump'), [
    {
      kind: 'exception',
      handled: false,
      className: 'Error',
      message: 'closed',
      description: 'Error: closed',
      value: ref('e1', 'Error', 'error'),
      stack
    },
    { kind: 'process', output: { stdout: { lines } } }
  ])
  return (await runCli(['show', ...args, file], { cwd, env: { COLUMNS: '80' } })).stdout
}

t.test('lines that follow each other and differ in their time only are one', async t => {
  const lines = [
    'ready',
    '2026-01-02T03:04:05.001Z connecting to db:5432',
    '2026-01-02T03:04:06.001Z connecting to db:5432',
    '2026-01-02T03:04:07.001Z connecting to db:5432',
    '{"level":40,"time":1767323047001,"msg":"no answer","attempt":1}',
    '{"level":40,"time":1767323048001,"msg":"no answer","attempt":1}',
    '{"level":40,"time":1767323049001,"msg":"no answer","attempt":2}',
    'ready'
  ]
  t.match(await shown(t, { lines }), [
    'Last output',
    '  stdout  ready',
    '  stdout  2026-01-02T03:04:07.001Z connecting to db:5432 × 3',
    '  03:04:08.001 warn  no answer  attempt=1 × 2',
    '  03:04:09.001 warn  no answer  attempt=2',
    '  stdout  ready'
  ].join('\n'))
  const each = /05\.001Z.*\n.*06\.001Z.*\n.*07\.001Z.*db:5432\n/
  t.match(await shown(t, { lines, args: ['--all'] }), each, '--all has each')
})

t.test('of a stack in the output, its first frame is shown', async t => {
  const lines = [
    'TypeError: no rate',
    '    at quote (/app/quote.js:9:45)',
    '    at Array.map (<anonymous>)',
    '    at processTicksAndRejections (node:internal/process/task_queues:95:5)',
    'going on',
    '',
    'meet at 10:30:15'
  ]
  t.match(await shown(t, { lines }), [
    '  stdout  TypeError: no rate',
    '  stdout  at quote (/app/quote.js:9:45) … 2 more frames',
    '  stdout  going on',
    '  stdout  meet at 10:30:15'
  ].join('\n'))
  t.match(await shown(t, { lines, args: ['--all'] }), 'at Array.map', '--all has each')
})

t.test('frames of packages in a stack without variables are folded', async t => {
  const frame = (/** @type {string} */ functionName, /** @type {string} */ url) =>
    ({ functionName, url, lineNumber: 1, columnNumber: 2, async: false })
  const circus = '/app/node_modules/jest-circus/build/index.js'
  const inJest = Array.from({ length: 60 }, (_, i) => frame(`run${i}`, circus))
  const stack = [frame('priceOf', '/app/price.js'), ...inJest, frame('main', '/app/main.js')]
  const text = await shown(t, { stack })
  t.match(text, / priceOf .*\n {4}… 60 frames of jest-circus\n {4}main /)
  t.match(await shown(t, { stack, args: ['--more'] }), /run59/)
})

t.test('lines of bunyan, winston and pino are read alike', async t => {
  const time = '"time":"2026-01-02T03:04:05.001Z","v":0}'
  const long = 'the rate of the currency was not in the table that was loaded at the start of the service'
  const lines = [
    `{"name":"shop","hostname":"web-1","pid":7,"level":50,"req_id":"r1","msg":"${long}",${time}`,
    `{"attempt":1,"level":"error","message":"${long}","req_id":"r1","timestamp":"2026-01-02T03:04:06.001Z"}`,
    `{"level":50,"time":1767323047001,"pid":7,"hostname":"web-1","req_id":"r1","currency":"no such","msg":"${long}"}`
  ]
  const text = (await shown(t, { lines })).replace(/\n {4}/g, ' ')
  t.match(text, [
    `  03:04:05.001 error ${long}  req_id=r1`,
    `  03:04:06.001 error ${long}  attempt=1 req_id=r1`,
    `  03:04:07.001 error ${long}  req_id=r1 currency="no such"`
  ].join('\n'))
})

t.test('lines of a file that were written before the process began are left out, and counted', async t => {
  const cwd = t.testdir({
    'a.js': `
const line = msg => JSON.stringify({ level: 30, time: Date.now(), pid: process.pid, msg })
console.log(line('ready'))
console.log('no time')
setTimeout(() => { throw new Error('closed') }, 10)
`,
    'a.log': [
      'a line without a time',
      '2026-01-02T03:04:05Z connecting',
      '{"level":50,"time":1767323047001,"msg":"the process before has died"}',
      '    at quote (/app/quote.js:9:45)',
      ''
    ].join('\n')
  })
  const log = fs.openSync(path.join(cwd, 'a.log'), 'a')
  const env = { ...process.env, ...PATIENT, CRASH_COLLECTOR_DIR: path.join(cwd, 'dumps') }
  spawnSync(process.execPath, ['--require', ROOT, 'a.js'], { cwd, env, stdio: ['ignore', log, 'ignore'] })
  fs.closeSync(log)
  const name = String(fs.readdirSync(path.join(cwd, 'dumps')).find(each => each.endsWith('.ccdump')))
  const show = async (/** @type {string[]} */ ...args) =>
    (await runCli(['show', ...args, path.join('dumps', name)], { cwd, env: { COLUMNS: '80' } })).stdout
  const text = await show()
  t.match(text, '\n  stdout  … 4 lines from before the process began (--all shows them)\n')
  t.match(text, /\n {2}[\d:.]{12} info {2}ready\n {2}stdout {2}no time\n/)
  t.notMatch(text, 'the process before')
  t.match(await show('--all'), /stdout {2}a line without a time\n.*connecting\n.*the process before has died/)
})
