'use strict'
// rollbar as its documentation sets it up for local variables, sending to the lab's sink.

const { createRequire } = require('node:module')
const path = require('node:path')

const requirePeer = createRequire(__filename)
const Rollbar = requirePeer('rollbar')
// The module is required by its path, because version 3 does not export the module that its documentation names.
const locals = requirePeer(path.join(__dirname, '..', 'node_modules', 'rollbar', 'src', 'server', 'locals.js'))

module.exports = new Rollbar({
  accessToken: 'benchmark',
  endpoint: `http://127.0.0.1:${process.env.BENCH_SINK_PORT ?? 9}/api/1/`,
  captureUncaught: true,
  captureUnhandledRejections: true,
  exitOnUncaughtException: true,
  locals: { module: locals.default ?? locals }
})
