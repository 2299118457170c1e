'use strict'
// What people would use instead, at its documented settings: what it costs, when the process is gone, what it shows.

const fs = require('node:fs')
const path = require('node:path')

const { launch } = require('../../lab/launch')
const { openSink } = require('../../lab/sink')
const { runProgram } = require('../../lab/suite')
const { underLoad } = require('../../lab/under-load')
const { ordersWithErrors } = require('../programs/order-requests')
const { MARK, corpus, shownBy } = require('./corpus')
const { report } = require('./report')

/** @typedef {import('../../lab/suite').Context} Context */
/** @typedef {import('../../lab/suite').Measured} Measured */

const PROMISES = path.join(__dirname, '..', 'promise', 'program.js')
const SERVICE = path.join(__dirname, '..', 'programs', 'fastify-service.js')

/**
 * @param {Context} context
 * @param {(context: Context, sink: Awaited<ReturnType<typeof openSink>>) => Promise<Measured>} run
 * @returns {Promise<Measured>}
 */
async function withSink (context, run) {
  const sink = await openSink()
  try {
    return await run({ ...context, env: { ...context.env, BENCH_SINK_PORT: String(sink.port) } }, sink)
  } finally {
    sink.close()
  }
}

/** @param {string} workload @returns {import('../../lab/suite').Scenario} */
const promises = workload => ({
  name: workload,
  run: context => withSink(context, context => runProgram(PROMISES, [workload, context.quick ? '1' : '5'], context, { nodeArgs: ['--expose-gc'] }))
})

/**
 * @param {Context} context
 * @param {Awaited<ReturnType<typeof openSink>>} sink
 * @returns {Promise<Measured>}
 */
async function crashCorpus ({ configuration, node, directory, env, signal }, sink) {
  let shown = 0
  let exitMs = 0
  let bytes = 0
  /** @type {Record<string, string[]>} */
  const missing = {}
  for (const { file, names } of corpus()) {
    const cwd = path.join(directory, path.basename(file))
    fs.mkdirSync(cwd)
    const from = sink.bodies.length
    const fromBytes = sink.bytes()
    // A core file needs the shell's limit; the others are not touched by it.
    const command = ['/bin/sh', '-c', 'ulimit -c unlimited; exec "$@"', 'sh', node, ...configuration.nodeArgs, file]
    const { usage } = await launch(command, { cwd, env: { ...env, BENCH_MARK: MARK, CRASH_COLLECTOR_DIR: path.join(cwd, 'crashes') }, timeoutMs: 60_000, signal })
    const { found, size } = shownBy(configuration.name, cwd, sink.bodies.slice(from), names)
    shown += found.length
    bytes += size + sink.bytes() - fromBytes
    exitMs += usage.wallMs
    missing[path.basename(file)] = names.filter(name => !found.includes(name))
  }
  return { metrics: { shown, lifetimeMs: exitMs / corpus().length, kb: bytes / 1024 / corpus().length }, details: { missing } }
}

/** @type {import('../../lab/suite').Suite} */
module.exports = {
  name: 'peers',
  title: 'Peers',
  text: `What people use today, pinned in \`benchmarks/package-lock.json\`, at documented settings: @sentry/node with \`includeLocalVariables\`, rollbar with
\`locals\`, and what Node.js has built in. Their events go to a local server, so delivery costs next to nothing here. *Shown* counts how many of 50 named
values of ten programs that die in different ways are in what the tool shows: \`crash-collector show --json\`, the delivered event, the report file. A core file
holds the bytes of a value, which are counted by searching the file; to tie them to a name takes a debugger that knows this V8, of which there is none for current Node.js.
*Lifetime* is from the spawn of such a program to its end.`,
  nodes: ['24'],
  configurations: ['off', 'off-again', 'on-demand', 'always', 'sentry', 'rollbar', 'report', 'core', 'inspect'],
  rounds: 15,
  quickRounds: 1,
  warmUp: false,
  packages: true,
  charts: [
    { name: 'promises', title: 'Promise-heavy code under peers', metric: 'runMs', log: true },
    { name: 'shown', title: 'Of 50 named values, shown after the crash', metric: 'shown', configurations: ['on-demand', 'always', 'sentry', 'rollbar', 'report', 'core'] }
  ],
  metrics: [
    { name: 'runMs', label: 'promises, wall', unit: 'ms', compare: 'ratio' },
    { name: 'cpuPerRequestUs', label: 'CPU per request', unit: 'µs', compare: 'ratio' },
    { name: 'requestsPerSecond', label: 'requests', unit: '/s', compare: 'ratio', digits: 0 },
    { name: 'shown', label: 'values shown', unit: 'of 50', compare: 'value', digits: 0 },
    { name: 'lifetimeMs', label: 'lifetime of a crashing program', unit: 'ms', compare: 'difference', digits: 0 },
    { name: 'kb', label: 'written or sent per crash', unit: 'KB', compare: 'value', digits: 1 }
  ],
  scenarios: [
    promises('doxbee-async'), promises('parallel-promises'),
    {
      name: 'fastify service, 1 % errors',
      run: context => withSink(context, context => underLoad({ command: [SERVICE] }, { connections: 100, pipelining: 10, seconds: 2, requests: ordersWithErrors(100), non2xx: 0.01 }, context))
    },
    { name: 'ten crashing programs', rounds: 6, run: context => withSink(context, crashCorpus) }
  ],
  report
}
