'use strict'
// The C library of an executable is read from the file, and nothing is run.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')

const { isForMusl } = require('../../lib/addon/c-library')
const { runNode } = require('../helpers/run-node')

const PROCESSOR = process.arch === 'x64' ? 'x86_64' : 'aarch64'
const MUSL = `/lib/ld-musl-${PROCESSOR}.so.1`
const GLIBC = '/lib64/ld-linux-x86-64.so.2'

const HEAD = 64
const SEGMENT = 56

/**
 * Makes an executable of two segments, of which the second names the dynamic linker.
 * @param {string} interpreter
 * @param {{ type?: number, segments?: number, at?: number }} [options] at: offset of the name
 */
function makeExecutable (interpreter, { type = 3, segments = 2, at = HEAD + 2 * SEGMENT } = {}) {
  const file = Buffer.alloc(at + interpreter.length + 1)
  file.write('\x7fELF\x02\x01\x01', 'latin1')
  file.writeBigUInt64LE(BigInt(HEAD), 32)
  file.writeUInt16LE(SEGMENT, 54)
  file.writeUInt16LE(segments, 56)
  file.writeUInt32LE(6, HEAD)
  file.writeUInt32LE(type, HEAD + SEGMENT)
  file.writeBigUInt64LE(BigInt(at), HEAD + SEGMENT + 8)
  file.writeBigUInt64LE(BigInt(interpreter.length + 1), HEAD + SEGMENT + 32)
  file.write(interpreter, at, 'latin1')
  return file
}

t.test('it is that of the dynamic linker which the executable names', async t => {
  const name = path.join(t.testdir(), 'node')
  const judge = (/** @type {Buffer | string} */ contents) => {
    fs.writeFileSync(name, contents)
    return isForMusl(name)
  }
  t.equal(judge(makeExecutable(MUSL)), true)
  t.equal(judge(makeExecutable(MUSL, { at: 100_000 })), true, 'the name may stand at the end')
  t.equal(judge(makeExecutable(GLIBC)), false)
  t.equal(judge(makeExecutable(MUSL, { type: 4 })), false, 'a statically linked one names none')
  t.equal(judge(makeExecutable(MUSL, { segments: 1 })), false)
  t.equal(judge(makeExecutable(MUSL, { segments: 0 })), false)
  const whole = makeExecutable(MUSL)
  for (const length of [0, 3, 16, 60, HEAD + SEGMENT, HEAD + SEGMENT + 30]) {
    t.equal(judge(whole.subarray(0, length)), false, `${length} bytes`)
  }
  const broken = Buffer.from(whole)
  broken.writeBigUInt64LE(2n ** 63n, 32)
  t.equal(judge(broken), false, 'an offset behind the end')
  t.equal(judge(`#!/bin/sh\nexec ${MUSL}\n`), false)
  t.equal(isForMusl(path.dirname(name)), false)
  t.equal(isForMusl(`${name}.missing`), false)
})

const PROGRAM = `
  const fs = require('node:fs')
  const [execPath, installed, root] = process.argv.slice(1)
  const { existsSync } = fs
  fs.existsSync = file => file === '${MUSL}' ? installed === 'true' : existsSync(file)
  Object.defineProperty(process, 'execPath', { value: execPath })
  const lists = [require(root + '/lib/preload').addonFiles(), require(root + '/lib/addon/native').ADDON_FOLDERS]
  console.log(JSON.stringify(lists.map(files => files.map(file => /-(musl|gnu)\\//.exec(file)?.[1] ?? ''))))
`

t.test('its addon is tried first', { skip: process.platform !== 'linux' && 'Linux only' }, async t => {
  const directory = t.testdir()
  const [musl, glibc] = [MUSL, GLIBC].map((interpreter, index) => {
    const file = path.join(directory, String(index))
    fs.writeFileSync(file, makeExecutable(interpreter))
    return file
  })
  const root = path.resolve(__dirname, '../..')
  const order = async (/** @type {string} */ execPath, /** @type {boolean} */ installed) => {
    const { stdout, stderr } = await runNode(['-e', PROGRAM, execPath, String(installed), root], { cwd: directory })
    t.equal(stderr, '')
    return JSON.parse(stdout)
  }
  const both = (/** @type {string[]} */ ...files) => [files, files]
  t.same(await order(musl, true), both('musl', 'gnu', ''))
  t.same(await order(glibc, true), both('gnu', 'musl', ''), "a machine with glibc may have musl's linker, too")
  t.same(await order(glibc, false), both('gnu', 'musl', ''))
})
