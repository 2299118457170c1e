'use strict'
// @sentry/node as its documentation sets it up for local variables, sending to the lab's sink.

const { createRequire } = require('node:module')

const Sentry = createRequire(__filename)('@sentry/node')

Sentry.init({
  dsn: `http://public@127.0.0.1:${process.env.BENCH_SINK_PORT ?? 9}/1`,
  includeLocalVariables: true
})
