'use strict'
// Measures if rationing leaves enough for the error that kills the process, and how much it spends before.

const path = require('node:path')
const { setTimeout: sleep } = require('node:timers/promises')

const { dumpsIn, showDump, variablesOf } = require('../../lab/process/dumps')
const { launch } = require('../../lab/process/launch')
const { readStatistics, statisticsEnv } = require('../../lab/process/statistics')
const { median } = require('../../lab/quantile')
const { inDirectory } = require('../../lab/suite')

/** @typedef {import('../../lab/suite').Context} Context */

const SERVICE = path.join(__dirname, 'service.js')
const SECONDS = 60
const SITES = 200
const SERVICES = 10

/** A variable of the service's last function when it throws. */
const FATAL = { functionName: 'settle', variable: 'invoice', value: 'INV-2041' }

/**
 * @param {Context} context
 * @returns {Promise<Record<string, number>>} metrics of one service
 */
async function runService ({ configuration, node, directory, env, quick, signal }) {
  const seconds = quick ? 5 : SECONDS
  const command = [node, ...configuration.nodeArgs, SERVICE, String(seconds), String(SITES)]
  const { usage, stdout, stderr } = await launch(command, {
    cwd: directory,
    env: { ...env, ...statisticsEnv(directory) },
    timeoutMs: seconds * 3000 + 60_000,
    signal
  })
  if (usage.exitCode !== 1 || !stderr.includes('invoice is settled')) {
    throw new Error(`did not die as planned: ${usage.exitCode} ${stderr}`)
  }
  const dumps = dumpsIn(path.join(directory, 'crashes'))
  const statistics = readStatistics(directory)
  return {
    ...JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? ''),
    dumps: dumps.length,
    withVariables: Number(dumps.length === 1 && hasVariables(dumps[0])),
    ...statistics
  }
}

/** @param {string} dump */
function hasVariables (dump) {
  return variablesOf(showDump(dump), FATAL.functionName)[FATAL.variable]?.value === FATAL.value
}

/** @type {import('../../lab/suite').Suite} */
module.exports = {
  name: 'first-minute',
  title: 'Two hundred distinct handled errors, then a crash',
  question: "Are errors of a service's first minute affordable, and is its crash then captured?",
  minutes: 14,
  text: `A service with 600 scripts and 80 MB of heap meets ${SITES} distinct errors in its first minute, evenly, each
caught by its caller and each met twice more later, and then dies of an unhandled rejection of a kind that it has not
seen before. A run is ${SERVICES} such services at once, started one after another; ten are nearly idle on two cores.
*Spent*: the collector's own clock around its captures.`,
  nodes: ['24'],
  configurations: ['off', 'on-demand'],
  rounds: 8,
  quickRounds: 1,
  warmUp: false,
  metrics: [
    { name: 'withVariables', label: 'crashes with variables in the dump', unit: 'of 10', compare: 'value', digits: 0 },
    {
      name: 'captureMs',
      label: 'spent on captures (median)',
      unit: 'ms',
      compare: 'value',
      digits: 0
    },
    { name: 'worstCaptureMs', label: 'spent on captures (worst)', unit: 'ms', compare: 'value', digits: 0 },
    { name: 'captures', label: 'captures (median)', unit: '', compare: 'value', digits: 0 },
    { name: 'cpuMs', label: 'CPU of the whole minute (median)', unit: 'ms', compare: 'difference', digits: 0 }
  ],
  scenarios: [
    {
      name: `${SITES} sites`,
      async run (context) {
        const count = context.quick ? 2 : SERVICES
        const services = await Promise.all(
          Array.from({ length: count }, async (_, index) => {
            // The starts are apart, so that their bursts of work don't coincide.
            await sleep(index * 500)
            return inDirectory(context.configuration, context.node, context, runService)
          })
        )
        const numbers = (/** @type {string} */ name) =>
          services.flatMap(service => (service[name] === undefined ? [] : [service[name]]))
        const metrics = { services: count, cpuMs: median(numbers('cpuMs')) }
        if (context.configuration.name === 'off') return { metrics, details: { services } }
        return {
          metrics: {
            ...metrics,
            withVariables: numbers('withVariables').reduce((sum, one) => sum + one, 0),
            ...(numbers('captureMs').length === 0
              ? {}
              : {
                  captureMs: median(numbers('captureMs')),
                  worstCaptureMs: Math.max(...numbers('captureMs')),
                  captures: median(numbers('captures'))
                })
          },
          details: { services }
        }
      }
    }
  ]
}
