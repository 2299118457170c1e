'use strict'
// Shows the tree of which task waits for which. At the top are tasks that no other task waits for; below each task is
// what it waits for. Tasks at one place are grouped.

const { describeAwaits, createTaskTree } = require('../../../crash/task-tree')
const { element } = require('../dom/element')
const { functionName, placeText } = require('./panel')

/** @typedef {import('../model/dump').PageDump} PageDump */
/** @typedef {import('../../page-data').PageTask} PageTask */

/** The greatest depth of the tree. Without a limit, a recursion would fill the page. */
const MAX_DEPTH = 20

/**
 * @param {PageDump} dump
 * @param {(task: PageTask) => void} open shows a task
 * @returns {HTMLElement|null} null if the dump does not know what tasks wait for
 */
function taskTreeView ({ data: { tasks } }, open) {
  if (!tasks.some(({ awaits }) => awaits !== undefined)) return null
  const { roots, taskOf } = createTaskTree({ asyncTasks: tasks })

  /**
   * @param {PageTask[]} group
   * @param {string[]} above places of the groups that contain this one
   * @returns {HTMLElement}
   */
  const nodeOf = (group, above) => {
    const [task] = group
    const place = placeOf(task)
    const isAgain = above.includes(place) || above.length >= MAX_DEPTH
    const children = new Set(group.flatMap(({ awaits = [] }) => awaits.flatMap(({ taskId }) => taskOf(taskId) ?? [])))
    return element(
      'li',
      {},
      element('button', { type: 'button', class: 'link', onclick: () => open(task) }, functionName(task)),
      ' ',
      element('span', { class: 'place' }, placeText(task.place)),
      group.length > 1 && element('span', { class: 'count' }, ` × ${group.length}`),
      isAgain
        ? element('span', { class: 'dim' }, ' …')
        : list([...groups([...children], placeOf).map(each => nodeOf(each, [...above, place])), ...ends(group)])
    )
  }

  /** Lists what a group waits for besides tasks. @param {PageTask[]} group */
  const ends = group => {
    const texts = group.flatMap(task => {
      const others = task.awaits?.filter(({ taskId }) => taskOf(taskId) === undefined)
      return others === undefined || (others.length === 0 && task.awaits?.length !== 0)
        ? []
        : describeAwaits({ ...task, awaits: others }, taskOf)
    })
    return groups(texts, text => text).map(each =>
      element('li', { class: 'dim' }, each[0], each.length > 1 && ` × ${each.length}`)
    )
  }
  const known = new Set(roots)
  return element(
    'div',
    { class: 'task-tree' },
    list(
      groups(
        tasks.filter(task => known.has(task)),
        placeOf
      ).map(group => nodeOf(group, []))
    )
  )
}

/** @param {PageTask} task */
const placeOf = task => `${functionName(task)} ${placeText(task.place)}`

/**
 * @template T
 * @param {T[]} items
 * @param {(item: T) => string} keyOf
 * @returns {T[][]} the largest group first
 */
function groups (items, keyOf) {
  /** @type {Map<string, T[]>} */
  const found = new Map()
  for (const item of items) {
    const group = found.get(keyOf(item))
    if (group === undefined) found.set(keyOf(item), [item])
    else group.push(item)
  }
  return [...found.values()].sort((a, b) => b.length - a.length)
}

/** @param {HTMLElement[]} items */
const list = items => (items.length === 0 ? null : element('ul', {}, items))

module.exports = { taskTreeView }
