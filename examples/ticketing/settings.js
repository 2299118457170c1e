'use strict'
// Reads the settings of the service from its environment, once.

const { env } = process

const settings = Object.freeze({
  port: Number(env.PORT ?? 0),
  useChildProcesses: isSet('USE_CHILD_PROCESSES'),
  useRandomDelay: isSet('USE_RANDOM_DELAY'),
  usePipeline: isSet('USE_PIPELINE'),
  latencyMs: Number(env.LATENCY_MS ?? 50),
  useHeavyFares: isSet('USE_HEAVY_FARES'),
  carrierTimeoutMs: Number(env.CARRIER_TIMEOUT_MS ?? 5000),
  brokenCarrier: env.BROKEN_CARRIER ?? ''
})

/** @param {string} name */
function isSet (name) {
  return !['', '0', 'false', 'no'].includes(env[name] ?? '')
}

module.exports = { settings }
