'use strict'
// The state of the process at the report, as plain data.

const os = require('node:os')

const { apply } = require('./primordials')

const proc = process
const started = {
  memoryUsage: proc.memoryUsage,
  resourceUsage: proc.resourceUsage,
  uptime: proc.uptime,
  cwd: proc.cwd,
  activeResources: proc.getActiveResourcesInfo
}

/**
 * @param {Record<string, number> | null} hooks counters of the addon
 * @param {{ env: Record<string, string> }} startup what is only known at start
 * @returns {Record<string, unknown>}
 */
function readProcessState (hooks, startup) {
  return {
    title: proc.title,
    argv: copy(proc.argv),
    execArgv: copy(proc.execArgv),
    execPath: proc.execPath,
    cwd: attempt(() => apply(started.cwd, proc, [])),
    uptimeMs: Math.round(apply(started.uptime, proc, []) * 1000),
    versions: { ...proc.versions },
    platform: proc.platform,
    arch: proc.arch,
    hostname: attempt(os.hostname),
    osRelease: attempt(os.release),
    cpus: attempt(() => os.availableParallelism()),
    totalMemoryBytes: attempt(os.totalmem),
    freeMemoryBytes: attempt(os.freemem),
    loadAverage: attempt(() => copy(os.loadavg())),
    memoryUsage: attempt(() => apply(started.memoryUsage, proc, [])),
    resourceUsage: attempt(() => apply(started.resourceUsage, proc, [])),
    activeResources: attempt(() => countByName(apply(started.activeResources, proc, []))),
    env: startup.env,
    errorHooks: hooks ?? undefined
  }
}

/**
 * A reading that fails must not cost the dump.
 * @template T
 * @param {() => T} read
 * @returns {T | undefined}
 */
function attempt (read) {
  try {
    return read()
  } catch {
    return undefined // not to be had here: left out
  }
}

/** @param {unknown[]} list */
function copy (list) {
  const result = []
  for (let i = 0; i < list.length; i++) result[i] = list[i]
  return result
}

/** @param {string[]} names */
function countByName (names) {
  /** @type {Record<string, number>} */
  const counts = Object.create(null)
  for (let i = 0; i < names.length; i++) counts[names[i]] = (counts[names[i]] ?? 0) + 1
  return counts
}

module.exports = { readProcessState }
