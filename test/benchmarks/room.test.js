'use strict'
// The benchmark lab runs many tasks at the same time, and gives a process half a CPU.

const fs = require('node:fs')
const path = require('node:path')
const { setImmediate: turn } = require('node:timers/promises')

const t = require('tap')
const { halfCpu } = require('../../benchmarks/lab/process/half-cpu')
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

t.test('half a CPU by the first version of control groups', async t => {
  const groups = t.testdir({ cpu: {} })
  const { how, prefix } = halfCpu(groups)
  const [name] = fs.readdirSync(path.join(groups, 'cpu'))
  const read = (/** @type {string} */ file) => Number(fs.readFileSync(path.join(groups, 'cpu', name, file), 'utf8'))
  t.equal(how, 'control group')
  t.equal(read('cpu.cfs_quota_us') / read('cpu.cfs_period_us'), 0.5)
  t.match(prefix.join(' '), path.join(groups, 'cpu', name, 'cgroup.procs'))
})

t.test('by the second, where it has the CPU', async t => {
  const groups = t.testdir({ 'cgroup.subtree_control': 'memory cpu pids\n' })
  t.equal(halfCpu(groups).how, 'control group')
  const [name] = fs.readdirSync(groups).filter(name => name.startsWith('crash-collector-bench'))
  t.equal(fs.readFileSync(path.join(groups, name, 'cpu.max'), 'utf8'), '50000 100000')
  const without = t.testdir({ 'cgroup.subtree_control': 'memory\n' })
  t.match(halfCpu(without), { how: 'SIGSTOP and SIGCONT', prefix: [] })
})
