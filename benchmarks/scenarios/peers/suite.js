'use strict'
// Measures the tools that people would use instead, at their documented settings: cost, time of the exit, shown values.

const path = require('node:path')

const { openSink } = require('../../lab/service/sink')
const { runProgram } = require('../../lab/suite')
const { underLoad } = require('../../lab/service/under-load')
const { ordersWithErrors } = require('../programs/order-requests')
const { crashCorpus } = require('./crash-corpus')
const { report } = require('./report')

/** @typedef {import('../../lab/suite').Context} Context */
/** @typedef {import('../../lab/suite').Measured} Measured */

const PROMISES = path.join(__dirname, '..', 'promise', 'program.js')
const SERVICE = path.join(__dirname, '..', 'programs', 'fastify-service.js')

/**
 * @param {Context} context
 * @param {(context: Context, sink: import('./crash-corpus').Sink) => Promise<Measured>} run
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
  run: context =>
    withSink(context, context =>
      runProgram(PROMISES, [workload, `--runs=${context.quick ? 1 : 5}`], context, { nodeArgs: ['--expose-gc'] })
    )
})

/** @type {import('../../lab/suite').Suite} */
module.exports = {
  name: 'peers',
  title: 'Peers',
  question: 'What do other tools cost, and what do they show of a crash?',
  minutes: 16,
  text: `What people use today, pinned in \`benchmarks/package-lock.json\`, at documented settings: @sentry/node with
\`includeLocalVariables\`, rollbar with \`locals\`, and what Node.js has built in. Their events go to a local server, so
delivery costs next to nothing here.

The service is measured after two seconds of the same load, which are given apart (*first 2 s*). @sentry/node pauses at
handled errors, too, but after a second with more than 50 of them only at uncaught ones, for 10 seconds at first, then
for twice as long each time: where the service answers more than 5,000 requests a second, these pauses are in the first
seconds and not in what is measured. It also instruments each request, whether errors come or not.

Ten programs that die in different ways have 50 named values. *Shown* are those that a tool shows in the variable or
property that has them, or below it: in \`crash-collector show --json\`, in the \`vars\` and \`locals\` of the
delivered event's frames or in its copy of a thrown object, anywhere in the report file. *Contained* are those that a
search for the text finds anywhere in the same. A core file holds bytes without names, so only that search is made
there; to tie them to a name takes a debugger that knows this V8. *Throw to exit* is from the throw, or the rejection,
to the end of the process, *lifetime* from its spawn, half a second of waiting and the loading of the tool included;
both are means over the ten. A program whose rejection a tool has handled goes on, and ends when it has nothing more
to do: which those are is said below. A core file counts with the blocks that it takes on disk, without its holes. A
run in which a tool left nothing of a crash (no dump, event, report, core file) is discarded.`,
  nodes: ['24'],
  configurations: [
    'off',
    'off-again',
    'on-demand',
    'always',
    'sentry',
    'sentry-sync',
    'rollbar',
    'report',
    'core',
    'inspect',
    'inspect-pauses'
  ],
  rounds: 8,
  quickRounds: 1,
  warmUp: false,
  packages: true,
  charts: [
    { name: 'promises', title: 'Promise-heavy code under peers', metric: 'runMs', log: true },
    {
      name: 'shown',
      title: 'Of 50 named values, shown after the crash',
      metric: 'shown',
      configurations: ['on-demand', 'always', 'sentry', 'rollbar', 'report']
    }
  ],
  metrics: [
    { name: 'runMs', label: 'promises, wall', unit: 'ms', compare: 'ratio' },
    { name: 'runCpuMs', label: 'promises, CPU', unit: 'ms', compare: 'ratio' },
    { name: 'cpuPerRequestUs', label: 'CPU per request', unit: 'µs', compare: 'ratio' },
    { name: 'requestsPerSecond', label: 'requests', unit: '/s', compare: 'ratio', digits: 0 },
    { name: 'firstRequestsPerSecond', label: 'requests, first 2 s', unit: '/s', compare: 'ratio', digits: 0 },
    { name: 'shown', label: 'values shown', unit: 'of 50', compare: 'value', digits: 0 },
    { name: 'contained', label: 'values contained', unit: 'of 50', compare: 'value', digits: 0 },
    { name: 'exitMs', label: 'throw to exit', unit: 'ms', compare: 'difference', digits: 1 },
    { name: 'lifetimeMs', label: 'lifetime of a crashing program', unit: 'ms', compare: 'difference', digits: 0 },
    { name: 'kb', label: 'written or sent per crash', unit: 'KB', compare: 'value', digits: 1 }
  ],
  scenarios: [
    promises('doxbee-async'),
    promises('parallel-promises'),
    {
      name: 'fastify service, 1 % errors',
      run: context =>
        withSink(context, context =>
          underLoad(
            { command: [SERVICE] },
            {
              connections: 100,
              pipelining: 10,
              seconds: 2,
              warmUpSeconds: 2,
              requests: ordersWithErrors(100),
              non2xx: 0.01
            },
            context
          )
        )
    },
    { name: 'ten crashing programs', run: context => withSink(context, crashCorpus) }
  ],
  report
}
