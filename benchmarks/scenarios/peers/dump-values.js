'use strict'
// Lists the texts in a dump, each with the names that lead to it.

/**
 * The output of `crash-collector show --json`, as far as it has values.
 * @typedef {{ value?: unknown, objectId?: string }} RemoteValue
 * @typedef {{ name: string, value: RemoteValue }} Property
 * @typedef {{ this?: RemoteValue, scopeChain: { variables: Record<string, RemoteValue> }[] }} Frame
 * @typedef {{ properties: Property[], privateProperties?: Property[], entries?: { key?: RemoteValue,
 *   value: RemoteValue }[], bytes?: { base64: string } }} ObjectRecord
 * @typedef {{ exception: { value: RemoteValue }, callFrames: Frame[], asyncTasks: Frame[], objects: Record<string,
 *   ObjectRecord> }} Dump
 */

/**
 * @param {Dump} dump
 * @returns {import('./evidence').Leaf[]}
 */
function leavesOfDump ({ exception, callFrames, asyncTasks, objects }) {
  /** @type {[string, RemoteValue][]} */
  const roots = [['exception', exception.value]]
  for (const frame of [...callFrames, ...asyncTasks]) {
    if (frame.this !== undefined) roots.push(['this', frame.this])
    for (const { variables } of frame.scopeChain) roots.push(...Object.entries(variables))
  }
  return roots.flatMap(([name, value]) => leavesOfVariable(name, value, objects))
}

/**
 * @param {string} name
 * @param {RemoteValue} value
 * @param {Record<string, ObjectRecord>} objects
 * @returns {import('./evidence').Leaf[]}
 */
function leavesOfVariable (name, value, objects) {
  const leaves = []
  /** @type {Set<string>} */
  const seen = new Set()
  // The list grows while it is read. The walk is breadth first, so each object is reached by the shortest path.
  const reached = [{ names: [name], value }]
  for (const { names, value } of reached) {
    if (typeof value.value === 'string') leaves.push({ names, text: value.value })
    const object = value.objectId === undefined || seen.has(value.objectId) ? undefined : objects[value.objectId]
    if (value.objectId === undefined || object === undefined) continue
    seen.add(value.objectId)
    if (object.bytes !== undefined) {
      leaves.push({ names, text: Buffer.from(object.bytes.base64, 'base64').toString('latin1') })
    }
    for (const property of [...object.properties, ...object.privateProperties ?? []]) {
      reached.push({ names: [...names, property.name.replace(/^#/, '')], value: property.value })
    }
    for (const { key = {}, value } of object.entries ?? []) reached.push({ names, value: key }, { names, value })
  }
  return leaves
}

module.exports = { leavesOfDump }
