'use strict'
// The benchmark lab puts a service under load, and counts only runs in which the collector worked.

const { once } = require('node:events')
const fs = require('node:fs')
const http = require('node:http')
const path = require('node:path')
const t = require('tap')

const { configuration } = require('../../benchmarks/lab/configurations')
const { checkInstalled } = require('../../benchmarks/lab/configurations/installed')
const { firstRequest, isAsWanted, loadInParts, measuredFrom } = require('../../benchmarks/lab/service/load')
const { statisticsEnv, withStatistics } = require('../../benchmarks/lab/process/statistics')

const AUTOCANNON = path.join(__dirname, '../../benchmarks/node_modules/autocannon')

t.test('connections begin all over the list', async t => {
  const first = Array.from({ length: 100 }, (_, connection) => firstRequest(connection, 1000))
  t.equal(new Set(first).size, 100)
  for (let tenth = 0; tenth < 10; tenth++) {
    const here = first.filter(index => Math.floor(index / 100) === tenth).length
    t.ok(here >= 9 && here <= 11, `${here} in tenth ${tenth}`)
  }
  t.ok(
    first.slice(1).every((index, connection) => Math.abs(index - first[connection]) > 300),
    'neighbours are far apart'
  )
  t.same([0, 1, 99].map(connection => firstRequest(connection, 1)), [0, 0, 0])
})

t.test('missing errors are seen, and those that nobody asked for', async t => {
  t.same([0.0004, 0.0005, 0.002, 0.0021].map(share => isAsWanted(share, 0.001)), [false, true, true, false])
  t.same([0, 0.0001].map(share => isAsWanted(share, 0)), [true, false])
  const answers = { errors: 0, non2xx: 1, bytes: 4e6, latenciesMs: [2, 2, 2, 2] }
  t.same(measuredFrom(answers, 0.25, 2, 8), {
    metrics: {
      requestsPerSecond: 2,
      p50Ms: 2,
      p99Ms: 2,
      averageMs: 2,
      stdevMs: 0,
      maxMs: 2,
      throughputMb: 2,
      cpuPerRequestUs: 2000
    },
    details: { requests: 4, non2xx: 1 }
  })
  const [averageMs, stdevMs, maxMs] = [3, 2, 5]
  t.match(measuredFrom({ ...answers, latenciesMs: [1, 1, 5, 5] }, 0.25, 2, 8).metrics, { averageMs, stdevMs, maxMs })
  t.same(measuredFrom(answers, 0.1, 2, 8), { metrics: {}, discarded: '0 errors, 1 of 4 not answered with 2xx' })
  t.match(measuredFrom({ ...answers, errors: 1 }, 0.25, 2, 8).discarded, /^1 errors/)
  t.match(measuredFrom({ ...answers, non2xx: 0, latenciesMs: [] }, 0, 2, 8).discarded, /0 of 0/)
})

t.test(
  'a load in parts',
  { skip: !fs.existsSync(AUTOCANNON) && 'needs the packages of benchmarks/package.json' },
  async t => {
    /** @type {Set<import('node:net').Socket>} */
    const sockets = new Set()
    /** @type {string[]} */
    const first = []
    const server = http
      .createServer(({ socket, url = '' }, response) => {
        if (!sockets.has(socket)) first.push(url)
        sockets.add(socket)
        response.statusCode = /[02468]$/.test(url) ? 404 : 200
        response.end()
      })
      .listen(0, '127.0.0.1')
    t.teardown(() => server.close())
    await once(server, 'listening')
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
    const requests = Array.from({ length: 20 }, (_, index) => ({ method: 'GET', path: `/${index}` }))
    let ended = 0
    const parts = await loadInParts(
      { port, pid: process.pid },
      { connections: 10, pipelining: 5, requests, non2xx: 0.5 },
      [0.5, 0.5],
      async () => {
        ended++
        t.ok([...sockets].every(socket => !socket.destroyed), 'connections are there until the end')
      }
    )
    t.equal(sockets.size, 10, 'the same connections in all parts')
    t.equal(new Set(first).size, 10, 'each begins at another place')
    t.same(parts.map(({ discarded }) => discarded), [undefined, undefined])
    t.equal(ended, 1)
  }
)

t.test('a run with the collector counts when the collector was there', async t => {
  const directory = t.testdir({})
  const counted = (/** @type {string} */ name, stderr = '') =>
    withStatistics({ metrics: { ms: 1 }, details: { one: 1 } }, stderr, {
      configuration: configuration(name),
      directory
    })
  t.same(counted('off'), { metrics: { ms: 1 }, details: { one: 1 } })
  for (const name of ['on-demand', 'always']) {
    t.match(counted(name).discarded, /no process/)
    t.same(counted(name).metrics, {}, 'what does not count is not there')
  }
  const file = statisticsEnv(directory).CRASH_COLLECTOR_STATS
  fs.writeFileSync(file, '{"pid":17}\n')
  t.match(counted('on-demand').discarded, /counted no captures/, 'it had no addon')
  t.same(counted('always'), { metrics: { ms: 1 }, details: { one: 1, statistics: { processes: 1 } } })
  fs.writeFileSync(file, '{"pid":17,"captures":0}\n{"pid":18,"captures":2}\n')
  t.same(counted('on-demand'), { metrics: { ms: 1 }, details: { one: 1, statistics: { processes: 2, captures: 2 } } })
  t.same(counted('on-demand', 'crash-collector: dump written to x\n').discarded, undefined)
  t.match(counted('on-demand', 'crash-collector: the addon could not be loaded\n').discarded, /could not be loaded/)
  t.equal(
    withStatistics({ metrics: {}, discarded: 'earlier' }, '', { configuration: configuration('on-demand'), directory })
      .discarded,
    'earlier'
  )
})

t.test('what is not built is not measured', async t => {
  t.throws(() => checkInstalled(process.execPath, { CRASH_COLLECTOR_ADDON: 'none' }), /no addon .*npm run build:matrix/)
})
