'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')

const { createDirectory, dumpName, listDumps, parseDumpName } = require('../../packages/shared/dump/store')

const TIME = Date.UTC(2026, 10, 21, 2, 32, 27)

t.test('a name says when, in UTC, and who', async t => {
  const crash = { timeMs: TIME, pid: 1234, threadId: 0, seq: 1 }
  t.equal(dumpName({ ...crash, timeMs: TIME + 999 }), 'crash.20261121.023227.1234.0.1.ccdump')
  t.same(parseDumpName('crash.20261121.023227.1234.0.1.ccdump'), crash)
  t.equal(dumpName({ ...crash, start: 'crash.api-1.' }), 'crash.api-1.20261121.023227.1234.0.1.ccdump')
  for (const label of ['api-1', '20261121', 'x'.repeat(64)]) {
    t.same(parseDumpName(dumpName({ ...crash, start: `crash.${label}.` })), crash, label)
  }
})

t.test('no other name is taken for a dump', async t => {
  for (const name of [
    'crash.20261121.023227.1234.0.1.ccdump.partial',
    'crash.20261321.023227.1234.0.1.ccdump',
    'crash.20261121.246227.1234.0.1.ccdump',
    'crash.20261121.023227.1234.0.ccdump',
    'xcrash.20261121.023227.1234.0.1.ccdump',
    'crash.ccdump',
    'notes.ccdump',
    'crash.a.b.20261121.023227.1234.0.1.ccdump',
    'crash..20261121.023227.1234.0.1.ccdump',
    'crash.api-1.20261321.023227.1234.0.1.ccdump',
    `crash.${'x'.repeat(65)}.20261121.023227.1234.0.1.ccdump`,
    '',
    'crash.20261121.023227.1234.0.1.ccdump\n',
    'crash.20261121.023227.-1.0.1.ccdump'
  ]) {
    t.equal(parseDumpName(name), null, name)
  }
})

t.test('the directory is made for its owner only', async t => {
  const directory = path.join(t.testdir(), 'deep', 'crashes')
  createDirectory(directory)
  createDirectory(directory)
  t.equal(fs.statSync(directory).mode & 0o777, 0o700)
})

t.test('a directory that cannot be made', async t => {
  const directory = path.join(t.testdir({ file: '' }), 'file', 'crashes')
  t.throws(() => createDirectory(directory), { code: 'DIRECTORY_NOT_CREATED', hint: /CRASH_COLLECTOR_DIR/ })
})

t.test('lists the newest first, and only regular files of ours', async t => {
  const old = 'crash.20250101.000000.2.0.1.ccdump'
  const recent = 'crash.20260101.000000.1.0.1.ccdump'
  const directory = t.testdir({
    [old]: 'four',
    [recent]: '',
    'crash.20270101.000000.1.0.1.ccdump': {},
    'crash.20280101.000000.1.0.1.ccdump': t.fixture('symlink', old),
    'crash.20260101.000000.1.0.2.ccdump.partial': '',
    'readme.txt': ''
  })
  t.match(listDumps(directory), [
    { name: recent, bytes: 0 },
    { name: old, bytes: 4, path: path.join(directory, old) }
  ])
  t.equal(listDumps(directory).length, 2)
  t.throws(() => listDumps(path.join(directory, 'missing')), { code: 'DIRECTORY_NOT_READ' })
})
