'use strict'
// While a module is evaluated, Node.js has a listener of its own on 'exit', which sets the exit code 13. Later versions
// set it before the listeners are called.
// Worked around in src/report/end_watch.cc.
// Node.js 20
const assert = require('node:assert')
const { execFileSync } = require('node:child_process')

const text = execFileSync(process.execPath, [
  '--input-type=module',
  '--eval',
  "process.stdout.write(process.listeners('exit').map(listener => listener.name).join())"
], { encoding: 'utf8' })
assert.equal(text, 'handleProcessExit', 'the code is set before: WillSetUnsettledCode() of end_watch.cc may go')
