'use strict'
// Measures what each trigger costs in a process that lives.

const path = require('node:path')

const { runNothing, runProgram } = require('../../lab/suite')
const { IN_GROUPS, NO_EVENT_CHANNELS, TRIGGER_CONFIGURATIONS } = require('../../lab/configurations/triggers')

const REQUESTS = path.join(__dirname, 'requests.js')
const WAITS = path.join(__dirname, 'waits.js')

const ALWAYS = ['off', 'off-again', 'on-demand']
const TRIGGERS = TRIGGER_CONFIGURATIONS.map(({ name }) => name)
const GROUPS = IN_GROUPS.map(({ name }) => name)

/**
 * @param {import('../../lab/suite').Context} context
 * @returns {Promise<import('../../lab/suite').Measured>}
 */
async function runWaits (context) {
  const { metrics, discarded } = await runProgram(WAITS, [], context)
  if (discarded !== undefined) return { metrics: {}, discarded }
  const { idleCpuPercent, mainWakeUps, otherWakeUps, threads, ownMb } = metrics
  return { metrics: { idleCpuPercent, mainWakeUps, otherWakeUps, threads, ownMb } }
}

/** @type {import('../../lab/suite').Suite} */
module.exports = {
  name: 'triggers',
  title: 'Triggers, idle',
  question: 'What does each trigger cost in a process that has nothing to do?',
  minutes: 14,
  text: `The collector with one trigger each. \`node -e 0\`, from spawn to end; and a process that has nothing to do for
three seconds: its CPU time, how often its main thread and its other threads were woken, its memory. \`only api\` has no
trigger that waits for anything, so what others cost more than it is theirs. For \`memoryLimit\` the process is put into
a control group with a limit of 8 GB, and of 512 MB, which takes root; its start is not measured, because that is part
of it. \`eventChannels\` (outgoing requests, on by default) by requests of \`node:http\` to a server in the same
process, which answers at once: the CPU time of both for each request.`,
  nodes: ['24'],
  configurations: [...ALWAYS, ...TRIGGERS, ...GROUPS, NO_EVENT_CHANNELS.name],
  rounds: 8,
  quickRounds: 1,
  metrics: [
    { name: 'wallMs', label: 'start', unit: 'ms', compare: 'difference', digits: 2 },
    { name: 'cpuMs', label: 'CPU of the start', unit: 'ms', compare: 'difference', digits: 2 },
    { name: 'idleCpuPercent', label: 'CPU while idle', unit: '% of a core', compare: 'difference', digits: 3 },
    { name: 'mainWakeUps', label: 'main thread woken', unit: '/s', compare: 'difference', digits: 2 },
    { name: 'otherWakeUps', label: 'other threads woken', unit: '/s', compare: 'difference', digits: 2 },
    { name: 'threads', label: 'threads', unit: '', compare: 'difference', digits: 0 },
    { name: 'ownMb', label: 'memory of its own', unit: 'MB', compare: 'difference', digits: 2 },
    { name: 'requestUs', label: 'CPU of an outgoing request', unit: 'µs', compare: 'difference', digits: 1 }
  ],
  scenarios: [
    { name: 'node -e 0', configurations: [...ALWAYS, ...TRIGGERS, NO_EVENT_CHANNELS.name], run: runNothing },
    {
      name: 'outgoing requests',
      configurations: [...ALWAYS, NO_EVENT_CHANNELS.name],
      async run (context) {
        const { metrics, discarded } = await runProgram(REQUESTS, [], context)
        return discarded === undefined ? { metrics: { requestUs: metrics.requestUs } } : { metrics: {}, discarded }
      }
    },
    { name: 'nothing to do', configurations: [...ALWAYS, ...TRIGGERS], run: runWaits },
    {
      name: 'nothing to do, other settings',
      configurations: [...ALWAYS, NO_EVENT_CHANNELS.name, 'only-api', ...GROUPS],
      run: runWaits
    }
  ]
}
