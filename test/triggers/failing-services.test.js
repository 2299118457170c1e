'use strict'
// The fatal ends of services, each in a way in which services end. At least 28 of 30 leave a dump, which shows the
// error and the variable `detail` of the function that made it.
const t = require('tap')
const fs = require('node:fs')
const path = require('node:path')
const { collect } = require('../helpers/crash')
const { readDump } = require('../../packages/inspect/reader')

const SERVICES = path.resolve(__dirname, '../fixtures/services')
const FEWEST = 28
/** Errors that C++ made, without a function of JavaScript. */
const WITHOUT_FRAMES = ['file-missing.js', 'port-taken.js', 'promise-any.js']
const BY_PAUSE = process.env.TEST_WAY === 'pause'

t.test('services', { skip: BY_PAUSE ? 'at the end nothing can be captured by a pause' : false }, async t => {
  const programs = fs.readdirSync(SERVICES)
  t.equal(programs.length, 30)
  const silent = []
  for (const program of programs) {
    const run = await collect(t, { name: program, file: `../services/${program}` })
    t.not(run.exitCode, 0, `${program} fails`)
    t.ok(run.dumps.length <= 1, `${program}: one dump at most`)
    if (run.dumps.length === 0) {
      silent.push(program)
      continue
    }
    const dump = await readDump(run.dumps[0])
    t.ok(dump.exception?.message, `${program}: the error`)
    // The last error of a service that tries three times is a cause.
    const root = dump.causes.length === 0 ? dump : dump.seenFrom(dump.causes.length)
    const details = root.callFrames.flatMap(frame => frame.scopeChain.flatMap(scope => dump.scope(scope).variables))
    if (!WITHOUT_FRAMES.includes(program)) t.ok(details.some(({ name }) => name === 'detail'), `${program}: detail`)
  }
  t.ok(programs.length - silent.length >= FEWEST, `at least ${FEWEST} have a dump`, { silent })
})
