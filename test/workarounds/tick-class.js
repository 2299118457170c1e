'use strict'
// V8 frees the hidden class of the objects in which process.nextTick() queues callbacks when none is alive, and has to
// make it anew. Compiled code then no longer knows the class, and asks V8 for each property.
// Worked around in packages/execution-path/attribution/tick-class.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const { executionAsyncResource } = require('node:async_hooks')
const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')

const ROUNDS = 8

if (process.argv[2] === 'child') {
  let kept
  const keep = process.argv[3] === 'keep'
  const round = left => {
    process.nextTick(() => {
      if (keep) kept ??= executionAsyncResource()
    })
    setTimeout(() => {
      globalThis.gc?.()
      if (left > 1) round(left - 1)
    })
  }
  round(ROUNDS)
  process.on('exit', () => assert.strictEqual(kept !== undefined, keep))
} else {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'tick-class-'))
  const classesMade = (...args) => {
    const log = path.join(directory, 'log')
    const flags = ['--expose-gc', '--log-maps', '--no-logfile-per-isolate', `--logfile=${log}`]
    const { status } = spawnSync(process.execPath, [...flags, __filename, 'child', ...args], { stdio: 'inherit' })
    assert.strictEqual(status, 0)
    return fs.readFileSync(log, 'utf8').match(/^map,Transition,.*symbol\("async_id_symbol/gm)?.length
  }
  try {
    // A class may also be made anew because a value of another kind comes.
    assert.ok(classesMade('keep') < ROUNDS / 2)
    assert.ok(classesMade() >= ROUNDS, 'V8 keeps the class: tick-class.js may go')
  } finally {
    fs.rmSync(directory, { recursive: true, force: true })
  }
}
