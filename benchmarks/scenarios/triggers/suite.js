'use strict'
// Measures what each trigger costs in a process that lives.

const path = require('node:path')

const { runNothing, runProgram } = require('../../lab/suite')
const { TRIGGER_CONFIGURATIONS } = require('../../lab/configurations/triggers')

const WAITS = path.join(__dirname, 'waits.js')

/** @type {import('../../lab/suite').Suite} */
module.exports = {
  name: 'triggers',
  title: 'Triggers, idle',
  text: `The collector with one trigger each. \`node -e 0\`, from spawn to end; and a process that has nothing to do for
three seconds: its CPU time, how often its main thread and its other threads were woken, its memory. \`only api\` has no
trigger that waits for anything, so what others cost more than it is theirs.`,
  nodes: ['24'],
  configurations: ['off', 'off-again', 'on-demand', ...TRIGGER_CONFIGURATIONS.map(({ name }) => name)],
  rounds: 15,
  quickRounds: 1,
  metrics: [
    { name: 'wallMs', label: 'start', unit: 'ms', compare: 'difference', digits: 2 },
    { name: 'cpuMs', label: 'CPU of the start', unit: 'ms', compare: 'difference', digits: 2 },
    { name: 'idleCpuPercent', label: 'CPU while idle', unit: '% of a core', compare: 'difference', digits: 3 },
    { name: 'mainWakeUps', label: 'main thread woken', unit: '/s', compare: 'difference', digits: 2 },
    { name: 'otherWakeUps', label: 'other threads woken', unit: '/s', compare: 'difference', digits: 2 },
    { name: 'threads', label: 'threads', unit: '', compare: 'difference', digits: 0 },
    { name: 'ownMb', label: 'memory of its own', unit: 'MB', compare: 'difference', digits: 2 }
  ],
  scenarios: [
    { name: 'node -e 0', run: runNothing },
    {
      name: 'nothing to do',
      async run (context) {
        const { metrics, discarded } = await runProgram(WAITS, [], context)
        if (discarded !== undefined) return { metrics: {}, discarded }
        const { idleCpuPercent, mainWakeUps, otherWakeUps, threads, ownMb } = metrics
        return { metrics: { idleCpuPercent, mainWakeUps, otherWakeUps, threads, ownMb } }
      }
    }
  ]
}
