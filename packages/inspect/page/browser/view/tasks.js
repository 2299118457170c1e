'use strict'
// Shows suspended async functions and generators, grouped by the place where they wait.

const { element } = require('../dom/element')
const { framePanel, functionName, placeText } = require('./panel')
const { inlineText } = require('./source')
const { taskTreeView } = require('./task-tree')
const { isOwn } = require('../model/scopes')

/** @typedef {import('../model/dump').PageDump} PageDump */
/** @typedef {import('../../page-data').PageTask} PageTask */
/** @typedef {{ element: HTMLElement, open: () => import('./panel').Panel }} TaskView */

/** @param {PageDump} dump */
function tasksView (dump) {
  const { tasks } = dump.data
  /** @type {Map<string, number[]>} */
  const groups = new Map()
  tasks.forEach((task, i) => {
    const key = `${functionName(task)}  ${placeText(task.place)}`
    groups.set(key, [...groups.get(key) ?? [], i])
  })
  /** @type {TaskView[]} */
  const views = []
  const items = Array.from(groups.values(), indexes => {
    const task = tasks[indexes[0]]
    const children = indexes.map(i => {
      views[i] = taskView(dump, tasks[i])
      return views[i].element
    })
    const details = /** @type {HTMLDetailsElement} */ (
      element(
        'details',
        { class: 'group' },
        element(
          'summary',
          {},
          element('span', { class: 'function' }, functionName(task)),
          ' ',
          element('span', { class: 'place' }, placeText(task.place)),
          ' ',
          element('span', { class: 'count' }, indexes.length)
        ),
        children
      )
    )
    details.open = tasks.length <= 20
    return details
  })
  const tree = taskTreeView(dump, task => {
    const { element: view, open } = views[tasks.indexOf(task)]
    const group = /** @type {HTMLDetailsElement|null} */ (view.closest('details.group'))
    if (group !== null) group.open = true
    open()
    view.scrollIntoView({ block: 'start' })
  })
  return {
    element: element(
      'div',
      { class: 'panel tasks' },
      element('p', { class: 'dim' }, 'Async functions and generators that were suspended at an await or a yield.'),
      tree !== null && [element('h2', {}, 'Who waits for whom'), tree, element('h2', {}, 'Each of them')],
      items
    ),
    /**
     * @param {number} task
     * @param {number} section
     * @param {number[]} indexes
     */
    reveal (task, section, indexes) {
      const { element: view, open } = views[task]
      const group = /** @type {HTMLDetailsElement|null} */ (view.closest('details.group'))
      if (group !== null) group.open = true
      return open().reveal(section, indexes)
    }
  }
}

/** How many variables stand beside a task's id, so that tasks of a group can be told apart. */
const GLANCE = 3

/**
 * @param {PageDump} dump
 * @param {PageTask} task
 */
function glance (dump, task) {
  const variables = task.scopeChain
    .filter(isOwn)
    .flatMap(scope => dump.scope(scope).variables)
    .filter(({ value }) => value !== undefined && value.type !== 'function')
  return variables
    .slice(0, GLANCE)
    .map(({ name, value }) =>
      value === undefined ? null : element('span', { class: 'inline' }, `${name} = `, inlineText(dump, value))
    )
}

/**
 * @param {PageDump} dump
 * @param {PageTask} task
 * @returns {TaskView}
 */
function taskView (dump, task) {
  const details = /** @type {HTMLDetailsElement} */ (
    element('details', { class: 'task' }, element('summary', {}, task.taskId, glance(dump, task)))
  )
  /** @type {import('./panel').Panel|null} */
  let panel = null
  const fill = () => {
    panel ??= framePanel(dump, task, task.taskId)
    if (panel.element.parentNode === null) details.append(panel.element)
    return panel
  }
  details.addEventListener('toggle', () => {
    if (details.open) fill()
  })
  return {
    element: details,
    open () {
      details.open = true
      return fill()
    }
  }
}

module.exports = { tasksView }
