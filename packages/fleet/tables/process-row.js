'use strict'
// Takes the columns of the table `process` from the facts of a dump, which are JSON of any shape.

/** @typedef {Record<string, unknown>} Facts */

/** Facts that are objects. */
const GROUPS = ['memoryUsage', 'heap', 'container', 'git', 'eventLoop', 'openFiles']

/**
 * @param {Facts} facts
 * @returns {import('./schema').Row}
 */
function processRow (facts) {
  const [memory, heap, container, git, loop, files] = GROUPS.map(name => objectOf(facts[name]))
  const { argv, loadAverage } = facts
  return {
    title: text(facts.title),
    command: Array.isArray(argv) ? argv.filter(word => typeof word === 'string').join(' ') : null,
    cwd: text(facts.cwd),
    platform: text(facts.platform),
    arch: text(facts.arch),
    commit: text(git.commit),
    branch: text(git.branch),
    container: text(container.kind),
    cpus: number(facts.cpus),
    load_average: number(Array.isArray(loadAverage) ? loadAverage[0] : null),
    total_memory_bytes: number(facts.totalMemoryBytes),
    free_memory_bytes: number(facts.freeMemoryBytes),
    memory_limit_bytes: number(container.memoryLimitBytes),
    rss_bytes: number(memory.rss),
    heap_used_bytes: number(heap.usedBytes ?? memory.heapUsed),
    heap_limit_bytes: number(heap.limitBytes),
    external_bytes: number(heap.externalBytes ?? memory.external),
    loop_utilization: number(loop.utilization),
    open_files: number(files.count),
    open_files_limit: number(files.limit)
  }
}

/**
 * @param {unknown} value
 * @returns {Facts}
 */
function objectOf (value) {
  return typeof value === 'object' && value !== null ? /** @type {Facts} */ (value) : {}
}

/** @param {unknown} value */
function text (value) {
  return typeof value === 'string' ? value : null
}

/** @param {unknown} value */
function number (value) {
  return typeof value === 'number' ? value : null
}

module.exports = { processRow }
