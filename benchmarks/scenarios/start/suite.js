'use strict'
// Measures the cost of the preload in a process that does nothing else.

const path = require('node:path')

const { runNothing, runProgram } = require('../../lab/suite')
const { drawFlamegraphs } = require('./flamegraphs')

const IDLE = path.join(__dirname, 'idle.js')
const BUILTINS = path.join(__dirname, 'builtins.js')

/** @type {import('../../lab/suite').Suite} */
module.exports = {
  name: 'start',
  title: 'Start and idle memory',
  question: 'How much later does a program start, and how much memory does the collector hold?',
  minutes: 15,
  text: `\`node -e 0\`, from spawn to end, measured by the launcher of the process; and a process that only waits:
memory after two full garbage collections and half a second (*of its own*: without pages of files, which processes
share), and how many modules of Node.js are loaded by then. *A server's modules*: a program that requires twelve
modules of Node.js, such as \`node:http\`. Node.js brings V8's code cache of them along, which V8 refuses once one of
its flags differs from what it was when the cache was made, whoever sets it; on-demand sets two.`,
  nodes: ['20', '22', '24', '26'],
  configurations: ['off', 'off-again', 'on-demand', 'always'],
  rounds: 8,
  flamegraphs: (binaries, signal) => drawFlamegraphs(BUILTINS, binaries, signal),
  quickRounds: 1,
  charts: [{ name: 'wall', title: 'node -e 0: milliseconds more than without', metric: 'wallMs' }],
  metrics: [
    { name: 'wallMs', label: 'wall', unit: 'ms', compare: 'difference', digits: 2 },
    { name: 'cpuMs', label: 'CPU', unit: 'ms', compare: 'difference', digits: 2 },
    {
      name: 'rssMb',
      label: 'resident memory',
      unit: 'MB',
      compare: 'difference',
      digits: 2
    },
    { name: 'ownMb', label: 'memory of its own', unit: 'MB', compare: 'difference', digits: 2 },
    { name: 'heapMb', label: 'heap in use', unit: 'MB', compare: 'difference', digits: 2 },
    { name: 'builtinModules', label: 'modules of Node.js', unit: '', compare: 'difference', digits: 0 }
  ],
  scenarios: [
    { name: 'node -e 0', run: runNothing },
    {
      name: "a server's modules",
      async run (context) {
        const {
          metrics: { wallMs, cpuUserMs, cpuSystemMs },
          discarded
        } = await runProgram(BUILTINS, [], context)
        if (discarded !== undefined) return { metrics: {}, discarded }
        return {
          metrics: {
            wallMs,
            ...(cpuUserMs === undefined || cpuSystemMs === undefined ? {} : { cpuMs: cpuUserMs + cpuSystemMs })
          }
        }
      }
    },
    {
      name: 'idle process',
      async run (context) {
        const {
          metrics: { rssMb, ownMb, heapMb, builtinModules },
          discarded
        } = await runProgram(IDLE, [], context, { nodeArgs: ['--expose-gc'] })
        return discarded === undefined
          ? { metrics: { rssMb, ...(ownMb === undefined ? {} : { ownMb }), heapMb, builtinModules } }
          : { metrics: {}, discarded }
      }
    }
  ]
}
