'use strict'
// Reads the values that the innermost functions of a stack have at hand. One of them may be, or hold, the promise that
// is rejected next.

const { addListeners } = require('../../capture/async-tasks/operations')
const { dataProperty, isObject } = require('../../safe/data-property')
const { isSameWorld, createLiveValues } = require('../values/live-values')
const { ReflectGetOwnPropertyDescriptor, ReflectOwnKeys, isProxy } = require('../../safe/primordials')

const MAX_FRAMES = 6
/** Number of closure scopes of a function that are read. Scopes further out belong to modules. */
const MAX_CLOSURES = 2
const MAX_VARIABLES = 60
const MAX_VALUES = 200

/**
 * @param {import('../values/live-values').Connection} connection
 * @param {import('../pause').CallFrame[]} callFrames without the collector's own
 * @returns {object[]} receivers, values of variables, and listeners of these
 */
function promisesAtHand (connection, callFrames) {
  const remotes = []
  for (let i = 0; i < callFrames.length && i < MAX_FRAMES; i++) {
    const { this: receiver, scopeChain } = callFrames[i]
    const holders = [receiver]
    let closures = 0
    for (let s = 0; s < scopeChain.length; s++) {
      const { type, object } = scopeChain[s]
      if (
        type === 'local' ||
        type === 'block' ||
        type === 'catch' ||
        (type === 'closure' && closures++ < MAX_CLOSURES)
      ) {
        holders[holders.length] = object
      }
    }
    for (let h = 0; h < holders.length; h++) {
      const { objectId } = holders[h]
      if (objectId !== undefined && isSameWorld(objectId, connection.anchorId)) {
        remotes[remotes.length] = { objectId, isScope: h > 0 }
      }
    }
  }
  const live = remotes.length === 0 ? [] : createLiveValues(connection).take(remotes)
  /** @type {object[]} */
  const values = []
  for (let i = 0; i < live.length; i++) {
    if (remotes[i].isScope) addVariables(live[i], values)
    else addValue(live[i], values)
  }
  const direct = values.length
  for (let i = 0; i < direct; i++) {
    const add = (/** @type {unknown} */ listener) => addValue(listener, values)
    addListeners(values[i], add)
    // A socket has the request that it is used for there (test/workarounds/socket-names-message.js, Node.js 20 to 26).
    addListeners(dataProperty(values[i], '_httpMessage'), add)
  }
  return values
}

/**
 * @param {unknown} scope the inspector's object for it
 * @param {object[]} values is added to
 */
function addVariables (scope, values) {
  if (!isObject(scope) || isProxy(scope)) return
  const names = ReflectOwnKeys(scope)
  for (let i = 0; i < names.length && i < MAX_VARIABLES; i++) addValue(variable(scope, names[i]), values)
}

/**
 * @param {object} scope
 * @param {string | symbol} name
 * @returns {unknown}
 */
function variable (scope, name) {
  try {
    return ReflectGetOwnPropertyDescriptor(scope, name)?.value
  } catch {
    // The variable has no value yet (test/workarounds/uninitialised-throws.js, Node.js 22 to 26).
    return undefined
  }
}

/**
 * @param {unknown} value
 * @param {object[]} values
 */
function addValue (value, values) {
  if (isObject(value) && !isProxy(value) && values.length < MAX_VALUES) values[values.length] = value
}

module.exports = { promisesAtHand }
