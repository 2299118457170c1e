'use strict'
// Measures small functions: code that engines find hard to optimise, and errors of each kind.

const path = require('node:path')

const { runProgram } = require('../../lab/suite')
const { names } = require('./functions')

const PROGRAM = path.join(__dirname, 'program.js')

/** @type {import('../../lab/suite').Suite} */
module.exports = {
  name: 'functions',
  title: 'Functions',
  question: 'How much slower is a small function, and one that throws?',
  minutes: 10,
  text: `One function a process, measured by mitata: median nanoseconds a call. \`divideByAndSum\` sums a list of
quotients, as map and reduce with try/catch inside, as a loop with try/catch inside, and as a loop without. Each of
the others handles one error of its kind, at the same place and over again: what a place costs that is met for the
first time is in [A capture, read at once](capture-cost.md).`,
  nodes: ['24'],
  configurations: ['off', 'off-again', 'on-demand', 'pause', 'always'],
  rounds: 8,
  quickRounds: 1,
  warmUp: false,
  packages: true,
  charts: [{ name: 'time', title: 'One call, ratio to without', metric: 'callNs', log: true }],
  metrics: [
    { name: 'callNs', label: 'a call', unit: 'ns', compare: 'ratio', digits: 1 },
    { name: 'errorUs', label: 'one handled error', unit: 'µs', compare: 'difference', digits: 2 },
    { name: 'callsPerSecond', label: 'calls', unit: '/s', compare: 'value', digits: 0 }
  ],
  scenarios: names.map(name => ({
    name,
    async run (context) {
      const {
        metrics: { callNs, errorUs, callsPerSecond },
        ...rest
      } = await runProgram(PROGRAM, [name], context, { nodeArgs: ['--expose-gc'] })
      // The launcher's own figures are left out, because mitata chooses the number of runs.
      return {
        ...rest,
        metrics:
          rest.discarded === undefined ? { callNs, ...(errorUs === undefined ? {} : { errorUs }), callsPerSecond } : {}
      }
    }
  }))
}
