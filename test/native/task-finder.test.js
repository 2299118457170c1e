'use strict'
const t = require('tap')
const path = require('node:path')
const { runNode } = require('../helpers/run-node')

const PROGRAM = path.join(__dirname, '../fixtures/process/loses-tasks.js')

t.test(
  'what died while V8 was marking is not found',
  { skip: process.platform !== 'linux' && 'the heap is read on Linux only' },
  async t => {
    const { exitCode, signal, stdout, stderr } = await runNode(['--incremental-marking-hard-trigger=1', PROGRAM], {
      cwd: __dirname
    })
    t.same({ exitCode, signal, stdout }, { exitCode: 0, signal: null, stdout: '0\n' }, 'none', { stderr })
  }
)
