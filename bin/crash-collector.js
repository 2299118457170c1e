#!/usr/bin/env node
'use strict'
// argv -> lib/inspect -> stdout and exit code.

const { runCommand } = require('../lib/inspect/cli/command-line')

// `crash-collector show 2>&1 | head` ends this process's output early; that is no error.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', error => {
    if (!('code' in error) || error.code !== 'EPIPE') throw error
  })
}

runCommand(process.argv.slice(2), {
  write: text => process.stdout.write(text),
  writeError: text => process.stderr.write(text),
  isTerminal: Boolean(process.stdout.isTTY),
  // In `show | less` the terminal is still there, on stderr.
  columns: Number(process.env.COLUMNS) || process.stdout.columns || process.stderr.columns || 100
}).then(exitCode => {
  process.exitCode = exitCode
})
