'use strict'
// Reads the state of the process at the report, as plain data.

const { dataProperty } = require('../../safe/data-property')
const {
  atStart, cwd: currentDirectory, getActiveHandles, getActiveResourcesInfo, memoryUsage, readdirSync, resourceUsage,
  uptime
} = require('../../safe/node-builtins')
const { MathRound, Number, ObjectCreate, ObjectKeys, process } = require('../../safe/primordials')
const { readDeadChildren } = require('./children')
const { readContainer } = require('./container')
const { readEvents, readHttpRequests } = require('./http-requests')
const { readLogFiles } = require('./log-files')
const { find, linesEndingIn, readText } = require('./text-files')
const { readGitCommit, readPackages } = require('./packages')

const { arch, platform, versions } = atStart

const MAX_HANDLES = 200
const MAX_ADDONS = 100
const MAX_ARGUMENTS = 10_000

/** @typedef {import('../../addon/native-functions').ThreadFunctions} ThreadFunctions */
/** @typedef {import('../../addon/native-functions').HeapFunctions} HeapFunctions */

/** @returns {number} whole milliseconds */
function readUptimeMs () {
  return MathRound(uptime() * 1000)
}

/**
 * Reads what seldom changes while the process runs.
 * @param {readonly string[]} envNames names of the environment variables that are in the dump
 */
function readFixedState (envNames) {
  return {
    title: stringOf(process, 'title'),
    argv: stringsOf(dataProperty(process, 'argv')),
    execArgv: stringsOf(dataProperty(process, 'execArgv')),
    execPath: stringOf(process, 'execPath'),
    cwd: attempt(currentDirectory),
    versions: stringsNamed(versions, ObjectKeys(versions)),
    platform,
    arch,
    env: stringsNamed(dataProperty(process, 'env'), envNames)
  }
}

/**
 * @param {object} sources
 * @param {(ThreadFunctions & HeapFunctions) | null} sources.native
 * @param {Record<string, number> | null} sources.hooks counters of the hooks
 * @param {number} sources.uptimeMs at the time of the dump's header
 * @param {readonly string[]} sources.envNames names of the environment variables that are in the dump
 * @param {readonly string[]} sources.urls of the scripts that have a frame
 * @param {import('../types').Recorders | null} sources.recorders
 * @param {boolean} sources.hasLogs true: the ends of logs are read
 * @param {(text: string) => string} sources.redact
 * @returns {Record<string, unknown>}
 */
function readProcessState ({ native, hooks, uptimeMs, envNames, urls, recorders, hasLogs, redact }) {
  const fixed = readFixedState(envNames)
  const { cwd } = fixed
  return {
    ...fixed,
    uptimeMs,
    ...attempt(() => native?.machineState()),
    memoryUsage: attempt(memoryUsage),
    resourceUsage: attempt(resourceUsage),
    heap: attempt(() => native?.heapState()),
    container: attempt(readContainer),
    ...attempt(() => (native === null ? undefined : loopState(native, uptimeMs, recorders))),
    activeResources: attempt(() => countByName(getActiveResourcesInfo())),
    httpRequests: attempt(() => readHttpRequests(recorders?.ages)),
    threads: attempt(() => native?.threads()),
    children: attempt(() => readDeadChildren(native)),
    openFiles: attempt(readOpenFiles),
    addons: attempt(readAddons),
    packages: attempt(() => readPackages(urls)),
    git: attempt(() => (cwd === undefined ? undefined : readGitCommit(cwd))),
    output: attempt(() => withAny({ ...(hasLogs ? readLogFiles(redact) : {}), ...recorders?.output?.(redact) })),
    events: attempt(() => readEvents(recorders?.events?.())),
    errorHooks: hooks ?? undefined
  }
}

/**
 * @param {ThreadFunctions & HeapFunctions} native
 * @param {number} uptimeMs
 * @param {import('../types').Recorders | null} recorders
 */
function loopState (native, uptimeMs, recorders) {
  const { handles, leftOut, idleMs, turns, turnMs } = native.loopState(MAX_HANDLES)
  recorders?.ages?.addTo(handles, getActiveHandles())
  return {
    eventLoop: {
      utilization: MathRound((1 - idleMs / uptimeMs) * 1000) / 1000,
      idleMs: MathRound(idleMs),
      turns,
      turnMs: MathRound(turnMs),
      delay: recorders?.loopDelay?.()
    },
    handles: leftOut > 0 ? { handles, leftOut } : { handles }
  }
}

/** @returns {{ count: number, limit?: number } | undefined} undefined outside of Linux */
function readOpenFiles () {
  if (platform !== 'linux') return undefined
  const limit = find(/^Max open files +(\d+)/m, readText('/proc/self/limits'))
  // One of the descriptors is that of the directory /proc/self/fd itself.
  return { count: readdirSync('/proc/self/fd').length - 1, limit: limit === undefined ? undefined : Number(limit) }
}

/** @returns {string[] | undefined} paths of the loaded `.node` files; undefined outside of Linux */
function readAddons () {
  if (platform !== 'linux') return undefined
  const lines = linesEndingIn('/proc/self/maps', '.node')
  /** @type {string[]} */
  const found = []
  const seen = ObjectCreate(null)
  for (let i = 0; i < lines.length && found.length < MAX_ADDONS; i++) {
    const file = find(/ (\/[^ ].*\.node)$/, lines[i])
    if (file === undefined || file in seen) continue
    seen[file] = true
    found[found.length] = file
  }
  return found
}

/**
 * Reads by descriptor, as the next two functions do, because the application may have replaced the property.
 * @param {unknown} holder
 * @param {string} name
 */
function stringOf (holder, name) {
  const value = dataProperty(holder, name)
  return typeof value === 'string' ? value : undefined
}

/**
 * @param {unknown} holder
 * @param {readonly string[]} names
 */
function stringsNamed (holder, names) {
  /** @type {Record<string, string>} */
  const strings = ObjectCreate(null)
  for (let i = 0; i < names.length; i++) {
    const value = stringOf(holder, names[i])
    if (value !== undefined) strings[names[i]] = value
  }
  return strings
}

/**
 * @param {unknown} list
 * @returns {string[] | undefined} undefined when it is no list
 */
function stringsOf (list) {
  const length = dataProperty(list, 'length')
  if (typeof length !== 'number') return undefined
  /** @type {string[]} */
  const strings = []
  for (let i = 0; i < length && i < MAX_ARGUMENTS; i++) {
    const value = stringOf(list, `${i}`)
    if (value !== undefined) strings[strings.length] = value
  }
  return strings
}

/**
 * Reads one part of the state. If that fails, the part is left out and the dump goes on.
 * @template T
 * @param {() => T} read
 * @returns {T | undefined}
 */
function attempt (read) {
  try {
    return read()
  } catch {
    return undefined // not available here
  }
}

/**
 * @template {object} T
 * @param {T} object
 * @returns {T | undefined} undefined if it has no property
 */
function withAny (object) {
  return ObjectKeys(object).length === 0 ? undefined : object
}

/** @param {string[]} names */
function countByName (names) {
  /** @type {Record<string, number>} */
  const counts = ObjectCreate(null)
  for (let i = 0; i < names.length; i++) counts[names[i]] = (counts[names[i]] ?? 0) + 1
  return counts
}

module.exports = { readFixedState, readProcessState, readUptimeMs }
