'use strict'
// The stacks of the other threads stand in the dump of the thread that dies.
const fs = require('node:fs')
const t = require('tap')
const zlib = require('node:zlib')
const { crashTests } = require('../helpers/crash')
const { matchFrames } = require('../helpers/match-frames')

/** @typedef {import('../helpers/crash').Dump} Dump */

/** So that a busy machine does not matter. */
const PATIENT = { CRASH_COLLECTOR_DEADLINE_MS: '600000' }
const notByPause = 'other threads are read natively only'
const JOB_FAILED = { className: 'Error', message: 'job 9 failed' }
const JOB = { crashLine: true, variables: { job: { id: 9 } } }

/**
 * @param {Dump} dump
 * @returns {Record<number, string>}
 */
const statesOf = dump => Object.fromEntries(dump.threads.map(({ threadId, state }) => [threadId, state]))

/**
 * @param {import('tap').Test} t
 * @param {Dump} dump
 * @param {number} threadId
 * @param {import('../helpers/match-frames').ExpectedFrame[]} frames
 */
function hasFrames (t, dump, threadId, frames) {
  const thread = dump.threads.find(each => each.threadId === threadId)
  if (!t.equal(thread?.state, 'captured', `the stack of thread ${threadId} was read`) || thread === undefined) return
  t.same(matchFrames(dump.seenFromThread(thread), frames, __filename), [], 'its frames and variables')
  for (const { scriptId } of thread.callFrames ?? []) {
    t.ok(scriptId.startsWith(`t${threadId}.`), 'scripts are not mixed up with those of the dying thread')
  }
}

crashTests(t, [
  {
    name: 'the main thread dies, one worker computes, another one waits',
    file: 'threads/worker-spins.js',
    env: PATIENT,
    notByPause,
    exception: { message: 'no price for 2 items' },
    frames: [{ functionName: 'fail', crashLine: true, variables: { total: 2, order: { id: 7 } } }],
    check (t, dump, { dumps }) {
      t.same(statesOf(dump), { 1: 'idle', 2: 'captured' })
      // The loop may be in one function or in the other.
      const thread = dump.threads.find(({ threadId }) => threadId === 2)
      const frames = (thread?.callFrames ?? []).filter(({ internal }) => !internal)
      const spin = { functionName: 'spin', variables: { job: { name: 'resize', size: 3 } } }
      const step = { functionName: 'step', variables: { round: /\d/ } }
      t.ok(frames.some(({ functionName }) => functionName === spin.functionName))
      hasFrames(t, dump, 2, frames[0]?.functionName === 'step' ? [{ functionName: step.functionName }, spin] : [spin])
      const script = dump.script(frames[0]?.scriptId ?? '')
      t.match(script?.source, /round % 7/, 'the text of its script')
      t.notMatch(zlib.gunzipSync(fs.readFileSync(dumps[0])).toString(), 'do-not-show-this', 'it is redacted')
    }
  },
  {
    name: 'a worker dies, the main thread computes and goes on',
    file: 'threads/main-computes.js',
    env: PATIENT,
    notByPause,
    exitCode: 0,
    inWorker: true,
    stdout: 'computed: May\nthe worker died: job 9 failed\n',
    exception: JOB_FAILED,
    frames: [JOB],
    check (t, dump) {
      t.same(statesOf(dump), { 0: 'captured' })
      const main = dump.threads[0].callFrames?.filter(({ internal }) => !internal) ?? []
      const compute = { functionName: 'compute', variables: { report: { title: 'May' } } }
      hasFrames(t, dump, 0, main[0]?.functionName === 'next' ? [{ functionName: 'next' }, compute] : [compute])
    }
  },
  {
    name: 'a thread that is in native code',
    file: 'threads/main-in-native-code.js',
    env: { CRASH_COLLECTOR_DEADLINE_MS: '12500' },
    notByPause,
    exitCode: 0,
    inWorker: true,
    stdout: 'the child ended with 0\nthe worker died: job 9 failed\n',
    exception: JOB_FAILED,
    frames: [JOB],
    check: (t, dump) => {
      t.same(dump.threads, [{ kind: 'thread', threadId: 0, state: 'native' }])
    }
  },
  {
    name: 'threads die together while others begin and end',
    file: 'threads/die-together.js',
    env: { CRASH_COLLECTOR_RETAIN_SAME: '0' },
    notByPause,
    exitCode: 0,
    dumps: 3,
    stdout: 'all have died\n',
    exception: { message: /^job \d failed$/ },
    frames: [{ crashLine: true }],
    check: (t, dump) => {
      t.ok(dump.threads.length >= 1, 'the main thread is there')
      t.notOk(dump.threads.some(({ threadId }) => threadId === dump.header.threadId), 'the dying one is not')
    }
  }
])
