'use strict'
// Bundles an entry into the current directory: webpack-build.js <entry>

const fs = require('node:fs')
const { createRequire } = require('node:module')

const webpack = createRequire(__filename)('webpack')

webpack(
  { mode: 'production', entry: process.argv[2], output: { path: process.cwd(), filename: 'bundle.js' } },
  (/** @type {Error | null} */ error, /** @type {any} */ stats) => {
    if (error || stats.hasErrors()) {
      console.error(error ?? stats.toString())
      process.exitCode = 3
      return
    }
    console.log(`bundled ${fs.statSync('bundle.js').size}`)
  }
)
