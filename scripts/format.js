'use strict'
// npm run check:format, format: runs clang-format over src/. The package is pinned, because each version formats a
// little differently.

const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')

const SRC = path.join(__dirname, '..', 'src')
// Written by scripts/generate/generate-redactor-rules.js.
const GENERATED = [path.join('redaction', 'rules.h')]

const names = /** @type {string[]} */ (fs.readdirSync(SRC, { recursive: true }))
const files = names
  .filter(name => /\.(cc|h)$/.test(name) && !GENERATED.includes(name))
  .map(name => path.join(SRC, name))
const how = process.argv.includes('--fix') ? ['-i'] : ['--dry-run', '-Werror']
const { status } = spawnSync(process.execPath, [require.resolve('clang-format/index.js'), ...how, ...files], {
  stdio: 'inherit'
})
process.exitCode = status ?? 1
