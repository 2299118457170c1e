'use strict'
// Reads the limits that a container or a service manager has set, from the control groups of Linux: version 2
// (https://docs.kernel.org/admin-guide/cgroup-v2.html), or version 1 if only that is mounted.

const { atStart, existsSync } = require('../../safe/node-builtins')

const { Number, RegExpExec, StringSlice, StringStartsWith } = require('../../safe/primordials')
const { find, linesOf, readText } = require('./text-files')

const isLinux = atStart.platform === 'linux'
const ROOT = '/sys/fs/cgroup'
/** In bytes. Version 1 of control groups says for "no limit" the largest multiple of a page, which is above this. */
const NO_LIMIT = 2 ** 60

/**
 * How long the processes of the group had to wait for memory, in percent of the last ten seconds and of the last
 * minute. some: one of them waited; full: all that had something to do.
 * @typedef {{ some10: number, some60: number, full10: number, full60: number }} Pressure
 */

/**
 * @returns
 *   {{ kind?: string, memoryLimitBytes?: number, memoryHighBytes?: number, memoryUsedBytes?: number,
 *     memoryPressure?: Pressure, cpuLimit?: number, pidsLimit?: number, outOfMemoryKills?: number,
 *     hidesOuterGroups?: true } | undefined}
 *   undefined outside of Linux, and when there is no container and no limit. cpuLimit: number of CPUs;
 *   hidesOuterGroups: there are groups around those that the process sees, and their limits are not known
 */
function readContainer () {
  if (!isLinux) return undefined
  const folder = groupFolder()
  const limits = folder === null ? limitsOfVersion1() : limitsOfVersion2(folder)
  const kind = kindOfContainer()
  const all = { kind, ...limits }
  for (const name in all) if (all[/** @type {keyof typeof all} */ (name)] !== undefined) return all
  return undefined
}

function kindOfContainer () {
  if (existsSync('/var/run/secrets/kubernetes.io')) return 'kubernetes'
  if (existsSync('/run/.containerenv')) return 'podman'
  return existsSync('/.dockerenv') ? 'docker' : undefined
}

/** @returns {string | null} folder of this process's group; null if only version 1 is mounted */
function groupFolder () {
  if (!existsSync(`${ROOT}/cgroup.controllers`)) return null
  const lines = linesOf(readText('/proc/self/cgroup') ?? '')
  for (let i = 0; i < lines.length; i++) {
    if (!StringStartsWith(lines[i], '0::')) continue
    // In a container the path may be that of the host, which does not exist in the container.
    const folder = ROOT + StringSlice(lines[i], 3)
    return existsSync(folder) ? folder : ROOT
  }
  return ROOT
}

/** @param {string} folder */
function limitsOfVersion2 (folder) {
  const cpu = readText(`${folder}/cpu.max`)
  const quota = find(/^(\d+)/, cpu)
  const used = numberIn(`${folder}/memory.current`)
  const kills = find(/^oom_kill (\d+)/m, readText(`${folder}/memory.events`))
  return {
    memoryLimitBytes: numberIn(`${folder}/memory.max`),
    memoryHighBytes: numberIn(`${folder}/memory.high`),
    memoryUsedBytes: used,
    // The group of the whole system has this file as well, and it is no container.
    memoryPressure: used === undefined ? undefined : pressureIn(readText(`${folder}/memory.pressure`)),
    cpuLimit: quota === undefined ? undefined : Number(quota) / Number(find(/^\d+ (\d+)/, cpu)),
    pidsLimit: numberIn(`${folder}/pids.max`),
    outOfMemoryKills: kills === undefined ? undefined : Number(kills),
    // Each group but the outermost of the system has this file.
    hidesOuterGroups: existsSync(`${ROOT}/cgroup.type`) ? /** @type {const} */ (true) : undefined
  }
}

function limitsOfVersion1 () {
  const quota = numberIn(`${ROOT}/cpu/cpu.cfs_quota_us`)
  const period = numberIn(`${ROOT}/cpu/cpu.cfs_period_us`)
  return {
    memoryLimitBytes: numberIn(`${ROOT}/memory/memory.limit_in_bytes`),
    memoryUsedBytes: numberIn(`${ROOT}/memory/memory.usage_in_bytes`),
    cpuLimit: quota === undefined || period === undefined ? undefined : quota / period,
    pidsLimit: numberIn(`${ROOT}/pids/pids.max`),
    // Only the outermost group of the system has the second file.
    hidesOuterGroups:
      existsSync(`${ROOT}/memory/memory.stat`) && !existsSync(`${ROOT}/memory/release_agent`)
        ? /** @type {const} */ (true)
        : undefined
  }
}

/**
 * @param {string | undefined} text in the form of https://docs.kernel.org/accounting/psi.html
 * @returns {Pressure | undefined}
 */
function pressureIn (text) {
  const some10 = find(/^some avg10=([\d.]+)/m, text)
  if (some10 === undefined) return undefined
  return {
    some10: Number(some10),
    some60: Number(find(/^some .* avg60=([\d.]+)/m, text)),
    full10: Number(find(/^full avg10=([\d.]+)/m, text)),
    full60: Number(find(/^full .* avg60=([\d.]+)/m, text))
  }
}

/**
 * @param {string} file
 * @returns {number | undefined} undefined when the file has no number, but for example `max`, and for "no limit"
 */
function numberIn (file) {
  const text = readText(file)
  if (text === undefined || RegExpExec(/^\d+\s*$/, text) === null) return undefined
  const number = Number(text)
  return number < NO_LIMIT ? number : undefined
}

module.exports = { readContainer }
