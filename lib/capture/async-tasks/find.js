'use strict'
// Finds the suspended functions, the order in which they are read, and what each waits for.

const { ObjectCreate, String, StringStartsWith } = require('../../safe/primordials')
const { findOperations } = require('./operations')

/** @typedef {import('../../addon/native-functions').TaskFunctions} TaskFunctions */

/**
 * @typedef {import('../../../packages/shared/dump/terms').Awaited} Awaited
 * @typedef {import('../../../packages/shared/dump/terms').NotCaptured} NotCaptured
 * @typedef {import('../../addon/native-types').FunctionPlace} FunctionPlace
 */

/**
 * @typedef {object} FoundTask
 * @property {object} generator
 * @property {string} taskId '' for a function of Node.js itself
 * @property {FunctionPlace | undefined} place of its function; undefined if V8 has searched
 * @property {number} continuation position in its function, 0 where the function begins; -1 if V8 has searched
 * @property {string} at equal for tasks that are suspended at the same place of the same function; '' if V8 has
 *   searched
 * @property {Awaited[] | undefined} awaits undefined if V8 has searched, or time was up
 */

/** Number of tasks that are found, before any is read. */
const MAX_FOUND = 200_000
/** Number of functions of Node.js, waiting for each other, between a task and what it waits for. */
const MAX_THROUGH = 10
/**
 * Time to find what the tasks wait for, also if the search has used up the time. It takes a few milliseconds for a
 * thousand functions.
 */
const LEAST_LINKS_MS = 50

/**
 * Finds all suspended functions.
 *
 * @param {TaskFunctions} native
 * @param {import('./probes').TaskProbes | null} probes
 * @param {{ asyncTasks: 'auto' | 'on' | 'off' }} config
 * @param {import('./task-time').TaskTime} time
 * @returns
 *   {{ tasks: FoundTask[], isComplete: boolean, isLinked: boolean, durations: { scanMs: number,
 *     collectMs: number } | undefined } | null}
 *   null when the heap cannot be read and the setting does not allow V8's search. The tasks are in the order of
 *   inTurns(); isLinked: what they wait for was found in time
 */
function findTasks (native, probes, { asyncTasks }, time) {
  // A busy machine must leave time for reading what was found.
  const found = probes === null ? undefined : native.findTasks(probes, time.cpuMsLeft(), time.msLeft() / 2, MAX_FOUND)
  if (found === undefined || probes === null) {
    return asyncTasks === 'on'
      ? { tasks: foundByV8(native), isComplete: true, isLinked: true, durations: undefined }
      : null
  }
  /** @type {FoundTask[]} */
  const all = []
  for (let i = 0; i < found.tasks.length; i++) {
    all[i] = {
      generator: found.tasks[i],
      taskId: '',
      place: native.functionPlace(found.functions[i]),
      continuation: found.continuations[i],
      at: '',
      awaits: undefined
    }
  }
  const isProbe = (/** @type {number} */ i) =>
    found.tasks[i] === probes.generator ||
    found.tasks[i] === probes.asyncGenerator ||
    found.functions[i] === probes.asyncFunction
  const tasks = inTurns(all, found.continuations, isProbe)
  for (let i = 0; i < tasks.length; i++) tasks[i].taskId = `task:${i + 1}`
  const isLinked = addLinks(native, probes, all, findOperations(found.timers), time)
  return {
    tasks,
    isComplete: found.complete,
    isLinked,
    durations: { scanMs: found.scanMs, collectMs: found.collectMs }
  }
}

/**
 * @param {TaskFunctions} native
 * @returns {FoundTask[]} also those of Node.js itself
 */
function foundByV8 (native) {
  const generators = native.generatorObjects()
  /** @type {FoundTask[]} */
  const tasks = []
  for (let i = 0; i < generators.length; i++) {
    tasks[i] = {
      generator: generators[i],
      taskId: `task:${i + 1}`,
      place: undefined,
      continuation: -1,
      at: '',
      awaits: undefined
    }
  }
  return tasks
}

/**
 * Sets `awaits` of the tasks.
 *
 * @param {TaskFunctions} native
 * @param {import('./probes').TaskProbes} probes
 * @param {FoundTask[]} tasks
 * @param {import('./operations').Operation[]} operations
 * @param {import('./task-time').TaskTime} time
 * @returns {boolean} false when time was up, so that it is not known what some of the tasks wait for
 */
function addLinks (native, probes, tasks, operations, time) {
  const generators = []
  const entries = []
  for (let i = 0; i < tasks.length; i++) generators[i] = tasks[i].generator
  for (let i = 0; i < operations.length; i++) entries[i] = operations[i].entry
  // The other half of the time is for reading the variables.
  const halfMs = time.cpuMsLeft() / 2
  const cpuMs = halfMs > LEAST_LINKS_MS ? halfMs : LEAST_LINKS_MS
  const links = native.taskLinks(probes, generators, entries, cpuMs, time.msLeft() / 2)
  if (links === undefined) return true
  /** @type {{ tasks: number[], operations: number[] }[]} */
  const awaited = []
  for (let i = 0; i < tasks.length; i++) awaited[i] = { tasks: [], operations: [] }
  for (let i = 0; i < links.tasks.length; i += 2) push(awaited[links.tasks[i]].tasks, links.tasks[i + 1])
  for (let i = 0; i < links.causes.length; i += 2) push(awaited[links.causes[i]].operations, links.causes[i + 1])

  for (let i = 0; i < tasks.length; i++) {
    if (tasks[i].taskId === '') continue
    /** @type {Awaited[]} */
    const awaits = []
    const seen = ObjectCreate(null)
    collect(i, undefined, 0)
    // An empty list says that nothing is known that could wake the task, which is sure only if the search was complete.
    if (links.complete || awaits.length > 0) tasks[i].awaits = awaits

    /**
     * Collects what a task waits for. Functions of Node.js are passed over: what they wait for is what the
     * application's function waits for.
     * @param {number} index of the task
     * @param {string | undefined} through name of the first function of Node.js that was passed over
     * @param {number} depth number of functions of Node.js that were passed over
     */
    function collect (index, through, depth) {
      const own = awaited[index]
      for (let n = 0; n < own.tasks.length; n++) {
        const { taskId, place } = tasks[own.tasks[n]]
        const first = through ?? (place?.functionName || undefined)
        if (taskId !== '') add({ taskId, through })
        else if (depth < MAX_THROUGH && isNew(`${own.tasks[n]} in ${first}`)) collect(own.tasks[n], first, depth + 1)
      }
      for (let n = 0; n < own.operations.length; n++) {
        const { type, description } = operations[own.operations[n]]
        add({ type, description, through })
      }
      if (depth > 0 && own.tasks.length === 0 && own.operations.length === 0) add({ through })
    }

    /** @param {Awaited} one */
    function add (one) {
      if (isNew(`${one.taskId ?? one.description} ${one.through}`)) push(awaits, one)
    }

    /** @param {string} key */
    function isNew (key) {
      if (key in seen) return false
      seen[key] = true
      return true
    }
  }
  return links.complete
}

/**
 * Orders the tasks: one of each place comes before the second of any place. A service may have a thousand requests that
 * wait at one place, and if not all can be read, each place must be among those that are.
 * @param {FoundTask[]} tasks
 * @param {number[]} continuations position of each task in its function
 * @param {(index: number) => boolean} isOurs
 * @returns {FoundTask[]} the tasks of the application
 */
function inTurns (tasks, continuations, isOurs) {
  /** @type {Record<string, number>} */
  const counts = ObjectCreate(null)
  /** @type {FoundTask[][]} */
  const turns = []
  for (let i = 0; i < tasks.length; i++) {
    const { place } = tasks[i]
    if (place === undefined || StringStartsWith(place.url ?? 'node:', 'node:') || isOurs(i)) continue
    const at = `${String(place.scriptId)}:${String(place.lineNumber)}:${String(place.columnNumber)}:${continuations[i]}`
    const turn = (counts[at] = (counts[at] ?? -1) + 1)
    tasks[i].at = at
    push((turns[turn] ??= []), tasks[i])
  }
  /** @type {FoundTask[]} */
  const ordered = []
  for (let i = 0; i < turns.length; i++) for (let n = 0; n < turns[i].length; n++) push(ordered, turns[i][n])
  return ordered
}

/**
 * Adds to a list without Array.prototype.push(), which the application may have replaced.
 * @template T
 * @param {T[]} list
 * @param {T} member
 */
function push (list, member) {
  list[list.length] = member
}

module.exports = { findTasks }
