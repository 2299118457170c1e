'use strict'
// yargs 16, which mocha 8 to 10 load, has a CommonJS file without an extension beside `"type": "module"`, which
// Node.js 26 takes for an ES module. Loaded without and with the collector alike.

require('node:module').registerHooks({
  load: (url, context, next) => next(url, url.endsWith('/yargs/yargs') ? { ...context, format: 'commonjs' } : context)
})
