'use strict'
// What the process was waiting for: every suspended async function and generator, with its variables. Off unless asked for, because
// V8 takes long to find them.

const { dataProperty } = require('./error-text')
const { closureScopes } = require('./closure-scopes')
const { liveValues, openConnection } = require('./live-values')
const { String, StringStartsWith, hrtime } = require('./primordials')
const { RawJson } = require('./to-json')
const { withUnformattedStacks } = require('./unformatted-stacks')

/** @typedef {import('node:inspector').Runtime.InternalPropertyDescriptor} InternalProperty */

/** Asked together. */
const BATCH = 100
const NumberFunction = Number

/**
 * @typedef {object} AsyncTasks
 * @property {object[]} records asyncTask records
 * @property {import('./native-walk').WalkedObjects} objects
 * @property {import('../dump/format').NotCaptured[]} notCaptured
 */

/**
 * @param {import('../native').Native} native
 * @param {import('../config').Limits & { asyncTasksMaxHeapBytes: number, maxAsyncTasks: number, idPrefix: string }} limits
 * @param {bigint} deadlineNs of process.hrtime
 * @returns {AsyncTasks | import('../dump/format').NotCaptured} why there are none
 * @throws {Error} where there is no inspector
 */
function readAsyncTasks (native, limits, deadlineNs) {
  const heapBytes = /** @type {{ usedBytes: number }} */ (native.heapState()).usedBytes
  if (heapBytes > limits.asyncTasksMaxHeapBytes) {
    return { what: 'asyncTasks', reason: 'timeout', detail: `the heap has ${heapBytes} bytes, and asyncTasksMaxHeapBytes is ${limits.asyncTasksMaxHeapBytes}` }
  }
  const objects = native.generatorObjects()
  const connection = openConnection()
  try {
    return withUnformattedStacks(() => readTasks(native, connection, objects, limits, deadlineNs))
  } finally {
    connection.close()
  }
}

/**
 * @param {import('../native').Native} native
 * @param {import('./live-values').Connection} connection
 * @param {object[]} generators
 * @param {import('../config').Limits & { maxAsyncTasks: number, idPrefix: string }} limits
 * @param {bigint} deadlineNs
 * @returns {AsyncTasks}
 */
function readTasks (native, connection, generators, limits, deadlineNs) {
  const access = liveValues(connection)
  const writer = native.snapshot(limits)
  const scopes = closureScopes(access, writer, `${limits.idPrefix}s`)
  /** @type {object[]} */
  const records = []
  let late = 0
  let tooMany = 0
  for (let from = 0; from < generators.length; from += BATCH) {
    const batch = []
    for (let i = from; i < generators.length && i < from + BATCH; i++) batch[batch.length] = generators[i]
    const shown = access.show(batch)
    for (let i = 0; i < batch.length; i++) {
      if (hrtime() > deadlineNs) late++
      else {
        const internal = inner(access.properties(/** @type {string} */ (shown[i].value?.objectId)).internalProperties)
        const place = placeOf(internal)
        if (place === null) continue
        const { url = '', functionName = '' } = place
        // Those of Node.js are its own affair.
        if (StringStartsWith(url, 'node:')) continue
        if (records.length >= limits.maxAsyncTasks) tooMany++
        else records[records.length] = taskRecord(internal, url, functionName)
      }
    }
  }
  writer.walk()
  access.release()
  /** @type {import('../dump/format').NotCaptured[]} */
  const notCaptured = []
  if (late > 0) notCaptured[notCaptured.length] = { what: 'asyncTasks', reason: 'timeout', count: late }
  if (tooMany > 0) notCaptured[notCaptured.length] = { what: 'asyncTasks', reason: 'taskCount', count: tooMany }
  return { records, objects: writer.take(), notCaptured }

  /**
   * @param {Record<string, InternalProperty>} internal
   * @returns {{ url?: string, functionName?: string } | null} null for one that runs, or is done
   */
  function placeOf (internal) {
    const code = internal['[[GeneratorFunction]]']?.value
    if (internal['[[GeneratorState]]']?.value?.value !== 'suspended' || code?.objectId === undefined) return null
    return native.functionPlace(access.take([{ objectId: code.objectId }])[0]) ?? null
  }

  /**
   * @param {Record<string, InternalProperty>} internal
   * @param {string} url
   * @param {string} functionName
   */
  function taskRecord (internal, url, functionName) {
    const location = internal['[[GeneratorLocation]]']?.value?.value
    const receiver = internal['[[GeneratorReceiver]]']?.value
    const self = receiver?.objectId === undefined ? undefined : access.take([{ objectId: receiver.objectId }])[0]
    return {
      kind: 'asyncTask',
      taskId: `task:${records.length + 1}`,
      functionName,
      url,
      scriptId: String(dataProperty(location, 'scriptId') ?? ''),
      lineNumber: NumberFunction(dataProperty(location, 'lineNumber') ?? 0),
      columnNumber: NumberFunction(dataProperty(location, 'columnNumber') ?? 0),
      this: self === undefined ? undefined : new RawJson(writer.value(self)),
      scopeChain: scopes([internal['[[Scopes]]']])
    }
  }
}

/**
 * @param {InternalProperty[]} [properties]
 * @returns {Record<string, InternalProperty>} by name
 */
function inner (properties = []) {
  const byName = Object.create(null)
  for (let i = 0; i < properties.length; i++) byName[properties[i].name] = properties[i]
  return byName
}

module.exports = { readAsyncTasks }
