'use strict'
// Renders the suspended async functions and generators: grouped by place, or, with `--tasks`, as a tree of which waits
// for which.

const { fitCall } = require('../source/location')
const { describeAwaits, groupTasks, createTaskTree } = require('../crash/task-tree')
const { cut, plain, widthOf } = require('../text/terminal-text')
const { OWN_SCOPES } = require('./frames')
const { renderShort } = require('./scopes')
const { renderVariableLines } = require('./variables')

/** @typedef {import('./types').View} View */
/** @typedef {import('crash-collector-shared/dump/format').AsyncTaskRecord} AsyncTaskRecord */

const MAX_GROUPS = 10
const MAX_AWAITS = 3
const MAX_ID_COLUMNS = 12
/** The greatest indentation of a line, so that text fits beside it. */
const MAX_INDENT = 20
/** Stands for a task that was shown already. */
const ABOVE = '(above)'

/**
 * @param {View} view
 * @param {number} [maxGroups]
 * @returns {string[]}
 */
function renderTasks (view, maxGroups = MAX_GROUPS) {
  const { dump, paint, all, sourceMaps } = view
  const groups = groupTasks(dump, sourceMaps)
  if (groups.length === 0) return []
  const { taskOf } = createTaskTree(dump)
  const shown = all ? groups : groups.slice(0, maxGroups)
  const lines = [`${paint('bold', 'Waiting')} ${paint('grey', countText(dump.asyncTasks.length))}`]
  for (const { tasks } of shown) {
    const [first] = tasks
    lines.push(head(view, first, '  ', tasks.length), ...details(view, first, taskOf, '      '))
  }
  const left = groups.length - shown.length
  const hints = [
    left > 0 ? `… ${left} more places (--all shows them)` : '',
    dump.asyncTasks.length > shown.length ? '--tasks shows each, under what waits for it' : ''
  ]
  for (const hint of hints) if (hint !== '') lines.push(paint('grey', `  ${hint}`))
  return lines
}

/** @param {number} count */
function countText (count) {
  return count === 1
    ? '(a suspended async function or generator)'
    : `(${count} suspended async functions and generators)`
}

/**
 * @param {View} view
 * @returns {string[]} the tree of all tasks
 */
function renderTaskTree (view) {
  const { dump, columns, paint } = view
  const { roots, taskOf } = createTaskTree(dump)
  if (roots.length === 0) return ['The dump has no suspended async functions or generators.']
  const lines = [paint('bold', 'Waiting') + paint('grey', ' (what a function waits for stands below it)')]
  const seen = new Set()
  /** @type {{ task: AsyncTaskRecord, depth: number }[]} */
  const open = roots.map(task => ({ task, depth: 0 })).reverse()
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { task, depth } = next
    const indent = ' '.repeat(Math.min(2 + 2 * depth, MAX_INDENT))
    if (seen.has(task)) {
      const start = `${indent}${taskIdText(task)}  `
      const name = cut(plain(task.functionName) || '(anonymous)', columns - widthOf(start) - ABOVE.length - 1)
      lines.push(`${start}${name} ${paint('grey', ABOVE)}`)
      continue
    }
    seen.add(task)
    lines.push(head(view, task, indent), ...details(view, task, taskOf, `${indent}    `))
    const below = (task.awaits ?? []).map(({ taskId }) => taskOf(taskId)).filter(each => each !== undefined)
    open.push(...below.map(each => ({ task: each, depth: depth + 1 })).reverse())
  }
  return lines
}

/**
 * @param {View} view
 * @param {AsyncTaskRecord} task
 * @param {string} indent
 * @param {number} [count] number of tasks at that place
 */
function head ({ columns, paint, sourceMaps, directory }, task, indent, count = 1) {
  const start = `${indent}${taskIdText(task)}  `
  const times = count > 1 ? `× ${count}` : ''
  const { name, where } = fitCall(
    task.functionName,
    sourceMaps.original(task) ?? task,
    columns - widthOf(start) - (times === '' ? 0 : times.length + 1),
    directory
  )
  return `${start}${paint('bold', name)}  ${paint('cyan', where)}${times === '' ? '' : ` ${paint('yellow', times)}`}`
}

/** @param {AsyncTaskRecord} task */
function taskIdText ({ taskId }) {
  return cut(plain(taskId), MAX_ID_COLUMNS)
}

/**
 * @param {View} view
 * @param {AsyncTaskRecord} task
 * @param {(taskId: string | undefined) => AsyncTaskRecord | undefined} taskOf
 * @param {string} indent
 */
function details (view, task, taskOf, indent) {
  const { dump, paint, all, columns } = view
  const awaits = describeAwaits(task, taskOf)
  const more = awaits.length > MAX_AWAITS ? [`${awaits.length - MAX_AWAITS} more`] : []
  const own = task.scopeChain.filter(({ type }) => OWN_SCOPES.has(type)).flatMap(scope => dump.scope(scope).variables)
  return [
    ...(awaits.length === 0
      ? []
      : [
          indent +
            paint(
              'grey',
              cut(`waits for ${[...awaits.slice(0, MAX_AWAITS), ...more].join(', ')}`, columns - indent.length)
            )
        ]),
    ...(all
      ? renderVariableLines(view, own, '')
      : renderShort({ ...view, columns: columns - indent.length + 6 }, own).map(line => indent + line.trimStart()))
  ]
}

module.exports = { renderTasks, renderTaskTree }
