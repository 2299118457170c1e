'use strict'
// What a debugger does that is attached to `node --inspect` and pauses at errors: a thread of its own enables the
// Debugger domain of the main thread, and lets each pause go on.

const { Worker, isMainThread } = require('node:worker_threads')

if (isMainThread) {
  const worker = new Worker(__filename, { execArgv: [], env: { ...process.env, NODE_OPTIONS: '' } })
  worker.unref()
  worker.on('error', error => console.error('no debugger:', error))
} else {
  const { Session } = require('node:inspector')
  const session = new Session()
  session.connectToMainThread()
  session.on('Debugger.paused', () => session.post('Debugger.resume'))
  session.post('Debugger.enable')
  session.post('Debugger.setPauseOnExceptions', { state: process.env.BENCH_PAUSE_STATE ?? 'uncaught' })
  // The thread lives as long as the main thread.
  setInterval(() => {}, 1 << 30)
}
