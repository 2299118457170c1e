#!/usr/bin/env node
'use strict'
// The command line's program: passes its arguments to lib/inspect and sets the exit code.

const { runCommand } = require('../lib/inspect/cli/command-line')

// `crash-collector show 2>&1 | head` closes the output early. That is not an error.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', error => {
    if (!('code' in error) || error.code !== 'EPIPE') throw error
  })
}

runCommand(process.argv.slice(2), {
  write: text => process.stdout.write(text),
  writeError: text => process.stderr.write(text),
  isTerminal: Boolean(process.stdout.isTTY),
  // In `show | less` stdout is a pipe, but stderr is still the terminal.
  rows: process.stdout.rows,
  columns: Number(process.env.COLUMNS) || process.stdout.columns || process.stderr.columns || 100
}).then(exitCode => {
  process.exitCode = exitCode
})
