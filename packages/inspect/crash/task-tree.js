'use strict'
// Arranges suspended functions: grouped by the place where they stand, and as a tree of which waits for which.

const { plain } = require('../text/terminal-text')

/**
 * @typedef {import('../reader').Dump} Dump
 * @typedef {import('crash-collector-shared/dump/format').AsyncTaskRecord} AsyncTaskRecord
 * @typedef {import('crash-collector-shared/dump/format').Awaited} Awaited
 * @typedef {Pick<AsyncTaskRecord, 'taskId' | 'taskType' | 'functionName' | 'awaits'>} Task in a dump or in a page
 */

/**
 * @typedef {object} TaskGroup
 * @property {{ url: string, lineNumber: number, columnNumber: number }} place source-mapped if there is a map
 * @property {AsyncTaskRecord[]} tasks that stand there, at least one
 */

/**
 * @param {Dump} dump
 * @param {import('../source/source-map').SourceMaps} sourceMaps
 * @returns {TaskGroup[]} the largest first
 */
function groupTasks (dump, sourceMaps) {
  /** @type {Map<string, TaskGroup>} */
  const groups = new Map()
  for (const task of dump.asyncTasks) {
    const key = JSON.stringify([task.functionName, task.url, task.lineNumber, task.columnNumber])
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { place: sourceMaps.original(task) ?? task, tasks: [task] })
    else group.tasks.push(task)
  }
  return [...groups.values()].sort((a, b) => b.tasks.length - a.tasks.length)
}

/**
 * @template {Task} T
 * @param {{ asyncTasks: T[] }} dump
 * @returns {{ roots: T[], taskOf: (taskId: string | undefined) => T | undefined }} roots: tasks that no other task
 *   waits for, and one task of each cycle
 */
function createTaskTree (dump) {
  /** @type {Map<string, T>} */
  const byId = new Map()
  for (const task of dump.asyncTasks) byId.set(task.taskId, task)
  const taskOf = (/** @type {string | undefined} */ taskId) => (taskId === undefined ? undefined : byId.get(taskId))
  const reached = new Set()
  for (const { awaits = [] } of dump.asyncTasks) for (const { taskId } of awaits) reached.add(taskId)
  const roots = dump.asyncTasks.filter(({ taskId }) => !reached.has(taskId))

  const seen = new Set()
  const visit = (/** @type {T} */ first) => {
    const open = [first]
    for (let task = open.pop(); task !== undefined; task = open.pop()) {
      if (seen.has(task)) continue
      seen.add(task)
      for (const { taskId } of task.awaits ?? []) {
        const next = taskOf(taskId)
        if (next !== undefined) open.push(next)
      }
    }
  }
  roots.forEach(visit)
  for (const task of dump.asyncTasks) {
    if (seen.has(task)) continue
    roots.push(task)
    visit(task)
  }
  return { roots, taskOf }
}

/**
 * The functions that wait for a task, directly or through others: the nearest first, each once. If several wait for one
 * function, only the first is followed.
 * @param {Dump} dump
 * @returns {(task: AsyncTaskRecord) => AsyncTaskRecord[]}
 */
function taskWaiters (dump) {
  /** @type {Map<string, AsyncTaskRecord>} taskId -> the first that awaits it */
  const waiters = new Map()
  for (const waiter of dump.asyncTasks) {
    for (const { taskId } of waiter.awaits ?? []) {
      if (taskId !== undefined && !waiters.has(taskId)) waiters.set(taskId, waiter)
    }
  }
  return task => {
    /** @type {AsyncTaskRecord[]} */
    const found = []
    const seen = new Set([task])
    for (let next = waiters.get(task.taskId); next !== undefined && !seen.has(next); next = waiters.get(next.taskId)) {
      found.push(next)
      seen.add(next)
    }
    return found
  }
}

/**
 * @param {Pick<Task, 'awaits' | 'taskType'>} task
 * @param {(taskId: string | undefined) => Task | undefined} taskOf
 * @returns {string[]} a text for each thing that the task waits for; empty if the dump does not know
 */
function describeAwaits ({ awaits, taskType }, taskOf) {
  if (awaits === undefined) return []
  const known = awaits.filter(({ taskId, description }) => taskId !== undefined || description !== undefined)
  if (known.length > 0) return known.map(awaited => describeAwaited(awaited, taskOf))
  const through = awaits[0]?.through
  if (through !== undefined) return [`${plain(through)} of Node.js`]
  if (taskType === 'generator') return ['its next call']
  return [
    taskType === 'asyncGenerator'
      ? 'its next call, or a promise (nothing more is known)'
      : 'a promise (nothing more is known)'
  ]
}

/**
 * @param {Awaited} awaited
 * @param {(taskId: string | undefined) => Task | undefined} taskOf
 */
function describeAwaited ({ taskId, description = '', through }, taskOf) {
  const task = taskOf(taskId)
  const what =
    taskId === undefined
      ? plain(description)
      : task === undefined
        ? plain(taskId)
        : `${plain(taskId)} ${plain(task.functionName) || '(anonymous)'}`
  return through === undefined ? what : `${what}, through ${plain(through)} of Node.js`
}

module.exports = { describeAwaits, groupTasks, createTaskTree, taskWaiters }
