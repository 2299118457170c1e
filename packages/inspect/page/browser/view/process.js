'use strict'
// Shows the state of the process: all facts of the dump, those that people ask for first on top.

const { eventText } = require('../../../text/event-text')
const { byteText, durationText, lookupTable } = require('../../../text/words')
const { processValues } = require('../model/process-values')
const { element } = require('../dom/element')
const { heapView } = require('./heap')
const { valueTree } = require('./values')

/** @typedef {import('../model/dump').PageDump} PageDump */

/** The facts that come first, in this order. The others follow in the dump's order. */
const FIRST = [
  'argv',
  'execArgv',
  'cwd',
  'uptimeMs',
  'memoryUsage',
  'heap',
  'container',
  'hostname',
  'git',
  'packages',
  'env',
  'openFiles',
  'httpRequests',
  'activeResources',
  'handles',
  'eventLoop'
]

/** @param {PageDump} dump */
function processView (dump) {
  const { annotations, events, output, ...facts } = dump.data.process
  const names = [...FIRST.filter(name => name in facts), ...Object.keys(facts).filter(name => !FIRST.includes(name))]
  const values = processValues(dump.data)
  const tree = values.length === 0 ? null : valueTree(dump, values)
  return {
    element: element(
      'div',
      { class: 'panel' },
      tree?.element,
      names.length === 0 &&
        tree === null &&
        element('p', { class: 'missing' }, 'The dump has no state of the process.'),
      element(
        'dl',
        { class: 'facts' },
        names.flatMap(name => [element('dt', {}, wordsOf(name)), element('dd', {}, factView(name, facts[name]))]),
        outputView(output),
        eventsView(events),
        heapView(dump.data.heapSummary)
      )
    ),
    reveal: (/** @type {number[]} */ indexes) => tree?.reveal(indexes) ?? null
  }
}

/**
 * Shows the last lines that the application wrote.
 * @param {unknown} output
 */
function outputView (output) {
  const streams = /** @type {Record<string, { lines?: unknown } | null>} */ (
    typeof output === 'object' && output !== null ? output : {}
  )
  return Object.entries(streams)
    .map(([name, stream]) => ({ name, lines: stream?.lines }))
    .flatMap(({ name, lines }) =>
      !Array.isArray(lines) || lines.length === 0
        ? []
        : [
            element('dt', {}, `last on ${name}`),
            element(
              'dd',
              {},
              lines.map(line =>
                element('span', { class: 'text-line' }, typeof line === 'string' ? line : JSON.stringify(line))
              )
            )
          ]
    )
}

/** @param {unknown} events */
function eventsView (events) {
  if (!Array.isArray(events) || events.length === 0) return []
  const lines = events.map(eventText).map(({ time, text }) =>
    element('span', { class: 'text-line' }, `${time}  ${text}`)
  )
  return [element('dt', {}, 'last events'), element('dd', {}, lines)]
}

/** Names of Node.js that say little to people. @type {Record<string, string>} */
const WORDS = lookupTable({
  argv: 'command',
  execArgv: 'options of Node.js',
  cwd: 'working directory',
  uptimeMs: 'ran for',
  memoryUsage: 'memory',
  rss: 'in all (RSS)',
  heapTotal: 'heap reserved',
  heapUsed: 'heap used',
  hostname: 'machine',
  env: 'environment',
  cpus: 'processors',
  loadAverage: 'load of 1, 5, 15 min',
  activeResources: 'what keeps it alive',
  httpRequests: 'HTTP requests',
  crashId: 'id of the crash',
  startedBy: 'started by',
  pid: 'process id',
  ppid: 'id of the parent',
  uid: 'user id',
  gid: 'group id'
})

/** @param {string} name such as `totalMemoryBytes` */
function wordsOf (name) {
  if (WORDS[name] !== undefined) return WORDS[name]
  return name.replace(/(?:Bytes|Ms)$/, '').replace(/([a-z])([A-Z])/g, (_, a, b) => `${a} ${b.toLowerCase()}`)
}

/** Facts in bytes whose names don't end in `Bytes`. */
const BYTES = new Set(['rss', 'heapTotal', 'heapUsed', 'external', 'arrayBuffers'])
/** Facts whose keys are names of other software and must not be reworded. */
const KEYED = new Set(['env', 'versions', 'activeResources'])
const MAX_NESTING = 6

/**
 * One line for all garbage collections, because a line for each would hide the other facts.
 * @param {unknown} collections
 */
function collectionsView (collections) {
  const list = Array.isArray(collections) ? collections : []
  const texts = list.map(each => `${byteText(Number(each?.usedBytes))} ${durationText(Number(each?.ageMs))} before`)
  return texts.length === 0
    ? element('span', { class: 'missing' }, 'none')
    : element('span', { class: 'number' }, texts.join(', '))
}

/**
 * @param {string} name
 * @param {unknown} fact
 * @param {number} [nesting]
 * @returns {HTMLElement}
 */
function factView (name, fact, nesting = 0) {
  if (name === 'afterCollections') return collectionsView(fact)
  if (typeof fact === 'number') {
    const text =
      name.endsWith('Bytes') || BYTES.has(name)
        ? byteText(fact)
        : name.endsWith('Ms')
          ? durationText(fact)
          : String(fact)
    return element('span', { class: 'number' }, text)
  }
  if (Array.isArray(fact) && fact.every(each => typeof each !== 'object' || each === null)) {
    return element(
      'span',
      { class: fact.length === 0 ? 'missing' : 'string' },
      fact.length === 0 ? 'none' : fact.map(String).join(' ')
    )
  }
  if (typeof fact !== 'object' || fact === null) {
    return element('span', { class: typeof fact === 'string' ? 'string' : 'boolean' }, String(fact))
  }
  const entries = Object.entries(fact)
  if (entries.length === 0) return element('span', { class: 'missing' }, 'none')
  if (nesting > MAX_NESTING) return element('span', { class: 'missing' }, '…')
  const isList = Array.isArray(fact)
  return element(
    'ul',
    {
      class:
        nesting > 0 && !isList && entries.every(([, each]) => typeof each !== 'object') ? 'fact-list flat' : 'fact-list'
    },
    entries.map(([key, each]) =>
      element(
        'li',
        {},
        element('span', { class: 'name' }, isList ? '' : `${KEYED.has(name) ? key : wordsOf(key)}: `),
        factView(key, each, nesting + 1)
      )
    )
  )
}

module.exports = { processView }
