'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const zlib = require('node:zlib')

const { DumpWriter } = require('../../packages/shared/dump/writer')

/** @param {string} directory */
function namesIn (directory) {
  let seq = 0
  return () => path.join(directory, `${++seq}.ccdump`)
}

/** Everything in a directory, as text; a dump unpacked. */
function contents (directory) {
  return Object.fromEntries(
    fs.readdirSync(directory).map(name => {
      const bytes = fs.readFileSync(path.join(directory, name))
      return [name, bytes[0] === 0x1f ? zlib.gunzipSync(bytes).toString() : bytes.toString()]
    })
  )
}

t.test('a dump has its name when it is complete', async t => {
  const directory = t.testdir()
  const writer = new DumpWriter(namesIn(directory))
  writer.section('{"a":1}\n')
  writer.section(Buffer.from('{"b":2}\n'))
  t.equal(writer.bytes, 16)
  t.same(Object.keys(contents(directory)), ['1.ccdump.partial'])
  t.equal(writer.finish(), path.join(directory, '1.ccdump'))
  t.same(contents(directory), { '1.ccdump': '{"a":1}\n{"b":2}\n' })
  t.equal(fs.statSync(path.join(directory, '1.ccdump')).mode & 0o777, 0o600)
})

t.test('a name that another process is writing under is left to it', async t => {
  const directory = t.testdir({ '1.ccdump.partial': 'of another' })
  const writer = new DumpWriter(namesIn(directory))
  writer.section('{}\n')
  t.equal(writer.finish(), path.join(directory, '2.ccdump'))
  t.same(contents(directory), { '1.ccdump.partial': 'of another', '2.ccdump': '{}\n' })
})

t.test('a dump that is there is not replaced', async t => {
  const directory = t.testdir({ '1.ccdump': 'of another', '2.ccdump': 'of a third' })
  const writer = new DumpWriter(namesIn(directory))
  writer.section('{}\n')
  t.equal(writer.finish(), path.join(directory, '3.ccdump'))
  t.same(contents(directory), { '1.ccdump': 'of another', '2.ccdump': 'of a third', '3.ccdump': '{}\n' })
})

t.test('names are tried a bounded number of times', async t => {
  const directory = t.testdir({ '1.ccdump': 'of another', '2.ccdump.partial': 'of a third' })
  t.throws(() => new DumpWriter(() => path.join(directory, '2.ccdump')), { code: 'EEXIST' })
  const writer = new DumpWriter(() => path.join(directory, '1.ccdump'))
  t.throws(() => writer.finish(), { code: 'EEXIST' })
  writer.abandon()
  t.same(contents(directory), { '1.ccdump': 'of another', '2.ccdump.partial': 'of a third' })
})

t.test('what is abandoned leaves nothing, and closes no file of others', async t => {
  const directory = t.testdir()
  const writer = new DumpWriter(namesIn(directory))
  fs.unlinkSync(path.join(directory, '1.ccdump.partial'))
  t.throws(() => writer.finish(), { code: 'ENOENT' })
  // It gets the lowest number that is free.
  const descriptor = fs.openSync(path.join(directory, 'other'), 'w')
  writer.abandon()
  fs.writeSync(descriptor, 'open')
  fs.closeSync(descriptor)
  t.same(contents(directory), { other: 'open' })
  const half = new DumpWriter(namesIn(directory))
  half.section('{}\n')
  half.abandon()
  t.same(contents(directory), { other: 'open' })
})

t.test('a file system that takes nothing, and says no reason', async t => {
  const directory = t.testdir()
  let calls = 0
  const writeSync = () => {
    if (++calls === 100) throw new Error('asked for ever')
    return 0
  }
  const { DumpWriter: Writer } = t.mockRequire('../../packages/shared/dump/writer', { 'node:fs': { ...fs, writeSync } })
  const writer = new Writer(namesIn(directory))
  t.throws(() => writer.section('{}\n'), { message: /takes no more bytes/ })
  writer.abandon()
  t.same(contents(directory), {})
})
