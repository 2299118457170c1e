'use strict'
// Renders the facts about the process: the most wanted ones in words, the others with --all.

const path = require('node:path')
const { byteText, durationText } = require('../text/words')
const { formatValue } = require('../values/format-value')
const { displayUrl } = require('../source/location')
const { cut, plain } = require('../text/terminal-text')

/** @typedef {import('./types').View} View */
/** @typedef {import('crash-collector-shared/dump/format').ProcessRecord} ProcessRecord */

/** Facts that are in the error's headline, or that interest few people. */
const FOLDED = new Set([
  'kind',
  'title',
  'argv',
  'execArgv',
  'execPath',
  'cwd',
  'uptimeMs',
  'versions',
  'platform',
  'arch',
  'hostname',
  'osRelease',
  'cpus',
  'totalMemoryBytes',
  'freeMemoryBytes',
  'loadAverage',
  'memoryUsage',
  'resourceUsage',
  'activeResources',
  'env',
  'errorHooks',
  'annotations',
  'heap',
  'container',
  'eventLoop',
  'handles',
  'httpRequests',
  'openFiles',
  'addons',
  'packages',
  'git',
  'asyncStores',
  'output',
  'events',
  'threads',
  'children'
])

/** Facts that other sections render. */
const VALUES = new Set(['kind', 'annotations', 'asyncStores', 'output', 'events'])

const NAME_COLUMNS = 12
const SHOWN_REQUESTS = 5
/** What the first screen has if there is no room for more. */
const SHORT = new Set(['command', 'commit', 'packages', 'answering', 'requesting'])

/**
 * @param {View} view
 * @param {boolean} [isShort] the facts that tell this process from others
 * @returns {string[]}
 */
function renderProcess (view, isShort = false) {
  const { dump, columns, paint, all } = view
  if (dump.process === null) return []
  const known = [
    ...(all ? allFacts(dump.process) : mainFacts(dump.process, dump.threads.length > 0, view.commitAge)),
    ...familyFacts(view)
  ]
  const facts = isShort ? known.filter(([name]) => SHORT.has(name)) : known
  const width = all ? Math.min(18, Math.max(0, ...facts.map(([name]) => name.length))) : NAME_COLUMNS
  const lines = facts.map(([name, text]) => {
    const line = `  ${plain(name).padEnd(width)}  ${plain(text)}`
    return all ? line : cut(line, columns)
  })
  const sections = lines.length === 0 ? [] : [paint('bold', 'Process'), ...lines]
  return [...sections, ...renderAnnotations(view, width)]
}

/**
 * @param {ProcessRecord} record
 * @param {boolean} hasThreads true: another section shows the threads
 * @param {string} commitAge
 * @returns {[string, string][]}
 */
function mainFacts (record, hasThreads, commitAge) {
  const { argv, execArgv, cwd, uptimeMs, hostname, cpus } = record
  const memory = numbersOf(record.memoryUsage)
  const resources = numbersOf(record.activeResources)
  /** @type {[string, string|undefined][]} */
  const facts = [
    ['command', Array.isArray(argv) ? commandText(argv, execArgv, cwd) : undefined],
    ['directory', typeof cwd === 'string' ? cwd : undefined],
    ['ran for', typeof uptimeMs === 'number' ? durationText(uptimeMs) : undefined],
    [
      'memory',
      memory.rss === undefined
        ? undefined
        : `${byteText(memory.rss)} resident` +
          (memory.heapTotal === undefined
            ? ''
            : `, heap ${byteText(memory.heapUsed ?? 0)} of ${byteText(memory.heapTotal)}`)
    ],
    [
      'machine',
      typeof hostname === 'string'
        ? `${hostname}${typeof cpus === 'number' ? `, ${cpus} CPUs` : ''}${loadText(record.loadAverage)}`
        : undefined
    ],
    ['container', containerText(record.container)],
    ['commit', gitText(record.git, commitAge)],
    ['packages', packagesText(record.packages)],
    ['environment', environmentText(record.env)],
    ['open files', openFilesText(record.openFiles)],
    ['event loop', loopText(record.eventLoop)],
    ['threads', hasThreads ? undefined : threadsText(record.threads, cwd)],
    ...requestFacts(record.httpRequests),
    [
      'waiting for',
      Object.entries(resources)
        .map(([name, count]) => (count > 1 ? `${name} ×${count}` : name))
        .join(', ') || undefined
    ]
  ]
  for (const [name, fact] of Object.entries(record)) if (!FOLDED.has(name)) facts.push([name, factText(fact)])
  return facts.flatMap(([name, text]) => (text === undefined ? [] : [[name, text]]))
}

/**
 * @param {unknown[]} argv
 * @param {unknown} execArgv
 * @param {unknown} cwd
 */
function commandText ([, script, ...args], execArgv, cwd) {
  const file = typeof script === 'string' ? displayUrl(script, typeof cwd === 'string' ? cwd : undefined) : ''
  return ['node', ...(Array.isArray(execArgv) ? execArgv : []), file, ...args].map(jsonText).join(' ')
}

/**
 * @param {ProcessRecord} record
 * @returns {[string, string][]}
 */
function allFacts (record) {
  return Object.entries(record)
    .filter(([name]) => !VALUES.has(name))
    .map(([name, fact]) => [name, factText(fact)])
}

/** How many of its parents say who has started a process: npm, for example, starts a shell. */
const SHOWN_PARENTS = 3

/**
 * @param {View} view
 * @returns {[string, string][]} the processes that have started this one, and the dumps of related processes
 */
function familyFacts ({ dump, relatives, all }) {
  const { processes = [], ppid } = dump.header
  const parents = processes.slice(1, all ? undefined : SHOWN_PARENTS + 1).map(({ pid, name }) => `${name} (pid ${pid})`)
  if (parents.length === 0 && ppid !== undefined && ppid > 0) parents.push(`pid ${ppid}`)
  const known = relatives.map(({ file }) => file)
  const gone = listOf(dump.process?.children).filter(({ dump: file }) => !known.includes(String(file)))
  /** @type {[string, string][]} */
  const facts = parents.length === 0 ? [] : [['started by', parents.join(', ')]]
  for (const { relation, pid, file, title } of relatives) {
    facts.push([relation, `pid ${pid}, ${nameOf(file, dump)}: ${title}`])
  }
  for (const { pid, dump: file } of gone) facts.push(['child', `pid ${jsonText(pid)} left ${jsonText(file)}`])
  return facts
}

/**
 * @param {string} file of another dump
 * @param {import('../reader').Dump} dump
 */
function nameOf (file, dump) {
  return path.dirname(file) === path.dirname(path.resolve(dump.file)) ? path.basename(file) : file
}

/**
 * @param {unknown} fact
 * @returns {Record<string, unknown>[]}
 */
const listOf = fact => (Array.isArray(fact) ? fact.map(membersOf) : [])

/**
 * Renders the application's annotations, which are values of the dump and not plain JSON.
 * @param {View} view
 * @param {number} width
 */
function renderAnnotations ({ dump, columns, paint, all }, width) {
  const value = dump.process?.annotations
  if (value === undefined) return []
  const text = formatValue(value, dump, { columns: columns - width - 4, depth: all ? 6 : 3, paint, notes: 'short' })
  return text
    .replace('[Object: null prototype] ', '')
    .split('\n')
    .map((line, i) => `  ${(i === 0 ? 'annotations' : '').padEnd(width)}  ${line}`)
}

/**
 * @param {unknown} fact
 * @returns {Record<string, number>}
 */
function numbersOf (fact) {
  if (typeof fact !== 'object' || fact === null) return {}
  return Object.fromEntries(Object.entries(fact).filter(([, value]) => typeof value === 'number'))
}

/**
 * @param {unknown} fact
 * @returns {Record<string, unknown>}
 */
const membersOf = fact =>
  typeof fact === 'object' && fact !== null ? /** @type {Record<string, unknown>} */ (fact) : {}

/** @param {unknown} container */
function containerText (container) {
  const { kind, memoryLimitBytes, memoryHighBytes, memoryUsedBytes, cpuLimit, outOfMemoryKills } = membersOf(container)
  const limits = [memoryLimitBytes, memoryHighBytes].filter(limit => typeof limit === 'number')
  const used = typeof memoryUsedBytes === 'number' ? `${byteText(memoryUsedBytes)} of ` : ''
  const parts = [
    typeof kind === 'string' && kind,
    limits.length > 0 && `${used}${byteText(Math.min(...limits))} memory`,
    typeof cpuLimit === 'number' && `${cpuLimit} CPUs`,
    typeof outOfMemoryKills === 'number' && outOfMemoryKills > 0 && `${outOfMemoryKills} killed for memory`
  ]
  return parts.filter(Boolean).join(', ') || undefined
}

/** @param {unknown} git @param {string} age */
function gitText (git, age) {
  const { commit, branch } = membersOf(git)
  if (typeof commit !== 'string') return undefined
  return `${commit.slice(0, 12)}${typeof branch === 'string' ? ` (${branch})` : ''}${age === '' ? '' : `, ${age}`}`
}

/** @param {unknown} packages */
function packagesText (packages) {
  if (!Array.isArray(packages)) return undefined
  return (
    packages
      .map(each => membersOf(each))
      .map(({ name, version }) => (version === undefined ? jsonText(name) : `${jsonText(name)}@${jsonText(version)}`))
      .join(', ') || undefined
  )
}

/** @param {unknown} env */
function environmentText (env) {
  return (
    Object.entries(membersOf(env))
      .map(([name, value]) => `${name}=${jsonText(value)}`)
      .join(' ') || undefined
  )
}

/** @param {unknown} openFiles */
function openFilesText (openFiles) {
  const { count, limit } = membersOf(openFiles)
  return typeof count === 'number' ? `${count}${typeof limit === 'number' ? ` of ${limit}` : ''}` : undefined
}

/**
 * @param {unknown} httpRequests
 * @returns {[string, string][]}
 */
function requestFacts (httpRequests) {
  const { requests, leftOut } = membersOf(httpRequests)
  if (!Array.isArray(requests)) return []
  /** @type {Map<string, { side: string, text: string, count: number, oldestMs: number }>} */
  const alike = new Map()
  for (const each of requests) {
    const { side, method, url, ageMs } = membersOf(each)
    const text = `${jsonText(method)} ${jsonText(url)}`
    const name = side === 'client' ? 'requesting' : 'answering'
    const entry = alike.get(`${name} ${text}`) ?? { side: name, text, count: 0, oldestMs: 0 }
    entry.count++
    if (typeof ageMs === 'number') entry.oldestMs = Math.max(entry.oldestMs, ageMs)
    alike.set(`${name} ${text}`, entry)
  }
  const shown = [...alike.values()].slice(0, SHOWN_REQUESTS)
  /** @type {[string, string][]} */
  const facts = shown.map(({ side, text, count, oldestMs }) => {
    const times = count > 1 ? ` × ${count}` : ''
    const age = oldestMs === 0 ? '' : `${count > 1 ? ', the oldest' : ''} for ${durationText(oldestMs)}`
    return [side, text + times + age]
  })
  const counted = shown.reduce((sum, { count }) => sum + count, 0)
  const more = requests.length - counted + (typeof leftOut === 'number' ? leftOut : 0)
  return more > 0 ? [...facts, ['', `and ${more} more request${more === 1 ? '' : 's'}`]] : facts
}

/** @param {unknown} eventLoop */
function loopText (eventLoop) {
  const { turnMs, delay } = membersOf(eventLoop)
  const { p50Ms, p99Ms, maxMs } = membersOf(delay)
  const parts = [
    // Shorter turns are normal and not shown.
    typeof turnMs === 'number' && turnMs >= 100 && `in this turn for ${durationText(turnMs)}`,
    typeof maxMs === 'number' &&
      `late by ${jsonText(p50Ms)} ms in the middle, ${jsonText(p99Ms)} ms at the 99th percentile, ${maxMs} ms at most`
  ]
  return parts.filter(Boolean).join(', ') || undefined
}

/**
 * @param {unknown} threads
 * @param {unknown} cwd
 */
function threadsText (threads, cwd) {
  if (!Array.isArray(threads) || threads.length < 2) return undefined
  const directory = typeof cwd === 'string' ? cwd : undefined
  return threads
    .map(each => {
      const { threadId, file, waiting } = membersOf(each)
      const name = threadId === 0 ? 'main' : `worker ${jsonText(threadId)}`
      const place = typeof file === 'string' ? ` ${displayUrl(file, directory)}` : ''
      return `${name}${place} (${waiting === true ? 'waiting' : 'running'})`
    })
    .join(', ')
}

/** @param {unknown} load */
function loadText (load) {
  return Array.isArray(load) && typeof load[0] === 'number' ? `, load ${load[0].toFixed(1)}` : ''
}

/**
 * A fact as JSON with less punctuation.
 * @param {unknown} fact
 * @returns {string}
 */
function factText (fact) {
  if (Array.isArray(fact)) return fact.map(jsonText).join(' ')
  if (typeof fact !== 'object' || fact === null) return String(fact)
  return Object.entries(fact)
    .map(([name, value]) => `${name} ${jsonText(value)}`)
    .join(', ')
}

/**
 * A fact as text, whatever its type in a damaged dump. String() is not used on objects, because it would call the
 * object's toString, which may be a number.
 * @param {unknown} fact
 */
function jsonText (fact) {
  return typeof fact === 'object' ? JSON.stringify(fact) : String(fact)
}

module.exports = { renderProcess }
