'use strict'
const t = require('tap')
const { createTaskTime } = require('../../../lib/capture/async-tasks/task-time')

/** @param {bigint} ms */
const inMs = ms => process.hrtime.bigint() + ms * 1_000_000n

t.test('processor time counts, and not that of others', async t => {
  let cpuMs = 1000
  const time = createTaskTime({ threadCpuMs: () => cpuMs }, 500, inMs(600_000n))
  t.equal(time.cpuMsLeft(), 500)
  t.notOk(time.isOver())
  cpuMs += 400
  t.equal(time.cpuMsLeft(), 100)
  cpuMs += 200
  t.ok(time.isOver())
  t.equal(time.cpuMsLeft(), 0)
})

t.test('what was found is read, although the search has used up the time', async t => {
  let cpuMs = 0
  const time = createTaskTime({ threadCpuMs: () => cpuMs }, 100, inMs(600_000n))
  cpuMs = 300
  time.beginReading()
  t.notOk(time.isOver())
  cpuMs = 400
  t.ok(time.isOver())
})

t.test('the deadline of the dump stays', async t => {
  const time = createTaskTime({ threadCpuMs: () => 0 }, 100, inMs(-1n))
  t.ok(time.isOver())
  t.equal(time.msLeft(), 0)
})
