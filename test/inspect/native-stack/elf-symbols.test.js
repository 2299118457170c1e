'use strict'
const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { symbolsAt } = require('../../../packages/inspect/native-stack/elf-symbols')
const { makeElf } = require('../../helpers/make-elf')

const BUILD_ID = '0123456789abcdef0123456789abcdef01234567'
const isLinux = process.platform === 'linux'

t.test('the function that holds an address', { skip: !isLinux }, async t => {
  const file = path.join(t.testdir(), 'elf')
  fs.writeFileSync(file, makeElf(BUILD_ID, [['first', 0x1000], ['second', 0x1100], ['third', 0x9000]]))
  const names = symbolsAt(file, BUILD_ID, [0x1000n, 0x10ffn, 0x1100n, 0xfffn, 0x9010n, 0x1ffffn])
  t.same(names, ['first', 'first', 'second', undefined, 'third', undefined])
})

t.test('another file than the one that was loaded tells nothing', { skip: !isLinux }, async t => {
  const directory = t.testdir({ text: 'no ELF file', empty: '' })
  const file = path.join(directory, 'elf')
  fs.writeFileSync(file, makeElf(BUILD_ID, [['first', 0x1000]]))
  t.same(symbolsAt(file, BUILD_ID.replace('0', 'f'), [0x1000n]), [undefined], 'another build id')
  for (const name of ['text', 'empty', 'missing', '.']) {
    t.same(symbolsAt(path.join(directory, name), BUILD_ID, [0x1000n]), [undefined], name)
  }
  t.same(symbolsAt('elf', BUILD_ID, [0x1000n]), [undefined], 'a relative path')
})

t.test('a pipe is not opened, which would block', { skip: !isLinux }, async t => {
  const file = path.join(t.testdir(), 'pipe')
  execFileSync('mkfifo', [file])
  t.same(symbolsAt(file, BUILD_ID, [0x1000n]), [undefined])
})

t.test('a damaged file never throws', { skip: !isLinux }, async t => {
  const whole = makeElf(BUILD_ID, [['first', 0x1000], ['second', 0x1100]])
  const file = path.join(t.testdir(), 'elf')
  for (let size = 0; size < whole.length; size += 7) {
    fs.writeFileSync(file, whole.subarray(0, size))
    t.equal(symbolsAt(file, BUILD_ID, [0x1000n]).length, 1)
  }
  for (let at = 0; at < whole.length; at++) {
    const changed = Buffer.from(whole)
    changed[at] ^= 0xff
    fs.writeFileSync(file, changed)
    if (symbolsAt(file, BUILD_ID, [0x1000n]).length !== 1) t.fail(`byte ${at}`)
  }
})
