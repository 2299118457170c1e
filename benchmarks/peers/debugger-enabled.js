'use strict'
// Enables V8's Debugger domain, as a tool does that listens for `Debugger.paused`. BENCH_PAUSE_STATE says at which
// errors it pauses: at none, at those that V8 predicts nobody will catch, or at all. A pause is only counted.

const fs = require('node:fs')
const { Session } = require('node:inspector')

const session = new Session()
let pauses = 0

session.connect()
session.on('Debugger.paused', () => {
  pauses++
})
session.post('Debugger.enable')
session.post('Debugger.setPauseOnExceptions', { state: process.env.BENCH_PAUSE_STATE ?? 'none' })

process.on('exit', () => {
  if (process.env.BENCH_PAUSES !== undefined) fs.writeFileSync(process.env.BENCH_PAUSES, String(pauses))
})
