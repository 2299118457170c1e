'use strict'
// Computes the fingerprint of a crash, which is equal for equal crashes. It stands for the root cause: its class, its
// message without what differs from one occurrence to the next, and the application's innermost functions. No line
// number counts, so that code may be added above, and no folder, so that each deploy may have its own.

const { causeChain } = require('../cause-chain')
const { createHash } = require('node:crypto')
const { describeValue } = require('../../values/describe-value')
const { fingerprintFrames } = require('./frames')
const { messageTemplate, normalisedMessage } = require('./message-pattern')

/** @typedef {import('../../reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').ExceptionRecord} ExceptionRecord */
/** @typedef {import('crash-collector-shared/dump/format').CauseRecord} CauseRecord */
/** @typedef {import('../../source/source-map').SourceMaps} SourceMaps */

/**
 * @typedef {object} Fingerprint
 * @property {string} id
 * @property {string} className of the root cause, or the type of a thrown value that is not an error
 * @property {string} message normalised
 * @property {string[]} frames `function file`, innermost first
 * @property {string} expression in the source at the innermost of these places; '' if that is not known
 * @property {string} place `function file:line` of the innermost one, for people; does not count
 */

/**
 * @param {Dump} dump
 * @param {SourceMaps} sourceMaps
 * @returns {Fingerprint}
 */
function fingerprintOf (dump, sourceMaps) {
  const errors = [0, ...causeChain(dump).map(({ index }) => index)]
  const root = dump.seenFrom(errors[errors.length - 1])
  // An error that Node.js made has no function of the application on its stack. That of the error around it counts.
  const { frames, place, expression, construction } = errors.reduceRight(
    (found, index) => (found.frames.length > 0 ? found : fingerprintFrames(dump.seenFrom(index), sourceMaps)),
    fingerprintFrames(root, sourceMaps)
  )
  const { className, text } = whatHappened(root)
  const message = messageTemplate(construction, text) ?? normalisedMessage(text)
  const counted = root.exception === null ? frames : [expression, ...frames]
  const id = createHash('sha256').update(JSON.stringify([className, message, counted])).digest('hex').slice(0, 12)
  return { id, className, message, frames, expression, place }
}

/** @param {Dump} dump */
function whatHappened (dump) {
  const { exception, header, signal } = dump
  if (exception === null) return { className: signal?.name ?? header.trigger, text: '' }
  const { className, message, value } = exception
  if (message === undefined) return { className: value.type, text: describeValue(value, { object: () => undefined }) }
  // A minifier shortens the names of classes. The object's record has the name in the original source.
  const record = value.objectId === undefined ? undefined : dump.object(value.objectId)
  return { className: record?.className ?? className ?? 'Error', text: message }
}

module.exports = { fingerprintOf }
