'use strict'
// Lists all suites by name, in the order of the report.

/** @type {Record<string, () => import('../lab/suite').Suite>} */
const SUITES = {
  promise: () => require('./promise/suite'),
  start: () => require('./start/suite'),
  triggers: () => require('./triggers/suite'),
  handled: () => require('./handled/suite'),
  'capture-cost': () => require('./capture-cost/suite'),
  'capture-profile': () => require('./capture-profile/suite'),
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
  'critical-path': () => require('./critical-path/suite'),
  ticketing: () => require('./ticketing/suite'),
  peers: () => require('./peers/suite')
}

/**
 * @param {string} name
 * @returns {import('../lab/suite').Suite}
 * @throws if there is no suite of that name
 */
function suite (name) {
  if (!Object.hasOwn(SUITES, name)) throw new Error(`no suite "${name}"; there are ${Object.keys(SUITES).join(', ')}`)
  return SUITES[name]()
}

module.exports = { names: Object.keys(SUITES), suite }
