'use strict'
// The addon stores the lines that workers leave for the main thread, and notices when a process ends by itself.

const path = require('node:path')
const t = require('tap')
const { loadNative } = require('../../lib/addon/native')
const { runNode } = require('../helpers/run-node')

const MAX_LINES = 64
const { native } = loadNative()

t.test('a line belongs to one death', async t => {
  if (native === null) return t.fail('the addon is not there')
  native.attachExitLines()
  const keys = Array.from({ length: MAX_LINES }, (_, i) => `error ${i}`)
  t.same(
    keys.filter(key => !native.handOverExitLine(key, `line of ${key}`)),
    [],
    'all are taken'
  )
  t.equal(native.handOverExitLine('one more', 'line'), false, 'and no more')
  t.same(
    keys.map(key => native.claimExitLine(key)),
    keys.map(key => `line of ${key}`)
  )
  t.equal(native.claimExitLine(keys[0]), undefined, 'claimed once')
  t.equal(native.handOverExitLine('one more', 'line'), true, 'there is room again')
  t.equal(native.handOverExitLine('one more', 'later line'), true)
  t.same(
    [native.claimExitLine('one more'), native.claimExitLine('one more')],
    ['later line', 'line'],
    'the last one first'
  )
})

t.test('the end is watched for a time, and not by a listener', async t => {
  const program = path.join(__dirname, '../fixtures/process/watches-its-end.js')
  const run = await runNode([program], { cwd: t.testdir() })
  t.match(run, { exitCode: 0, stderr: '' })
  t.equal(run.stdout, 'onExit true\nlater\nexit listener 1\nonExit false\n')
})
