'use strict'
// The benchmark lab runs many tasks at the same time, and beside busy processes.

const fs = require('node:fs')
const { setImmediate: turn } = require('node:timers/promises')

const t = require('tap')
const { withBusyProcesses } = require('../../benchmarks/lab/process/busy')
const { createLimiter } = require('../../benchmarks/lab/process/pool')

t.test('so many at once, in their order, whether they fail or not', async t => {
  const room = createLimiter(2)
  let running = 0
  let most = 0
  /** @type {number[]} */
  const begun = []
  const ended = await Promise.allSettled(
    [0, 1, 2, 3, 4].map(index =>
      room(async () => {
        begun.push(index)
        most = Math.max(most, ++running)
        await turn()
        running--
        if (index === 1) throw new Error('failed')
        return index
      })
    )
  )
  t.equal(most, 2)
  t.same(begun, [0, 1, 2, 3, 4])
  t.same(
    ended.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled']
  )
})

t.test('beside processes that compute, which end with the work', { skip: process.platform !== 'linux' }, async t => {
  const children = () =>
    fs.readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').filter(pid => pid !== '').length
  const before = children()
  const { signal } = new AbortController()
  const during = await withBusyProcesses(3, signal, async () => children())
  t.equal(during - before, 3)
  await t.rejects(withBusyProcesses(2, signal, () => Promise.reject(new Error('failed'))), /failed/)
  while (children() > before) await turn()
})
