'use strict'
// Requiring any file but index.js has no side effects: no handler, no open file, no worker, no addon.

const t = require('tap')

const { PACKAGE, runNode, scriptsIn } = require('./own-files')

const PROBE = `
  const fs = require('node:fs')
  const path = require('node:path')
  const inspector = require('node:inspector')
  const workers = require('node:worker_threads')
  // Loaded beforehand, because they do such things themselves.
  require('node:zlib'); require('node:http'); require('node:util').parseArgs({ args: [] }); require('node:vm')
  const effects = []
  let file = ''
  const watch = (object, name) => {
    const original = object[name]
    object[name] = new Proxy(original, {
      apply: (target, self, args) => { effects.push(file + ': ' + name); return Reflect.apply(target, self, args) },
      construct: (target, args) => { effects.push(file + ': new ' + name); return Reflect.construct(target, args) }
    })
  }
  watch(process, 'dlopen'); watch(process, 'setUncaughtExceptionCaptureCallback')
  watch(inspector, 'Session'); watch(inspector, 'open'); watch(workers, 'Worker')
  for (const name of ['open', 'openSync', 'writeSync', 'writeFileSync', 'mkdirSync', 'watch']) watch(fs, name)
  watch(globalThis, 'setTimeout'); watch(globalThis, 'setInterval'); watch(globalThis, 'setImmediate')
  const state = () => JSON.stringify({
    listeners: process.eventNames().map(name => [String(name), process.listenerCount(name)]),
    resources: process.getActiveResourcesInfo().sort(),
    globals: Object.getOwnPropertyNames(globalThis),
    stackTraceLimit: Error.stackTraceLimit,
    prepareStackTrace: typeof Error.prepareStackTrace,
    env: Object.keys(process.env).length
  })
  const before = state()
  for (file of FILES) {
    require(path.join(PACKAGE, file))
    if (state() !== before) { effects.push(file + ': ' + state() + ' instead of ' + before); break }
  }
  console.log(JSON.stringify(effects))`

/** @param {string[]} files */
function effectsOf (files) {
  const script = `const PACKAGE = ${JSON.stringify(PACKAGE)}; const FILES = ${JSON.stringify(files)};${PROBE}`
  const { stdout, stderr } = runNode(['-e', script])
  if (stderr !== '') throw new Error(stderr)
  return JSON.parse(stdout)
}

t.test('the files of lib', async t => {
  t.same(effectsOf(scriptsIn('lib')), [])
})

t.test('the probe sees what index.js does', async t => {
  t.match(effectsOf(['index.js']).join('\n'), /dlopen|instead of/)
})
