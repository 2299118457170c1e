'use strict'
// Lists all suites by name, in the order of the report.

const { latest } = require('../lab/rows')
const { targetsOf } = require('../targets')

/** @type {Record<string, () => import('../lab/suite').Suite>} */
const SUITES = {
  promise: () => require('./promise/suite'),
  start: () => require('./start/suite'),
  triggers: () => require('./triggers/suite'),
  handled: () => require('./handled/suite'),
  'capture-cost': () => require('./capture-cost/suite'),
  soak: () => require('./soak/suite'),
  'first-minute': () => require('./first-minute/suite'),
  recall: () => require('./recall/suite'),
  checkout: () => require('./checkout/suite'),
  crash: () => require('./crash/suite'),
  'async-tasks': () => require('./async-tasks/suite'),
  'heap-snapshot': () => require('./heap-snapshot/suite'),
  graph: () => require('./graph/suite'),
  functions: () => require('./functions/suite'),
  'test-runs': () => require('./test-runs/suite'),
  programs: () => require('./programs/suite'),
  fastify: () => require('./fastify/suite'),
  http: () => require('./http/suite'),
  services: () => require('./services/suite'),
  'critical-path': () => require('./critical-path/suite'),
  ticketing: () => require('./ticketing/suite'),
  peers: () => require('./peers/suite')
}

/**
 * @param {string} name
 * @returns {import('../lab/suite').Suite} with its targets
 * @throws if there is no suite of that name
 */
function suite (name) {
  if (!Object.hasOwn(SUITES, name)) throw new Error(`no suite "${name}"; there are ${Object.keys(SUITES).join(', ')}`)
  const described = SUITES[name]()
  const targets = targetsOf(name)
  return {
    ...described,
    metrics: described.metrics.map(metric => ({ ...metric, targets: targets(metric.name) }))
  }
}

/**
 * @param {import('../lab/rows').Row[]} rows
 * @param {import('../lab/suite').Suite} suite
 */
function latestOf (rows, { name, scenarios, nodes }) {
  const wanted = new Map(scenarios.map(scenario => [scenario.name, scenario]))
  return latest(rows, name, (scenario, node) => {
    const found = wanted.get(scenario)
    return found !== undefined && (found.nodes ?? nodes).includes(node)
  })
}

module.exports = { latestOf, names: Object.keys(SUITES), suite }
