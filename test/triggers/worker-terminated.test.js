'use strict'
// worker.terminate() may come at any time while a worker's death is handled. The process survives.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { readDump } = require('../../packages/inspect/reader')
const { temporaryDirectory } = require('../helpers/crash')
const { runNode } = require('../helpers/run-node')

const ROOT = path.join(__dirname, '../..')
const PROGRAM = path.join(ROOT, 'test/fixtures/crashes/worker/terminated-while-it-dies.js')

for (const heap of ['none', 'summary', 'snapshot']) {
  t.test(`heap ${heap}`, async t => {
    const cwd = temporaryDirectory(t)
    const run = await runNode(['--require', ROOT, PROGRAM], {
      cwd,
      env: { CRASH_COLLECTOR_DIR: 'dumps', CRASH_COLLECTOR_HEAP: heap },
      timeoutMs: 600_000
    })
    t.equal(run.signal, null)
    t.equal(run.exitCode, 0, 'exit code', { stderr: run.stderr })
    t.match(run.stdout, /^alive/)
    const directory = path.join(cwd, 'dumps')
    const dumps = fs.existsSync(directory) ? fs.readdirSync(directory).filter(name => name.endsWith('.ccdump')) : []
    for (const name of dumps) {
      t.equal((await readDump(path.join(directory, name))).truncated, false, 'what has a final name is whole')
    }
  })
}
