'use strict'
// Lists the roots of a search, nearest to the throw first: the error, the frames, the tasks, and the process's values.

const { processValues } = require('./process-values')
const { sectionsOf } = require('./sections')

/** @typedef {import('./dump').PageDump} PageDump */
/** @typedef {import('./search').Root} Root */

/**
 * @param {PageDump} dump
 * @returns {Root[]}
 */
function searchRoots (dump) {
  const { exception, frames, tasks } = dump.data
  /** @type {Root[]} */
  const roots = []
  if (exception !== null) {
    roots.push({
      label: '',
      place: { view: 'exception', index: 0, section: 0 },
      nodes: [{ name: 'error', value: exception.value }]
    })
  }
  frames.forEach((frame, index) =>
    sectionsOf(dump, frame).forEach(({ title, nodes }, section) => {
      roots.push({ label: `#${frame.index} ${title}`, place: { view: 'frames', index, section }, nodes })
    })
  )
  tasks.forEach((task, index) =>
    sectionsOf(dump, task).forEach(({ title, nodes }, section) => {
      roots.push({ label: `${task.taskId} ${title}`, place: { view: 'tasks', index, section }, nodes })
    })
  )
  const values = processValues(dump.data)
  if (values.length > 0) {
    roots.push({ label: 'process', place: { view: 'process', index: 0, section: 0 }, nodes: values })
  }
  return roots
}

module.exports = { searchRoots }
