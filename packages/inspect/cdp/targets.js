'use strict'
// Lists the targets that a debugger can attach to: the dead process, its suspended functions, and its other dumps.

const { randomUUID } = require('node:crypto')
const { dumpTitle } = require('../crash/title')
const { plain } = require('../text/terminal-text')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').AsyncTaskRecord} AsyncTaskRecord */

/**
 * @typedef {object} Target
 * @property {string} id the path of the WebSocket; it can't be guessed
 * @property {Dump} dump
 * @property {AsyncTaskRecord|null} task the suspended function that is shown; null: the throw is shown
 * @property {string} title
 * @property {string} url
 */

/** How many tasks are listed; people read the list to choose one. */
const MAX_TASKS = 100
const MAX_TITLE = 200

/**
 * @param {Dump} dump
 * @param {Dump[]} others of the same process
 * @returns {Target[]} the dead process first
 */
function targetsOf (dump, others) {
  return [
    target(dump, null),
    ...others.map(other => target(other, null)),
    ...oneOfEachPlaceFirst(dump.asyncTasks)
      .slice(0, MAX_TASKS)
      .map(task => target(dump, task))
  ]
}

/**
 * @param {Dump} dump
 * @param {AsyncTaskRecord|null} task
 * @returns {Target}
 */
function target (dump, task) {
  const { pid, threadId } = dump.header
  const whose = `${threadId === 0 ? '' : `thread ${threadId} of `}dead process ${pid}`
  const what = task === null ? dumpTitle(dump) : `${placeOf(task)} was suspended (${task.taskId})`
  return {
    id: randomUUID(),
    dump,
    task,
    title: plain(`${whose}: ${what}`).slice(0, MAX_TITLE),
    url: (task ?? dump.callFrames[0])?.url ?? ''
  }
}

/** @param {AsyncTaskRecord} task */
function placeOf ({ functionName, url, lineNumber }) {
  return (
    `${functionName === '' ? '(anonymous)' : functionName} at ${url.slice(url.lastIndexOf('/') + 1)}:${lineNumber + 1}`
  )
}

/**
 * A service may have a thousand requests that wait at one place; they must not hide the tasks at other places.
 * @param {AsyncTaskRecord[]} tasks
 */
function oneOfEachPlaceFirst (tasks) {
  /** @type {Map<string, number>} */
  const counts = new Map()
  const numbered = tasks.map(task => {
    const place = `${task.scriptId} ${placeOf(task)}`
    const count = (counts.get(place) ?? 0) + 1
    counts.set(place, count)
    return { task, count }
  })
  return numbered.sort((a, b) => a.count - b.count).map(({ task }) => task)
}

module.exports = { targetsOf }
