'use strict'
// Reads the state of a suspended async function or generator from the inspector's internal properties, which are not
// documented (test/workarounds/suspended-state.js, Node.js 20 to 26).

const { dataProperty } = require('../../safe/data-property')
const { Number, ObjectCreate, String } = require('../../safe/primordials')

/** @typedef {import('node:inspector').Runtime.InternalPropertyDescriptor} InternalProperty */

/**
 * @typedef {object} SuspendedState
 * @property {boolean} isSuspended false: it runs or has ended
 * @property {unknown} code its function
 * @property {unknown} receiver its `this`
 * @property {string} scriptId
 * @property {number} lineNumber of the await or yield
 * @property {number} columnNumber
 * @property {InternalProperty[]} scopesOf the property that closure-scopes.js reads
 */

/**
 * @param {ReturnType<typeof import('../values/live-values').liveValues>} access
 * @param {string} objectId of the generator
 * @returns {SuspendedState}
 */
function suspendedState (access, objectId) {
  const internal = inner(access.properties(objectId).internalProperties)
  const location = internal['[[GeneratorLocation]]']?.value?.value
  return {
    isSuspended: internal['[[GeneratorState]]']?.value?.value === 'suspended',
    code: live(internal['[[GeneratorFunction]]']),
    receiver: live(internal['[[GeneratorReceiver]]']),
    scriptId: String(dataProperty(location, 'scriptId') ?? ''),
    lineNumber: Number(dataProperty(location, 'lineNumber') ?? 0),
    columnNumber: Number(dataProperty(location, 'columnNumber') ?? 0),
    scopesOf: [internal['[[Scopes]]']]
  }

  /** @param {InternalProperty | undefined} property */
  function live (property) {
    const id = property?.value?.objectId
    return id === undefined ? undefined : access.take([{ objectId: id }])[0]
  }
}

/**
 * @param {InternalProperty[]} [properties]
 * @returns {Record<string, InternalProperty>} by name
 */
function inner (properties = []) {
  const byName = ObjectCreate(null)
  for (let i = 0; i < properties.length; i++) byName[properties[i].name] = properties[i]
  return byName
}

module.exports = { suspendedState }
