'use strict'
// Names what net.Socket.prototype.connect() is asked to reach.

/**
 * @param {any[]} args of connect()
 * @returns {{ port?: unknown, host?: string, path?: unknown }} path: null from node:http
 */
function targetOf (args) {
  const [first, second] = Array.isArray(args[0]) ? args[0] : args
  if (typeof first === 'object' && first !== null) return first
  if (typeof first === 'string' && !/^\d+$/.test(first)) return { path: first }
  return { port: first, host: typeof second === 'string' ? second : undefined }
}

/** @param {ReturnType<typeof targetOf>} target */
function targetName ({ port, host, path }) {
  return String(path ?? `${host ?? 'localhost'}:${port}`)
}

module.exports = { targetName, targetOf }
