'use strict'
// Measures errors that are constructed, rejected and caught, as in the steady state of many services.

const path = require('node:path')

const { usualBinary } = require('../../lab/configurations/nodes')
const { statisticsEnv, withStatistics } = require('../../lab/process/statistics')
const { runProgram } = require('../../lab/suite')
const { drawFlamegraphs } = require('./flamegraphs')

const PROGRAM = path.join(__dirname, 'program.js')

/** Seconds after the first one. */
const SECONDS = 4

/** @param {number} rate @returns {import('../../lab/suite').Scenario} */
const scenario = rate => ({
  name: `${rate.toLocaleString('en')} errors/s`,
  async run (context) {
    const seconds = context.quick ? 1 : SECONDS
    const measured = await runProgram(PROGRAM, [String(rate), String(seconds)], context, {
      env: statisticsEnv(context.directory)
    })
    // runProgram() has checked stderr already, so it is empty here.
    return withStatistics(measured, '', context)
  }
})

/** @type {import('../../lab/suite').Suite} */
module.exports = {
  name: 'handled',
  title: 'Handled errors',
  question: 'How much CPU time do errors take that a service handles all day?',
  minutes: 8,
  text: `A process that constructs, rejects and catches errors at a fixed rate in an async caller, from 10 distinct
sites, and does nothing else. CPU time as a share of one core: of the first second, in which sites are new, and of the
${SECONDS} after each site has failed three times.`,
  nodes: ['24'],
  configurations: ['off', 'off-again', 'on-demand'],
  flamegraphs: (binaries, signal) => drawFlamegraphs(PROGRAM, usualBinary(binaries), signal),
  rounds: 8,
  quickRounds: 1,
  warmUp: false,
  metrics: [
    {
      name: 'cpuPercent',
      label: 'CPU, steady',
      unit: '% of a core',
      compare: 'difference',
      digits: 2
    },
    { name: 'firstCpuPercent', label: 'CPU, first second', unit: '% of a core', compare: 'difference', digits: 2 }
  ],
  scenarios: [10, 100, 1000, 10_000].map(scenario)
}
