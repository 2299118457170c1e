'use strict'
// node benchmarks/experiments/perf-service.js [--seconds=N]: Linux perf on the pid of a running service, as one does on
// a server: `perf record -F 99 -p <pid> -g`, `perf script`, stacks collapsed, an SVG beside them; and how many requests
// the service answers with perf and without. In the picture `*` before a name is optimised code, `~` interpreted code,
// `^` and `+` the compilers between.

const { execFileSync, spawn } = require('node:child_process')
const { once } = require('node:events')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')

const { flamegraph } = require('../lab/profile/flamegraph')
const { collapse, perfWorks } = require('../lab/profile/perf')
const { cannon, withService } = require('./with-service')

const ROUTER = path.join(__dirname, '..', 'scenarios', 'http', 'router-service.js')
const PATH = '/api/v1/resource-50/17'
const CONNECTIONS = 10
const ROUTER_FRAME = /^JS:.* (router|layer|index|find-my-way|route|fastify)[\w-]*\.js/

/** @param {string} framework @param {string} directory */
async function profile (framework, directory) {
  const command = ['--perf-basic-prof', '--interpreted-frames-native-stack', ROUTER, framework]
  await withService({ command }, async service => {
    const load = { url: `http://127.0.0.1:${service.port}${PATH}`, connections: CONNECTIONS }
    await cannon(service, { ...load, duration: 2 })
    const without = await cannon(service, load)
    const data = path.join(directory, `${framework}.data`)
    const perf = spawn(
      'perf',
      ['record', '-q', '-e', 'cpu-clock:u', '-F', '99', '-p', String(service.pid), '-g', '-o', data],
      { stdio: 'inherit' }
    )
    const withPerf = await cannon(service, load)
    perf.kill('SIGINT')
    await once(perf, 'exit')
    const script = execFileSync('perf', ['script', '-i', data, '-F', 'comm,ip,sym'], {
      encoding: 'utf8',
      maxBuffer: 1 << 30,
      stdio: ['ignore', 'pipe', 'ignore']
    })
    const stacks = collapse(script, { withMarks: true })
    fs.writeFileSync(
      path.join(directory, `${framework}.collapsed`),
      [...stacks].map(([stack, count]) => `${stack} ${count}\n`).join('')
    )
    const title = `${framework}, 100 routes: * optimised, ~ interpreted, ^ and + compilers between`
    const picture = path.join(directory, `${framework}.svg`)
    fs.writeFileSync(picture, flamegraph(stacks, { title, highlight: /^JS:\*?.*(outer|find|handle|match)/i }))
    const close = path.join(directory, `${framework}-router.svg`)
    fs.writeFileSync(close, flamegraph(routerOf(stacks), { title: `${title}; the router alone` }))
    const rates = [without, withPerf].map(({ requests }) => Math.round(requests.average))
    console.log(`${framework}: ${rates[0]} requests/s without perf, ${rates[1]} with it; ${picture}, ${close}`)
  })
}

/** @param {import('../lab/profile/perf').Stacks} stacks @returns {import('../lab/profile/perf').Stacks} */
function routerOf (stacks) {
  /** @type {import('../lab/profile/perf').Stacks} */
  const close = new Map()
  for (const [stack, count] of stacks) {
    const frames = stack.split(';')
    const first = frames.findIndex(frame => ROUTER_FRAME.test(frame))
    if (first === -1) continue
    const key = frames.slice(first).join(';')
    close.set(key, (close.get(key) ?? 0) + count)
  }
  return close
}

async function main () {
  if (!perfWorks()) throw new Error('Linux perf is not to be had here')
  console.log(`${os.type()} ${os.release()} ${os.arch()}, Node.js ${process.version}`)
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'crash-collector-perf-'))
  for (const framework of ['express', 'fastify']) await profile(framework, directory)
}

main().catch(error => {
  console.error(error.message)
  process.exitCode = 1
})
