'use strict'
// The programs of test/fixtures/crashes/scheduling die in a callback: the first screen names the function that has
// scheduled it, with one of its variables. docs/development/scheduled-by.md has the counts. `later-*` were written
// after the code that answers.

const t = require('tap')
const { openDump } = require('../../../packages/inspect/dumps/open-dump')
const { renderDump } = require('../../../packages/inspect/show')
const { SourceMaps } = require('../../../packages/inspect/source/source-map')
const { crashTests } = require('../../helpers/crash')

/**
 * Program -> the call that has scheduled the callback, the function that made the call, and the line of one of its
 * variables on the first screen; null where nothing tells.
 * @type {Record<string, [call: string, scheduler: string, variable: RegExp|null] | null>}
 */
const PROGRAMS = {
  'emitter-closure': ["bus.on, 'paid'", 'subscribe', /tenant +\{ name: 'acme', rate: 2 \}/],
  'emitter-named': ["emitter.on, 'paid'", 'subscribe', /emitter +Shop as this of #0/],
  'emitter-once-bound': ["driver.once, 'ready'", 'open', /this +Connection \{ host: 'db-1' \}/],
  'event-target': ["controller.signal.addEventListener, 'abort'", 'cancelWith', /job +\{ id: 'job-5' \}/],
  'fs-callback': ['fs.readFile', 'readSettings', /key +'port'/],
  'http-request': ["http.createServer, 'request'", 'serve', /config +\{ name: 'docs', pages: \{\} \}/],
  'immediate-argument': ['setImmediate', 'advance', /state +\{ phase: 'load' \}/],
  'immediate-closure': ['setImmediate', 'processAll', /row +\{ line: 7 \}/],
  'interval-closure': ['setInterval, 5 ms', 'watchStock', /warehouse +\{ city: 'Graz' \}/],
  'interval-named': ['setInterval, 8 ms', 'startPolling', /every +8/],
  'later-async-listener': ['bus.on', 'audit', /ledger +\{ year: 2026 \}/],
  'later-bound-function': ['setTimeout, 7 ms', 'start', /times +2/],
  'later-callback-name': ['crypto.randomBytes', 'makeToken', null],
  'later-child-exit': ["child.on, 'exit'", 'render', /page +\{ url: '\/start' \}/],
  'later-debounce': ['debounce', 'autosave', /editor +\{ title: 'notes' \}/],
  'later-field': ['setInterval, 6 ms', 'begin', /period +6/],
  'later-handlers': null,
  'later-helper': ['repeat, 14 ms', 'ping', /peer +\{ name: 'replica-3' \}/],
  'later-map': null,
  'later-once-promise': ['then', 'open', null],
  'later-readline': ["lines.on, 'line'", 'parse', /dialect +\{ name: 'csv' \}/],
  'later-server': ["http.createServer, 'request'", 'listen', /pages +\{ title: 'docs' \}/],
  'later-worker-function': ['createQueue', 'startMailer', /transport +\{ host: 'smtp\.example' \}/],
  'later-zlib': ['zlib.gzip', '(anonymous)', /name +'backup\.gz'/],
  microtask: ['queueMicrotask', 'flush', /buffer +\{ size: 12 \}/],
  'next-tick': ['process.nextTick', 'answer', /result +\{ columns: 2 \}/],
  'pipeline-generator': ['pipeline', 'importRows', /table +\{ name: 'orders', digits: 2 \}/],
  'pipeline-transform': ['new Transform', 'upperCase', /language +\{ label: 'German' \}/],
  'pool-acquire': ['pool.acquire', 'report', /customer +\{ name: 'Anna' \}/],
  'pool-promise': ['pool.use', 'saveOrder', /order +\{ id: 'o-4', lines: \[\] \}/],
  'pool-worker': ['pool.run', 'square', /request +\{ n: 4, digits: 1 \}/],
  'promise-then': ['then', 'loadPrice', /sku +'A-7'/],
  'queue-jobs': ['enqueue', 'resize', /picture +\{ file: 'cat\.png' \}/],
  'queue-named': ['setTimeout, 5 ms', 'add', /data +\{ month: 'May', total: 12 \}/],
  'queue-promises': ['limiter.add', 'fetchPage', /address +'\/terms'/],
  'read-stream': ["stream.on, 'data'", 'checksum', /options +\{ algorithm: 'sha1' \}/],
  'signal-listener': ["process.once, 'SIGUSR2'", 'closeOnSignal', /server +\{ port: 8080 \}/],
  'socket-data': ["socket.on, 'data'", '(anonymous)', /peer +\{ requests: 0 \}/],
  'timeout-argument': ['setTimeout, 15 ms', 'queueMail', /mail +\{ subject: 'welcome' \}/],
  'timeout-bound': ['setTimeout, 12 ms', 'start', /interval +12/],
  'timeout-compiled': ['setTimeout, 5 ms', 'remind', /guest +\{ name: 'Ada' \}/],
  'timeout-closure': ['setTimeout, 20 ms', 'chargeLater', /order +\{ id: 'o-17', total: 4 \}/],
  'timeout-promise': ['setTimeout, 10 ms', 'withTimeout', /operation +\{ name: 'stock' \}/],
  'timeout-retry': ['setTimeout, 5 ms', 'attempt', /url +'https:\/\/shop\.example\/stock'/],
  'worker-message': ["worker.on, 'message'", 'compute', /input +\{ name: 'primes' \}/]
}

/**
 * Variables whose values nothing tells.
 * @type {Record<string, RegExp>}
 */
const UNKNOWN = { 'later-helper': /^ {6}times/m, 'later-server': /^ {6}http/m }

/** The heading with the call, and the frame with its variables. */
const FIRST_SCHEDULER = /^scheduled by \((.*?), calls #\d+.*\n(#.*\n(?: {6}.*\n)*)/m
const REJECTED = new Set([
  ...['later-async-listener', 'later-map', 'later-once-promise'],
  ...['pipeline-generator', 'pool-promise', 'promise-then', 'queue-promises']
])
const MODULES = new Set(['later-child-exit'])

crashTests(
  t,
  Object.entries(PROGRAMS).map(([name, expected]) => ({
    name,
    file: `scheduling/${name}.${MODULES.has(name) ? 'mjs' : 'js'}`,
    ...(REJECTED.has(name) && { trigger: 'unhandledRejection' }),
    check: async (t, read, { dumps: [file] }) => {
      const dump = await openDump(file)
      const screen = renderDump(dump, new SourceMaps(dump), { columns: 80, all: false, more: 0, isTerminal: false })
      const [, heading, frame = ''] = FIRST_SCHEDULER.exec(screen) ?? []
      if (expected === null) return t.notMatch(screen, /^scheduled by \(.*, calls #0;/m, 'no scheduler of #0')
      const [call, scheduler, variable] = expected
      t.equal(heading, call, 'the call', { screen })
      t.ok(frame.includes(` ${scheduler}  `) && frame.includes(`${name}.`), 'the scheduler', { frame })
      if (name in UNKNOWN) t.notMatch(frame, UNKNOWN[name], 'no variable with the value of another')
      if (variable === null) t.notMatch(frame, /^ {6}/m, 'none of its variables')
      else t.match(frame, variable, 'one of its variables')
    }
  }))
)
