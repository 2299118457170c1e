'use strict'
// Computes the fingerprint of a crash, which is equal for equal crashes: the error's class, its message without numbers
// and ids, and the application's innermost frames by function and source position.

const { wasUnderWay } = require('./application-frames')
const { createHash } = require('node:crypto')
const { describeValue } = require('../values/describe-value')
const { displayUrl, isDependency, workingDirectory } = require('../source/location')

/** @typedef {import('../../dump/reader').Dump} Dump */
/** @typedef {import('../source/source-map').SourceMaps} SourceMaps */

/**
 * @typedef {object} Fingerprint
 * @property {string} id
 * @property {string} className of the error, or the type of a thrown value that is not an error
 * @property {string} message normalised
 * @property {string[]} frames `function file:line`; lines count from 1
 */

/** How many frames count. Frames further out can differ between two calls of the same faulty code. */
const FRAMES = 3
const MAX_MESSAGE = 500

/**
 * @param {Dump} dump
 * @param {SourceMaps} sourceMaps
 * @returns {Fingerprint}
 */
function fingerprintOf (dump, sourceMaps) {
  const { exception } = dump
  const isError = exception !== null && exception.message !== undefined
  const className =
    exception === null ? dump.header.trigger : isError ? (exception.className ?? 'Error') : exception.value.type
  const text =
    exception === null ? '' : (exception.message ?? describeValue(exception.value, { object: () => undefined }))
  const message = normalisedMessage(text)
  const frames = framesOf(dump, sourceMaps)
  const id = createHash('sha256')
    .update(JSON.stringify([className, message, frames]))
    .digest('hex')
    .slice(0, 12)
  return { id, className, message, frames }
}

/**
 * @param {Dump} dump
 * @param {SourceMaps} sourceMaps
 */
function framesOf (dump, sourceMaps) {
  const directory = workingDirectory(dump)
  const captured = dump.callFrames.filter(frame => !frame.internal && wasUnderWay(frame))
  const places =
    captured.length > 0
      ? captured.map(frame => ({
        functionName: frame.functionName,
        isDependency: isDependency(frame.url),
        ...sourceMaps.original(frame) ?? { url: frame.url, lineNumber: frame.lineNumber }
      }))
      : (dump.exception?.stack ?? [])
          .filter(({ url }) => url !== '' && !url.startsWith('node:'))
          .map(frame => ({ ...frame, isDependency: isDependency(frame.url) }))
  const own = places.filter(place => !place.isDependency)
  return (own.length > 0 ? own : places)
    .slice(0, FRAMES)
    .map(
      ({ functionName, url, lineNumber }) =>
        `${functionName || '(anonymous)'} ${displayUrl(url, directory)}:${lineNumber + 1}`
    )
}

/**
 * A message without the parts that differ from one occurrence to the next.
 * @param {string} message
 */
function normalisedMessage (message) {
  return message
    .slice(0, MAX_MESSAGE)
    .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '<id>')
    .replace(/\b0x[0-9a-f]+\b/gi, '<id>')
    .replace(/\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{8,}\b/gi, '<id>')
    .replace(/\b(?=\w*\d)(?=\w*[a-z])\w{16,}\b/gi, '<id>')
    .replace(/\d+(?:\.\d+)?/g, '<n>')
}

module.exports = { fingerprintOf, normalisedMessage }
