'use strict'
// Finds the causes of a reported error: its `cause`, the errors of an AggregateError, and the fields in which libraries
// keep the original error. Only data properties are read, so no getter runs.

const { dataProperty, isObject } = require('../../safe/data-property')
const { findCauseSnapshots } = require('./find-snapshots')
const { ArrayIsArray, ObjectIs, isNativeError, isProxy } = require('../../safe/primordials')

/** @typedef {import('../types').Cause} Cause */

/**
 * Fields that may hold a cause. `cause` is that of the language; the others are those of packages: sequelize (original,
 * parent), typeorm (driverError), mongoose and mongodb (reason, originalError), graphql and apollo (originalError),
 * azure (innerError), verror (jse_cause), yup (inner), ioredis (previousErrors, lastNodeError), got, p-retry and
 * winston (error, originalError), mssql (originalError), node-fetch (err), p-queue (err).
 */
const FIELDS = [
  'cause',
  'errors',
  'originalError',
  'original',
  'innerError',
  'inner',
  'parent',
  'driverError',
  'jse_cause',
  'err',
  'error',
  'reason',
  'previousErrors',
  'lastNodeError',
  'rootCause',
  'sourceError'
]

const MAX_CAUSES = 100
/** Number of elements of one list that are looked at. */
const MAX_ELEMENTS = 20

/**
 * Finds the captures of an error that the application or a test runner hands over, and of its causes. Call this
 * before the error's stack is formatted, because after that V8 no longer knows where the error was made
 * (test/workarounds/stack-formatted-once.js, Node.js 20 to 26).
 * @param {import('../types').CaptureAccess} context
 * @param {unknown} error undefined for none
 */
function findCaptures (context, error) {
  context.redactor() // values that have become secret since the captures are hidden when these are read
  return {
    // If the value is a primitive, captures of an equal one may be of another throw, so they are not looked for.
    snapshots: findCauseSnapshots(context, error).read(),
    causes: error === undefined ? [] : findCauses(context, error)
  }
}

/**
 * @param {import('../types').CaptureAccess} context
 * @param {unknown} error that is reported
 * @returns {Cause[]} causes and their causes, breadth first, each error once
 */
function findCauses (context, error) {
  /** @type {Cause[]} */
  const causes = []
  const isKnown = (/** @type {unknown} */ value) => {
    if (ObjectIs(value, error)) return true
    for (let i = 0; i < causes.length; i++) if (ObjectIs(causes[i].value, value)) return true
    return false
  }
  const add = (/** @type {unknown} */ value, /** @type {number} */ of, /** @type {string} */ path) => {
    if (causes.length >= MAX_CAUSES || !isError(value) || isKnown(value)) return
    causes[causes.length] = { index: causes.length + 1, of, path, value, found: findCauseSnapshots(context, value) }
  }
  addFields(error, 0, add)
  for (let i = 0; i < causes.length; i++) addFields(causes[i].value, causes[i].index, add)
  return causes
}

/**
 * @param {unknown} holder
 * @param {number} index of the holder
 * @param {(value: unknown, of: number, path: string) => void} add
 */
function addFields (holder, index, add) {
  if (!isObject(holder) || isProxy(holder)) return
  for (let i = 0; i < FIELDS.length; i++) {
    const value = dataProperty(holder, FIELDS[i])
    if (!ArrayIsArray(value)) {
      add(value, index, FIELDS[i])
      continue
    }
    if (isProxy(value)) continue
    for (let n = 0; n < MAX_ELEMENTS && n < value.length; n++) {
      add(dataProperty(value, `${n}`), index, `${FIELDS[i]}[${n}]`)
    }
  }
}

/**
 * @param {unknown} value
 */
function isError (value) {
  if (!isObject(value) || isProxy(value)) return false
  return (
    isNativeError(value) ||
    (typeof dataProperty(value, 'stack') === 'string' && typeof dataProperty(value, 'message') === 'string')
  )
}

module.exports = { findCaptures, findCauses }
