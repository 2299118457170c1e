'use strict'
// Reading the functions that wait costs only these functions if it fails, and stores the text of their script once.

const path = require('node:path')
const t = require('tap')

const { readDump } = require('../../../packages/inspect/reader')
const { PATIENT, ROOT, temporaryDirectory } = require('../../helpers/crash')
const { matchFrames } = require('../../helpers/match-frames')
const { runNode } = require('../../helpers/run-node')
const { runToDump } = require('../../helpers/run-to-dump')

const PROGRAMS = path.join(__dirname, '../../fixtures/process')
const skip = process.platform !== 'linux' && 'the heap is read on Linux only'

t.test('what fails while they are read costs them alone', { skip }, async t => {
  const program = path.join(PROGRAMS, 'inspector-fails.js')
  const { exitCode, stderr, file } = await runToDump(t, [program], { env: { CRASH_COLLECTOR_FALLBACK: 'on' } })
  t.equal(exitCode, 1)
  const dump = await readDump(file)
  t.equal(dump.header.capture.hook, 'errorCreated', 'the capture is there', { stderr })
  t.same(
    matchFrames(dump, [{ functionName: 'priceOf', crashLine: true, variables: { line: { sku: 'A-9' } } }], program),
    []
  )
  t.same(dump.end?.captureErrors, ['awaiting functions: Error: not now'])
})

t.test('the text of their script is kept once, for all captures', { skip }, async t => {
  const cwd = temporaryDirectory(t)
  const { exitCode, stdout, stderr } = await runNode(
    ['--require', ROOT, path.join(PROGRAMS, 'handles-while-awaited.js')],
    { cwd, env: { CRASH_COLLECTOR_DIR: 'dumps', CRASH_COLLECTOR_FALLBACK: 'on', ...PATIENT } }
  )
  t.equal(exitCode, 0, stderr)
  t.same(JSON.parse(stdout), { 'Debugger.enable': 3, 'Debugger.getScriptSource': 1 })
})
