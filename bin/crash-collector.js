#!/usr/bin/env node
'use strict'
// The command line's program: passes its arguments to the package with the tools and sets the exit code.

const path = require('node:path')
const { loadShow, requireTools } = require('../lib/tools')

// `crash-collector show 2>&1 | head` closes the output early. That is not an error.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', error => {
    if (!('code' in error) || error.code !== 'EPIPE') throw error
  })
}

/** @returns {typeof import('crash-collector-inspect/cli/command-line').runCommand | null} */
function loadCommands () {
  try {
    requireTools('crash-collector-inspect/preload').connectPreload(path.join(__dirname, '..'))
    const tools = (process.argv[2] === 'show' && loadShow()) || requireTools('crash-collector-inspect/cli/command-line')
    return tools.runCommand
  } catch (error) {
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (error)
    if (code !== 'PACKAGE_MISSING') throw error
    process.stderr.write(`crash-collector: ${message}\n`)
    process.exitCode = 1
    return null
  }
}

loadCommands()?.(process.argv.slice(2), {
  write: text => process.stdout.write(text),
  writeError: text => process.stderr.write(text),
  isTerminal: Boolean(process.stdout.isTTY),
  ...(process.stderr.isTTY && { showProgress: (/** @type {string} */ text) => process.stderr.write(text) }),
  // In `show | less` stdout is a pipe, but stderr is still the terminal.
  rows: Number(process.env.LINES) || process.stdout.rows,
  columns: Number(process.env.COLUMNS) || process.stdout.columns || process.stderr.columns || 100
}).then(exitCode => {
  process.exitCode = exitCode
})
