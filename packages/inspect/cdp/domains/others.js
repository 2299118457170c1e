'use strict'
// Methods that front ends call when they start and to which a dead process can only give an empty answer. Every other
// unknown method is answered with -32601.

const NOTHING = [
  'NodeWorker.disable',
  'NodeRuntime.enable',
  'NodeRuntime.disable',
  'NodeTracing.stop',
  'Console.enable',
  'Console.disable',
  'Console.clearMessages'
]

/** @returns {Record<string, import('./types').Method>} */
function otherMethods () {
  return {
    ...Object.fromEntries(NOTHING.map(name => [name, () => ({})])),
    'Schema.getDomains': () => ({
      domains: ['Runtime', 'Debugger', 'Profiler', 'HeapProfiler'].map(name => ({ name, version: '1.3' }))
    })
  }
}

module.exports = { otherMethods }
