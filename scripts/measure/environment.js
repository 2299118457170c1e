'use strict'
// Tells on which machine and commit something was measured.

const { execFileSync } = require('node:child_process')
const os = require('node:os')

function environment () {
  return {
    what: 'environment',
    date: new Date().toISOString(),
    commit: execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], { cwd: __dirname, encoding: 'utf8' }).trim(),
    node: process.version,
    cpu: os.cpus()[0].model,
    cores: os.cpus().length,
    memoryBytes: os.totalmem(),
    os: `${os.type()} ${os.release()}`,
    load: os.loadavg()[0]
  }
}

module.exports = { environment }
