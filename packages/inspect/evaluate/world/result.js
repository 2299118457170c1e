'use strict'
// Makes the result of an evaluation from the answer of the process in which the expression ran.

const { CrashCollectorError } = require('crash-collector-shared/errors')
const { timedOut } = require('./child-process')
const { restoreMemberNames } = require('./member-names')

/** @typedef {import('../../reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/** @typedef {import('crash-collector-shared/dump/format').ObjectRecord} ObjectRecord */
/** @typedef {import('../child').Answer} Answer */

/**
 * The result of an evaluation. `object()` finds the objects that values refer to.
 * @typedef {object} Evaluation
 * @property {'returned'|'threw'} status
 * @property {Value} value returned or thrown
 * @property {string} [error] the text of a thrown error: `TypeError: …`, or `NotCaptured: …`
 * @property {ObjectRecord[]} objects
 * @property {(objectId: string) => ObjectRecord|undefined} object
 */

/**
 * @param {Answer} answer
 * @param {Dump} dump
 * @param {import('./changes').Changes} changes
 * @param {number} timeoutMs
 * @returns {Evaluation}
 * @throws {CrashCollectorError} EVALUATION_TIMEOUT, EVALUATION_FAILED
 */
function resultOf (answer, dump, changes, timeoutMs) {
  if (answer.status === 'timeout') throw timedOut(timeoutMs)
  if (answer.status === 'waiting') {
    return thrown('NotCaptured: the promise did not settle (timers and I/O are not there in a dead process)')
  }
  if (answer.status === 'failed' || answer.value === undefined) {
    throw new CrashCollectorError(
      'EVALUATION_FAILED',
      `the expression could not be evaluated: ${answer.error ?? 'no answer'}`,
      { hint: 'npx crash-collector show --all prints all variables' }
    )
  }
  const identity = knownResult(answer, dump)
  const { notCapturedReason, ...known } = answer.value
  const objects = identity === undefined ? answer.objects : [identity]
  for (const record of objects) complete(record, dump)
  const byId = new Map(objects.map(record => [record.objectId, record]))
  const object = (/** @type {string} */ objectId) => byId.get(objectId) ?? changes.object(objectId)
  return identity === undefined
    ? { status: answer.status, value: answer.value, error: answer.error, objects, object }
    : { status: 'returned', value: known, objects, object }
}

/**
 * @param {Answer} answer
 * @param {Dump} dump
 * @returns {ObjectRecord|undefined} the result if it is an object that the dump has, and of which the process has only
 *   the identity
 */
function knownResult ({ isIdentity, value }, dump) {
  return isIdentity === true && value?.objectId !== undefined ? dump.object(value.objectId) : undefined
}

/**
 * Adds what the process does not know of an object.
 * @param {ObjectRecord} record
 * @param {Dump} dump
 */
function complete (record, dump) {
  const known = dump.object(record.objectId)
  restoreMemberNames(record, known)
  // A function that could not be made again is represented by another function, whose text means nothing.
  if (known?.type === 'function') {
    record.source = known.source
    record.originalName = known.originalName
  }
  if (known?.readAt !== undefined) record.readAt = known.readAt
  if (known?.restReadAt !== undefined) record.restReadAt = known.restReadAt
}

/**
 * @param {string} error
 * @returns {Evaluation}
 */
function thrown (error) {
  return {
    status: 'threw',
    value: {
      type: 'object',
      subtype: 'error',
      className: error.split(':', 1)[0],
      description: error,
      notCapturedReason: 'unavailable'
    },
    error,
    objects: [],
    object: () => undefined
  }
}

module.exports = { knownResult, resultOf, thrown }
