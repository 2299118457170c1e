'use strict'
// The stacks of other threads are told as without counters, although each thread has counters of its own.

const fs = require('node:fs')
const path = require('node:path')

const t = require('tap')
const zlib = require('node:zlib')

const { CRASHES, crashTests } = require('../helpers/crash')

/** @typedef {import('../helpers/crash').Dump} Dump */

const env = { CRASH_COLLECTOR_EXECUTION_PATH: 'request', CRASH_COLLECTOR_DEADLINE_MS: '600000' }
const COMPUTES = fs.readFileSync(path.join(CRASHES, 'execution-path/threads/computes.js'), 'utf8')
const CRASH = {
  file: 'execution-path/threads/dies.js',
  env,
  notByPause: 'other threads are read natively only',
  exception: { className: 'Error', message: 'no price for 2 items' },
  frames: [{ functionName: 'fail', line: /** @type {const} */ ('CRASH') }]
}

/** @param {import('tap').Test} t @param {string[]} dumps */
function hasNoCounter (t, [file]) {
  t.equal(zlib.gunzipSync(fs.readFileSync(file)).toString().includes('_$'), false, 'no counter is in the dump')
}

crashTests(t, [
  {
    ...CRASH,
    name: 'a file that only the other thread has loaded',
    check (t, dump, { dumps }) {
      t.match(dump.threads, [{ threadId: 1, state: 'captured' }])
      const frames = dump.threads[0].callFrames?.filter(({ internal }) => !internal) ?? []
      const spin = frames.find(({ functionName }) => functionName === 'spin')
      const line = COMPUTES.split('\n')[spin?.lineNumber ?? 0]
      t.match(line.slice(spin?.columnNumber), /^(for \(|step\(sum\))/, 'where V8 may have interrupted it')
      t.equal(spin?.functionLocation?.columnNumber, line.indexOf(' (job)') + 1)
      t.equal(dump.script(spin?.scriptId ?? '')?.source, COMPUTES)
      t.match(spin?.scopeChain.flatMap(({ variables }) => variables.map(({ name }) => name)), /job,sum/)
      hasNoCounter(t, dumps)
    }
  },
  {
    ...CRASH,
    name: 'a file that has been changed since the other thread has loaded it',
    args: ['changed'],
    check (t, dump, { dumps }) {
      t.same(dump.threads, [{ kind: 'thread', threadId: 1, state: 'unreadable' }])
      hasNoCounter(t, dumps)
    }
  },
  {
    name: 'a file that both threads have loaded',
    file: 'threads/main-computes.js',
    env,
    notByPause: 'other threads are read natively only',
    exitCode: 0,
    inWorker: true,
    exception: { className: 'Error', message: 'job 9 failed' },
    frames: [{ crashLine: true, variables: { job: { id: 9 } } }],
    check (t, dump, { dumps }) {
      t.match(dump.threads, [{ threadId: 0, state: 'captured' }])
      t.ok(dump.threads[0].callFrames?.some(({ functionName }) => functionName === 'compute'))
      hasNoCounter(t, dumps)
    }
  }
])
