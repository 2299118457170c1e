'use strict'
// @sentry/node with its other way to local variables, which it takes by itself on Node.js 18 only: it reads them in the
// pause itself, on the main thread. By default a thread of its own reads them (sentry.js).

const { createRequire } = require('node:module')
const path = require('node:path')

const requirePeer = createRequire(__filename)
const Sentry = requirePeer('@sentry/node')
// It is required by its path, because the package does not export it.
const packages = path.dirname(path.dirname(requirePeer.resolve('@sentry/node-core/package.json')))
const folder = path.join(packages, 'node-core', 'build', 'cjs', 'integrations', 'local-variables')
const { localVariablesSyncIntegration } = requirePeer(path.join(folder, 'local-variables-sync.js'))

Sentry.init({
  dsn: `http://public@127.0.0.1:${process.env.BENCH_SINK_PORT ?? 9}/1`,
  includeLocalVariables: true,
  // An integration takes the place of the default one of its name.
  integrations: [localVariablesSyncIntegration()]
})
